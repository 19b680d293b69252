package io.orcacid.cli.input;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** UTF-8 that is read strictly: malformed bytes are an error, never a replacement character. */
final class Utf8 {
  private static final char REPLACEMENT = '\ufffd';

  private Utf8() {}

  static String decode(byte[] bytes, int from, int length) throws InvalidValueException {
    String text = new String(bytes, from, length, StandardCharsets.UTF_8);
    // Malformed bytes always leave this character, which well-formed ones may hold too.
    if (text.indexOf(REPLACEMENT) >= 0) {
      try {
        StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes, from, length));
      } catch (CharacterCodingException e) {
        throw new InvalidValueException("the bytes are not UTF-8");
      }
    }
    return text;
  }
}
