package io.orcacid.reader;

import java.io.Serializable;

/**
 * One file of delete events that a split may need. Immutable.
 *
 * @param path absolute path
 * @param length bytes
 * @param bucket bucket number by its name
 * @param events which of its events count
 * @param checksum CRC32C of its bytes, or {@link
 *     io.orcacid.format.layout.DirectoryListing.Entry#NO_CHECKSUM}
 */
public record DeleteFile(
    String path, long length, int bucket, DataFile.EventBounds events, long checksum)
    implements Serializable {}
