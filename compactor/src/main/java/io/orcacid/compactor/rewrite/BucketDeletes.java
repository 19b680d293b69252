package io.orcacid.compactor.rewrite;

import io.orcacid.format.BucketProperty;
import io.orcacid.reader.DeleteFile;
import io.orcacid.reader.HiddenColumns;
import java.util.List;

/** Which delete files may name rows of a bucket's files. */
final class BucketDeletes {
  private BucketDeletes() {}

  /**
   * Those of the buckets that the rows are of, by statistics, or all where nothing is proven, as
   * when reading.
   */
  static List<DeleteFile> of(int bucket, List<InputFile> inputs, List<DeleteFile> deletes) {
    int min = bucket;
    int max = bucket;
    for (InputFile input : inputs) {
      for (InputFile.Stripe stripe : input.stripes()) {
        HiddenColumns hidden = stripe.hidden();
        if (!hidden.proven()
            || BucketProperty.version(hidden.minBucket())
                != BucketProperty.version(hidden.maxBucket())) {
          return deletes;
        }
        min = Math.min(min, BucketProperty.bucket(hidden.minBucket()));
        max = Math.max(max, BucketProperty.bucket(hidden.maxBucket()));
      }
    }
    int least = min;
    int greatest = max;
    return deletes.stream()
        .filter(file -> file.bucket() >= least && file.bucket() <= greatest)
        .toList();
  }
}
