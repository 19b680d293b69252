package io.orcacid.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.format.RowId;
import io.orcacid.format.SchemaText;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;

/** Rows and addresses on their way between processes. */
class AcidRowTest {
  private static final TypeDescription ALL =
      SchemaText.parse(
          "a boolean, b tinyint, c smallint, d int, e bigint, f float, g double, h decimal(38,10),"
              + " i string, j varchar(10), k char(10), l binary, m date, n timestamp,"
              + " o timestamp with local time zone, p array<int>, q map<string,int>,"
              + " r struct<x:int,y:string>, s uniontype<int,string>");

  private static final Object[] VALUES = {
    true,
    (byte) -1,
    (short) 300,
    -70_000,
    1L << 40,
    1.5f,
    Double.NaN,
    new BigDecimal("-12345678901234567890.0123456789"),
    "a ü 😀",
    "v",
    "c",
    new byte[] {0, -1},
    LocalDate.of(-1, 1, 1),
    LocalDateTime.of(1969, 12, 31, 23, 59, 58, 123_456_789),
    Instant.ofEpochSecond(-5, 1),
    Arrays.asList(1, null),
    Map.of("k", 1),
    new StructValue(Arrays.asList(1, null)),
    new UnionValue(1, "u")
  };

  @Test
  void a_row_survives_the_way_with_its_types() throws IOException {
    AcidRow row = AcidRow.of(ALL, VALUES);
    AcidRow there = InputRows.copy(row, new AcidRow());
    assertThat(there).isEqualTo(row).hasSameHashCodeAs(row);
    assertThat(there.type().toString()).isEqualTo(ALL.toString());
  }

  @Test
  void a_row_of_NULLs_survives_the_way() throws IOException {
    AcidRow row = new AcidRow(ALL);
    assertThat(InputRows.copy(row, AcidRow.of(ALL, VALUES)).values()).containsOnlyNulls();
  }

  @Test
  void an_object_is_filled_with_rows_of_different_columns_one_after_the_other() throws IOException {
    AcidRow into = InputRows.copy(AcidRow.of(ALL, VALUES), new AcidRow());
    AcidRow other = AcidRow.of(SchemaText.parse("`a b` int"), 7);
    assertThat(InputRows.copy(other, into)).isEqualTo(other);
    assertThat(into.getInt("A B")).isEqualTo(7);
  }

  @Test
  void values_are_taken_by_name_and_position() {
    AcidRow row = AcidRow.of(ALL, VALUES);
    assertThat(row.getBoolean("A")).isTrue();
    assertThat(row.getInt("b")).isEqualTo(-1);
    assertThat(row.getLong(4)).isEqualTo(1L << 40);
    assertThat(row.getDouble("h")).isEqualTo(-1.2345678901234567e19);
    assertThat(row.getString("i")).isEqualTo("a ü 😀");
    assertThat(row.get("m", LocalDate.class)).isEqualTo(LocalDate.of(-1, 1, 1));
    assertThat(row.get(12)).isEqualTo(row.get("m"));
    assertThat(row.isNull("e")).isFalse();
  }

  @Test
  void a_value_of_another_kind_is_no_answer() {
    AcidRow row = AcidRow.of(ALL, VALUES);
    Stream.<Runnable>of(
            () -> row.getInt("e"),
            () -> row.getLong("i"),
            () -> row.getString("e"),
            () -> row.getBoolean("e"),
            () -> row.getLong("nowhere"),
            () -> row.set("e", null).getLong("e"))
        .forEach(asking -> assertThatThrownBy(asking::run).isInstanceOf(ValidationException.class));
  }

  @Test
  void a_value_that_is_no_value_of_its_column_does_not_travel() {
    AcidRow row = AcidRow.of(SchemaText.parse("a int"), "x");
    assertThatThrownBy(() -> InputRows.copy(row, new AcidRow()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("wrong kind");
  }

  @Test
  void addresses_survive_the_way_and_have_the_order_of_row_ids() throws IOException {
    List<AcidAddress> ordered =
        List.of(
            new AcidAddress("", new RowId(9, 536870912, 9)),
            new AcidAddress("d=1", new RowId(1, 536870912, 0)),
            new AcidAddress("d=1", new RowId(1, 536870912, 1)),
            new AcidAddress("d=1", new RowId(1, 536936448, 0)),
            new AcidAddress("d=2", new RowId(0, 0, 0)));
    assertThat(ordered.stream().sorted().toList()).isEqualTo(ordered);
    for (AcidAddress address : ordered) {
      AcidAddress there = InputRows.copy(address, new AcidAddress());
      assertThat(there).isEqualTo(address).hasSameHashCodeAs(address);
      assertThat(AcidAddress.of(there.address())).isEqualTo(address);
    }
  }
}
