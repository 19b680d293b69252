package io.orcacid.reader.expression;

import java.util.Arrays;
import java.util.HexFormat;

/** The bytes of a binary literal, compared by content. */
final class Bytes {
  private final byte[] content;

  Bytes(byte[] content) {
    this.content = content.clone();
  }

  byte[] content() {
    return content.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Bytes bytes && Arrays.equals(content, bytes.content);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(content);
  }

  @Override
  public String toString() {
    return "X'" + HexFormat.of().withUpperCase().formatHex(content) + "'";
  }
}
