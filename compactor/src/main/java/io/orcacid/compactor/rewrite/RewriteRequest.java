package io.orcacid.compactor.rewrite;

import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.PartitionLayout;
import java.util.Map;
import java.util.Objects;

/**
 * One partition to be written anew. Immutable.
 *
 * @param storage where the table lies
 * @param partition absolute path of the partition
 * @param layout what the plan's snapshot sees of it
 * @param shape the table's columns at that snapshot
 * @param writeIds valid write ids of that snapshot
 * @param output what to make: a {@code base_b_vT} of everything up to {@code b}, or a {@code
 *     delta_a_b_vT}, and {@code delete_delta_a_b_vT}, of the deltas from {@code a} to {@code b}
 * @param outputDirectory absolute path of a directory of this run alone, not there yet, such as
 *     {@code <partition>/_tmp.<uuid>} (PROTOCOL.md R9); or of the partition, where the outputs are
 *     made in their own places
 * @param properties table properties; those of {@code orc.*} reach the files
 * @param options limits
 */
public record RewriteRequest(
    Storage storage,
    String partition,
    PartitionLayout layout,
    TableShape shape,
    ValidWriteIdList writeIds,
    AcidDirectory output,
    String outputDirectory,
    Map<String, String> properties,
    RewriteOptions options) {
  public RewriteRequest {
    Objects.requireNonNull(storage);
    Objects.requireNonNull(partition);
    Objects.requireNonNull(layout);
    Objects.requireNonNull(shape);
    Objects.requireNonNull(writeIds);
    Objects.requireNonNull(outputDirectory);
    Objects.requireNonNull(options);
    properties = Map.copyOf(properties);
    if (output instanceof AcidDirectory.DeleteDelta
        || output.visibility() == AcidDirectory.ALWAYS_VISIBLE
        || output.statement() != AcidDirectory.NO_STATEMENT) {
      throw new ValidationException(
          "A compaction makes a base or a delta that its transaction makes visible",
          "output",
          output.name());
    }
  }

  /** Whether the outputs are made in their own places, which nothing else has or will have. */
  boolean isInPlace() {
    return outputDirectory.equals(partition);
  }

  /** Whether everything becomes one base. */
  public boolean isMajor() {
    return output instanceof AcidDirectory.Base;
  }

  /** The delete delta that goes with a delta. */
  AcidDirectory.DeleteDelta deleteOutput() {
    return new AcidDirectory.DeleteDelta(
        output.minWriteId(), output.maxWriteId(), AcidDirectory.NO_STATEMENT, output.visibility());
  }
}
