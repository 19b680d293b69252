package io.orcacid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GoalTest {
  private static final Goal REACHED =
      new Goal("enough", "figures", 0.65, Goal.Direction.AT_LEAST, 0.65);
  private static final Goal MISSED =
      new Goal("too much", "figures", 0.125, Goal.Direction.AT_MOST, 0.2);

  @Test
  void aGoalIsReachedOnTheRightSideOfItsBound() {
    assertThat(REACHED.isReached()).isTrue();
    assertThat(MISSED.isReached()).isFalse();
  }

  @Test
  void theTableSaysWhatWasMeasuredAndWhetherItIsEnough() {
    assertThat(Goal.markdown(List.of(REACHED, MISSED)))
        .contains("| enough | >= 0.650 | 0.650 | reached | figures |")
        .contains("| too much | <= 0.125 | 0.200 | **short** | figures |");
  }
}
