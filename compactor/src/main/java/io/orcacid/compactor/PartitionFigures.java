package io.orcacid.compactor;

import io.orcacid.compactor.policy.PartitionStatistics;
import io.orcacid.compactor.rewrite.RewriteOptions;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.DirectoryListing;
import io.orcacid.format.layout.LayoutResolver;
import io.orcacid.txn.PartitionPlace;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.DataFile;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;

/**
 * The figures of a partition that the policy decides by: from the log, and one listing of names.
 */
final class PartitionFigures {
  private PartitionFigures() {}

  static PartitionStatistics of(
      CommitLog log, TableState state, String partition, RewriteOptions limits) throws IOException {
    DirectoryListing live = state.listing(partition);
    Set<String> names = new HashSet<>(live.directories());
    String place = PartitionPlace.of(log.tablePath(), partition);
    for (String name : log.storage().names(place)) {
      Optional<AcidDirectory> directory = AcidDirectory.parse(name);
      if (directory.isPresent() && isAborted(state, directory.get())) {
        names.add(name);
      }
    }
    Collection<DataDirectory> directories = state.directories(partition);
    return PartitionStatistics.of(
            LayoutResolver.resolve(
                new DirectoryListing(names, live.files(), live.markers()), state.snapshot("table")),
            directories,
            state.lowestUnresolvedWriteId())
        .withSmallStripes(smallFiles(directories, limits));
  }

  private static boolean isAborted(TableState state, AcidDirectory directory) {
    return directory.minWriteId() == directory.maxWriteId()
        && directory.visibility() == AcidDirectory.ALWAYS_VISIBLE
        && state.isAborted(directory.minWriteId());
  }

  /** A file below the limits has a small stripe at least; larger ones are not looked into. */
  private static long smallFiles(Collection<DataDirectory> directories, RewriteOptions limits) {
    long small = 0;
    for (DataDirectory directory : directories) {
      if (!directory.isDelete()) {
        for (DataFile file : directory.files()) {
          boolean isSmall =
              file.length() < limits.smallStripeBytes() && file.rows() < limits.smallStripeRows();
          small += file.rows() > 0 && isSmall ? 1 : 0;
        }
      }
    }
    return small;
  }
}
