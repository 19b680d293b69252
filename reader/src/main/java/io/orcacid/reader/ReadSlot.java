package io.orcacid.reader;

import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;

/**
 * All vectors of one batch. With several, a reader fills one while another is still looked at. Not
 * thread-safe.
 */
final class ReadSlot {
  private static final int BATCH = VectorizedRowBatch.DEFAULT_SIZE;

  /** As ORC fills it. */
  final VectorizedRowBatch events;

  /** The columns that are returned or filtered by. */
  final VectorizedRowBatch work;

  /** The columns that are returned. */
  final VectorizedRowBatch out;

  /** For each column worked on that names partitions its value, null for the others. */
  final ColumnVector[] constants;

  /** Vectors to change for others; null where none are changed. */
  final VectorizedRowBatch aside;

  LongColumnVector writeIds = new LongColumnVector(1);
  LongColumnVector buckets = new LongColumnVector(1);
  LongColumnVector rowIds = new LongColumnVector();

  ReadSlot(FileContext context, VectorizedRowBatch events, VectorizedRowBatch aside) {
    this.events = events;
    this.work = new VectorizedRowBatch(context.dataPositions().length, BATCH);
    this.out = new VectorizedRowBatch(context.outputs().length, BATCH);
    this.constants = context.constants();
    this.aside = aside;
  }
}
