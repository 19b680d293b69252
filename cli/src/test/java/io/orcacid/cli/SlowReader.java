package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Row;
import io.orcacid.Rows;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;

/**
 * Reads a table, and after its first rows waits until a file is there. Arguments: table, file. It
 * prints {@code waiting}, and in the end rows and digest of the whole.
 */
final class SlowReader {
  private static final int FIRST = 3;

  private SlowReader() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    TableContent content = TableContent.NOTHING;
    try (AcidTable table = AcidTable.open(arguments[0]);
        Rows rows = table.scan().rows()) {
      Iterator<Row> iterator = rows.iterator();
      for (int i = 0; i < FIRST; i++) {
        content = content.plus(TableContent.of(iterator.next()));
      }
      System.out.println("waiting");
      while (!Files.exists(Path.of(arguments[1]))) {
        Thread.sleep(20);
      }
      while (iterator.hasNext()) {
        content = content.plus(TableContent.of(iterator.next()));
      }
    }
    System.out.println(content.rows() + " " + content.digest());
  }
}
