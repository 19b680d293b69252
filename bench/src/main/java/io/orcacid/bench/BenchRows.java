package io.orcacid.bench;

import io.orcacid.bench.rows.SeededRows;
import io.orcacid.format.SchemaText;
import java.util.List;
import org.apache.hadoop.hive.ql.exec.vector.BytesColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.DoubleColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.LongColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.TimestampColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** Rows of six columns whose values depend on the seed alone. Not thread-safe. */
final class BenchRows {
  static final String COLUMNS =
      "id bigint, name string, amount double, ts timestamp, category string, payload string";
  static final TypeDescription ROW = SchemaText.parse(COLUMNS);

  /** The narrow scan's. */
  static final List<String> TWO_COLUMNS = List.of("id", "amount");

  private final KeyOrder order;
  private final SeededRows rows = new SeededRows();

  /** How keys follow each other. */
  enum KeyOrder {
    RISING {
      @Override
      long key(long number) {
        return number;
      }
    },
    /** Each key once, anywhere among all numbers: the finaliser of SplitMix64. */
    SCATTERED {
      @Override
      long key(long number) {
        long mixed = number + 0x9e3779b97f4a7c15L;
        mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
        return mixed ^ mixed >>> 31;
      }
    };

    /** Key of the row of a number. */
    abstract long key(long number);
  }

  BenchRows() {
    this(KeyOrder.RISING);
  }

  BenchRows(KeyOrder order) {
    this.order = order;
  }

  /** Fills a batch from its first row. */
  void fill(VectorizedRowBatch batch, int rows) {
    batch.reset();
    for (int row = 0; row < rows; row++) {
      add(batch, row);
    }
    batch.size = rows;
  }

  private void add(VectorizedRowBatch batch, int row) {
    rows.next();
    ((LongColumnVector) batch.cols[0]).vector[row] = order.key(rows.id());
    ((BytesColumnVector) batch.cols[1]).setVal(row, rows.name());
    ((DoubleColumnVector) batch.cols[2]).vector[row] = rows.amount();
    TimestampColumnVector time = (TimestampColumnVector) batch.cols[3];
    time.time[row] = rows.epochMillis();
    time.nanos[row] = rows.nanosOfSecond();
    ((BytesColumnVector) batch.cols[4]).setVal(row, rows.category());
    ((BytesColumnVector) batch.cols[5]).setVal(row, rows.payload());
  }
}
