package io.orcacid.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table that Hive's own classes wrote, and the rows that must come back; the README beside the
 * resources says how its files read. Bare files of other projects come by {@link #copyFiles}.
 * Immutable.
 */
public final class Fixture {
  private static final String ROOT = "fixtures/";
  private static final List<String> COLLECTIONS = List.of("hive-4.1", "hive-exec-4.0.1-generated");
  private static final String SNAPSHOT_PREFIX = "snapshot";

  private final String name;
  private final String schema;
  private final List<FixtureSnapshot> snapshots;

  private Fixture(String name) {
    this.name = name;
    this.schema = TestResources.text(ROOT + name + "/schema.txt").strip().replace(';', ',');
    this.snapshots = readSnapshots(ROOT + name + "/");
  }

  /**
   * A snapshot of a fixture.
   *
   * @param label {@code ""} for the fixture's main one, else the part of the file name that tells
   *     them apart, such as {@code at2}
   * @param validWriteIdList valid write ids in Hive's text form
   * @param validTxnList valid transactions in Hive's text form
   * @param expected lines of {@code expected.jsonl} in order; empty if the table must be refused
   */
  public record FixtureSnapshot(
      String label, String validWriteIdList, String validTxnList, Optional<List<String>> expected) {
    /** Whether a reader must refuse the table. */
    public boolean mustBeRefused() {
      return expected.isEmpty();
    }
  }

  /** Every fixture, in the order of their names. */
  public static List<Fixture> all() {
    List<Fixture> fixtures = new ArrayList<>();
    for (String collection : COLLECTIONS) {
      for (String table : TestResources.names(ROOT + collection)) {
        if (TestResources.exists(ROOT + collection + "/" + table + "/schema.txt")) {
          fixtures.add(new Fixture(collection + "/" + table));
        }
      }
    }
    return List.copyOf(fixtures);
  }

  /**
   * One fixture.
   *
   * @param name collection and table, such as {@code hive-4.1/deletes}
   */
  public static Fixture named(String name) {
    return new Fixture(name);
  }

  /**
   * Copies a file or directory of the collections, such as {@code trino/dummy_id_data_orc} or
   * {@code orc/acid5k.orc}.
   *
   * @param path relative to the folder of all fixtures
   * @param target path of the copy; not there yet, or an empty directory
   * @return {@code target}
   */
  public static Path copyFiles(String path, Path target) {
    TestResources.copy(ROOT + path, target);
    return target;
  }

  /** Collection and table, such as {@code hive-4.1/deletes}. */
  public String name() {
    return name;
  }

  /** The columns as in DDL: name and type, separated by commas. */
  public String schema() {
    return schema;
  }

  /** The snapshots, the main one first. */
  public List<FixtureSnapshot> snapshots() {
    return snapshots;
  }

  /** The snapshot with a label; {@code ""} is the main one. */
  public FixtureSnapshot snapshot(String label) {
    return snapshots.stream()
        .filter(snapshot -> snapshot.label.equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no snapshot '" + label + "' of " + name));
  }

  /**
   * Copies the table's directory; a fixture without one gives an empty directory.
   *
   * @param target path of the copy; not there yet, or an empty directory
   * @return {@code target}
   */
  public Path copyTable(Path target) {
    try {
      Files.createDirectories(target);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    String table = ROOT + name + "/table";
    if (TestResources.exists(table)) {
      TestResources.copy(table, target);
    }
    return target;
  }

  @Override
  public String toString() {
    return name;
  }

  private static List<FixtureSnapshot> readSnapshots(String folder) {
    List<FixtureSnapshot> snapshots = new ArrayList<>();
    for (String file : TestResources.names(folder)) {
      if (file.startsWith(SNAPSHOT_PREFIX) && file.endsWith(".txt")) {
        String suffix = file.substring(SNAPSHOT_PREFIX.length(), file.length() - ".txt".length());
        FixtureSnapshot snapshot = readSnapshot(folder, suffix);
        snapshots.add(suffix.isEmpty() ? 0 : snapshots.size(), snapshot);
      }
    }
    return List.copyOf(snapshots);
  }

  private static FixtureSnapshot readSnapshot(String folder, String suffix) {
    String text = TestResources.text(folder + SNAPSHOT_PREFIX + suffix + ".txt");
    String rows = folder + "expected" + suffix + ".jsonl";
    boolean refused = TestResources.exists(folder + "refused.txt");
    return new FixtureSnapshot(
        suffix.isEmpty() ? "" : suffix.substring(1),
        value(text, "validWriteIdList"),
        value(text, "validTxnList"),
        refused ? Optional.empty() : Optional.of(TestResources.text(rows).lines().toList()));
  }

  private static String value(String text, String key) {
    return text.lines()
        .filter(line -> line.startsWith(key + "="))
        .map(line -> line.substring(key.length() + 1))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no " + key + " in a snapshot: " + text));
  }
}
