package io.orcacid.cli.input;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.ValidationException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.orc.TypeDescription;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;

/** Rows of a Parquet file; types are as {@link ParquetTypes} says. */
final class ParquetRows implements TypedRows {
  private final String name;
  private final ParquetFileReader reader;
  private final MessageType message;
  private final MessageColumnIO columns;
  private final TypeDescription schema = TypeDescription.createStruct();
  private final List<ParquetTypes.Column> fields = new ArrayList<>();
  private final boolean hybrid;
  private RecordReader<Group> group;
  private long leftInGroup;

  private ParquetRows(String name, ParquetFileReader reader) {
    this.name = name;
    this.reader = reader;
    this.message = reader.getFileMetaData().getSchema();
    this.hybrid = HybridCalendar.isOf(reader.getFileMetaData().getKeyValueMetaData());
    this.columns = new ColumnIOFactory().getColumnIO(message);
    for (Type field : message.getFields()) {
      ParquetTypes.Column column;
      try {
        column = ParquetTypes.of(field);
      } catch (InvalidValueException e) {
        throw new ValidationException(
            "A column of a Parquet file has a type that no table has",
            "file",
            name,
            "column",
            e.column().orElse(field.getName()),
            "why",
            e.getMessage());
      }
      fields.add(column);
      schema.addField(field.getName(), column.type());
    }
  }

  /**
   * Opens a file.
   *
   * @param name as it was given, for messages
   * @throws ValidationException if the file is empty or has a type that no table has
   * @throws CorruptFileException if it is no Parquet file, or damaged
   */
  static ParquetRows open(String name, Path file) throws IOException {
    if (Files.size(file) == 0) {
      throw new ValidationException(
          "A Parquet file is empty: it has not even columns", "file", name);
    }
    ParquetReadOptions options =
        ParquetReadOptions.builder(new PlainParquetConfiguration())
            .usePageChecksumVerification(true)
            .build();
    ParquetFileReader reader =
        guarded(name, () -> ParquetFileReader.open(new LocalInputFile(file), options));
    try {
      return guarded(name, () -> new ParquetRows(name, reader));
    } catch (IOException | RuntimeException e) {
      reader.close();
      throw e;
    }
  }

  private interface Reading<T> {
    T run() throws IOException;
  }

  /** Damaged bytes surface as nearly any exception: one kind comes out. */
  private static <T> T guarded(String name, Reading<T> reading) throws IOException {
    try {
      return reading.run();
    } catch (OrcAcidException e) {
      throw e;
    } catch (RuntimeException | EOFException e) {
      throw damaged(name, e);
    } catch (IOException e) {
      StackTraceElement[] trace = e.getStackTrace();
      if (trace.length > 0 && !trace[0].getClassName().startsWith("java.")) {
        throw damaged(name, e);
      }
      throw e;
    } catch (OutOfMemoryError e) {
      throw damaged(name, e);
    }
  }

  private static CorruptFileException damaged(String name, Throwable cause) {
    // Parquet calls the file by its class and an address in memory.
    String reason =
        String.valueOf(cause.getMessage())
            .replaceAll("org\\.apache\\.parquet\\.io\\.LocalInputFile@[0-9a-f]+", "the file");
    return new CorruptFileException(
        "Not a Parquet file, or a damaged one", cause, "file", name, "reason", reason);
  }

  @Override
  public TypeDescription schema() {
    return schema;
  }

  @Override
  public boolean next(Object[] values) throws IOException, InvalidValueException {
    while (leftInGroup == 0) {
      PageReadStore pages = guarded(name, reader::readNextRowGroup);
      if (pages == null) {
        return false;
      }
      leftInGroup = pages.getRowCount();
      group =
          guarded(name, () -> columns.getRecordReader(pages, new GroupRecordConverter(message)));
    }
    leftInGroup--;
    Group row = guarded(name, group::read);
    for (int i = 0; i < values.length; i++) {
      try {
        values[i] = fields.get(i).of(row, i);
        if (hybrid) {
          HybridCalendar.check(values[i]);
        }
      } catch (InvalidValueException e) {
        throw e.in(schema.getFieldNames().get(i));
      }
    }
    return true;
  }

  @Override
  public long rowCount() {
    return reader.getRecordCount();
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
