package io.orcacid.cli.input;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.orc.TypeDescription;

/**
 * The columns that files suggest. All rows are looked at, so that no row of the same files can fail
 * for the guess. Columns come in the order of headers or of first appearance.
 *
 * <p>Guessed are boolean, bigint, double, date and timestamp, and for JSON array and struct; all
 * else is string, so is what would lose by another type: integers with leading zeros or beyond
 * bigint, numbers with more digits than a double holds. A column without a value is string. ORC and
 * Parquet files say their types; those are taken.
 */
public final class SchemaInference {
  private SchemaInference() {}

  /**
   * Reads all files and guesses. Rows that cannot be read count for nothing here.
   *
   * @param files files that can be read again after this; standard input is kept, see {@link
   *     InputFile#keep}
   * @throws ValidationException if the files tell no columns, or columns that no table can have
   */
  public static TypeDescription infer(List<InputFile> files) throws IOException {
    StructGuess row = new StructGuess();
    Map<String, TypeDescription> known = new HashMap<>();
    for (InputFile file : files) {
      file.keep();
      if (file.format().isTyped()) {
        typed(file, row, known);
        continue;
      }
      try (RecordReader records = records(file)) {
        switch (file.format()) {
          case CSV -> csv(file.name(), records, row);
          case JSON -> json(records, row);
          case ORC, PARQUET -> throw new IllegalStateException("not text: " + file.format());
        }
      }
    }
    if (row.isEmpty()) {
      throw new ValidationException(
          "The input has no rows to guess the columns from; create the table first",
          "files",
          files.stream().map(InputFile::name).toList());
    }
    checkNames(row);
    return withKnown(row.type(), known);
  }

  /** A file that says its types needs no guess; they win over what others suggest. */
  private static void typed(InputFile file, StructGuess row, Map<String, TypeDescription> known)
      throws IOException {
    try (TypedRows rows = file.typedRows()) {
      TypeDescription schema = rows.schema();
      for (int i = 0; i < schema.getChildren().size(); i++) {
        String name = schema.getFieldNames().get(i);
        TypeDescription type = schema.getChildren().get(i);
        row.field(name);
        TypeDescription other = known.putIfAbsent(name, type);
        if (other != null && !other.toString().equals(type.toString())) {
          throw new ValidationException(
              "A column has different types in the files; create the table first, with the type you mean",
              "column",
              name,
              "type",
              other,
              "other",
              type,
              "file",
              file.name());
        }
      }
    }
  }

  private static TypeDescription withKnown(
      TypeDescription guessed, Map<String, TypeDescription> known) {
    TypeDescription row = TypeDescription.createStruct();
    for (int i = 0; i < guessed.getChildren().size(); i++) {
      String name = guessed.getFieldNames().get(i);
      row.addField(name, known.getOrDefault(name, guessed.getChildren().get(i)).clone());
    }
    return row;
  }

  private static RecordReader records(InputFile file) throws IOException {
    Framing framing =
        switch (file.format()) {
          case CSV -> new Framing.Csv();
          case JSON -> new Framing.Lines();
          case ORC, PARQUET -> throw new IllegalStateException("not text: " + file.format());
        };
    return new RecordReader(file.name(), file.open().stream(), framing);
  }

  private static void csv(String file, RecordReader records, StructGuess row) throws IOException {
    List<String> header = CsvSource.header(file, records);
    ValueGuess[] columns = header.stream().map(row::field).toArray(ValueGuess[]::new);
    CsvRecord fields = new CsvRecord();
    while (records.next()) {
      if (CsvSource.isSkipped(records, columns.length)) {
        continue;
      }
      try {
        fields.split(records.buffer(), records.start(), records.length());
        if (fields.size() == columns.length) {
          merge(fields, columns);
        }
      } catch (InvalidValueException e) {
        // The import reports the row.
        continue;
      }
    }
  }

  private static void merge(CsvRecord fields, ValueGuess[] columns) throws InvalidValueException {
    String[] texts = new String[columns.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = fields.isNull(i) ? null : fields.text(i);
    }
    for (int i = 0; i < texts.length; i++) {
      if (texts[i] != null) {
        columns[i].plain(texts[i]);
      }
    }
  }

  private static void json(RecordReader records, StructGuess row) throws IOException {
    while (records.next()) {
      if (records.isBlank()) {
        continue;
      }
      try {
        String text = Utf8.decode(records.buffer(), records.start(), records.length());
        if (JsonValues.read(text, SchemaInference::isObject)) {
          JsonValues.read(
              text,
              parser -> {
                row.merge(parser);
                return null;
              });
        }
      } catch (InvalidValueException e) {
        // The import reports the row.
        continue;
      }
    }
  }

  /** Reads all of a text, so that one that is broken further down leaves no trace in the guess. */
  private static boolean isObject(JsonParser parser) throws IOException {
    boolean object = parser.currentToken() == JsonToken.START_OBJECT;
    parser.skipChildren();
    return object;
  }

  private static void checkNames(StructGuess row) {
    Map<String, String> seen = new HashMap<>();
    for (String name : row.names()) {
      String other = seen.put(FieldNames.lower(name), name);
      if (other != null) {
        throw new ValidationException(
            "Two columns of the input differ in case only; rename one",
            "column",
            name,
            "other",
            other);
      }
      if (name.isBlank()) {
        throw new ValidationException("A column of the input has no name; give it one");
      }
    }
  }
}
