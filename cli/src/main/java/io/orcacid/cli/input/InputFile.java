package io.orcacid.cli.input;

import io.orcacid.error.ValidationException;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/**
 * A file of rows, or standard input. Closing it deletes the copy that {@link #keep} may have made;
 * it does not close what was opened. Not safe for several threads.
 */
public final class InputFile implements Closeable {
  /** The name of standard input. */
  public static final String STANDARD_INPUT = "-";

  private final String name;
  private final InputFormat format;
  private final InputStream standardInput;
  private Optional<Path> copy = Optional.empty();
  private boolean consumed;

  private InputFile(String name, InputFormat format, InputStream standardInput) {
    this.name = name;
    this.format = format;
    this.standardInput = standardInput;
  }

  /**
   * A file by name.
   *
   * @param name path of a local file, unpacked if it ends with {@code .gz}; {@code -} is standard
   *     input
   * @param format how its rows are written; empty takes it from the name
   * @param standardInput what {@code -} stands for
   * @throws ValidationException if there is no such file, or its name does not tell the format
   */
  public static InputFile of(String name, Optional<InputFormat> format, InputStream standardInput) {
    if (!name.equals(STANDARD_INPUT)) {
      if (!Files.exists(Path.of(name))) {
        throw new ValidationException("There is no such input file", "file", name);
      }
      if (Files.isDirectory(Path.of(name))) {
        throw new ValidationException("An input file is a directory: name its files", "file", name);
      }
    }
    InputFormat known =
        format
            .or(() -> InputFormat.ofName(name))
            .orElseThrow(
                () ->
                    new ValidationException(
                        "The name of an input file does not tell its format; say --format csv, json, orc or parquet",
                        "file",
                        name));
    if (known.isTyped() && InputFormat.isCompressed(name)) {
      throw new ValidationException(
          "ORC and Parquet files are compressed within: unpack the .gz first", "file", name);
    }
    return new InputFile(name, known, standardInput);
  }

  /** The name as it was given. */
  public String name() {
    return name;
  }

  /** How the rows are written. */
  public InputFormat format() {
    return format;
  }

  /**
   * Makes sure that the rows can be read more than once: standard input and pipes are copied to a
   * temporary file.
   */
  public void keep() throws IOException {
    if (copy.isPresent() || !isStream()) {
      return;
    }
    Path file = Files.createTempFile("orc-acid-input", ".tmp");
    file.toFile().deleteOnExit();
    copy = Optional.of(file);
    try (InputStream in = stream()) {
      Files.copy(in, file, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  private boolean isStream() {
    return name.equals(STANDARD_INPUT) || !Files.isRegularFile(Path.of(name));
  }

  private InputStream stream() throws IOException {
    if (consumed) {
      throw new IllegalStateException("a stream is read twice: " + name);
    }
    consumed = true;
    return name.equals(STANDARD_INPUT) ? standardInput : Files.newInputStream(Path.of(name));
  }

  /**
   * Opens the rows.
   *
   * @param row the table's columns
   * @throws ValidationException if the file cannot be read as rows of these columns at all
   */
  public RowSource open(TypeDescription row) throws IOException {
    if (format.isTyped()) {
      return openTyped(row);
    }
    OpenedInput input = open();
    try {
      return switch (format) {
        case CSV -> new CsvSource(input, row);
        case JSON -> new JsonLinesSource(input, row);
        case ORC, PARQUET -> throw new IllegalStateException("not text: " + format);
      };
    } catch (IOException | RuntimeException e) {
      closeAfter(input, e);
      throw e;
    }
  }

  private RowSource openTyped(TypeDescription row) throws IOException {
    TypedRows rows = typedRows();
    try {
      return new TypedSource(name, rows, Files.size(file()), row);
    } catch (IOException | RuntimeException e) {
      rows.close();
      throw e;
    }
  }

  /** The rows of a file of typed columns, which is read at any place and so must be a file. */
  TypedRows typedRows() throws IOException {
    keep();
    return format == InputFormat.ORC ? OrcRows.open(name, file()) : ParquetRows.open(name, file());
  }

  private Path file() {
    return copy.orElseGet(() -> Path.of(name));
  }

  /**
   * All rows, in memory.
   *
   * @param row the table's columns
   */
  public List<Object[]> rows(TypeDescription row) throws IOException {
    List<Object[]> rows = new ArrayList<>();
    Object[] values = new Object[row.getChildren().size()];
    try (RowSource source = open(row)) {
      while (source.next(values)) {
        rows.add(values.clone());
      }
    }
    return rows;
  }

  private static void closeAfter(OpenedInput input, Exception failure) {
    try {
      input.stream().close();
    } catch (IOException e) {
      failure.addSuppressed(e);
    }
  }

  OpenedInput open() throws IOException {
    long size = -1;
    InputStream stored;
    if (copy.isPresent()) {
      size = Files.size(copy.get());
      stored = Files.newInputStream(copy.get());
    } else if (isStream()) {
      stored = stream();
    } else {
      size = Files.size(Path.of(name));
      stored = Files.newInputStream(Path.of(name));
    }
    ByteCounter counter = new ByteCounter(stored);
    if (!InputFormat.isCompressed(name)) {
      return new OpenedInput(name, counter, counter, size);
    }
    try {
      return new OpenedInput(name, new GzipInput(name, counter), counter, size);
    } catch (IOException | RuntimeException e) {
      closeAfter(new OpenedInput(name, counter, counter, size), e);
      throw e;
    }
  }

  @Override
  public void close() throws IOException {
    if (copy.isPresent()) {
      Files.deleteIfExists(copy.get());
    }
  }
}
