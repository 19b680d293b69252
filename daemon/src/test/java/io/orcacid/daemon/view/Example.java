package io.orcacid.daemon.view;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** All that a daemon tells at a moment. */
public record Example(
    DaemonStatus status,
    List<TableStatus> tables,
    List<TableDetail> details,
    List<QueueEntry> queue,
    List<HistoryEntry> history,
    List<CleanerBlock> blocks,
    List<TransactionStatus> transactions,
    List<LeaseStatus> leases) {

  /** One file for each bucket. */
  List<FileStatus> files(TableDetail.Directory directory) {
    return IntStream.range(0, directory.files())
        .mapToObj(
            bucket ->
                new FileStatus(
                    "bucket_0000" + bucket,
                    directory.bytes() / directory.files(),
                    Optional.of((directory.rows() + directory.deletes()) / directory.files()),
                    Optional.of("9ae0d1f" + bucket),
                    Optional.of("{" + directory.minWriteId() + ", " + bucket + ", 0}"),
                    Optional.of("{" + directory.maxWriteId() + ", " + bucket + ", 4711}")))
        .toList();
  }

  public Example with(DaemonStatus other) {
    return new Example(other, tables, details, queue, history, blocks, transactions, leases);
  }

  public Example with(List<TableStatus> others) {
    return new Example(status, others, details, queue, history, blocks, transactions, leases);
  }
}
