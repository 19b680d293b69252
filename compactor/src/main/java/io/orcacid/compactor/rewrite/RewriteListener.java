package io.orcacid.compactor.rewrite;

/** Hears how far a rewrite is; called by every thread that writes, one at a time. */
@FunctionalInterface
public interface RewriteListener {
  /** Hears nothing. */
  RewriteListener NONE = progress -> {};

  /** Called after each stripe that was copied and each batch that was encoded. */
  void progress(Progress progress);

  /**
   * How far it is.
   *
   * @param bytesDone bytes of input files done
   * @param bytesTotal bytes of all input files
   * @param rowsDone events of input files done
   * @param rowsTotal events of all input files
   */
  record Progress(long bytesDone, long bytesTotal, long rowsDone, long rowsTotal) {}
}
