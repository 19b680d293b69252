package io.orcacid.txn.log;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What the root of a checkpoint names.
 *
 * @param name {@code _checkpoints/_v<20 digits>-<hash>.orc}
 * @param version version of the state
 * @param length bytes of the root
 * @param partitions parts with the live directories, in the order of the partitions' paths
 * @param retired parts with the retired directories, in the order of the partitions' paths
 * @param history parts with the transactions up to the version, in their order
 */
record CheckpointRoot(
    String name,
    long version,
    long length,
    List<Part> partitions,
    List<Part> retired,
    List<Part> history) {
  /**
   * Where checkpoints and their parts lie: each commit lists the roots (R11), however many entries
   * the log has.
   */
  static final String DIRECTORY = "_checkpoints";

  static final String PREFIX = DIRECTORY + "/_v";

  /** First letters of the names of parts. */
  static final String PART = DIRECTORY + "/_part-";

  CheckpointRoot {
    partitions = List.copyOf(partitions);
    retired = List.copyOf(retired);
    history = List.copyOf(history);
  }

  /**
   * A part, which later checkpoints name again while nothing in it changes.
   *
   * @param name {@code _checkpoints/_part-<hash of its rows>.orc}
   * @param length bytes
   * @param sha256 hash of its bytes
   * @param firstKey key of its first row
   */
  record Part(String name, long length, String sha256, String firstKey) {}

  /** Every part that it names. */
  Stream<Part> parts() {
    return Stream.of(partitions, retired, history).flatMap(List::stream);
  }

  /** Bytes of the whole checkpoint. */
  long bytes() {
    return length + parts().mapToLong(Part::length).sum();
  }

  /**
   * Text that is greater than the names of the checkpoints of a version, smaller than later ones.
   */
  static String after(long version) {
    return String.format(Locale.ROOT, "%s%020d-~", PREFIX, version);
  }

  static String nameOf(long version, String hash) {
    return String.format(Locale.ROOT, "%s%020d-%s.orc", PREFIX, version, hash);
  }

  /** Version of a checkpoint's name; -1 for a name that is none. */
  static long versionOf(String name) {
    String rest = name.substring(PREFIX.length());
    return rest.matches("\\d{20}-[0-9a-f]{32}\\.orc") && rest.compareTo("09223372036854775808") < 0
        ? Long.parseLong(rest.substring(0, 20))
        : -1;
  }
}
