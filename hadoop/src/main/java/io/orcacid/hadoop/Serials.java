package io.orcacid.hadoop;

import io.orcacid.error.CorruptFileException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InvalidClassException;
import java.io.ObjectInputFilter;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.zip.Deflater;
import java.util.zip.DeflaterOutputStream;
import java.util.zip.InflaterInputStream;

/**
 * Objects as compressed bytes between the processes of a job. Only classes of the engine and those
 * that they are made of come back: what lies in a staging directory names no other.
 */
final class Serials {
  private static final ObjectInputFilter ALLOWED =
      ObjectInputFilter.Config.createFilter(
          "io.orcacid.**;org.apache.orc.TypeDescription*;java.lang.*;java.util.*;!*");

  private Serials() {}

  static byte[] write(Object value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Deflater fast = new Deflater(Deflater.BEST_SPEED);
    try (ObjectOutputStream out =
        new ObjectOutputStream(new DeflaterOutputStream(bytes, fast, 1 << 13))) {
      out.writeObject(value);
    } finally {
      fast.end();
    }
    return bytes.toByteArray();
  }

  /**
   * @param source what the bytes are, for messages
   * @throws CorruptFileException if they are something else
   */
  static <T> T read(Class<T> kind, byte[] bytes, String source) throws IOException {
    try (ObjectInputStream in =
        new ObjectInputStream(new InflaterInputStream(new ByteArrayInputStream(bytes)))) {
      in.setObjectInputFilter(ALLOWED);
      return kind.cast(in.readObject());
    } catch (ClassNotFoundException | ClassCastException | InvalidClassException e) {
      throw new CorruptFileException(
          "What a job passed on is not what this version of the engine passes on: use the same jar"
              + " for client and tasks",
          e,
          "path",
          source,
          "expected",
          kind.getSimpleName());
    }
  }
}
