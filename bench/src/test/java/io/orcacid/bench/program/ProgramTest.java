package io.orcacid.bench.program;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgramTest {
  /** Prints what it is told to, and ends as it is told to. */
  static final class Said {
    public static void main(String[] arguments) {
      System.err.println("a line for the log");
      if (arguments[0].equals("fail")) {
        throw new IllegalStateException("the disk is full");
      }
      String line =
          "{\"peer\":\"said\",\"version\":\"1\",\"operation\":\"scan\",\"rows\":3,"
              + "\"digest\":\"00\",\"cpuSeconds\":[3,1,2],\"wallSeconds\":[4,5,6],\"bytes\":7}";
      if (arguments[0].equals("say")) {
        System.out.println(line);
        System.out.println(line.replace("said", arguments[1]));
      } else if (arguments[0].equals("half")) {
        System.out.println(line.replace("\"digest\":\"00\",", ""));
      }
    }
  }

  private static Outcome run(String operation) {
    return Program.own("said", Said.class, "64m").run(operation, Map.of("key", "value"));
  }

  @Test
  void results_of_a_program_are_its_lines_and_the_median_counts() {
    assertThat(run("say")).isInstanceOf(Outcome.Finished.class);
    List<ProgramResult> results = ((Outcome.Finished) run("say")).results();
    assertThat(results).extracting(ProgramResult::peer).containsExactly("said", "key=value");
    assertThat(results.get(0).cpu()).isEqualTo(2);
    assertThat(results.get(0).wall()).isEqualTo(5);
    assertThat(results.get(0).figure("bytes")).hasValue(7);
  }

  @Test
  void a_program_that_fails_is_missing_with_the_reason() {
    assertThat(run("fail"))
        .isInstanceOfSatisfying(
            Outcome.Missing.class,
            missing -> assertThat(missing.reason()).contains("the disk is full"));
  }

  @Test
  void a_program_that_says_nothing_or_half_of_it_is_missing() {
    assertThat(run("silent"))
        .isInstanceOfSatisfying(
            Outcome.Missing.class,
            missing -> assertThat(missing.reason()).contains("printed no result"));
    assertThat(run("half"))
        .isInstanceOfSatisfying(
            Outcome.Missing.class,
            missing -> assertThat(missing.reason()).contains("a result without digest"));
  }

  @Test
  void a_peer_that_is_not_built_is_missing_by_name() throws IOException {
    Outcome outcome = Program.peer("nobody", "64m").run("scan", Map.of());
    assertThat(outcome.program()).isEqualTo("nobody");
    assertThat(outcome)
        .isInstanceOfSatisfying(
            Outcome.Missing.class,
            missing -> assertThat(missing.reason()).contains("bench/peers/nobody/target"));
  }
}
