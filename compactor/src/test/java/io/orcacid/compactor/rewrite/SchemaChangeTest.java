package io.orcacid.compactor.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.value.StructValue;
import io.orcacid.format.value.UnionValue;
import io.orcacid.reader.AcidFileMaker;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns that were added or widened since files were written, and types of all kinds. */
class SchemaChangeTest {
  @TempDir private Path root;

  private Table.Compacted same(Table table, boolean minor, long bound) throws IOException {
    List<Table.Found> before = table.byMerge();
    Table.Compacted compacted = minor ? table.minor(1, bound) : table.major(bound);
    assertThat(compacted.table().byMerge()).isEqualTo(before);
    assertThat(compacted.table().byMask()).isEqualTo(before);
    return compacted;
  }

  @Test
  void addedAndWidenedColumnsAreWrittenAsTheReaderConvertsThem_A52() throws IOException {
    for (boolean minor : new boolean[] {true, false}) {
      Path table = root.resolve("table" + minor);
      Writes.to(table, "a int, f float, d decimal(5,2), v varchar(5), s struct<x:smallint>")
          .insert(
              1,
              0,
              List.of(
                  new Object[] {
                    1, 1.1f, new BigDecimal("3.14"), "abc", new StructValue(List.of((short) 7))
                  },
                  new Object[] {null, null, null, null, null}));
      String wide =
          "a bigint, f double, d decimal(20,2), v string, s struct<x:int,y:string>, b int";
      Writes.to(table, wide)
          .insert(
              2,
              0,
              List.<Object[]>of(
                  new Object[] {
                    2L,
                    2.5,
                    new BigDecimal("1.00"),
                    "text",
                    new StructValue(Arrays.asList(1, "y")),
                    2000
                  }));
      Table.Compacted compacted = same(Table.of(table, wide), minor, 3);
      // One file holds both now, under the new columns.
      List<Table.Found> rows = compacted.table().byMerge();
      assertThat(rows.get(0).values())
          .startsWith("[1, ")
          .endsWith("3.14, abc, struct[7, null], null]");
      assertThat(compacted.counts().stripesCopied()).isEqualTo(1);
    }
  }

  @Test
  void everyTypeSurvivesBeingCopiedAndBeingEncoded() throws IOException {
    String columns =
        "b boolean, t tinyint, s smallint, i int, l bigint, f float, d double, dec decimal(30,10),"
            + " str string, vc varchar(10), c char(5), bin binary, dt date, ts timestamp,"
            + " tz timestamp with local time zone, arr array<struct<x:int,y:array<string>>>,"
            + " m map<string,array<int>>, st struct<a:int,b:struct<c:string>>,"
            + " u uniontype<int,string>";
    Object[] full = {
      true,
      (byte) 1,
      (short) 2,
      3,
      4L,
      5.5f,
      6.5,
      new BigDecimal("12345678901234567890.0123456789"),
      "text",
      "var",
      "cha",
      "bytes".getBytes(StandardCharsets.UTF_8),
      LocalDate.of(1582, 10, 10),
      LocalDateTime.of(1583, 1, 2, 3, 4, 5, 678_901_234),
      Instant.parse("1969-12-31T23:59:58.5Z"),
      List.of(
          new StructValue(Arrays.asList(1, List.of("p", "q"))),
          new StructValue(Arrays.asList(null, null))),
      Map.of("k", List.of(1, 2, 3), "e", List.of()),
      new StructValue(Arrays.asList(9, new StructValue(List.of("deep")))),
      new UnionValue(1, "in a union")
    };
    Object[] empty = new Object[full.length];
    Writes writes = Writes.to(root, columns);
    writes.insert(1, 0, 0, 3000, i -> i % 3 == 0 ? empty : full);
    writes.insert(2, 0, 0, 3000, i -> i % 2 == 0 ? empty : full);
    Table table = Table.of(root, columns);
    Table.Compacted copied = same(table, true, 3);
    assertThat(copied.counts().stripesCopied()).isEqualTo(2);
    writes.delete(4, 0, Writes.ids(1, AcidFileMaker.BUCKET_0, 5, 800));
    Table.Compacted encoded = same(copied.table(), false, 4);
    assertThat(encoded.counts().stripesEncoded()).isEqualTo(1);
    Table.Compacted all =
        same(
            encoded
                .table()
                .with(RewriteOptions.defaults().withSmallStripes(Long.MAX_VALUE, Long.MAX_VALUE)),
            false,
            4);
    assertThat(all.counts().stripesCopied()).isZero();
  }
}
