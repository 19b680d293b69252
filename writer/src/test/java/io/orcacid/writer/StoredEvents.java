package io.orcacid.writer;

import io.orcacid.format.RowId;
import io.orcacid.format.value.VectorValues;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.OrcFile;
import org.apache.orc.Reader;
import org.apache.orc.RecordReader;
import org.apache.orc.TypeDescription;

/** Reads what a writer left with nothing but ORC's own reader. */
final class StoredEvents {
  private StoredEvents() {}

  /**
   * One event.
   *
   * @param row values of the row, null for a row that is null
   */
  record Event(long operation, RowId id, long currentWriteId, List<Object> row) {}

  static Reader reader(Path file) throws IOException {
    return OrcFile.createReader(
        new org.apache.hadoop.fs.Path(file.toUri()),
        OrcFile.readerOptions(new Configuration(false))
            .useUTCTimestamp(true)
            .convertToProlepticGregorian(true));
  }

  static String footerKey(Path file, String key) throws IOException {
    try (Reader reader = reader(file)) {
      ByteBuffer value = reader.getMetadataValue(key).duplicate();
      return StandardCharsets.UTF_8.decode(value).toString();
    }
  }

  static List<Event> read(Path file) throws IOException {
    List<Event> events = new ArrayList<>();
    try (Reader reader = reader(file);
        RecordReader rows = reader.rows()) {
      TypeDescription row = reader.getSchema().getChildren().get(5);
      VectorizedRowBatch batch = reader.getSchema().createRowBatch();
      while (rows.nextBatch(batch)) {
        for (int i = 0; i < batch.size; i++) {
          events.add(
              new Event(
                  number(batch, 0, i),
                  new RowId(number(batch, 1, i), (int) number(batch, 2, i), number(batch, 3, i)),
                  number(batch, 4, i),
                  row(row, (StructColumnVector) batch.cols[5], i)));
        }
      }
    }
    return events;
  }

  private static long number(VectorizedRowBatch batch, int column, int row) {
    LongColumnVector vector = (LongColumnVector) batch.cols[column];
    int index = vector.isRepeating ? 0 : row;
    if (!vector.noNulls && vector.isNull[index]) {
      throw new AssertionError("hidden column " + column + " is null");
    }
    return vector.vector[index];
  }

  private static List<Object> row(TypeDescription type, StructColumnVector struct, int row) {
    int index = struct.isRepeating ? 0 : row;
    if (!struct.noNulls && struct.isNull[index]) {
      return null;
    }
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < struct.fields.length; i++) {
      values.add(VectorValues.get(type.getChildren().get(i), struct.fields[i], index));
    }
    return values;
  }

  /** Paths of all files below a directory, relative to it, in order. */
  static List<String> files(Path directory) {
    try (Stream<Path> all = Files.walk(directory)) {
      return all.filter(Files::isRegularFile)
          .map(file -> directory.relativize(file).toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Events of all data files below a directory, in path order. */
  static List<Event> readAll(Path directory) throws IOException {
    List<Event> events = new ArrayList<>();
    for (String file : files(directory)) {
      if (file.contains("bucket_")) {
        events.addAll(read(directory.resolve(file)));
      }
    }
    return events;
  }
}
