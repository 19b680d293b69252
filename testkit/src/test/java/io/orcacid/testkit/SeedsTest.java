package io.orcacid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

@DisabledIfSystemProperty(
    named = Seeds.PROPERTY,
    matches = ".*",
    disabledReason = "It tests what the property does, so that one given from outside spoils it")
class SeedsTest {
  @Test
  void everyCaseGetsOtherNumbers() {
    List<Long> numbers = new ArrayList<>();
    Seeds.forEach(20, random -> numbers.add(random.nextLong()));
    assertThat(numbers).hasSize(20).doesNotHaveDuplicates();
  }

  @Test
  void aFailureNamesTheSeedThatReplaysIt() {
    List<Long> numbers = new ArrayList<>();
    Throwable failure =
        org.assertj.core.api.Assertions.catchThrowable(
            () ->
                Seeds.forEach(
                    1,
                    random -> {
                      numbers.add(random.nextLong());
                      throw new IllegalStateException("wrong");
                    }));
    assertThat(failure).isInstanceOf(AssertionError.class).hasMessageEndingWith(": wrong");
    String seed = failure.getMessage().replaceAll(".*=(-?\\d+):.*", "$1");
    System.setProperty(Seeds.PROPERTY, seed);
    try {
      Seeds.forEach(5, random -> numbers.add(random.nextLong()));
    } finally {
      System.clearProperty(Seeds.PROPERTY);
    }
    assertThat(numbers).hasSize(2);
    assertThat(numbers.get(1)).isEqualTo(numbers.get(0));
  }

  @Test
  void aFailedAssertionStaysTheCause() {
    assertThatThrownBy(() -> Seeds.forEach(1, random -> assertThat(1).isEqualTo(2)))
        .isInstanceOf(AssertionError.class)
        .hasCauseInstanceOf(AssertionError.class);
  }
}
