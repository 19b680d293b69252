package io.orcacid.format.orc;

import com.google.common.cache.Cache;
import com.google.common.cache.CacheBuilder;
import java.io.IOException;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import org.apache.orc.OrcProto;
import org.apache.orc.StripeInformation;
import org.apache.orc.impl.OrcIndex;
import org.apache.orc.impl.ReaderImpl;
import org.apache.orc.impl.reader.StripePlanner;

/**
 * Row indexes and bloom filters of columns that filters asked for, kept by this process for files
 * that have a {@link FileKey}. Thread-safe.
 */
final class StripeIndexes {
  private static final long MOST_MEMORY = 128L << 20;
  private static final int SHARE_OF_HEAP = 16;

  /** A row index takes several times its bytes once it is parsed, a bloom filter does not. */
  private static final int PARSED = 8;

  private static final int OBJECTS = 512;
  private static final long MOST_IN_ONE_READ = Integer.MAX_VALUE - 1024L;

  private static final Cache<Key, Kept> INDEXES =
      CacheBuilder.newBuilder()
          .concurrencyLevel(1)
          .maximumWeight(Math.min(MOST_MEMORY, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP))
          .weigher((Key key, Kept kept) -> kept.memory())
          .build();

  private record Key(FileKey file, long stripe, BitSet columns) {}

  /**
   * The index of some columns of a stripe.
   *
   * @param index by column id
   * @param encodings by column id
   */
  record Kept(OrcIndex index, List<OrcProto.ColumnEncoding> encodings) {
    private int memory() {
      long bytes = OBJECTS;
      for (OrcProto.RowIndex each : index.getRowGroupIndex()) {
        bytes += each == null ? 0 : (long) PARSED * each.getSerializedSize();
      }
      for (OrcProto.BloomFilterIndex each : index.getBloomFilterIndex()) {
        bytes += each == null ? 0 : each.getSerializedSize();
      }
      return (int) Math.min(Integer.MAX_VALUE, bytes);
    }
  }

  private StripeIndexes() {}

  static Optional<Kept> find(FileKey file, StripeInformation stripe, BitSet columns) {
    return Optional.ofNullable(INDEXES.getIfPresent(new Key(file, stripe.getOffset(), columns)));
  }

  /** Reads the index of some columns, by their ids, and keeps it. */
  static Kept read(
      FileKey file, ReaderImpl reader, FileBytes bytes, StripeInformation stripe, BitSet columns)
      throws IOException {
    boolean[] wanted = new boolean[reader.getSchema().getMaximumId() + 1];
    columns.stream().forEach(column -> wanted[column] = true);
    StripePlanner planner =
        new StripePlanner(
            reader.getSchema(),
            reader.getEncryption(),
            bytes,
            reader.getWriterVersion(),
            true,
            MOST_IN_ONE_READ);
    OrcIndex index = planner.parseStripe(stripe, wanted).readRowIndex(wanted, null);
    OrcProto.ColumnEncoding[] encodings = new OrcProto.ColumnEncoding[wanted.length];
    columns.stream().forEach(column -> encodings[column] = planner.getEncoding(column));
    Kept kept = new Kept(index, Arrays.asList(encodings));
    INDEXES.put(new Key(file, stripe.getOffset(), columns), kept);
    return kept;
  }
}
