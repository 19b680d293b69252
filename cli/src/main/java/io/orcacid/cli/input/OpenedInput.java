package io.orcacid.cli.input;

import java.io.InputStream;

/**
 * The unpacked bytes of a file and how far its reader is.
 *
 * @param name of the file as it was given
 * @param stream the bytes, unpacked
 * @param counter the bytes as stored
 * @param totalBytes size as stored, -1 if unknown
 */
record OpenedInput(String name, InputStream stream, ByteCounter counter, long totalBytes) {
  long bytesRead() {
    return counter.count();
  }
}
