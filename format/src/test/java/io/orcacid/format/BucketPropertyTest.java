package io.orcacid.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.testkit.Seeds;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketPropertyTest {
  @ParameterizedTest
  @CsvSource({
    "0, 0, 536870912",
    "1, 0, 536936448",
    "0, 1, 536870913",
    "5, 3, 537198595",
    "4095, 4095, 805244927",
    "904, 5, 596115461"
  })
  void theValuesThatHiveWrote(int bucket, int statement, int property) {
    assertThat(BucketProperty.encode(bucket, statement)).isEqualTo(property);
    assertThat(BucketProperty.bucket(property)).isEqualTo(bucket);
    assertThat(BucketProperty.statement(property)).isEqualTo(statement);
    assertThat(BucketProperty.version(property)).isEqualTo(1);
    assertThat(BucketProperty.isKnown(property)).isTrue();
  }

  @Test
  void encodingAndDecodingAreInverse() {
    Seeds.forEach(
        500,
        random -> {
          int bucket = random.nextInt(BucketProperty.MAX_BUCKET + 1);
          int statement = random.nextInt(BucketProperty.MAX_STATEMENT + 1);
          int property = BucketProperty.encode(bucket, statement);
          assertThat(BucketProperty.bucket(property)).isEqualTo(bucket);
          assertThat(BucketProperty.statement(property)).isEqualTo(statement);
          assertThat(BucketProperty.isKnown(property)).isTrue();
        });
  }

  @Test
  void noStatementCountsAsStatementZero() {
    assertThat(BucketProperty.encode(7, -1)).isEqualTo(BucketProperty.encode(7, 0));
  }

  @Test
  void numbersThatDoNotFitAreRefused() {
    for (int[] wrong : new int[][] {{-1, 0}, {4096, 0}, {5000, 1}, {0, -2}, {0, 4096}}) {
      assertThatThrownBy(() -> BucketProperty.encode(wrong[0], wrong[1]))
          .isInstanceOf(ValidationException.class);
    }
  }

  @Test
  void aPropertyOfTheOldVersionIsTheBucketItself() {
    assertThat(BucketProperty.bucket(70_000)).isEqualTo(70_000);
    assertThat(BucketProperty.statement(70_000)).isZero();
    assertThat(BucketProperty.isKnown(70_000)).isTrue();
  }

  @Test
  void unknownVersionsAndReservedBitsAreSeen() {
    assertThat(BucketProperty.isKnown(2 << 29)).isFalse();
    assertThat(BucketProperty.isKnown(-1)).isFalse();
    assertThat(BucketProperty.isKnown(1 << 29 | 1 << 28)).isFalse();
    assertThat(BucketProperty.isKnown(1 << 29 | 1 << 12)).isFalse();
  }
}
