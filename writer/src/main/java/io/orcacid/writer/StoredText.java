package io.orcacid.writer;

/** How many bytes of a value its column type keeps. */
@FunctionalInterface
interface StoredText {
  /**
   * @param bytes UTF-8
   * @param start first byte of the value
   * @param length bytes of the value
   * @return bytes of it that count, from the start
   */
  int length(byte[] bytes, int start, int length);

  /** varchar(n): the first n characters. */
  static StoredText varchar(int characters) {
    return (bytes, start, length) -> prefix(bytes, start, length, characters);
  }

  /**
   * char(n): the first n characters without trailing blanks. Hive pads with blanks to n characters,
   * and where that leaves a blank at the end it takes NUL characters off with the blanks.
   */
  static StoredText character(int characters) {
    return (bytes, start, length) -> {
      int kept = prefix(bytes, start, length, characters);
      boolean blankAtEnd =
          kept < characters
              || bytes[start + kept - 1] == ' '
              || characters(bytes, start, kept) < characters;
      while (blankAtEnd
          && kept > 0
          && (bytes[start + kept - 1] == ' ' || bytes[start + kept - 1] == 0)) {
        kept--;
      }
      return kept;
    };
  }

  private static int prefix(byte[] bytes, int start, int length, int characters) {
    if (length <= characters) {
      return length;
    }
    int seen = 0;
    for (int i = 0; i < length; i++) {
      if (startsCharacter(bytes[start + i]) && ++seen > characters) {
        return i;
      }
    }
    return length;
  }

  private static int characters(byte[] bytes, int start, int length) {
    int seen = 0;
    for (int i = 0; i < length; i++) {
      seen += startsCharacter(bytes[start + i]) ? 1 : 0;
    }
    return seen;
  }

  private static boolean startsCharacter(byte b) {
    return (b & 0xC0) != 0x80;
  }
}
