package io.orcacid.bench;

import io.orcacid.format.SchemaText;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
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

  private static final long SEED = 42;
  private static final int CATEGORIES = 14;

  private final KeyOrder order;
  private final Random random = new Random(SEED);
  private final byte[] name = new byte[12];
  private final byte[] payload = new byte[40];
  private final byte[][] categories = new byte[CATEGORIES][];
  private long next;

  /** How keys follow each other. */
  enum KeyOrder {
    RISING {
      @Override
      long key(long number) {
        return number;
      }
    },
    /** Each key once, anywhere among all numbers. */
    SCATTERED {
      @Override
      long key(long number) {
        return Scattered.of(number);
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
    for (int i = 0; i < CATEGORIES; i++) {
      categories[i] = ("category " + i).getBytes(StandardCharsets.US_ASCII);
    }
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
    long number = next++;
    ((LongColumnVector) batch.cols[0]).vector[row] = order.key(number);
    text(name, 26);
    ((BytesColumnVector) batch.cols[1]).setVal(row, name);
    ((DoubleColumnVector) batch.cols[2]).vector[row] = random.nextInt(1_000_000) / 100.0;
    TimestampColumnVector time = (TimestampColumnVector) batch.cols[3];
    time.time[row] = 1_700_000_000_000L + number * 250;
    time.nanos[row] = (int) (number % 4) * 250_000_000;
    ((BytesColumnVector) batch.cols[4]).setVal(row, categories[random.nextInt(CATEGORIES)]);
    text(payload, 16);
    ((BytesColumnVector) batch.cols[5]).setVal(row, payload);
  }

  private void text(byte[] bytes, int letters) {
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) ('a' + random.nextInt(letters));
    }
  }
}
