package io.orcacid.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Scan;
import io.orcacid.TableDefinition;
import io.orcacid.TableInspection;
import io.orcacid.format.TableShape;
import io.orcacid.interop.Hive.Lists;
import io.orcacid.interop.Hive.Reader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.apache.orc.TypeDescription;

/**
 * Reads one snapshot by Hive's two readers and by our two, and demands one answer. Only Hive's
 * vectorised reader may differ, and only where a known fault of it explains the difference; those
 * are counted. Not thread-safe.
 */
final class Agreement {
  /** A delete event may be in a directory that does not say of which statement (FORMAT.md §7.4). */
  private static final Pattern ONE_WRITE_ID_COMPACTED =
      Pattern.compile("delete_delta_0*(\\d+)_0*\\1(_v\\d+)?");

  private final Hive hive = Hive.shared();
  private final Map<Fault, Integer> faults = new EnumMap<>(Fault.class);
  private long readings;
  private long rows;

  /** What is known to be wrong in Hive's vectorised reader (FORMAT.md §14). */
  enum Fault {
    /** No. 1: deletes of own rows in a compacted delta of a single write id are not applied. */
    OWN_DELETES_OF_ONE_COMPACTED_WRITE_ID,
    /** No. 2: of two files that delete the same row, one loses its further deletes. */
    A_ROW_DELETED_TWICE
  }

  /** Whether two committed transactions of a partition delete the same row. */
  enum Deletes {
    ONCE,
    TWICE
  }

  /**
   * Compares.
   *
   * @param root directory of the table
   * @param partitions partitions to read, {@code ""} for the table itself
   * @param data columns that the files hold
   * @param scan makes a scan of ours, of the same snapshot
   */
  void require(
      Path root,
      Map<String, Deletes> partitions,
      TypeDescription data,
      Lists lists,
      Supplier<Scan> scan)
      throws IOException {
    Map<String, List<String>> masked = OurRows.masked(scan.get(), data);
    Map<String, List<String>> ordered = OurRows.ordered(scan.get(), data);
    assertThat(partitions.keySet()).as("partitions with rows").containsAll(masked.keySet());
    assertThat(partitions.keySet()).as("partitions with rows").containsAll(ordered.keySet());
    for (Map.Entry<String, Deletes> partition : partitions.entrySet()) {
      Path directory = partition.getKey().isEmpty() ? root : root.resolve(partition.getKey());
      List<String> expected = hive.read(directory, data, lists, Reader.ROW);
      String what = "partition '" + partition.getKey() + "' at " + lists + " of " + names(root);
      assertThat(masked.getOrDefault(partition.getKey(), List.of()))
          .as("our reading, %s", what)
          .isEqualTo(expected);
      assertThat(ordered.getOrDefault(partition.getKey(), List.of()))
          .as("our ordered reading, %s", what)
          .isEqualTo(expected);
      List<String> vectorised = hive.read(directory, data, lists, Reader.VECTORISED);
      if (!vectorised.equals(expected)) {
        explain(directory, partition.getValue(), expected, vectorised, what);
      }
      readings++;
      rows += expected.size();
    }
  }

  /** Compares what is readable of a table's newest version, in which no row was deleted twice. */
  void requireOfNewest(AcidTable table) throws IOException {
    TableInspection inspection = table.inspect();
    Map<String, Deletes> partitions = new HashMap<>();
    inspection.partitions().forEach(each -> partitions.put(each.name(), Deletes.ONCE));
    TableDefinition definition = table.definition();
    require(
        Path.of(table.path()),
        partitions,
        TableShape.of(definition.row(), definition.partitionedBy()).data(),
        new Lists(inspection.validWriteIds(), inspection.validTxns()),
        table::scan);
  }

  private void explain(
      Path directory, Deletes deletes, List<String> expected, List<String> found, String what)
      throws IOException {
    Set<String> extra = new HashSet<>(found);
    expected.forEach(extra::remove);
    boolean onlyMore = new HashSet<>(found).containsAll(expected) && !extra.isEmpty();
    if (onlyMore && allOfOneCompactedWriteId(directory, extra)) {
      faults.merge(Fault.OWN_DELETES_OF_ONE_COMPACTED_WRITE_ID, 1, Integer::sum);
    } else if (onlyMore && deletes == Deletes.TWICE) {
      faults.merge(Fault.A_ROW_DELETED_TWICE, 1, Integer::sum);
    } else {
      assertThat(found).as("Hive's vectorised reader, %s", what).isEqualTo(expected);
    }
  }

  private static boolean allOfOneCompactedWriteId(Path directory, Set<String> extra)
      throws IOException {
    Set<String> writeIds = new HashSet<>();
    for (String name : names(directory)) {
      var matcher = ONE_WRITE_ID_COMPACTED.matcher(name);
      if (matcher.matches()) {
        writeIds.add(matcher.group(1));
      }
    }
    return extra.stream()
        .allMatch(
            line ->
                writeIds.stream()
                    .anyMatch(id -> line.startsWith("{\"ROW__ID\":{\"writeId\":" + id + ",")));
  }

  private static List<String> names(Path directory) throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> paths = Files.walk(directory)) {
      paths
          .filter(Files::isDirectory)
          .forEach(path -> names.add(directory.relativize(path).toString()));
    }
    names.sort(null);
    return names;
  }

  /** Partitions read, once for each snapshot. */
  long readings() {
    return readings;
  }

  @Override
  public String toString() {
    return readings
        + " readings of "
        + rows
        + " rows; ours and Hive's row reader differ: 0; Hive's vectorised reader differs: "
        + faults.values().stream().mapToInt(Integer::intValue).sum()
        + " "
        + faults
        + ", unexplained: 0";
  }
}
