package io.orcacid.format.orc;

import io.orcacid.format.io.Storage;
import io.orcacid.format.value.Batches;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** Writes small ACID files, right ones and wrong ones. */
final class AcidFiles {
  static final TypeDescription USER_ROW = TypeDescription.fromString("struct<a:bigint>");

  private AcidFiles() {}

  /** One event, its row NULL. */
  record Event(int operation, long writeId, int bucket, long rowId, long currentWriteId) {
    static Event delete(long writeId, long rowId, long currentWriteId) {
      return new Event(AcidSchema.DELETE, writeId, 536870912, rowId, currentWriteId);
    }
  }

  static void write(Storage storage, String path, List<Event> events) throws IOException {
    write(storage, path, AcidSchema.of(USER_ROW), events);
  }

  static void write(Storage storage, String path, TypeDescription schema, List<Event> events)
      throws IOException {
    try (Writer writer =
        OrcFiles.create(
            storage,
            storage.create(path),
            schema,
            Map.of("orc.compress", "ZLIB"),
            OrcFiles.noCallback())) {
      VectorizedRowBatch batch = Batches.create(schema, Math.max(1, events.size()));
      for (Event event : events) {
        long[] values = {
          event.operation, event.writeId, event.bucket, event.rowId, event.currentWriteId
        };
        for (int i = 0; i < values.length; i++) {
          ((LongColumnVector) batch.cols[i]).vector[batch.size] = values[i];
        }
        batch.cols[AcidSchema.ROW].noNulls = false;
        batch.cols[AcidSchema.ROW].isNull[batch.size] = true;
        batch.size++;
      }
      writer.addRowBatch(batch);
    }
  }
}
