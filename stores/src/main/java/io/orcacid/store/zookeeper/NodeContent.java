package io.orcacid.store.zookeeper;

import io.orcacid.error.CorruptFileException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.UUID;
import java.util.zip.CRC32C;

/**
 * The bytes of a name's node: the content itself, or where its pieces are if it is longer than a
 * node may be.
 */
record NodeContent(byte[] bytes) {
  /** Longest content of one node; ZooKeeper refuses requests of about a mebibyte. */
  static final int PIECE = 512 << 10;

  private static final byte WHOLE = 0;
  private static final byte PIECES = 1;
  private static final int LENGTH_OF_POINTER = 1 + 16 + 4 + 4;

  /**
   * Where the pieces of a long content are.
   *
   * @param id name of the pieces' parent
   * @param length bytes of the content
   * @param crc32c their checksum
   */
  record Pieces(UUID id, int length, int crc32c) {
    static Pieces of(byte[] content) {
      return new Pieces(UUID.randomUUID(), content.length, checksum(content));
    }

    int count() {
      return (length + PIECE - 1) / PIECE;
    }

    boolean matches(byte[] content) {
      return content.length == length && checksum(content) == crc32c;
    }
  }

  static NodeContent whole(byte[] content) {
    byte[] bytes = new byte[content.length + 1];
    bytes[0] = WHOLE;
    System.arraycopy(content, 0, bytes, 1, content.length);
    return new NodeContent(bytes);
  }

  static NodeContent of(Pieces pieces) {
    return new NodeContent(
        ByteBuffer.allocate(LENGTH_OF_POINTER)
            .put(PIECES)
            .putLong(pieces.id().getMostSignificantBits())
            .putLong(pieces.id().getLeastSignificantBits())
            .putInt(pieces.length())
            .putInt(pieces.crc32c())
            .array());
  }

  boolean isWhole() {
    return bytes.length > 0 && bytes[0] == WHOLE;
  }

  byte[] content() {
    return Arrays.copyOfRange(bytes, 1, bytes.length);
  }

  Pieces pieces(String path, int longest) {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    if (bytes.length != LENGTH_OF_POINTER || buffer.get() != PIECES) {
      throw new CorruptFileException("A node of the log has no known form", "path", path);
    }
    Pieces pieces =
        new Pieces(new UUID(buffer.getLong(), buffer.getLong()), buffer.getInt(), buffer.getInt());
    if (pieces.length() < 0 || pieces.length() > longest) {
      throw new CorruptFileException(
          "A content of the log is longer than any can be", "path", path, "bytes", pieces.length());
    }
    return pieces;
  }

  private static int checksum(byte[] content) {
    CRC32C crc = new CRC32C();
    crc.update(content);
    return (int) crc.getValue();
  }
}
