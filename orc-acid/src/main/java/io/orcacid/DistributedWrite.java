package io.orcacid;

import io.orcacid.reader.AcidSplit;
import io.orcacid.writer.WriteTarget;
import java.io.IOException;
import java.util.Collection;
import java.util.List;

/**
 * A step of a transaction whose rows are written by tasks, wherever they run: {@link #task()}
 * travels to them, each gives back a {@link TaskFiles}, and {@link #finish} takes one of each task.
 * How often a task is tried is nobody's business but the caller's: what is not named to {@code
 * finish} is never seen by anybody, and removed with the transaction.
 *
 * <p>Tasks read no log. Their files lie under {@link #directory()} until they are named, and only
 * then move to where other engines look (PROTOCOL.md R8). Not thread-safe.
 */
public final class DistributedWrite {
  private final WriteTask task;
  private final List<AcidSplit> visible;
  private final String directory;
  private final Publisher publisher;

  /** What tasks may do. */
  public enum Kind {
    /** New rows. */
    INSERT(1),
    /** Rows taken away by their addresses. */
    DELETE(1),
    /** Rows taken away or replaced by their addresses, and new ones. */
    UPDATE(2);

    private final int statements;

    Kind(int statements) {
      this.statements = statements;
    }

    int statements() {
      return statements;
    }
  }

  /** Makes the files part of the transaction. */
  interface Publisher {
    void publish(DistributedFiles files) throws IOException;
  }

  /**
   * @param statement first of the statements that the kind takes
   * @param temporary name of the transaction's directory for unfinished files
   * @param visible splits of all rows that tasks may take away
   */
  DistributedWrite(
      WriteTarget target,
      Kind kind,
      long writeId,
      int statement,
      String temporary,
      List<AcidSplit> visible,
      Publisher publisher) {
    this.directory = target.root() + "/" + temporary;
    this.task = WriteTask.of(target, kind, writeId, statement);
    this.visible = visible;
    this.publisher = publisher;
  }

  /** What a task has to know; serialisable. */
  public WriteTask task() {
    return task;
  }

  /**
   * The rows that tasks may take away, in serialisable splits; of an insert none. A task needs
   * those of the partitions in which it does.
   */
  public List<AcidSplit> visibleRows() {
    return visible;
  }

  /**
   * Absolute path of the directory of this transaction's unfinished files: attempts write below it,
   * and it goes with the transaction.
   */
  public String directory() {
    return directory;
  }

  /**
   * Ends the step with what the tasks wrote.
   *
   * @param winners one attempt of each task
   * @throws io.orcacid.error.ValidationException if two of them wrote the same bucket of a
   *     directory, or files of another transaction; this one can only be closed then
   */
  public void finish(Collection<TaskFiles> winners) throws IOException {
    publisher.publish(DistributedFiles.of(task, winners));
  }
}
