package io.orcacid.compactor.rewrite;

import static io.orcacid.reader.AcidFileMaker.BUCKET_0;
import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.reader.AcidFileMaker;
import io.orcacid.testkit.ChildProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import org.apache.orc.CompressionKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compactions in a process with little memory. */
class RewriteMemoryTest {
  private static final Duration AT_MOST = Duration.ofMinutes(4);

  @TempDir private Path root;

  /** Compacts a table, and prints what was done. */
  static final class Major {
    private Major() {}

    public static void main(String[] arguments) throws IOException {
      Table table = Table.of(Path.of(arguments[0]), arguments[1]).with(RewriteOptions.defaults());
      System.out.println(table.major(Long.parseLong(arguments[2])).counts());
    }
  }

  /** Compacts deltas, and prints what was done. */
  static final class Minor {
    private Minor() {}

    public static void main(String[] arguments) throws IOException {
      Table table = Table.of(Path.of(arguments[0]), arguments[1]).with(RewriteOptions.defaults());
      System.out.println(table.minor(1, Long.parseLong(arguments[2])).counts());
    }
  }

  private String output(Class<?> main, String heap, String columns, long bound) {
    try (ChildProcess process =
        ChildProcess.of(main, root.toString(), columns, String.valueOf(bound))
            .withJvmOptions(heap, "-XX:+UseSerialGC")
            .start()) {
      assertThat(process.exitCode(AT_MOST)).as(process.err()).isZero();
      return process.out();
    }
  }

  @Test
  void copyingStripesLargerThanTheHeapCouldHoldRunsWithSixtyFourMegabytes() throws IOException {
    Random random = new Random(7);
    byte[][] values = new byte[64][64 << 10];
    for (byte[] value : values) {
      random.nextBytes(value);
    }
    for (int delta = 1; delta <= 2; delta++) {
      try (AcidFileMaker file =
          EventFileMaker.acid(
              root.resolve(
                  String.format(Locale.ROOT, "delta_%07d_%07d_0000/bucket_00000", delta, delta)),
              "bytes binary",
              options -> options.compress(CompressionKind.NONE).stripeSize(256L << 20))) {
        // One stripe of 96 megabytes.
        file.inserts(delta, BUCKET_0, 0, 1500, id -> new Object[] {values[(int) id % 64]});
      }
    }
    assertThat(output(Major.class, "-Xmx64m", "bytes binary", 2))
        .contains("stripesCopied=2")
        .contains("rowsOut=3000");
  }

  @Test
  void tenThousandDeltasOfOneRowRunWithAQuarterOfAGigabyte_A57() throws IOException {
    for (int delta = 1; delta <= 10_000; delta++) {
      try (AcidFileMaker file =
          EventFileMaker.acid(
              root.resolve(
                  String.format(Locale.ROOT, "delta_%07d_%07d_0000/bucket_00000", delta, delta)),
              "id bigint, name string",
              options -> options.compress(CompressionKind.NONE))) {
        file.insert(delta, BUCKET_0, 0, (long) delta, "name");
      }
    }
    assertThat(output(Minor.class, "-Xmx256m", "id bigint, name string", 10_001))
        .contains("stripesEncoded=1")
        .contains("rowsOut=10000");
  }
}
