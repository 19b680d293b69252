package io.orcacid.compactor.rewrite;

import io.orcacid.format.RowId;
import io.orcacid.format.orc.StripeFormat;
import io.orcacid.reader.DataFile;
import java.util.List;
import java.util.Optional;

/**
 * How the events of one bucket get into one file. Immutable.
 *
 * @param format format of the stripes that are copied, and so of the file; empty if none is
 * @param steps in the order of the keys
 * @param rowsInvisible rows of stripes that no step reads, as none of their events is valid
 * @param rowsInBase rows of stripes that no step reads, as the base has them already
 */
record BucketPlan(
    Optional<StripeFormat> format, List<Step> steps, long rowsInvisible, long rowsInBase) {
  BucketPlan {
    steps = List.copyOf(steps);
  }

  /** Something that adds to the end of the file. */
  sealed interface Step {}

  /** A stripe goes over as bytes; its first and last row id are exact. */
  record Copy(InputFile.Stripe stripe, RowId first, RowId last) implements Step {}

  /**
   * The events of some ranges of files are merged and written.
   *
   * @param ranges of one file each
   * @param rows events in them
   * @param bytes bytes of them
   */
  record Encode(List<DataFile> ranges, long rows, long bytes) implements Step {
    Encode {
      ranges = List.copyOf(ranges);
    }
  }
}
