package io.orcacid.simulation.planted;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Address;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.compactor.CompactionReport;
import io.orcacid.error.CorruptFileException;
import io.orcacid.error.SnapshotTooOldException;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.reader.BatchReader;
import io.orcacid.reader.ScanPlan;
import io.orcacid.txn.lock.Lock;
import io.orcacid.txn.lock.LockOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Something that users may count on, with a small history that shows whether it is kept. */
enum Promise {
  NO_LOST_UPDATE(
      place -> {
        try (AcidTable table = place.create("hive");
            Transaction one = table.begin();
            Transaction other = table.begin()) {
          one.update("v = 1", "n = 1");
          other.update("v = 2", "n = 1");
          one.commit();
          assertConflict(other);
        }
      }),
  A_ROW_IS_DELETED_ONCE(
      place -> {
        try (AcidTable table = place.create("row");
            Transaction one = table.begin();
            Transaction other = table.begin()) {
          one.delete("n = 1");
          other.delete("n = 1");
          one.commit();
          assertConflict(other);
        }
      }),
  AN_INSERT_BELOW_A_BASE_CONFLICTS(
      place -> {
        try (AcidTable table = place.create("row");
            Transaction insert = table.begin();
            Transaction overwrite = table.begin()) {
          insert.insert().row(7, 0, "a");
          insert.scan();
          overwrite.overwrite(List.of("day=a")).row(8, 0, "a");
          overwrite.commit();
          assertConflict(insert);
        }
      }),
  NO_WRITE_SKEW(
      place -> {
        try (AcidTable table = place.create("serializable");
            Transaction one = table.begin();
            Transaction other = table.begin()) {
          one.scan().where("n IN (1, 3)").count();
          other.scan().where("n IN (1, 3)").count();
          one.delete("n = 1");
          other.delete("n = 3");
          one.commit();
          assertConflict(other);
        }
      }),
  NO_PHANTOM(
      place -> {
        try (AcidTable table = place.create("serializable");
            Transaction reader = table.begin()) {
          reader.scan().where("v = 9").count();
          reader.insert().row(7, 0, "b");
          insert(table, 8, 9, "a");
          assertConflict(reader);
        }
      }),
  A_READER_MEETS_AN_OVERWRITE(
      place -> {
        try (AcidTable table = place.create("serializable");
            Transaction reader = table.begin()) {
          reader.scan().where("n = 1").count();
          reader.insert().row(7, 0, "b");
          table.truncate(List.of("day=a"));
          assertConflict(reader);
        }
      }),
  ONE_ROW_FOR_EACH_KEY(
      place -> {
        try (AcidTable table = place.create("nbcc");
            Transaction one = table.begin();
            Transaction other = table.begin()) {
          one.upsert().row(1, 1, "a");
          other.upsert().row(1, 2, "a");
          one.commit();
          other.commit();
          assertThat(texts(table)).containsExactlyInAnyOrder("[1, 2, a]", "[2, 0, a]", "[3, 0, b]");
        }
      }),
  A_LATE_ROW_LOSES(
      place -> {
        try (AcidTable table = place.create("nbcc")) {
          for (int value : new int[] {5, 3}) {
            try (Transaction transaction = table.begin()) {
              transaction.upsert().row(1, value, "a");
              transaction.commit();
            }
          }
          assertThat(texts(table)).contains("[1, 5, a]");
        }
      }),
  A_TRANSACTION_IS_NEVER_LAXER(
      place -> {
        try (AcidTable table = place.create("serializable")) {
          assertThatThrownBy(() -> table.beginWithPolicy("hive").close())
              .isInstanceOf(ValidationException.class);
        }
      }),
  A_TOKEN_COMMITS_ONCE(
      place -> {
        try (AcidTable table = place.create("hive")) {
          for (int run = 0; run < 2; run++) {
            try (Transaction transaction = table.begin().token("load", 1)) {
              transaction.insert().row(9, 9, "a");
              transaction.commit();
            }
          }
          assertThat(texts(table)).containsOnlyOnce("[9, 9, a]");
        }
      }),
  A_TAKEN_LOCK_IS_LOST(
      place -> {
        try (AcidTable table = place.create("hive");
            Lock first = table.locks().tryLock("load", LockOptions.defaults()).orElseThrow();
            Lock second = table.locks().take("load", LockOptions.defaults());
            Transaction late = table.begin()) {
          assertThat(second.epoch()).isGreaterThan(first.epoch());
          late.under(first).insert().row(9, 9, "a");
          try (Transaction next = table.begin()) {
            next.under(second).insert().row(8, 8, "b");
            next.commit();
          }
          assertConflict(late);
        }
      }),
  AN_ABORTED_TRANSACTION_LEARNS_IT(
      place -> {
        try (AcidTable table = place.create("hive");
            Transaction transaction = table.begin()) {
          transaction.update("v = 1", "n = 1");
          table.abort(transaction.writeId().getAsLong());
          assertThatThrownBy(transaction::commit).isInstanceOf(TransactionAbortedException.class);
        }
      }),
  A_TRANSACTION_COMMITS_ONCE(
      place -> {
        try (AcidTable table = place.create("hive");
            Transaction transaction = table.begin()) {
          transaction.update("v = 1", "n = 1");
          transaction.commit();
          assertThatThrownBy(transaction::commit).isInstanceOf(ValidationException.class);
        }
      }),
  A_COMPACTION_LEAVES_OPEN_TRANSACTIONS_THEIR_PLACE(
      place -> {
        try (AcidTable table = place.create("hive");
            Transaction open = table.begin()) {
          open.insert().row(7, 0, "a");
          open.scan();
          insert(table, 8, 0, "a");
          table.compaction().major().run();
          open.commit();
          assertThat(texts(table)).contains("[7, 0, a]", "[8, 0, a]");
        }
      }),
  MAXCOMPUTE_STOPS_A_LATE_MAJOR(
      place -> {
        try (AcidTable table = place.create("maxcompute")) {
          insert(table, 5, 0, "a");
          boolean[] ran = {false};
          CompactionReport report =
              table
                  .compaction()
                  .partition("day=a")
                  .major()
                  .cancelledWhen(
                      () -> {
                        if (!ran[0]) {
                          ran[0] = true;
                          insertUnchecked(table, 6, 0, "a");
                        }
                        return false;
                      })
                  .run()
                  .get(0);
          assertThat(report.outcome()).isEqualTo(CompactionReport.Outcome.OVERTAKEN);
        }
      }),
  AN_UNNAMED_FILE_STOPS_A_COMMIT(
      place -> {
        try (AcidTable table = place.create("hive");
            Transaction transaction = table.begin()) {
          transaction.insert().row(7, 0, "a");
          transaction.scan();
          place.write("day=a/delta_0000002_0000002_0000/bucket_00007", "x");
          assertThatThrownBy(transaction::commit).isInstanceOf(ValidationException.class);
        }
      }),
  A_FOREIGN_DELTA_STOPS_A_COMMIT(
      place -> {
        try (AcidTable table = place.create("hive");
            Transaction transaction = table.begin()) {
          transaction.insert().row(7, 0, "a");
          place.write("day=a/delta_0000001_0000001_0007/bucket_00000", "x");
          assertThatThrownBy(transaction::commit).isInstanceOf(UnsupportedTableException.class);
        }
      }),
  A_PARTITION_IS_REPLACED_OR_CHANGED(
      place -> {
        try (AcidTable table = place.create("hive");
            Transaction transaction = table.begin()) {
          transaction.overwrite(List.of("day=a")).row(7, 0, "a");
          transaction.scan();
          // Refused before a file is written, not when the files are named.
          assertThatThrownBy(
                  () -> {
                    transaction.insert().row(8, 0, "a");
                    transaction.scan();
                  })
              .isInstanceOf(ValidationException.class);
          assertThat(place.directories("day=a"))
              .noneMatch(name -> name.startsWith("delta_0000002"));
        }
      }),
  ONLY_SEEN_ROWS_ARE_DELETED(
      place -> {
        try (AcidTable table = place.create("hive")) {
          Address address;
          try (Rows rows = table.scan().where("n = 1").withRowId().rows()) {
            address = rows.iterator().next().address().orElseThrow();
          }
          table.delete("n = 1");
          try (Transaction again = table.begin()) {
            again.delete(address);
            assertThatThrownBy(again::commit).isInstanceOf(ValidationException.class);
          }
        }
      }),
  A_FOREIGN_ENTRY_IS_DAMAGE(
      place -> {
        Place other = new Place(place.table().resolveSibling("other"));
        for (Place each : List.of(place, other)) {
          try (AcidTable table = each.create("hive")) {
            insert(table, 5, 0, "a");
          }
        }
        Files.copy(other.entry(2), place.entry(2), StandardCopyOption.REPLACE_EXISTING);
        assertThatThrownBy(
                () -> {
                  try (AcidTable table = AcidTable.open(place.path())) {
                    table.version();
                  }
                })
            .isInstanceOf(CorruptFileException.class);
      }),
  A_MISSING_ENTRY_IS_DAMAGE(
      place -> {
        try (AcidTable table = place.create("hive")) {
          for (int n = 5; n < 9; n++) {
            insert(table, n, 0, "a");
          }
        }
        Files.delete(place.entry(3));
        Files.deleteIfExists(place.entry(3).resolveSibling("_last"));
        assertThatThrownBy(
                () -> {
                  try (AcidTable table = AcidTable.open(place.path())) {
                    table.scan().count();
                  }
                })
            .isInstanceOf(CorruptFileException.class);
      }),
  RETENTION_KEEPS_OLD_VERSIONS(
      place -> {
        try (AcidTable table = place.create("hive")) {
          insert(table, 5, 0, "a");
          table.compaction().major().run();
          table.clean().retention(Duration.ofHours(24)).run();
          assertThat(table.scanAsOfVersion(1).count()).isEqualTo(3);
        }
      }),
  A_READER_READS_ON_WHILE_OTHERS_CLEAN(
      place -> {
        try (AcidTable table = place.create("hive");
            AcidTable other = AcidTable.open(place.path())) {
          insert(table, 5, 0, "a");
          try (ScanPlan plan = table.scan().plan()) {
            compactAndClean(other);
            int rows = 0;
            try (BatchReader reader = plan.readAll()) {
              for (var batch = reader.next(); batch.isPresent(); batch = reader.next()) {
                rows += batch.get().rows().size;
              }
            }
            assertThat(rows).isEqualTo(4);
          }
        }
      }),
  A_TRANSACTION_READS_ON_WHILE_OTHERS_CLEAN(
      place -> {
        try (AcidTable table = place.create("hive");
            AcidTable other = AcidTable.open(place.path())) {
          insert(table, 5, 0, "a");
          try (Transaction open = table.begin()) {
            open.insert().row(7, 0, "b");
            open.scan();
            compactAndClean(other);
            assertThat(open.scan().count()).isEqualTo(5);
          }
        }
      }),
  A_CLEANED_VERSION_IS_TOO_OLD(
      place -> {
        try (AcidTable table = place.create("hive")) {
          insert(table, 5, 0, "a");
          compactAndClean(table);
          assertThatThrownBy(() -> table.scanAsOfVersion(1).count())
              .isInstanceOf(SnapshotTooOldException.class);
        }
      }),
  ANOTHER_STORE_IS_REFUSED(
      place -> {
        place.create("hive").close();
        assertThatThrownBy(
                () ->
                    AcidTable.open(
                        place.path(), AcidOptions.of(Map.of("orcacid.store.kind", "jdbc"))))
            .isInstanceOf(UnsupportedTableException.class)
            .hasMessageContaining("orcacid.store.kind=local");
      });

  private final Story story;

  Promise(Story story) {
    this.story = story;
  }

  /** A history that fails where the promise is broken. */
  interface Story {
    void tell(Place place) throws Exception;
  }

  void check(Path directory) throws Exception {
    story.tell(new Place(directory.resolve("t")));
  }

  /** Where a story's table is. */
  record Place(Path table) {
    String path() {
      return table.toString();
    }

    /** A table with rows 1 and 2 of one day and 3 of another. */
    AcidTable create(String policy) throws IOException {
      AcidTable created =
          AcidTable.create(
              path(),
              TableDefinition.of("n int, v int, day string")
                  .partitionedBy("day")
                  .key("n")
                  .property("orcacid.conflict.policy", policy)
                  .property("orcacid.ordering.column", "v"));
      try (Transaction transaction = created.begin()) {
        transaction.insert().row(1, 0, "a").row(2, 0, "a").row(3, 0, "b");
        transaction.commit();
      }
      return created;
    }

    void write(String file, String content) throws IOException {
      Path path = table.resolve(file);
      Files.createDirectories(path.getParent());
      Files.write(path, content.getBytes(StandardCharsets.UTF_8));
    }

    List<String> directories(String partition) throws IOException {
      try (var entries = Files.list(table.resolve(partition))) {
        return entries.map(entry -> entry.getFileName().toString()).toList();
      }
    }

    Path entry(long version) {
      return table.resolve(String.format(java.util.Locale.ROOT, "_acid_log/_v%020d.json", version));
    }
  }

  private static void assertConflict(Transaction transaction) {
    assertThatThrownBy(transaction::commit).isInstanceOf(WriteConflictException.class);
  }

  private static void insert(AcidTable table, Object... values) throws IOException {
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(values);
      transaction.commit();
    }
  }

  private static void insertUnchecked(AcidTable table, Object... values) {
    try {
      insert(table, values);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void compactAndClean(AcidTable table) throws IOException {
    table.compaction().major().run();
    insert(table, 100, 0, "c");
    table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
  }

  private static List<String> texts(AcidTable table) throws IOException {
    List<String> texts = new ArrayList<>();
    try (Rows rows = table.scan().rows()) {
      for (Row row : rows) {
        texts.add(row.toString());
      }
    }
    return texts;
  }
}
