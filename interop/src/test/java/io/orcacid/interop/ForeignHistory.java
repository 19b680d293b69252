package io.orcacid.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orcacid.TableDefinition;
import io.orcacid.format.RowId;
import io.orcacid.format.TableShape;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import io.orcacid.format.value.Batches;
import io.orcacid.format.value.ValueSetter;
import io.orcacid.interop.Agreement.Deletes;
import io.orcacid.interop.Hive.Lists;
import io.orcacid.interop.Hive.Place;
import io.orcacid.interop.Hive.Reader;
import io.orcacid.writer.BucketingVersion;
import io.orcacid.writer.DeleteWriter;
import io.orcacid.writer.InsertWriter;
import io.orcacid.writer.WriteTarget;
import io.orcacid.writer.WriterOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/**
 * A random table without a log, as a metastore keeps them: write ids that commit, abort or stay
 * open, each of some statements, written by Hive's writer, by ours or by both in turn. A write id
 * sees what was committed before it and its own finished statements. Not thread-safe.
 */
final class ForeignHistory {
  static final TableDefinition TABLE =
      TableDefinition.of("id bigint, s string, n int, d double, b boolean, p int")
          .partitionedBy("p");
  static final TypeDescription DATA = TableShape.of(TABLE.row(), TABLE.partitionedBy()).data();

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long ALL_TRANSACTIONS = 1000;

  private final Path root;
  private final Random random;
  private final Hive hive = Hive.shared();
  private final WriteTarget target;
  private final Writers writers;
  private final int buckets;
  private final boolean attempts;
  private final boolean deletesTwice;
  private final List<String> partitions;
  private final Map<String, Deletes> deletes = new LinkedHashMap<>();
  private final Map<String, Set<RowId>> deleted = new HashMap<>();
  private final Map<String, Set<String>> compacted = new HashMap<>();
  private final TreeSet<Long> committed = new TreeSet<>();
  private final TreeSet<Long> aborted = new TreeSet<>();
  private final TreeSet<Long> open = new TreeSet<>();
  private final TreeSet<Long> baseIds = new TreeSet<>();
  private Writers writer = Writers.HIVE;
  private long compactedTo;
  private long compactions;
  private long nextValue;

  /** Whose writers write the statements. */
  enum Writers {
    HIVE,
    OURS,
    MIXED
  }

  ForeignHistory(Path root, Random random) {
    this.root = root;
    this.random = random;
    this.writers = Writers.values()[random.nextInt(3)];
    this.buckets = 1 + random.nextInt(3);
    this.attempts = random.nextInt(3) == 0;
    this.deletesTwice = random.nextInt(12) == 0;
    this.partitions = random.nextBoolean() ? List.of("p=0") : List.of("p=0", "p=1");
    this.target =
        new WriteTarget(
            Storage.local(),
            root.toString(),
            TableShape.of(TABLE.row(), TABLE.partitionedBy()),
            Optional.of(new WriteTarget.Bucketing(List.of("id"), buckets, BucketingVersion.V2)),
            Map.of("orc.compress", random.nextBoolean() ? "ZLIB" : "NONE"));
    for (String partition : partitions) {
      deletes.put(partition, Deletes.ONCE);
      deleted.put(partition, new HashSet<>());
      compacted.put(partition, new HashSet<>());
    }
  }

  /** Partitions, and whether rows of them are deleted twice. */
  Map<String, Deletes> partitions() {
    return deletes;
  }

  /** Whose writers wrote it. */
  Writers writers() {
    return writers;
  }

  /** How often Hive compacted a partition of it. */
  long compactions() {
    return compactions;
  }

  /** Writes everything. */
  void write() throws IOException {
    for (String partition : partitions) {
      Files.createDirectories(root.resolve(partition));
      if (random.nextInt(3) == 0) {
        originals(partition);
      }
    }
    long writeIds = 3 + random.nextInt(6);
    for (long writeId = 1; writeId <= writeIds; writeId++) {
      transaction(writeId);
      if (random.nextInt(6) == 0) {
        compact();
      }
    }
  }

  /** A snapshot: the newest, or one that an older reader may hold. */
  Lists snapshot() {
    long last = LongStream.of(last(committed), last(aborted), last(open)).max().orElse(0);
    long hwm = random.nextBoolean() ? last : compactedTo + random.nextLong(last - compactedTo + 1);
    TreeSet<Long> opened = new TreeSet<>(open);
    TreeSet<Long> gone = new TreeSet<>(aborted);
    // An older reader saw some write ids open that have ended since.
    if (random.nextInt(3) == 0) {
      for (long id = Math.max(compactedTo, lastBase()) + 1; id <= hwm; id++) {
        if (random.nextInt(3) == 0 && gone.add(id)) {
          gone.remove(id);
          opened.add(id);
        }
      }
    }
    return lists(hwm, opened, gone);
  }

  private long lastBase() {
    return last(baseIds);
  }

  private static long last(TreeSet<Long> ids) {
    return ids.isEmpty() ? 0 : ids.last();
  }

  private static Lists lists(long hwm, Set<Long> open, Set<Long> aborted) {
    ValidWriteIdList list =
        ValidWriteIdList.of("default.t", hwm, upTo(hwm, open), upTo(hwm, aborted));
    return new Lists(list.toString(), ALL_TRANSACTIONS + ":" + Long.MAX_VALUE + "::");
  }

  private static long[] upTo(long hwm, Set<Long> ids) {
    return ids.stream().mapToLong(Long::longValue).filter(id -> id <= hwm).sorted().toArray();
  }

  private void originals(String partition) {
    for (int bucket = 0; bucket < buckets; bucket++) {
      for (String copy : List.of("", "_copy_1", "_copy_2", "_copy_10")) {
        if (random.nextBoolean()) {
          String file = String.format("%06d_0%s", bucket, copy);
          hive.original(root.resolve(partition), DATA, file, rows(1 + random.nextInt(4), 0));
        }
      }
    }
  }

  private void transaction(long writeId) throws IOException {
    writer =
        writers != Writers.MIXED ? writers : random.nextBoolean() ? Writers.HIVE : Writers.OURS;
    int fate = random.nextInt(10);
    TreeSet<Long> outcome = fate < 7 ? committed : fate < 9 ? aborted : open;
    Map<String, Set<RowId>> ownDeletes = new HashMap<>();
    if (outcome != open && random.nextInt(12) == 0) {
      overwrite(writeId);
      outcome.add(writeId);
      return;
    }
    int statements = 1 + random.nextInt(3);
    for (int statement = 0; statement < statements; statement++) {
      if (random.nextInt(5) < 3) {
        insert(writeId, statement);
      } else {
        String partition = partitions.get(random.nextInt(partitions.size()));
        List<RowId> chosen = choose(writeId, partition, ownDeletes, outcome == committed);
        delete(writeId, statement, partition, chosen);
        if (random.nextBoolean()) {
          statement++;
          statements++;
          insert(writeId, statement);
        }
      }
    }
    outcome.add(writeId);
    if (outcome == committed) {
      ownDeletes.forEach((partition, ids) -> deleted.get(partition).addAll(ids));
    }
  }

  /** Rows that the transaction sees, and by whose deletion it does not disturb another one. */
  private List<RowId> choose(
      long writeId, String partition, Map<String, Set<RowId>> ownDeletes, boolean commits)
      throws IOException {
    TreeSet<Long> invisible = new TreeSet<>(aborted);
    invisible.addAll(open);
    List<String> visible =
        hive.read(root.resolve(partition), DATA, lists(writeId, Set.of(), invisible), Reader.ROW);
    List<RowId> chosen = new ArrayList<>();
    Set<RowId> own = ownDeletes.computeIfAbsent(partition, key -> new HashSet<>());
    for (String line : visible) {
      if (random.nextInt(4) == 0) {
        JsonNode id = JSON.readTree(line).get("ROW__ID");
        chosen.add(
            new RowId(
                id.get("writeId").asLong(), id.get("bucket").asInt(), id.get("rowId").asLong()));
      }
    }
    if (deletesTwice && commits) {
      for (RowId again : new TreeSet<>(deleted.get(partition))) {
        if (random.nextBoolean() && own.isEmpty() && !chosen.contains(again)) {
          chosen.add(again);
          deletes.put(partition, Deletes.TWICE);
        }
      }
    }
    own.addAll(chosen);
    chosen.sort(null);
    return chosen;
  }

  private int insertAttempt() {
    return attempts ? random.nextInt(3) : -1;
  }

  /**
   * The same for every statement of a transaction: Hive's row reader takes the attempt of one of
   * them for all, and loses the deletes of the others.
   */
  private int deleteAttempt(long writeId, int bucket) {
    return attempts ? (int) ((writeId + bucket) % 3) : -1;
  }

  private void insert(long writeId, int statement) throws IOException {
    List<List<Object>> added = new ArrayList<>();
    for (int p = 0; p < partitions.size(); p++) {
      if (partitions.size() == 1 || random.nextInt(3) > 0) {
        added.addAll(rows(1 + random.nextInt(12), p));
      }
    }
    if (writer == Writers.OURS) {
      insertByOurs(writeId, statement, added);
      return;
    }
    for (int p = 0; p < partitions.size(); p++) {
      int partition = p;
      List<List<Object>> here = added.stream().filter(row -> row.get(5).equals(partition)).toList();
      for (int bucket = 0; bucket < buckets; bucket++) {
        int number = bucket;
        List<List<Object>> rows =
            here.stream().filter(row -> (long) row.get(0) % buckets == number).toList();
        if (!rows.isEmpty()) {
          hive.insert(
              root.resolve(partitions.get(p)),
              DATA,
              new Place(writeId, statement, bucket, insertAttempt()),
              rows,
              "delta");
        }
      }
    }
  }

  private void insertByOurs(long writeId, int statement, List<List<Object>> rows)
      throws IOException {
    VectorizedRowBatch batch = Batches.create(TABLE.row());
    for (List<Object> row : rows) {
      for (int i = 0; i < row.size(); i++) {
        ValueSetter.set(TABLE.row().getChildren().get(i), batch.cols[i], batch.size, row.get(i));
      }
      batch.size++;
    }
    try (InsertWriter inserts =
        new InsertWriter(target, writeId, statement, WriterOptions.defaults())) {
      inserts.write(batch);
      inserts.finish();
    }
  }

  private void delete(long writeId, int statement, String partition, List<RowId> ids)
      throws IOException {
    if (writer == Writers.OURS) {
      try (DeleteWriter deleter = new DeleteWriter(target, writeId, statement)) {
        for (RowId id : ids) {
          deleter.delete(partition, id.writeId(), id.bucketProperty(), id.rowId());
        }
        deleter.finish();
      }
      return;
    }
    Map<Integer, List<RowId>> byBucket = new TreeMap<>();
    for (RowId id : ids) {
      byBucket
          .computeIfAbsent(
              io.orcacid.format.BucketProperty.bucket(id.bucketProperty()),
              key -> new ArrayList<>())
          .add(id);
    }
    byBucket.forEach(
        (bucket, here) ->
            hive.delete(
                root.resolve(partition),
                DATA,
                new Place(writeId, statement, bucket, deleteAttempt(writeId, bucket)),
                here));
  }

  private void overwrite(long writeId) {
    String partition = partitions.get(random.nextInt(partitions.size()));
    Place place = new Place(writeId, 0, random.nextInt(buckets), -1);
    hive.insert(
        root.resolve(partition),
        DATA,
        place,
        rows(random.nextInt(5), partitions.indexOf(partition)),
        "base");
    baseIds.add(writeId);
  }

  /**
   * One compaction up to below the first open write id, as the conditions of Hive's worker allow.
   */
  private void compact() throws IOException {
    String partition = partitions.get(random.nextInt(partitions.size()));
    long hwm = open.isEmpty() ? Math.max(last(committed), last(aborted)) : open.first() - 1;
    List<String> deltas = liveDeltas(partition, hwm);
    String kind = random.nextBoolean() ? "major" : "minor";
    boolean enough =
        deltas.size() > 2
            || deltas.size() == 2
                && deltas.get(0).startsWith("delta") == deltas.get(1).startsWith("delta");
    boolean anythingNew = compacted.get(partition).addAll(deltas);
    if (!enough || !anythingNew) {
      return;
    }
    long transaction = 100 + compactions++;
    TreeSet<Long> dead = new TreeSet<>(aborted);
    ValidWriteIdList list = ValidWriteIdList.of("default.t", hwm, new long[0], upTo(hwm, dead));
    hive.compact(
        root.resolve(partition),
        DATA,
        new Lists(list.toString(), ALL_TRANSACTIONS + ":" + Long.MAX_VALUE + "::"),
        kind,
        transaction);
    compactedTo = Math.max(compactedTo, hwm);
  }

  private List<String> liveDeltas(String partition, long hwm) throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> entries = Files.list(root.resolve(partition))) {
      for (Path entry : (Iterable<Path>) entries::iterator) {
        String name = entry.getFileName().toString();
        String[] parts = name.replaceFirst("^(delete_)?delta_", "").split("_");
        if (name.contains("delta_")
            && !name.contains("_v")
            && Long.parseLong(parts[1]) <= hwm
            && committed.contains(Long.parseLong(parts[0]))
            && !compacted.get(partition).contains(name)
            && Long.parseLong(parts[0]) > lastBase()) {
          names.add(name);
        }
      }
    }
    names.sort(null);
    return names;
  }

  private List<List<Object>> rows(int count, int partition) {
    List<List<Object>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long value = nextValue++;
      List<Object> row = new ArrayList<>();
      row.add(value);
      row.add(random.nextInt(6) == 0 ? null : "s" + random.nextInt(5) + "é\"");
      row.add(random.nextInt(6) == 0 ? null : random.nextInt());
      row.add(random.nextInt(6) == 0 ? null : random.nextInt(100) / 8.0);
      row.add(random.nextInt(6) == 0 ? null : random.nextBoolean());
      row.add(partition);
      rows.add(row);
    }
    return rows;
  }
}
