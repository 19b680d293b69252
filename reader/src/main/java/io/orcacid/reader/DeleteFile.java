package io.orcacid.reader;

import java.io.Serializable;

/**
 * One file of delete events that a split may need. Immutable.
 *
 * @param path absolute path
 * @param length bytes
 * @param bucket bucket number by its name
 * @param events which of its events count
 */
public record DeleteFile(String path, long length, int bucket, DataFile.EventBounds events)
    implements Serializable {}
