package io.orcacid.writer;

import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.HexFormat;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.Decimal64ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MultiValuedColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.orc.TypeDescription;

/** Puts a value in the text form of the golden file into a column vector. */
final class VectorText {
  private static final String ENDS = ",=()[]{}<>|:";

  private final String text;
  private int position;

  private VectorText(String text) {
    this.text = text;
  }

  static void set(ColumnVector column, int row, String text, TypeDescription type) {
    VectorText parser = new VectorText(text);
    parser.value(column, row, type);
    if (parser.position != text.length()) {
      throw new IllegalArgumentException("rest after position " + parser.position + " of " + text);
    }
  }

  private void value(ColumnVector column, int row, TypeDescription type) {
    if (at('~')) {
      column.noNulls = false;
      column.isNull[row] = true;
      return;
    }
    column.isNull[row] = false;
    switch (type.getCategory()) {
      case BOOLEAN -> longs(column)[row] = Boolean.parseBoolean(token()) ? 1 : 0;
      case BYTE, SHORT, INT, LONG -> longs(column)[row] = Long.parseLong(token());
      case FLOAT -> ((DoubleColumnVector) column).vector[row] = Float.parseFloat(token());
      case DOUBLE -> ((DoubleColumnVector) column).vector[row] = Double.parseDouble(token());
      case DECIMAL -> decimal(column, row);
      case STRING, CHAR, VARCHAR -> ((BytesColumnVector) column).setVal(row, unescaped());
      case BINARY -> ((BytesColumnVector) column).setVal(row, binary());
      case DATE -> {
        ((DateColumnVector) column).setUsingProlepticCalendar(true);
        longs(column)[row] = LocalDate.parse(token()).toEpochDay();
      }
      case TIMESTAMP ->
          timestamp(column, row, LocalDateTime.parse(dateTime()).toInstant(ZoneOffset.UTC));
      case TIMESTAMP_INSTANT -> timestamp(column, row, Instant.parse(dateTime()));
      case LIST -> list((ListColumnVector) column, row, type.getChildren().get(0));
      case MAP -> map((MapColumnVector) column, row, type);
      case STRUCT -> struct((StructColumnVector) column, row, type);
      case UNION -> union((UnionColumnVector) column, row, type);
      default -> throw new IllegalArgumentException("type " + type);
    }
  }

  private static long[] longs(ColumnVector column) {
    return ((LongColumnVector) column).vector;
  }

  private void decimal(ColumnVector column, int row) {
    HiveDecimal value = HiveDecimal.create(new BigDecimal(token()));
    if (column instanceof Decimal64ColumnVector small) {
      small.set(row, value);
    } else {
      ((DecimalColumnVector) column).set(row, value);
    }
  }

  private static void timestamp(ColumnVector column, int row, Instant instant) {
    TimestampColumnVector timestamps = (TimestampColumnVector) column;
    timestamps.setIsUTC(true);
    timestamps.setUsingProlepticCalendar(true);
    timestamps.time[row] = instant.toEpochMilli();
    timestamps.nanos[row] = instant.getNano();
  }

  private void list(ListColumnVector list, int row, TypeDescription element) {
    int start = begin(list, row);
    expect('[');
    while (!at(']')) {
      list.child.ensureSize(list.childCount + 1, true);
      value(list.child, list.childCount++, element);
      at(',');
    }
    list.lengths[row] = list.childCount - start;
  }

  private void map(MapColumnVector map, int row, TypeDescription type) {
    int start = begin(map, row);
    expect('{');
    while (!at('}')) {
      map.keys.ensureSize(map.childCount + 1, true);
      map.values.ensureSize(map.childCount + 1, true);
      value(map.keys, map.childCount, type.getChildren().get(0));
      expect('=');
      value(map.values, map.childCount++, type.getChildren().get(1));
      at(',');
    }
    map.lengths[row] = map.childCount - start;
  }

  private static int begin(MultiValuedColumnVector column, int row) {
    column.offsets[row] = column.childCount;
    return column.childCount;
  }

  private void struct(StructColumnVector struct, int row, TypeDescription type) {
    expect('(');
    for (int i = 0; i < struct.fields.length; i++) {
      value(struct.fields[i], row, type.getChildren().get(i));
      at(',');
    }
    expect(')');
  }

  private void union(UnionColumnVector union, int row, TypeDescription type) {
    expect('<');
    int tag = Integer.parseInt(token());
    expect('|');
    union.tags[row] = tag;
    value(union.fields[tag], row, type.getChildren().get(tag));
    expect('>');
  }

  private byte[] binary() {
    expect('x');
    return HexFormat.of().parseHex(token());
  }

  private String dateTime() {
    int start = position;
    while (position < text.length() && (text.charAt(position) == ':' || !atEnd())) {
      position++;
    }
    return text.substring(start, position);
  }

  private byte[] unescaped() {
    expect('\'');
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    while (!at('\'')) {
      char character = text.charAt(position++);
      if (character == '%') {
        bytes.write(Integer.parseInt(text.substring(position, position + 2), 16));
        position += 2;
      } else {
        bytes.write(character);
      }
    }
    return bytes.toByteArray();
  }

  private String token() {
    int start = position;
    while (position < text.length() && !atEnd()) {
      position++;
    }
    return text.substring(start, position);
  }

  private boolean atEnd() {
    return ENDS.indexOf(text.charAt(position)) >= 0;
  }

  private boolean at(char character) {
    boolean found = position < text.length() && text.charAt(position) == character;
    if (found) {
      position++;
    }
    return found;
  }

  private void expect(char character) {
    if (!at(character)) {
      throw new IllegalArgumentException(
          "expected " + character + " at position " + position + " of " + text);
    }
  }
}
