package io.orcacid.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.testkit.ChildProcess;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** A {@link TableWorker}, seen from the test. One thread uses it. */
final class Worker implements AutoCloseable {
  /** Longest that a test waits for one answer, on the slowest machine. */
  static final Duration PATIENCE = Duration.ofMinutes(4);

  private final ChildProcess process;

  private Worker(ChildProcess process) {
    this.process = process;
  }

  /** A virtual machine that starts fast, and is kept: its second table costs little. */
  static ChildProcess.Program program() {
    return ChildProcess.of(TableWorker.class)
        .withJvmOptions(
            "-Xmx256m",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xshare:auto",
            "-XX:-UsePerfData",
            "-Dfile.encoding=UTF-8");
  }

  static Worker start() {
    return of(program().start());
  }

  static Worker of(ChildProcess process) {
    return new Worker(process);
  }

  static List<Worker> start(int count) {
    return IntStream.range(0, count).mapToObj(i -> start()).toList();
  }

  ChildProcess process() {
    return process;
  }

  /** Gives an order, and does not wait for the answer. */
  void tell(String... words) {
    process.tell(String.join("\t", words));
  }

  /** The answer to the oldest order that was not answered yet. */
  String answer() {
    return process.nextLine(PATIENCE);
  }

  String ask(String... words) {
    tell(words);
    return answer();
  }

  /** Gives an order that must be obeyed. */
  void order(String... words) {
    assertThat(ask(words)).as(String.join(" ", words)).isEqualTo("done");
  }

  void open(String path, Map<String, String> settings) {
    String[] words = new String[2 + settings.size()];
    words[0] = "open";
    words[1] = path;
    int place = 2;
    for (Map.Entry<String, String> setting : settings.entrySet()) {
      words[place++] = setting.getKey() + "=" + setting.getValue();
    }
    order(words);
  }

  @Override
  public void close() {
    process.close();
  }
}
