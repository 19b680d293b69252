package io.orcacid.format.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.layout.AcidDirectory.Base;
import io.orcacid.format.layout.AcidDirectory.DeleteDelta;
import io.orcacid.format.layout.AcidDirectory.Delta;
import io.orcacid.format.layout.BucketFileName.Form;
import io.orcacid.testkit.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
  private static final int NONE = AcidDirectory.NO_STATEMENT;
  private static final long ALWAYS = AcidDirectory.ALWAYS_VISIBLE;

  @Test
  void directoryNamesAreReadBackAsWritten() {
    Seeds.forEach(
        500,
        random -> {
          AcidDirectory directory = randomDirectory(random);
          assertThat(AcidDirectory.parse(directory.name())).contains(directory);
          assertThat(AcidDirectory.looksLikeOne(directory.name())).isTrue();
        });
  }

  private static AcidDirectory randomDirectory(Random random) {
    long min = random.nextInt(4) == 0 ? random.nextLong() >>> 1 : random.nextInt(100);
    long max = random.nextBoolean() ? min : Math.max(min, min + random.nextInt(50));
    long visibility = random.nextBoolean() ? ALWAYS : random.nextInt(1 << 30);
    int statement = visibility == ALWAYS && random.nextBoolean() ? random.nextInt(12_000) : NONE;
    return switch (random.nextInt(3)) {
      case 0 -> new Base(min, visibility);
      case 1 -> new Delta(min, max, statement, visibility);
      default -> new DeleteDelta(min, max, statement, visibility);
    };
  }

  @Test
  void directoryNamesAreThoseThatHiveWrites() {
    assertThat(new Base(5, ALWAYS).name()).isEqualTo("base_0000005");
    assertThat(new Base(5, 17).name()).isEqualTo("base_0000005_v0000017");
    assertThat(Delta.ofStatement(3, 1).name()).isEqualTo("delta_0000003_0000003_0001");
    assertThat(new Delta(5, 8, NONE, ALWAYS).name()).isEqualTo("delta_0000005_0000008");
    assertThat(new DeleteDelta(1, 5, NONE, 18).name())
        .isEqualTo("delete_delta_0000001_0000005_v0000018");
    assertThat(DeleteDelta.ofStatement(12345678, 0).name())
        .isEqualTo("delete_delta_12345678_12345678_0000");
    assertThat(new Base(AcidDirectory.MINIMUM_BASE, ALWAYS).name())
        .isEqualTo("base_-9223372036854775808");
  }

  @Test
  void namesDoNotHangOnTheLanguageOfTheMachine() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
    try {
      assertThat(String.format("%d", 5))
          .as("this language has digits of its own")
          .isNotEqualTo("5");
      assertThat(Delta.ofStatement(3, 1).name()).isEqualTo("delta_0000003_0000003_0001");
      assertThat(BucketFileName.of(3)).isEqualTo("bucket_00003");
      assertThat(PartitionName.of(List.of("a"), List.of("x:y"))).isEqualTo("a=x%3Ay");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void paddingIsNotNeeded() {
    assertThat(AcidDirectory.parse("base_50")).contains(new Base(50, ALWAYS));
    assertThat(AcidDirectory.parse("delta_052_55")).contains(new Delta(52, 55, NONE, ALWAYS));
    assertThat(AcidDirectory.parse("delta_4_4_1_v9")).contains(new Delta(4, 4, 1, 9));
    assertThat(BucketFileName.parse("bucket_0").orElseThrow().bucket()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "base_",
        "base_x",
        "base_-5",
        "base_5_6",
        "delta_1",
        "delta_5_3",
        "delta_1_2_3_4",
        "delta_-1_2",
        "delta_1_99999999999999999999",
        "delta_1_1_9999999999",
        "delete_delta_1",
        "base_5_vx"
      })
  void aNameThatOnlyLooksLikeADirectoryOfOursIsNone(String name) {
    assertThat(AcidDirectory.parse(name)).isEmpty();
    assertThat(AcidDirectory.looksLikeOne(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "random",
        "000000_0",
        "xbase_5",
        "Base_5",
        "deltas_1_1",
        "_tmp_base_5",
        "day=base_5"
      })
  void otherNamesAreNone(String name) {
    assertThat(AcidDirectory.parse(name)).isEmpty();
    assertThat(AcidDirectory.looksLikeOne(name)).isFalse();
  }

  @Test
  void fileNamesSayTheirBucketAttemptAndCopy() {
    assertThat(BucketFileName.parse("bucket_00012"))
        .contains(new BucketFileName(Form.BUCKET, 12, OptionalInt.empty(), 0));
    assertThat(BucketFileName.parse("bucket_00001_3"))
        .contains(new BucketFileName(Form.BUCKET, 1, OptionalInt.of(3), 0));
    assertThat(BucketFileName.parse("000002_0"))
        .contains(new BucketFileName(Form.ORIGINAL, 2, OptionalInt.empty(), 0));
    assertThat(BucketFileName.parse("000002_0_copy_10"))
        .contains(new BucketFileName(Form.ORIGINAL, 2, OptionalInt.empty(), 10));
    assertThat(BucketFileName.parse(BucketFileName.of(123456)))
        .contains(new BucketFileName(Form.BUCKET, 123456, OptionalInt.empty(), 0));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "_orc_acid_version",
        "_metadata_acid",
        "bucket_00000_flush_length",
        "bucket_",
        "bucket_x",
        "bucket_0_1_2",
        "bucket_99999999999",
        "random",
        "000000",
        "000000_0_copy_",
        "000000_0.orc"
      })
  void otherFileNamesAreNoDataFiles(String name) {
    assertThat(BucketFileName.parse(name)).isEmpty();
  }

  @Test
  void partitionValuesAreEscapedAsInHive() {
    StringBuilder escaped = new StringBuilder();
    StringBuilder text = new StringBuilder();
    for (char c = 0; c < 128; c++) {
      text.append(c);
      boolean special = c < ' ' || c == 127 || "\"#%'*/:=?\\{[]^".indexOf(c) >= 0;
      escaped.append(special ? String.format(Locale.ROOT, "%%%02X", (int) c) : "" + c);
    }
    assertThat(PartitionName.of(List.of("A"), List.of(text.toString()))).isEqualTo("a=" + escaped);
    assertThat(PartitionName.of(List.of("a:b"), List.of("é}"))).isEqualTo("a%3Ab=é}");
  }

  @Test
  void partitionPathsAreReadBackAsWritten() {
    Seeds.forEach(
        500,
        random -> {
          List<String> columns = List.of("day", "région", "c=d").subList(0, 1 + random.nextInt(3));
          List<String> values = new ArrayList<>();
          for (int i = 0; i < columns.size(); i++) {
            values.add(random.nextInt(5) == 0 ? null : randomText(random));
          }
          String path = PartitionName.of(columns, values);
          assertThat(PartitionName.values(columns, path))
              .isEqualTo(values.stream().map(Optional::ofNullable).toList());
          assertThat(path.split("/")).hasSameSizeAs(columns);
        });
  }

  private static String randomText(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i <= random.nextInt(20); i++) {
      text.appendCodePoint(
          random.nextBoolean() ? random.nextInt(128) : 0x1F600 + random.nextInt(9));
    }
    return text.toString();
  }

  @Test
  void nullAndTheEmptyTextShareOnePartition() {
    assertThat(PartitionName.of(List.of("a"), java.util.Collections.singletonList(null)))
        .isEqualTo("a=__HIVE_DEFAULT_PARTITION__");
    assertThat(PartitionName.of(List.of("a"), List.of("")))
        .isEqualTo("a=__HIVE_DEFAULT_PARTITION__");
    assertThat(PartitionName.values(List.of("a"), "a=__HIVE_DEFAULT_PARTITION__"))
        .containsExactly(Optional.empty());
  }

  @Test
  void aValueThatWouldReadBackAsNullIsRefused() {
    assertThatThrownBy(() -> PartitionName.of(List.of("a"), List.of(PartitionName.NULL_VALUE)))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void aValueThatNoDirectoryNameHoldsIsRefused() {
    assertThat(PartitionName.of(List.of("a"), List.of("x".repeat(253)))).hasSize(255);
    assertThatThrownBy(() -> PartitionName.of(List.of("a"), List.of("x".repeat(254))))
        .isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> PartitionName.of(List.of("a"), List.of("é".repeat(127))))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void aPercentSignThatEscapesNothingIsItself() {
    assertThat(PartitionName.values(List.of("a"), "a=5%")).containsExactly(Optional.of("5%"));
    assertThat(PartitionName.values(List.of("a"), "a=%zz%3")).containsExactly(Optional.of("%zz%3"));
  }

  @Test
  void columnNamesOfAPathAreComparedInAnyCase() {
    assertThat(PartitionName.values(List.of("Day"), "dAY=1")).containsExactly(Optional.of("1"));
    assertThat(PartitionName.values(List.of(), PartitionName.UNPARTITIONED)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a=1", "a=1/c=2", "a=1/b=2/c=3", "b=2/a=1", "a/b", "a=1/b"})
  void aPathOfOtherPartitionColumnsIsRefused(String path) {
    assertThatThrownBy(() -> PartitionName.values(List.of("a", "b"), path))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("path=" + path);
  }
}
