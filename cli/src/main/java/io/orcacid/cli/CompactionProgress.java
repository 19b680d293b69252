package io.orcacid.cli;

import io.orcacid.Compaction;
import java.io.Closeable;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** Progress of a compaction, a bar for each partition, shown on a terminal only. */
final class CompactionProgress implements Compaction.ProgressListener, Closeable {
  private final Terminal terminal;
  private String partition = "";
  private ProgressBar bar;

  private CompactionProgress(Terminal terminal) {
    this.terminal = terminal;
  }

  static CompactionProgress of(Terminal terminal) {
    return new CompactionProgress(terminal);
  }

  @Override
  public void progress(Compaction.Progress at) {
    if (!terminal.isInteractive()) {
      return;
    }
    if (bar == null || !partition.equals(at.partition())) {
      close();
      partition = at.partition();
      bar =
          new ProgressBarBuilder()
              .setTaskName(partition.isEmpty() ? "compact" : partition)
              .setInitialMax(at.bytesTotal())
              .setUnit("MB", 1_000_000)
              .setStyle(ProgressBarStyle.ASCII)
              .build();
    }
    bar.stepTo(at.bytesDone());
    bar.setExtraMessage(at.rowsDone() + " rows");
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
      bar = null;
    }
  }
}
