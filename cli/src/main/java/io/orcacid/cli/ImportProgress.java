package io.orcacid.cli;

import java.io.Closeable;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress of reading a file, shown on a terminal only. Not thread-safe. */
final class ImportProgress implements Closeable {
  private static final int ROWS_BETWEEN_LOOKS = 4096;

  private final ProgressBar bar;

  private ImportProgress(ProgressBar bar) {
    this.bar = bar;
  }

  static ImportProgress of(Terminal terminal, String name, long totalBytes) {
    if (!terminal.isInteractive()) {
      return new ImportProgress(null);
    }
    return new ImportProgress(
        new ProgressBarBuilder()
            .setTaskName(name)
            .setInitialMax(totalBytes)
            .setUnit("MB", 1_000_000)
            .setStyle(ProgressBarStyle.ASCII)
            .build());
  }

  void at(long bytes, long rows) {
    if (bar != null && rows % ROWS_BETWEEN_LOOKS == 0) {
      bar.stepTo(bytes);
      bar.setExtraMessage(rows + " rows");
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
