package io.orcacid.daemon;

import io.orcacid.TableInspection;
import io.orcacid.compactor.CompactionExplanation;
import io.orcacid.compactor.clean.CleanPlan;
import io.orcacid.daemon.view.TableDetail;
import io.orcacid.daemon.view.TableStatus;
import io.orcacid.txn.Blocker;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.LongStream;

/** Puts together what is known of one table. */
final class TableDetails {
  private TableDetails() {}

  static TableDetail of(
      TableStatus status,
      TableInspection inspection,
      List<CompactionExplanation> explanations,
      CleanPlan plan) {
    List<TableDetail.Directory> directories = new ArrayList<>();
    for (TableInspection.Partition partition : inspection.partitions()) {
      for (TableInspection.Directory directory : partition.directories()) {
        directories.add(directory(partition.name(), directory, plan));
      }
    }
    return new TableDetail(
        status,
        inspection.validWriteIds(),
        LongStream.concat(
                directories.stream().mapToLong(TableDetail.Directory::maxWriteId),
                inspection.openWriteIds().stream().mapToLong(TableInspection.OpenWriteId::writeId))
            .max()
            .orElse(0),
        explanations.stream().map(TableDetails::partition).toList(),
        directories,
        inspection.openWriteIds().stream()
            .map(open -> new TableDetail.OpenWriteId(open.writeId(), open.owner()))
            .toList());
  }

  private static TableDetail.Partition partition(CompactionExplanation one) {
    return new TableDetail.Partition(
        one.partition(),
        one.kind(),
        one.reason(),
        one.readAmplification(),
        one.estimate(),
        one.blocker().map(Blocker::toString));
  }

  private static TableDetail.Directory directory(
      String partition, TableInspection.Directory directory, CleanPlan plan) {
    Optional<String> kept =
        directory.state() == TableInspection.State.USED
            ? Optional.empty()
            : plan.directories().stream()
                .filter(one -> one.partition().equals(partition))
                .filter(one -> one.name().equals(directory.name()))
                .map(one -> one.action().name().toLowerCase(Locale.ROOT) + ": " + one.reason())
                .findFirst();
    return new TableDetail.Directory(
        partition,
        directory.name(),
        directory.kind().name().toLowerCase(Locale.ROOT),
        directory.state().name().toLowerCase(Locale.ROOT),
        directory.minWriteId(),
        directory.maxWriteId(),
        directory.files(),
        directory.rows(),
        directory.deletes(),
        directory.bytes(),
        kept);
  }
}
