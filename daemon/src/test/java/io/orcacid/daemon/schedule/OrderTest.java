package io.orcacid.daemon.schedule;

import static org.assertj.core.api.Assertions.assertThatCode;

import io.orcacid.daemon.view.QueueEntry.Origin;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** With the clock of the machine, which goes on while an order is made. */
class OrderTest {
  @Test
  void the_order_of_many_that_wait_does_not_change_while_it_is_made() {
    WorkQueue queue =
        new WorkQueue(
            new WorkQueue.Rules(
                Map.of(Pool.DEFAULT, new Pool(Pool.DEFAULT, 1, 4, List.of())),
                TimeWindow.parse("w", "", ZoneOffset.UTC),
                new Backoff(Duration.ofMinutes(1), Duration.ofHours(1))),
            DaemonTime.system());
    Random random = new Random(1);
    for (int table = 0; table < 200; table++) {
      List<Wish> wishes = new ArrayList<>();
      for (int partition = 0; partition < 20; partition++) {
        wishes.add(
            new Wish(
                new Wish.Place("t" + table, "p" + partition),
                Optional.empty(),
                Origin.THRESHOLD,
                Pool.DEFAULT,
                10 + random.nextInt(2),
                ""));
      }
      queue.offer("t" + table, wishes);
    }
    assertThatCode(
            () -> {
              for (int i = 0; i < 500; i++) {
                queue.entries();
              }
            })
        .doesNotThrowAnyException();
  }
}
