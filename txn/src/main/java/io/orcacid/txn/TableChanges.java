package io.orcacid.txn;

import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.TableMetadata;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.log.Tag;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.UUID;

/**
 * Versions that change what a table is, and none of its rows: its schema, its properties, its tags
 * (PROTOCOL.md R18, R24). Each is worked out anew on the state that it follows, so that two that
 * change different things both succeed. Thread-safe.
 */
public final class TableChanges {
  /** Most tags of a table: what an entry holds of them has to fit it. */
  public static final int MOST_TAGS = 1000;

  private final TransactionManager manager;

  TableChanges(TransactionManager manager) {
    this.manager = manager;
  }

  /** What becomes of a table; asked again when another commit was faster. */
  public interface Change {
    /**
     * The metadata that follows.
     *
     * @throws ValidationException if the change does not fit what is there
     */
    TableMetadata of(TableMetadata newest);
  }

  /** What becomes of a table at a state; the same metadata for nothing. */
  private interface Step {
    TableMetadata on(TableState newest);
  }

  /** What the table is now. */
  public TableMetadata newest() throws IOException {
    return manager.log().newest().metadata();
  }

  /**
   * Changes schema or properties.
   *
   * @return the version that it made; the newest one if nothing changed
   * @throws io.orcacid.error.CommitStateUnknownException if what became of it could not be found
   *     out
   */
  public long alter(Change change) throws IOException {
    return commit(Operation.ALTER, newest -> change.of(newest.metadata()));
  }

  /**
   * Gives a version a name, by which it stays readable; nothing happens if it has the name already.
   *
   * @param version the version; empty for the newest
   * @return the version that has the name
   * @throws ValidationException if another version has the name
   * @throws SnapshotTooOldException if the version cannot be read
   */
  public long tag(String name, OptionalLong version) throws IOException {
    Tag.requireName(name);
    commit(Operation.TAG, newest -> tagged(newest, name, version.orElse(newest.version())));
    return manager.log().newest().metadata().tags().get(name).version();
  }

  /** R18: decided on the state that the entry follows, which has every floor before it. */
  private TableMetadata tagged(TableState newest, String name, long version) {
    Map<String, Tag> tags = new TreeMap<>(newest.metadata().tags());
    Tag known = tags.get(name);
    if (known != null) {
      if (known.version() == version) {
        return newest.metadata();
      }
      throw new ValidationException(
          "Another version has the tag: drop it first, or choose another name",
          "tag",
          name,
          "version",
          known.version());
    }
    if (version < 0 || version > newest.version() || !newest.isReadable(version)) {
      throw new SnapshotTooOldException(
          "Only a version that can be read gets a tag",
          "version",
          version,
          "oldestReadable",
          newest.oldestReadable(),
          "newest",
          newest.version());
    }
    if (tags.size() >= MOST_TAGS) {
      throw new ValidationException(
          "The table has as many tags as it may: drop some", "most", MOST_TAGS);
    }
    Instant now = manager.log().options().clock().instant().truncatedTo(ChronoUnit.MICROS);
    tags.put(name, new Tag(name, version, now, manager.options().author()));
    return newest.metadata().withTags(tags);
  }

  /**
   * Takes a name away; what only it kept goes with the next cleaning.
   *
   * @throws ValidationException if there is no such tag
   */
  public void dropTag(String name) throws IOException {
    commit(
        Operation.TAG,
        newest -> {
          Map<String, Tag> tags = new TreeMap<>(newest.metadata().tags());
          if (tags.remove(name) == null) {
            throw noSuchTag(newest, name);
          }
          return newest.metadata().withTags(tags);
        });
  }

  /** The names of versions, by name. */
  public List<Tag> tags() throws IOException {
    return List.copyOf(manager.log().newest().metadata().tags().values());
  }

  /**
   * The version that has a name.
   *
   * @throws ValidationException if there is no such tag
   */
  public long versionOf(String name) throws IOException {
    TableState newest = manager.log().newest();
    Tag tag = newest.metadata().tags().get(name);
    if (tag == null) {
      throw noSuchTag(newest, name);
    }
    return tag.version();
  }

  private static ValidationException noSuchTag(TableState newest, String name) {
    return new ValidationException(
        "There is no such tag", "tag", name, "known", newest.metadata().tags().keySet());
  }

  private long commit(Operation operation, Step step) throws IOException {
    String commitId = UUID.randomUUID().toString();
    // A version that was named by another process a moment ago has to be known.
    manager.log().newest();
    Optional<LogEntry> entry =
        manager.committer().commitAlone(base -> entry(base, commitId, operation, step));
    manager.log().checkpointIfDue();
    return entry.isPresent() ? entry.get().version() : manager.log().newest().version();
  }

  private Optional<LogEntry> entry(
      TableState base, String commitId, Operation operation, Step step) {
    base.requireWritable();
    TableMetadata changed = step.on(base);
    if (changed.equals(base.metadata())) {
      return Optional.empty();
    }
    LogEntry entry =
        manager
            .log()
            .propose(base, transaction(commitId, operation, base), manager.leftOver(base), changed);
    // What cannot be folded must not be put.
    manager.log().preview(base, entry);
    return Optional.of(entry);
  }

  private LogTransaction transaction(String commitId, Operation operation, TableState base) {
    return new LogTransaction(
        commitId,
        operation,
        OptionalLong.empty(),
        base.version(),
        "",
        manager.options().author(),
        List.of(),
        "");
  }
}
