package io.orcacid.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.value.ValueText;
import io.orcacid.testkit.Seeds;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;

class PlainTextTest {
  /** Years from -2000 to 12000. */
  @Test
  void timesArePrintedAsValueTextPrintsThem() {
    Seeds.forEach(
        5000,
        random -> {
          long second = (long) ((random.nextDouble() * 14_000 - 3_970) * 31_556_952);
          int nano = random.nextInt(5) == 0 ? 0 : random.nextInt(1_000_000_000);
          LocalDateTime time = LocalDateTime.ofEpochSecond(second, nano, ZoneOffset.UTC);

          assertSame(TypeDescription.createTimestamp(), time);
          assertSame(TypeDescription.createTimestampInstant(), time.toInstant(ZoneOffset.UTC));
          assertSame(TypeDescription.createDate(), time.toLocalDate());
        });
  }

  @Test
  void theFirstAndLastYearsOfFourDigitsAndTheirNeighboursArePrintedAsValueTextPrintsThem() {
    for (int year : new int[] {-1, 0, 1, 999, 1000, 9999, 10_000}) {
      assertSame(TypeDescription.createDate(), LocalDate.of(year, 1, 1));
      assertSame(TypeDescription.createTimestamp(), LocalDateTime.of(year, 12, 31, 23, 59, 59, 1));
    }
    assertSame(TypeDescription.createTimestampInstant(), Instant.EPOCH);
  }

  private static void assertSame(TypeDescription type, Object value) {
    StringBuilder out = new StringBuilder();
    PlainText.append(out, type, value);
    assertThat(out).hasToString(ValueText.print(type, value));
  }
}
