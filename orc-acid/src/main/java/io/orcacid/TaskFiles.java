package io.orcacid;

import io.orcacid.writer.WriteResult;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;

/**
 * What one attempt of a task wrote: durable, complete, and seen by nobody until {@link
 * DistributedWrite#finish} names it. Immutable, serialisable.
 *
 * @param root absolute path under which the attempt has its partitions
 * @param writeId write id of the transaction
 * @param statements directories of its statements, in order
 */
public record TaskFiles(String root, long writeId, List<WriteResult> statements)
    implements Serializable {
  public TaskFiles {
    Objects.requireNonNull(root);
    statements = List.copyOf(statements);
  }

  /** Insert and delete events in all files. */
  public long events() {
    return statements.stream().mapToLong(WriteResult::events).sum();
  }
}
