package io.orcacid.format.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ImpossibleDaysTest {
  @ParameterizedTest
  @ValueSource(strings = {"2001-02-29", "2001-02-30", "2001-04-31", "2001-13-01", "2001-00-10"})
  void aDayThatTheCalendarLacksIsRefusedAndNotMovedToAnother(String text) {
    assertThatThrownBy(() -> ValueText.parse(TypeDescription.createDate(), text))
        .isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> ValueText.parse(TypeDescription.createTimestamp(), text + " 01:02:03"))
        .isInstanceOf(ValidationException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2001-01-01 24:00:00", "2001-01-01 24:00", "2001-01-01T23:60:00"})
  void aTimeThatTheDayLacksIsRefusedAndNotMovedToAnother(String text) {
    assertThatThrownBy(() -> ValueText.parse(TypeDescription.createTimestamp(), text))
        .isInstanceOf(ValidationException.class);
  }

  @Test
  void leapDaysAndBothFormsOfTimestampsAreRead() {
    assertThat(ValueText.parse(TypeDescription.createDate(), "2000-02-29"))
        .isEqualTo(LocalDate.of(2000, 2, 29));
    assertThat(ValueText.parse(TypeDescription.createTimestamp(), "2000-02-29T23:59"))
        .isEqualTo(LocalDateTime.of(2000, 2, 29, 23, 59));
    assertThat(ValueText.parse(TypeDescription.createTimestamp(), "-0044-03-15 12:00:00.5"))
        .isEqualTo(LocalDateTime.of(-44, 3, 15, 12, 0, 0, 500_000_000));
  }
}
