package io.orcacid.writer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import org.apache.hadoop.hive.common.type.CalendarUtils;
import org.apache.hadoop.hive.common.type.HiveDecimal;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DateColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DecimalColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BucketRouterTest {
  private static final int MANY = 1_000_003;

  private static TypeDescription row(String columns) {
    return TypeDescription.fromString("struct<" + columns + ">");
  }

  private static BucketRouter router(TypeDescription row, BucketingVersion version) {
    return BucketRouter.of(row, List.of("c"), MANY, version, ZoneId.of("Europe/Berlin"));
  }

  @Test
  void theBucketIsTheHashWithoutItsSignModuloTheBuckets() {
    TypeDescription row = row("c:int");
    VectorizedRowBatch batch = row.createRowBatch();
    ((LongColumnVector) batch.cols[0]).vector[7] = -1;
    ((LongColumnVector) batch.cols[0]).vector[8] = 9;

    BucketRouter v1 = BucketRouter.of(row, List.of("c"), 4, BucketingVersion.V1);
    assertThat(v1.bucket(batch, 7)).isEqualTo(0x7fffffff % 4);
    assertThat(v1.bucket(batch, 8)).isEqualTo(1);
    BucketRouter v2 = BucketRouter.of(row, List.of("c"), 4, BucketingVersion.V2);
    assertThat(v2.bucket(batch, 7)).isEqualTo(0x60f5ba8d % 4);
  }

  @Test
  void bucketColumnsCountInTheirOwnOrderAndWithoutCase() {
    TypeDescription row = row("a:string,b:int,C:int");
    VectorizedRowBatch batch = row.createRowBatch();
    ((LongColumnVector) batch.cols[1]).vector[0] = 5;
    ((LongColumnVector) batch.cols[2]).vector[0] = 7;

    assertThat(BucketRouter.of(row, List.of("c", "B"), MANY, BucketingVersion.V1).bucket(batch, 0))
        .isEqualTo(31 * 7 + 5);
  }

  @Test
  void withoutNullsTheFlagsOfNullsAreNotLookedAt() {
    TypeDescription row = row("c:int");
    VectorizedRowBatch batch = row.createRowBatch();
    batch.cols[0].noNulls = true;
    Arrays.fill(batch.cols[0].isNull, true);
    ((LongColumnVector) batch.cols[0]).vector[3] = 5;

    assertThat(router(row, BucketingVersion.V1).bucket(batch, 3)).isEqualTo(5);
  }

  @ParameterizedTest
  @EnumSource
  void aDateIsTheSameInAnyVectorAndCalendar(BucketingVersion version) {
    TypeDescription row = row("c:date");
    int day = (int) LocalDate.of(1500, 3, 1).toEpochDay();
    VectorizedRowBatch proleptic = row.createRowBatch();
    ((DateColumnVector) proleptic.cols[0]).setUsingProlepticCalendar(true);
    ((DateColumnVector) proleptic.cols[0]).vector[1] = day;
    VectorizedRowBatch hybrid = row.createRowBatch();
    ((DateColumnVector) hybrid.cols[0]).vector[1] = CalendarUtils.convertDateToHybrid(day);
    VectorizedRowBatch longs = row.createRowBatch();
    LongColumnVector plain = new LongColumnVector();
    plain.vector[1] = CalendarUtils.convertDateToHybrid(day);
    longs.cols[0] = plain;

    int bucket = router(row, version).bucket(proleptic, 1);
    assertThat(router(row, version).bucket(hybrid, 1)).isEqualTo(bucket);
    assertThat(router(row, version).bucket(longs, 1)).isEqualTo(bucket);
    assertThat(plain.vector[1]).isNotEqualTo(day);
  }

  @ParameterizedTest
  @EnumSource
  void aTimestampIsTheSameInAnyCalendar(BucketingVersion version) {
    TypeDescription row = row("c:timestamp");
    long millis = LocalDate.of(1500, 3, 1).toEpochDay() * 86_400_000 + 1_250;
    VectorizedRowBatch proleptic = row.createRowBatch();
    timestamp(proleptic, millis).setUsingProlepticCalendar(true);
    VectorizedRowBatch hybrid = row.createRowBatch();
    timestamp(hybrid, CalendarUtils.convertTimeToHybrid(millis));

    assertThat(router(row, version).bucket(hybrid, 0))
        .isEqualTo(router(row, version).bucket(proleptic, 0));
  }

  private static TimestampColumnVector timestamp(VectorizedRowBatch batch, long millis) {
    TimestampColumnVector column = (TimestampColumnVector) batch.cols[0];
    column.setIsUTC(true);
    column.time[0] = millis;
    column.nanos[0] = 250_000_000;
    return column;
  }

  @ParameterizedTest
  @ValueSource(strings = {"char(3)", "varchar(3)"})
  void textBeyondTheTypesLengthDoesNotCount(String type) {
    TypeDescription row = row("c:" + type);
    VectorizedRowBatch batch = row.createRowBatch();
    BytesColumnVector column = (BytesColumnVector) batch.cols[0];
    column.setVal(0, "aäb".getBytes(StandardCharsets.UTF_8));
    column.setVal(1, "aäbä ".getBytes(StandardCharsets.UTF_8));

    for (BucketingVersion version : BucketingVersion.values()) {
      assertThat(router(row, version).bucket(batch, 1))
          .isEqualTo(router(row, version).bucket(batch, 0));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.125", "1000"})
  void aDecimalThatDoesNotFitIsRefused(String value) {
    TypeDescription row = row("c:decimal(5,2)");
    VectorizedRowBatch batch = row.createRowBatch();
    ((DecimalColumnVector) batch.cols[0]).vector[0].set(HiveDecimal.create(value));

    assertThatThrownBy(() -> router(row, BucketingVersion.V2).bucket(batch, 0))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("value=" + value);
  }

  @Test
  void zeroFitsADecimalWithoutIntegerDigits() {
    TypeDescription row = row("c:decimal(2,2)");
    VectorizedRowBatch batch = row.createRowBatch();
    ((DecimalColumnVector) batch.cols[0]).set(0, HiveDecimal.ZERO);

    assertThat(router(row, BucketingVersion.V1).bucket(batch, 0)).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void aTimestampInTheLocalTimeOfTheJvmIsRefused(BucketingVersion version) {
    TypeDescription row = row("c:timestamp");
    VectorizedRowBatch batch = row.createRowBatch();

    assertThatThrownBy(() -> router(row, version).bucket(batch, 0))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("setIsUTC(true)");
  }

  @Test
  void aTimestampThatVersion1CannotHashIsRefused() {
    TypeDescription row = row("c:timestamp");
    VectorizedRowBatch batch = row.createRowBatch();
    timestamp(batch, LocalDate.of(10_000, 1, 1).toEpochDay() * 86_400_000);

    assertThatThrownBy(() -> router(row, BucketingVersion.V1).bucket(batch, 0))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("9999");
  }

  @Test
  void aKeyWhoseHashDependsOnTheTimeZoneAsksForIt() {
    assertThatThrownBy(
            () -> BucketRouter.of(row("c:timestamp"), List.of("c"), 2, BucketingVersion.V1))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("time zone");
    assertThatThrownBy(
            () ->
                BucketRouter.of(row("c:map<int,timestamp>"), List.of("c"), 2, BucketingVersion.V2))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("time zone");
  }

  @Test
  void wrongColumnsAndBucketsAreRefused() {
    TypeDescription row = row("c:int").addField("d", TypeDescription.createGeometry());

    assertThatThrownBy(() -> BucketRouter.of(row, List.of(), 2, BucketingVersion.V2))
        .isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> BucketRouter.of(row, List.of("x"), 2, BucketingVersion.V2))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("column=x");
    assertThatThrownBy(() -> BucketRouter.of(row, List.of("c", "C"), 2, BucketingVersion.V2))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("twice");
    assertThatThrownBy(() -> BucketRouter.of(row, List.of("c"), 0, BucketingVersion.V2))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("buckets=0");
    assertThatThrownBy(() -> BucketRouter.of(row, List.of("d"), 2, BucketingVersion.V2))
        .isInstanceOf(UnsupportedTableException.class);
  }
}
