package io.orcacid.format.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import io.orcacid.testkit.Seeds;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.Writer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ValuesTest {
  private static final TypeDescription ROW = RandomRows.ALL_TYPES;

  @TempDir Path directory;

  private static List<List<Object>> randomRows(RandomRows random, int count) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<Object> row = new ArrayList<>();
      ROW.getChildren().forEach(type -> row.add(random.nullable(type)));
      rows.add(row);
    }
    return rows;
  }

  private static VectorizedRowBatch batchOf(List<List<Object>> rows) {
    VectorizedRowBatch batch = Batches.create(ROW, Math.max(1, rows.size()));
    for (List<Object> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        ValueSetter.set(ROW.getChildren().get(i), batch.cols[i], batch.size, row.get(i));
      }
      batch.size++;
    }
    return batch;
  }

  private static List<List<Object>> rowsOf(VectorizedRowBatch batch) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < batch.size; i++) {
      List<Object> row = new ArrayList<>();
      for (int j = 0; j < batch.cols.length; j++) {
        row.add(VectorValues.get(ROW.getChildren().get(j), batch.cols[j], i));
      }
      rows.add(row);
    }
    return rows;
  }

  private static void assertSame(List<List<Object>> read, List<List<Object>> written) {
    assertThat(read).hasSameSizeAs(written);
    for (int row = 0; row < written.size(); row++) {
      for (int column = 0; column < written.get(row).size(); column++) {
        assertThat(comparable(read.get(row).get(column)))
            .as("row %s, column %s", row, ROW.getFieldNames().get(column))
            .isEqualTo(comparable(written.get(row).get(column)));
      }
    }
  }

  /** Arrays by their content, decimals by their value. */
  private static Object comparable(Object value) {
    if (value instanceof byte[] bytes) {
      return Arrays.toString(bytes);
    } else if (value instanceof BigDecimal decimal) {
      return decimal.signum() == 0 ? "0" : decimal.stripTrailingZeros().toPlainString();
    } else if (value instanceof List<?> list) {
      return new ArrayList<Object>(list.stream().map(ValuesTest::comparable).toList());
    } else if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> comparable(entry.getKey()) + "=" + comparable(entry.getValue()))
          .toList();
    } else if (value instanceof StructValue struct) {
      return struct.values().stream().map(ValuesTest::comparable).map(String::valueOf).toList();
    } else if (value instanceof UnionValue union) {
      return union.tag() + ":" + comparable(union.value());
    }
    return String.valueOf(value);
  }

  @Test
  void everyValueThatIsSetIsReadBack() {
    Seeds.forEach(
        50,
        random -> {
          List<List<Object>> rows = randomRows(new RandomRows(random), random.nextInt(200));
          assertSame(rowsOf(batchOf(rows)), rows);
        });
  }

  @Test
  void aBatchCanBeFilledAgain() {
    Seeds.forEach(
        20,
        random -> {
          List<List<Object>> first = randomRows(new RandomRows(random), 50);
          VectorizedRowBatch batch = batchOf(first);
          batch.reset();
          List<List<Object>> second = randomRows(new RandomRows(random), 50);
          for (List<Object> row : second) {
            for (int i = 0; i < row.size(); i++) {
              ValueSetter.set(ROW.getChildren().get(i), batch.cols[i], batch.size, row.get(i));
            }
            batch.size++;
          }
          assertSame(rowsOf(batch), second);
        });
  }

  @Test
  void copiedRowsAreEqualAndTheirOwn() {
    Seeds.forEach(
        30,
        random -> {
          List<List<Object>> rows = randomRows(new RandomRows(random), 60);
          VectorizedRowBatch from = batchOf(rows);
          VectorizedRowBatch to = Batches.create(ROW, 60);
          Batches.appendRow(to, from, 59);
          to.reset();
          List<List<Object>> chosen = new ArrayList<>();
          for (int i = 0; i < 60; i++) {
            int row = random.nextInt(60);
            chosen.add(rows.get(row));
            Batches.appendRow(to, from, row);
          }
          from.reset();
          assertSame(rowsOf(to), chosen);
        });
  }

  @Test
  void everyValueSurvivesAFile() {
    Seeds.forEach(
        20,
        random -> {
          Storage storage = Storage.local();
          String file = directory.resolve("f" + random.nextLong()).toString();
          List<List<Object>> rows = randomRows(new RandomRows(random), 1 + random.nextInt(100));
          try (Writer writer =
              OrcFiles.create(
                  storage, storage.create(file), ROW, Map.of(), OrcFiles.noCallback())) {
            writer.addRowBatch(batchOf(rows));
          }
          try (OrcInput input = OrcFiles.open(storage, file, storage.length(file));
              OrcInput.Rows in = input.rows(input.options())) {
            VectorizedRowBatch batch = Batches.create(ROW);
            List<List<Object>> read = new ArrayList<>();
            while (in.next(batch)) {
              read.addAll(rowsOf(batch));
            }
            assertSame(read, rows);
          }
        });
  }

  @Test
  void daysThatTheOldCalendarNeverHadSurviveAFile() throws Exception {
    TypeDescription row = TypeDescription.fromString("struct<d:date,t:timestamp>");
    LocalDate day = LocalDate.of(1582, 10, 7);
    VectorizedRowBatch batch = Batches.create(row, 1);
    batch.size = 1;
    ValueSetter.set(row.getChildren().get(0), batch.cols[0], 0, day);
    ValueSetter.set(row.getChildren().get(1), batch.cols[1], 0, day.atStartOfDay());
    Storage storage = Storage.local();
    String file = directory.resolve("old").toString();
    // Some tables carry this property; it must not move their days.
    Map<String, String> properties = Map.of("orc.proleptic.gregorian", "false");
    try (Writer writer =
        OrcFiles.create(storage, storage.create(file), row, properties, OrcFiles.noCallback())) {
      writer.addRowBatch(batch);
    }
    try (OrcInput input = OrcFiles.open(storage, file, storage.length(file));
        OrcInput.Rows in = input.rows(input.options())) {
      VectorizedRowBatch read = Batches.create(row);
      assertThat(in.next(read)).isTrue();
      assertThat(VectorValues.get(row.getChildren().get(0), read.cols[0], 0)).isEqualTo(day);
      assertThat(VectorValues.get(row.getChildren().get(1), read.cols[1], 0))
          .isEqualTo(day.atStartOfDay());
    }
  }

  @Test
  void repeatingVectorsReadTheSameInEveryRow() {
    LongColumnVector numbers = new LongColumnVector(10);
    numbers.fill(7);
    assertThat(VectorValues.get(TypeDescription.createInt(), numbers, 9)).isEqualTo(7);
    numbers.fillWithNulls();
    assertThat(VectorValues.get(TypeDescription.createInt(), numbers, 9)).isNull();
  }

  private static Object setAndGet(String type, Object value) {
    TypeDescription column = TypeDescription.fromString(type);
    VectorizedRowBatch batch =
        Batches.create(TypeDescription.createStruct().addField("c", column), 1);
    ValueSetter.set(column, batch.cols[0], 0, value);
    return VectorValues.get(column, batch.cols[0], 0);
  }

  private static void refuses(String type, Object... values) {
    for (Object value : values) {
      assertThatThrownBy(() -> setAndGet(type, value))
          .as(type + " takes " + value)
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("type=" + type);
    }
  }

  @Test
  void integersOutOfRangeAreRefused() {
    refuses("tinyint", 128, -129, 1000L, "1", 1.0, new BigDecimal("1.5"));
    refuses("smallint", 32768, -32769);
    refuses("int", 1L << 31, BigInteger.ONE.shiftLeft(40));
    refuses("bigint", BigInteger.ONE.shiftLeft(63), new BigDecimal("1e400000000"), true);
    assertThat(setAndGet("bigint", BigInteger.ONE.shiftLeft(63).negate()))
        .isEqualTo(Long.MIN_VALUE);
    assertThat(setAndGet("tinyint", new BigDecimal("127.0"))).isEqualTo((byte) 127);
  }

  @Test
  void floatingNumbersThatDoNotFitAreRefused() {
    refuses("float", 1e39, new BigDecimal("1e400"), (1 << 24) + 1, "1");
    refuses("double", new BigDecimal("1e400"), (1L << 53) + 1, BigInteger.TEN.pow(400));
    assertThat(setAndGet("float", 0.1)).isEqualTo(0.1f);
    assertThat(setAndGet("float", 1 << 24)).isEqualTo((float) (1 << 24));
    assertThat(setAndGet("double", new BigDecimal("0.1"))).isEqualTo(0.1);
    assertThat(setAndGet("float", Double.POSITIVE_INFINITY)).isEqualTo(Float.POSITIVE_INFINITY);
  }

  @Test
  void decimalsAreNeverRoundedOrCut() {
    refuses("decimal(5,2)", new BigDecimal("1000"), new BigDecimal("0.001"), 1000, 1.5, 1.5f);
    refuses("decimal(38,0)", BigInteger.TEN.pow(38), new BigDecimal("1e2147483647"));
    refuses("decimal(38,38)", 1, new BigDecimal("1e-39"));
    assertThat(setAndGet("decimal(5,2)", new BigDecimal("999.990")))
        .isEqualTo(new BigDecimal("999.99"));
    assertThat(setAndGet("decimal(5,2)", new BigDecimal("0e-999999999")))
        .isEqualTo(BigDecimal.ZERO);
  }

  @Test
  void textsThatAreTooLongAreRefusedAndPaddingDoesNotCount() {
    refuses("varchar(3)", "abcd", "abc ");
    refuses("char(3)", "abcd");
    refuses("string", 5, "half a pair \ud83d", "\ude00");
    assertThat(setAndGet("char(3)", "abc   ")).isEqualTo("abc");
    assertThat(setAndGet("char(3)", "a\t")).isEqualTo("a\t");
    assertThat(setAndGet("varchar(3)", "😀😀😀")).isEqualTo("😀😀😀");
    assertThat(setAndGet("varchar(3)", new StringBuilder("a "))).isEqualTo("a ");
  }

  @Test
  void valuesOfTheWrongKindAreRefused() {
    refuses("boolean", 1, "true");
    refuses("date", "2020-01-01", LocalDateTime.MIN);
    refuses("timestamp", Instant.EPOCH, LocalDate.EPOCH);
    refuses("binary", "text");
    refuses("array<int>", 5, Map.of());
    refuses("map<int,int>", List.of());
    refuses("struct<a:int>", List.of(1), new StructValue(List.of(1, 2)));
    refuses("uniontype<int,string>", 5, new UnionValue(2, 1), new UnionValue(-1, 1));
    refuses("map<int,int>", Collections.singletonMap(null, 1));
  }

  @Test
  void timesThatOrcCannotHoldAreRefused() {
    refuses("date", LocalDate.MAX, LocalDate.MIN);
    refuses("timestamp", LocalDateTime.MAX, LocalDateTime.MIN);
    refuses("timestamp with local time zone", Instant.MAX, Instant.MIN);
    refuses("timestamp", LocalDateTime.parse("1969-12-31T23:59:59.001"));
    refuses("timestamp with local time zone", Instant.ofEpochSecond(0, -1));
  }

  @Test
  void aColumnWithoutPaddingCharactersKeepsItsBytes() {
    BytesColumnVector column = new BytesColumnVector(1);
    column.initBuffer();
    column.setVal(0, new byte[] {0, (byte) 0xff});
    assertThat((byte[]) VectorValues.get(TypeDescription.createBinary(), (ColumnVector) column, 0))
        .containsExactly(0, -1);
  }
}
