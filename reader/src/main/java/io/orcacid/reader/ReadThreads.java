package io.orcacid.reader;

import io.orcacid.error.ValidationException;

/**
 * Threads that read a scan in this process.
 *
 * @param decoding threads that decode; with 1 whoever asks for batches decodes them, with more rows
 *     come in any order
 * @param openAhead pieces of data files whose bytes are on their way at a time; with 1 whoever
 *     decodes a piece reads it
 */
public record ReadThreads(int decoding, int openAhead) {
  /** Whoever asks for batches does it all. */
  public static final ReadThreads CALLER = new ReadThreads(1, 1);

  private static final int MOST = 1024;

  public ReadThreads {
    if (decoding < 1 || openAhead < 1 || decoding > MOST || openAhead > MOST) {
      throw new ValidationException(
          "Threads of a scan are between 1 and " + MOST,
          "decoding",
          decoding,
          "openAhead",
          openAhead);
    }
  }
}
