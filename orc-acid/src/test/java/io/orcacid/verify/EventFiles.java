package io.orcacid.verify;

import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidKeyIndex;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.AcidStats;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.format.orc.OrcFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;

/** Files of ACID events with any content, right or wrong; the user's row is one bigint. */
final class EventFiles {
  static final String ROW = "id bigint";

  /** Bucket property of bucket 0, statement 0. */
  static final int BUCKET_0 = 536870912;

  private static final TypeDescription SCHEMA =
      AcidSchema.of(TypeDescription.fromString("struct<id:bigint>"));

  private final Path table;
  private final Map<String, String> keys = new LinkedHashMap<>();
  private String version = "2";

  EventFiles(Path table) {
    this.table = table;
  }

  /** The next file has this text under a footer key; null leaves it out. */
  EventFiles withKey(String key, String text) {
    keys.put(key, text);
    return this;
  }

  /** The next directory has this text in its version file; null leaves it out. */
  EventFiles withVersion(String text) {
    this.version = text;
    return this;
  }

  /** An event: operation, write id, bucket property, row id, current write id. */
  static long[] event(long operation, long writeId, int bucket, long rowId, long current) {
    return new long[] {operation, writeId, bucket, rowId, current};
  }

  static long[] insert(long writeId, long rowId) {
    return event(AcidSchema.INSERT, writeId, BUCKET_0, rowId, writeId);
  }

  static long[] delete(long writeId, long rowId, long current) {
    return event(AcidSchema.DELETE, writeId, BUCKET_0, rowId, current);
  }

  /** Writes a file; path such as {@code delta_0000001_0000001_0000/bucket_00000}. */
  Path write(String path, long[]... events) throws IOException {
    Path file = table.resolve(path);
    Files.createDirectories(file.getParent());
    Path marker = file.resolveSibling(AcidVersion.FILE_NAME);
    if (version != null && !Files.exists(marker)) {
      Files.writeString(marker, version);
    }
    Storage storage = Storage.local();
    Map<String, String> footer = new LinkedHashMap<>(rightKeys(events));
    footer.putAll(keys);
    try (DurableOutput out = storage.create(file.toString());
        Writer writer = OrcFiles.create(storage, out, SCHEMA, Map.of(), new Footer(footer))) {
      VectorizedRowBatch batch = SCHEMA.createRowBatch();
      StructColumnVector row = (StructColumnVector) batch.cols[AcidSchema.ROW];
      for (long[] event : events) {
        for (int i = 0; i < AcidSchema.ROW; i++) {
          ((LongColumnVector) batch.cols[i]).vector[batch.size] = event[i];
        }
        ((LongColumnVector) row.fields[0]).vector[batch.size] = batch.size;
        if (event[0] == AcidSchema.DELETE) {
          row.noNulls = false;
          row.isNull[batch.size] = true;
        }
        batch.size++;
      }
      writer.addRowBatch(batch);
    }
    keys.clear();
    version = "2";
    return file;
  }

  private static Map<String, String> rightKeys(long[][] events) {
    boolean deletes = events.length > 0 && events[0][0] == AcidSchema.DELETE;
    long[] last = events[events.length - 1];
    return Map.of(
        AcidKeyIndex.KEY,
        last[1] + "," + last[2] + "," + last[3] + ";",
        AcidStats.KEY,
        deletes ? "0,0," + events.length : events.length + ",0,0",
        AcidVersion.KEY,
        "2");
  }

  private record Footer(Map<String, String> keys) implements OrcFile.WriterCallback {
    @Override
    public void preStripeWrite(OrcFile.WriterContext context) {}

    @Override
    public void preFooterWrite(OrcFile.WriterContext context) {
      keys.forEach(
          (key, text) -> {
            if (text != null) {
              context
                  .getWriter()
                  .addUserMetadata(key, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
            }
          });
    }
  }
}
