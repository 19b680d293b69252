package io.orcacid.txn.log;

import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/**
 * ORC files of two text columns, a key and what belongs to it: the form of checkpoints, their parts
 * and side manifests.
 */
final class OrcTexts {
  private static final TypeDescription SCHEMA =
      TypeDescription.fromString("struct<key:string,text:string>");

  private OrcTexts() {}

  /** A row. */
  record Row(String key, String text) {}

  /** What is done with each row that is read. */
  interface RowConsumer {
    void accept(String key, String text);
  }

  /**
   * The bytes of a file with these rows.
   *
   * @param unfinished path of a file that is made and removed again
   */
  static byte[] bytesOf(Storage storage, String unfinished, List<Row> rows) throws IOException {
    try {
      try (Writer writer =
          OrcFiles.create(
              storage, storage.create(unfinished), SCHEMA, Map.of(), OrcFiles.noCallback())) {
        write(writer, rows);
      }
      return storage.readFully(unfinished);
    } finally {
      storage.delete(unfinished);
    }
  }

  private static void write(Writer writer, List<Row> rows) throws IOException {
    VectorizedRowBatch batch = SCHEMA.createRowBatch();
    BytesColumnVector keys = (BytesColumnVector) batch.cols[0];
    BytesColumnVector texts = (BytesColumnVector) batch.cols[1];
    for (Row row : rows) {
      keys.setVal(batch.size, row.key().getBytes(StandardCharsets.UTF_8));
      texts.setVal(batch.size, row.text().getBytes(StandardCharsets.UTF_8));
      batch.size++;
      if (batch.size == batch.getMaxSize()) {
        writer.addRowBatch(batch);
        batch.reset();
      }
    }
    if (batch.size > 0) {
      writer.addRowBatch(batch);
    }
  }

  /**
   * Reads rows.
   *
   * @param path name of the file, for messages
   * @param content its bytes
   */
  static void read(String path, byte[] content, RowConsumer consumer) throws IOException {
    VectorizedRowBatch batch = SCHEMA.createRowBatch();
    BytesColumnVector keys = (BytesColumnVector) batch.cols[0];
    BytesColumnVector texts = (BytesColumnVector) batch.cols[1];
    try (OrcInput input = OrcFiles.open(Storage.ofContent(path, content), path, content.length);
        OrcInput.Rows rows = input.rows(input.options().schema(SCHEMA))) {
      while (rows.next(batch)) {
        keys.flatten(false, null, batch.size);
        texts.flatten(false, null, batch.size);
        for (int i = 0; i < batch.size; i++) {
          consumer.accept(keys.toString(i), texts.toString(i));
        }
      }
    }
  }
}
