package io.orcacid.reader.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.RowBatchVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoundExpressionTest {

  private static ColumnVector vector(String type) {
    return TypeDescription.fromString("struct<out:" + type + ">")
        .createRowBatch(RowBatchVersion.ORIGINAL, 1)
        .cols[0];
  }

  private static String text(ColumnVector vector, int row) {
    StringBuilder text = new StringBuilder();
    vector.stringifyValue(text, row);
    return text.toString();
  }

  /** The value of an expression over one row with a column x, as the target's vector prints it. */
  private static String value(String type, Object x, String expression, String target) {
    Table table = Table.of("struct<x:" + type + ">", Table.row(x));
    ColumnVector out = vector(target);
    BoundExpression.bind(
            Expression.parse(expression), table.type(), TypeDescription.fromString(target))
        .evaluate(table.batch(), out);
    return text(out, 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "x + 1 | bigint | 6",
        "x + 1 | tinyint | 6",
        "x | double | 5.0",
        "x | decimal(5,2) | 5",
        "x * 1.5 | decimal(5,2) | 7.5",
        "x / 2 | double | 2.5",
        "x / 5 | int | 1",
        "0.1 | float | 0.10000000149011612",
        "0.1 | double | 0.1",
        "0.1e0 | decimal(5,2) | 0.1",
        "x > 4 | boolean | 1",
        "x > NULL | boolean | null",
        "NULL | date | null",
        "NULL | array<int> | null",
        "'2020-01-01' | date | 18262",
        "\"'ab' || 'c '\" | char(3) | abc",
        "\"CAST(x AS string) || '!'\" | varchar(2) | 5!",
      })
  void valuesThatFitAreTaken(String expression, String target, String expected) {
    assertThat(value("int", 5L, expression, target).replace("\"", "")).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "int | 300 | x | tinyint | value=300",
        "int | 300 | x * 1000000000 | int | value=300000000000",
        "int | 16777217 | x | float | value=16777217",
        "double | 0.5 | x | int | value=0.5",
        "double | 0.1 | x | float | value=0.1",
        "double | 1e300 | x | decimal(38,0) | value=",
        "int | 1 | 1.005 | decimal(5,2) | value=1.005",
        "int | 1 | 1000 | decimal(5,2) | value=1000",
        "int | 1 | 'abcd' | varchar(3) | value='abcd'",
        "int | 1 | 'abcd' | char(3) | value='abcd'",
        "int | 1 | '2020-02-30' | date | value='2020-02-30'",
        "int | 1 | 1e300 | float | value=1.0E300",
      })
  void valuesThatDoNotFitAreRefusedByName(
      String type, double x, String expression, String target, String told) {
    Object value = type.equals("int") ? (Object) (long) x : (Object) x;
    Table table = Table.of("struct<x:" + type + ",out:" + target + ">", Table.row(value, null));
    Assignment assignment = new Assignment("OUT", Expression.parse(expression));
    assertThatThrownBy(
            () ->
                BoundExpression.bind(assignment, table.type())
                    .evaluate(table.batch(), vector(target)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("column=out")
        .hasMessageContaining(told);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "x | string",
        "'5' | int",
        "CAST(x AS string) | date",
        "TIMESTAMP '2020-01-01 00:00:00Z' | timestamp",
        "TIMESTAMP '2020-01-01 00:00:00' | date",
        "x | array<int>",
        "TRUE | int",
      })
  void typesAreNotConvertedSilently(String expression, String target) {
    assertThatThrownBy(() -> value("int", 5L, expression, target))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("CAST");
  }

  @Test
  void onlySelectedRowsAreEvaluated() {
    Table table =
        Table.of(
            "struct<x:bigint>",
            Table.row(1L),
            Table.row(Long.MAX_VALUE),
            Table.row((Object) null),
            Table.row(4L));
    VectorizedRowBatch batch = table.batch();
    batch.selectedInUse = true;
    batch.selected = new int[] {0, 2, 3};
    batch.size = 3;
    LongColumnVector out = (LongColumnVector) vector("bigint");
    BoundExpression.bind(Expression.parse("x + 1"), table.type(), TypeDescription.createLong())
        .evaluate(batch, out);
    assertThat(out.vector[0]).isEqualTo(2);
    assertThat(out.isNull[2]).isTrue();
    assertThat(out.vector[3]).isEqualTo(5);
    assertThat(out.noNulls).isFalse();
  }

  @Test
  void aVectorThatIsUsedAgainKeepsNothing() {
    Table nulls = Table.of("struct<x:int>", Table.row((Object) null));
    Table numbers = Table.of("struct<x:int>", Table.row(3L));
    ColumnVector out = vector("int");
    BoundExpression copy =
        BoundExpression.bind(Expression.parse("x"), nulls.type(), TypeDescription.createInt());
    copy.evaluate(nulls.batch(), out);
    assertThat(text(out, 0)).isEqualTo("null");
    copy.evaluate(numbers.batch(), out);
    assertThat(text(out, 0)).isEqualTo("3");
  }

  @Test
  void decimalsGoBetweenBothKindsOfVector() {
    Table table = Table.of("struct<x:decimal(10,2)>", Table.row(new BigDecimal("-12.34")));
    BoundExpression copy =
        BoundExpression.bind(
            Expression.parse("x"), table.type(), TypeDescription.fromString("decimal(10,2)"));
    for (RowBatchVersion from : RowBatchVersion.values()) {
      for (RowBatchVersion to : RowBatchVersion.values()) {
        ColumnVector out = table.type().createRowBatch(to, 1).cols[0];
        copy.evaluate(table.batch(0, 1, from), out);
        assertThat(text(out, 0)).as(from + " to " + to).isIn("-12.34", "-1234");
        BoundPredicate equal = BoundPredicate.bind(Expression.parse("x = -12.34"), table.type());
        VectorizedRowBatch result = new VectorizedRowBatch(1, 1);
        result.cols[0] = out;
        result.size = 1;
        equal.filter(result);
        assertThat(result.size).as(from + " to " + to).isOne();
      }
    }
  }

  @Test
  void timestampsAreWrittenAsWallClocksInUtc() {
    Table table =
        Table.of("struct<x:timestamp>", Table.row(LocalDateTime.of(1960, 1, 1, 0, 0, 0, 1)));
    for (String expression : new String[] {"x", "CAST(CAST(x AS string) AS timestamp)"}) {
      TimestampColumnVector out = (TimestampColumnVector) vector("timestamp");
      BoundExpression.bind(
              Expression.parse(expression), table.type(), TypeDescription.createTimestamp())
          .evaluate(table.batch(), out);
      assertThat(out.isUTC()).isTrue();
      assertThat(out.usingProlepticCalendar()).isTrue();
      assertThat(out.time[0]).isEqualTo(-315_619_200_000L);
      assertThat(out.nanos[0]).isEqualTo(1);
    }
  }

  @Test
  void bytesThatAreNoTextAreKept() {
    TypeDescription row = TypeDescription.fromString("struct<x:string>");
    VectorizedRowBatch batch = row.createRowBatch(1);
    batch.cols[0].init();
    ((BytesColumnVector) batch.cols[0]).setVal(0, new byte[] {'a', (byte) 0xff});
    batch.size = 1;
    BytesColumnVector out = (BytesColumnVector) vector("varchar(5)");
    BoundExpression.bind(
            Expression.parse("x || 'b'"), row, TypeDescription.fromString("varchar(5)"))
        .evaluate(batch, out);
    assertThat(out.length[0]).isEqualTo(3);
    assertThat(out.vector[0][out.start[0] + 1]).isEqualTo((byte) 0xff);
  }

  @Test
  void nestedColumnsAreCopiedWhole() {
    String type = "struct<l:array<string>,m:map<string,int>,u:uniontype<int,string>>";
    TypeDescription row = TypeDescription.fromString("struct<n:" + type + ">");
    VectorizedRowBatch batch = row.createRowBatch(3);
    batch.size = 3;
    StructColumnVector struct = (StructColumnVector) batch.cols[0];
    ListColumnVector list = (ListColumnVector) struct.fields[0];
    MapColumnVector map = (MapColumnVector) struct.fields[1];
    UnionColumnVector union = (UnionColumnVector) struct.fields[2];
    list.child.init();
    map.keys.init();
    union.fields[1].init();
    for (int i = 0; i < 3; i++) {
      list.offsets[i] = i;
      list.lengths[i] = i == 0 ? 0 : 1;
      ((BytesColumnVector) list.child).setVal(i, new byte[] {(byte) ('a' + i)});
      map.offsets[i] = i;
      map.lengths[i] = 1;
      ((BytesColumnVector) map.keys).setVal(i, new byte[] {'k'});
      ((LongColumnVector) map.values).vector[i] = i;
      union.tags[i] = i % 2;
      ((LongColumnVector) union.fields[0]).vector[i] = i;
      ((BytesColumnVector) union.fields[1]).setVal(i, new byte[] {'u'});
    }
    struct.noNulls = false;
    struct.isNull[1] = true;

    ColumnVector out = vector(type);
    BoundExpression.bind(Expression.parse("n"), row, TypeDescription.fromString(type))
        .evaluate(batch, out);
    for (int i = 0; i < 3; i++) {
      assertThat(text(out, i)).isEqualTo(text(struct, i));
    }
    assertThat(text(out, 1)).isEqualTo("null");
    assertThat(text(out, 2)).contains("\"c\"").contains("2");

    // The copy stays when the batch is used again.
    String before = text(out, 2);
    ((BytesColumnVector) list.child).setVal(2, new byte[] {'z'});
    list.child.reset();
    assertThat(text(out, 2)).isEqualTo(before);

    ColumnVector field = vector("array<string>");
    BoundExpression.bind(Expression.parse("n.l"), row, TypeDescription.fromString("array<string>"))
        .evaluate(batch, field);
    assertThat(text(field, 1)).isEqualTo("null");
  }
}
