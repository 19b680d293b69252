package io.orcacid;

import io.orcacid.format.Snapshot;
import io.orcacid.format.TableShape;
import io.orcacid.reader.PartitionSource;
import java.util.OptionalLong;

/**
 * A table as one reader sees it. Immutable.
 *
 * @param shape columns of that version
 * @param snapshot what is visible
 * @param partitions where its partitions and their directories are found
 * @param version version of the log; empty for a table without one
 */
record TableView(
    TableShape shape, Snapshot snapshot, PartitionSource partitions, OptionalLong version) {}
