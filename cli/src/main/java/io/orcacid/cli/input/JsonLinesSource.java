package io.orcacid.cli.input;

import java.io.IOException;
import org.apache.orc.TypeDescription;

/** Rows of a file of JSON objects, one a line; see {@link InputFormat#JSON}. */
final class JsonLinesSource implements RowSource {
  private final OpenedInput input;
  private final RecordReader records;
  private final JsonValues row;

  JsonLinesSource(OpenedInput input, TypeDescription row) {
    this.input = input;
    this.records = new RecordReader(input.name(), input.stream(), new Framing.Lines());
    this.row = new JsonValues(row);
  }

  @Override
  public boolean next(Object[] values) throws IOException {
    do {
      if (!records.next()) {
        return false;
      }
    } while (records.isBlank());
    try {
      String text = Utf8.decode(records.buffer(), records.start(), records.length());
      JsonValues.read(
          text,
          parser -> {
            row.fields(parser, text, values);
            return null;
          });
    } catch (InvalidValueException e) {
      throw records.bad(e);
    }
    return true;
  }

  @Override
  public long line() {
    return records.line();
  }

  @Override
  public long bytesRead() {
    return input.bytesRead();
  }

  @Override
  public long totalBytes() {
    return input.totalBytes();
  }

  @Override
  public void close() throws IOException {
    records.close();
  }
}
