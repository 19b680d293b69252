package io.orcacid;

import io.orcacid.error.ValidationException;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.TableShape;
import io.orcacid.format.io.Storage;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.ValueSetter;
import io.orcacid.reader.AcidSplit;
import io.orcacid.writer.BucketRouter;
import io.orcacid.writer.BucketingVersion;
import io.orcacid.writer.WriteTarget;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * All that a task of a {@link DistributedWrite} has to know of the table and the transaction, so
 * that it reads no log. Immutable, serialisable.
 */
public final class WriteTask implements Serializable {
  /** Most tasks that write one step: each has a number of its own in row ids (FORMAT.md §5.3). */
  public static final int MOST_TASKS = BucketProperty.MAX_BUCKET + 1;

  private static final long serialVersionUID = 1L;

  private final String root;
  private final String row;
  private final ArrayList<String> partitionedBy;
  private final ArrayList<String> bucketColumns;
  private final int buckets;
  private final int bucketingVersion;
  private final HashMap<String, String> properties;
  private final DistributedWrite.Kind kind;
  private final long writeId;
  private final int statement;

  private WriteTask(WriteTarget target, DistributedWrite.Kind kind, long writeId, int statement) {
    this.root = target.root();
    this.row = target.shape().row().toString();
    this.partitionedBy = new ArrayList<>(target.shape().partitionedBy());
    this.bucketColumns =
        new ArrayList<>(target.bucketing().map(WriteTarget.Bucketing::columns).orElse(List.of()));
    this.buckets = target.bucketing().map(WriteTarget.Bucketing::buckets).orElse(0);
    this.bucketingVersion =
        target.bucketing().filter(how -> how.version() == BucketingVersion.V1).isPresent() ? 1 : 2;
    this.properties = new HashMap<>(target.properties());
    this.kind = kind;
    this.writeId = writeId;
    this.statement = statement;
  }

  static WriteTask of(WriteTarget target, DistributedWrite.Kind kind, long writeId, int statement) {
    return new WriteTask(target, kind, writeId, statement);
  }

  /** What the tasks do. */
  public DistributedWrite.Kind kind() {
    return kind;
  }

  /** Write id of the transaction. */
  public long writeId() {
    return writeId;
  }

  /** Columns of the table in declared order. */
  public TypeDescription row() {
    return TypeDescription.fromString(row);
  }

  /** Absolute path of the table's directory. */
  public String root() {
    return root;
  }

  /** Whether each bucket of rows belongs to one task, as {@link Owners} say. */
  public boolean hasOwners() {
    return buckets > 0 || kind != DistributedWrite.Kind.INSERT;
  }

  int firstStatement() {
    return statement;
  }

  boolean isBucketed() {
    return buckets > 0;
  }

  WriteTarget target(Storage storage) {
    Optional<WriteTarget.Bucketing> bucketing =
        isBucketed()
            ? Optional.of(
                new WriteTarget.Bucketing(
                    bucketColumns,
                    buckets,
                    bucketingVersion == 1 ? BucketingVersion.V1 : BucketingVersion.V2))
            : Optional.empty();
    return new WriteTarget(
        storage, root, TableShape.of(row(), partitionedBy), bucketing, properties);
  }

  /**
   * Begins an attempt.
   *
   * @param place which task it is, and where the attempt writes
   * @param visible {@link DistributedWrite#visibleRows}; those of the partitions in which the task
   *     takes rows away are enough
   * @param options settings of the writer
   */
  public TaskWriter open(
      Storage storage, Place place, List<AcidSplit> visible, AcidOptions options) {
    return new TaskWriter(this, storage, place, visible, options.writer());
  }

  /**
   * One attempt of a task.
   *
   * @param task number of the task, 0 to {@code tasks} - 1
   * @param tasks how many tasks there are, {@value #MOST_TASKS} at most
   * @param root absolute path of a directory of this attempt alone, below {@link
   *     DistributedWrite#directory}
   */
  public record Place(int task, int tasks, String root) {
    public Place {
      if (tasks < 1 || tasks > MOST_TASKS || task < 0 || task >= tasks) {
        throw new ValidationException(
            "A step is written by 1 to 4,096 tasks, as each has a number of its own in row ids:"
                + " take fewer",
            "task",
            task,
            "tasks",
            tasks);
      }
    }
  }

  /** Says which task a row belongs to. Not thread-safe: make one per thread. */
  public Owners owners(int tasks) {
    return new Owners(tasks);
  }

  /**
   * Which task a row belongs to, so that each bucket of a step has one writer (HIVE-19890). Not
   * thread-safe.
   */
  public final class Owners {
    private final int tasks;
    private final VectorizedRowBatch batch;
    private final BucketRouter router;
    private final int[] columns;
    private final List<TypeDescription> types;

    private Owners(int tasks) {
      this.tasks = tasks;
      TypeDescription type = row();
      this.types = type.getChildren();
      this.batch = Batches.create(type, 1);
      this.router =
          isBucketed()
              ? BucketRouter.of(
                  type,
                  bucketColumns,
                  buckets,
                  bucketingVersion == 1 ? BucketingVersion.V1 : BucketingVersion.V2)
              : null;
      TableShape shape = TableShape.of(type, partitionedBy);
      this.columns =
          bucketColumns.stream().mapToInt(name -> shape.position(name).orElseThrow()).toArray();
    }

    /** The task that takes the row of an address away, and writes what replaces it. */
    public int of(Address address) {
      return BucketProperty.bucket(address.rowId().bucketProperty()) % tasks;
    }

    /**
     * The task that writes a new row; empty if any may.
     *
     * @param values one for each column of the table in declared order
     */
    public Optional<Integer> of(List<Object> values) {
      if (router == null) {
        return Optional.empty();
      }
      batch.reset();
      for (int column : columns) {
        ValueSetter.set(types.get(column), batch.cols[column], 0, values.get(column));
      }
      batch.size = 1;
      return Optional.of(router.bucket(batch, 0) % tasks);
    }
  }
}
