package io.orcacid.format.orc;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.orc.CompressionKind;
import org.apache.orc.StripeInformation;
import org.apache.orc.StripeStatistics;

/**
 * What a file's footer says about all of its stripes: stripes may stand in one file only if these
 * agree. ORC itself checks nothing of it when a stripe is appended, and such files lose rows or
 * cannot be read (MEASUREMENTS.md §6). Immutable.
 *
 * @param compression codec of every stripe
 * @param bufferSize bytes that a compressed chunk decodes to at most; the file's is the largest
 * @param rowIndexStride rows in a row group, {@value #LEAST_STRIDE} or more
 * @param calendar how dates and timestamps count
 */
public record StripeFormat(
    CompressionKind compression, int bufferSize, int rowIndexStride, Calendar calendar) {
  /** ORC writes no row index with a smaller stride. */
  public static final int LEAST_STRIDE = 1000;

  /** The calendars that a footer can name. */
  public enum Calendar {
    /** Julian before 1582-10-15, as Hive writes. */
    HYBRID,
    /** Gregorian at all times, as this engine writes. */
    PROLEPTIC
  }

  public StripeFormat {
    Objects.requireNonNull(compression);
    Objects.requireNonNull(calendar);
  }

  /**
   * The format of a file whose stripes can be appended to another; empty if those can only be
   * decoded and written again: another writer than the one of this library, another version of the
   * format, encrypted columns, no row index, or statistics that do not cover every stripe.
   */
  public static Optional<StripeFormat> of(OrcInput input) throws IOException {
    var reader = input.reader();
    if (!OrcFiles.isWrittenAsHere(reader)
        || reader.getColumnEncryptionKeys().length > 0
        || reader.getFileTail().getFooter().hasEncryption()
        || reader.getRowIndexStride() < LEAST_STRIDE
        || !hasWholeStatistics(input)) {
      return Optional.empty();
    }
    return Optional.of(
        new StripeFormat(
            reader.getCompressionKind(),
            reader.getCompressionSize(),
            reader.getRowIndexStride(),
            reader.writerUsedProlepticGregorian() ? Calendar.PROLEPTIC : Calendar.HYBRID));
  }

  /**
   * A stripe that was written without statistics counts nothing, although its file claims a row
   * index.
   */
  private static boolean hasWholeStatistics(OrcInput input) throws IOException {
    List<StripeInformation> stripes = input.stripes();
    List<StripeStatistics> statistics = input.stripeStatistics();
    if (statistics.size() != stripes.size()) {
      return false;
    }
    int columns = input.schema().getMaximumId() + 1;
    for (int i = 0; i < stripes.size(); i++) {
      var ofStripe = statistics.get(i).getColumnStatistics();
      if (ofStripe.length != columns
          || ofStripe[0].getNumberOfValues() != stripes.get(i).getNumberOfRows()) {
        return false;
      }
    }
    return true;
  }

  /** Whether stripes of the two formats may stand in one file. */
  public boolean agreesWith(StripeFormat other) {
    return compression == other.compression
        && rowIndexStride == other.rowIndexStride
        && calendar == other.calendar;
  }

  /** The same with a buffer that is large enough for both. */
  public StripeFormat withBufferOf(StripeFormat other) {
    return new StripeFormat(
        compression, Math.max(bufferSize, other.bufferSize), rowIndexStride, calendar);
  }
}
