package io.orcacid.writer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.RowBatchVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every value of the golden file, which Hive's own classes made, has Hive's hash. */
class HiveBucketHashTest {
  private static final int ROWS = 512;

  private final long seed = Long.getLong("orcacid.seed", System.nanoTime());
  private final Random random = new Random(seed);

  static Stream<GoldenSection> sections() {
    return GoldenSection.all().stream();
  }

  @Test
  void theGoldenFileHoldsEveryTypeThatHiveBuckets() {
    List<GoldenSection> sections = GoldenSection.all();

    assertThat(sections.stream().flatMap(section -> categories(section.key())).distinct())
        .contains(
            Stream.of(TypeDescription.Category.values())
                .filter(category -> !category.getName().startsWith("geo"))
                .toArray(TypeDescription.Category[]::new));
    assertThat(sections.stream().mapToInt(section -> section.lines().size()).sum())
        .isGreaterThan(170_000);
  }

  private static Stream<TypeDescription.Category> categories(TypeDescription type) {
    List<TypeDescription> children = type.getChildren();
    return Stream.concat(
        Stream.of(type.getCategory()),
        children == null ? Stream.empty() : children.stream().flatMap(c -> categories(c)));
  }

  @ParameterizedTest
  @MethodSource("sections")
  void valuesAtRandomRowsHashAsInHive(GoldenSection section) {
    checkAtRandomRows(section, RowBatchVersion.ORIGINAL);
  }

  @ParameterizedTest
  @MethodSource("sections")
  void valuesWithSmallDecimalsInLongsHashAsInHive(GoldenSection section) {
    checkAtRandomRows(section, RowBatchVersion.USE_DECIMAL64);
  }

  private void checkAtRandomRows(GoldenSection section, RowBatchVersion vectors) {
    BucketHash v1 = hash(section, BucketingVersion.V1);
    BucketHash v2 = hash(section, BucketingVersion.V2);
    List<Integer> rows = new ArrayList<>(IntStream.range(0, ROWS).boxed().toList());
    for (int first = 0; first < section.lines().size(); first += ROWS) {
      List<GoldenSection.Line> lines =
          section.lines().subList(first, Math.min(first + ROWS, section.lines().size()));
      Collections.shuffle(rows, random);
      VectorizedRowBatch batch = section.key().createRowBatch(vectors, ROWS);
      for (int i = 0; i < lines.size(); i++) {
        fill(batch, rows.get(i), section.key(), lines.get(i));
      }
      for (int i = 0; i < lines.size(); i++) {
        check(section, lines.get(i), v1, v2, batch, rows.get(i));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("sections")
  void aRepeatingValueHashesAsInHiveAtEveryRow(GoldenSection section) {
    BucketHash v1 = hash(section, BucketingVersion.V1);
    BucketHash v2 = hash(section, BucketingVersion.V2);
    VectorizedRowBatch batch = section.key().createRowBatch(4);
    for (GoldenSection.Line line : section.lines()) {
      batch.reset();
      fill(batch, 0, section.key(), line);
      for (ColumnVector column : batch.cols) {
        repeat(column);
      }
      check(section, line, v1, v2, batch, random.nextInt(ROWS));
    }
  }

  /**
   * Columns below a struct or union repeat by their own flag, those below a list or map hold many
   * rows.
   */
  private static void repeat(ColumnVector column) {
    column.isRepeating = true;
    if (column instanceof StructColumnVector struct) {
      Stream.of(struct.fields).forEach(HiveBucketHashTest::repeat);
    } else if (column instanceof UnionColumnVector union) {
      Stream.of(union.fields).forEach(HiveBucketHashTest::repeat);
    }
  }

  private static BucketHash hash(GoldenSection section, BucketingVersion version) {
    return BucketHash.of(
        section.key(), section.key().getFieldNames(), version, Optional.of(section.hiveTimeZone()));
  }

  private static void fill(
      VectorizedRowBatch batch, int row, TypeDescription key, GoldenSection.Line line) {
    for (int i = 0; i < batch.cols.length; i++) {
      VectorText.set(batch.cols[i], row, line.columns().get(i), key.getChildren().get(i));
    }
  }

  private void check(
      GoldenSection section,
      GoldenSection.Line line,
      BucketHash v1,
      BucketHash v2,
      VectorizedRowBatch batch,
      int row) {
    if (v1.hash(batch, row) != line.v1() || v2.hash(batch, row) != line.v2()) {
      assertThat(List.of(v1.hash(batch, row), v2.hash(batch, row)))
          .as("%s %s, -Dorcacid.seed=%d", section, line, seed)
          .isEqualTo(List.of(line.v1(), line.v2()));
    }
  }
}
