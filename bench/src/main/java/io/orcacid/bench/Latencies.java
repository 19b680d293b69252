package io.orcacid.bench;

import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/**
 * How long each of many runs of one thing took.
 *
 * @param p50 median in milliseconds
 * @param p99 99 of 100 took no longer, in milliseconds
 */
record Latencies(double p50, double p99) {
  /** One run; gives the nanoseconds that count. */
  interface Run {
    long nanos(int number) throws IOException;
  }

  /** A tenth of the runs, done before, does not count. */
  static Latencies of(int runs, Run run) throws IOException {
    long[] nanos = new long[runs];
    int warmUps = runs / 10;
    for (int i = 0; i < warmUps + runs; i++) {
      long taken = run.nanos(i);
      if (i >= warmUps) {
        nanos[i - warmUps] = taken;
      }
    }
    Arrays.sort(nanos);
    return new Latencies(nanos[runs / 2] / 1e6, nanos[runs * 99 / 100] / 1e6);
  }

  String text(String what) {
    return String.format(Locale.ROOT, "%s p50 %.2f ms, p99 %.2f ms", what, p50, p99);
  }
}
