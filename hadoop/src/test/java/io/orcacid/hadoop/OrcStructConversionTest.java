package io.orcacid.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.SchemaText;
import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.Map;
import org.apache.orc.TypeDescription;
import org.apache.orc.mapred.OrcStruct;
import org.apache.orc.mapred.OrcTimestamp;
import org.junit.jupiter.api.Test;

/** Rows as orc-mapreduce has them, and back. */
class OrcStructConversionTest {
  private static final TypeDescription ALL =
      SchemaText.parse(
          "a boolean, b tinyint, c smallint, d int, e bigint, f float, g double, h decimal(38,10),"
              + " i string, j varchar(10), k char(10), l binary, m date, n timestamp,"
              + " o timestamp with local time zone, p array<timestamp>, q map<string,int>,"
              + " r struct<x:int,y:string>, s uniontype<int,string>");

  @Test
  void every_type_comes_back_as_it_was() {
    AcidRow row =
        AcidRow.of(
            ALL,
            true,
            (byte) -1,
            (short) 300,
            -70_000,
            1L << 40,
            1.5f,
            -2.5,
            new BigDecimal("-1234567890.0123456789"),
            "a ü 😀",
            "v",
            "c",
            new byte[] {0, -1},
            LocalDate.of(2026, 11, 30),
            LocalDateTime.of(2026, 11, 30, 12, 0, 0, 123_456_789),
            Instant.ofEpochSecond(5, 1),
            Arrays.asList(LocalDateTime.of(2026, 1, 1, 0, 0), null),
            Map.of("k", 1),
            new StructValue(Arrays.asList(1, null)),
            new UnionValue(1, "u"));
    OrcStruct struct = OrcStructConversion.toStruct(row);
    assertThat(OrcStructConversion.toRow(struct)).isEqualTo(row);
    assertThat(((OrcTimestamp) struct.getFieldValue("n")).toString())
        .as("the wall clock that orc-mapreduce shows")
        .isEqualTo("2026-11-30 12:00:00.123456789");
  }

  @Test
  void NULLs_come_back_as_NULLs() {
    AcidRow row = new AcidRow(ALL);
    assertThat(OrcStructConversion.toRow(OrcStructConversion.toStruct(row)).values())
        .hasSize(19)
        .containsOnlyNulls();
  }
}
