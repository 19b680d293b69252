package io.orcacid.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidTable;
import io.orcacid.Inserter;
import io.orcacid.MergeSource;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.error.WriteConflictException;
import io.orcacid.testkit.Seeds;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tables written by key and overwritten beside inserts, read by Hive's readers and ours. */
class HiveReadsKeyedTablesTest {
  private static final Agreement AGREEMENT = new Agreement();
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  @TempDir private Path directory;

  @AfterAll
  static void sayWhatWasCompared() {
    System.out.println("Tables written by key, and overwritten: " + AGREEMENT);
  }

  private static void requireAgreement(AcidTable table) throws IOException {
    AGREEMENT.requireOfNewest(table);
  }

  /** Lines of a file of real data without its header, split at the commas outside of quotes. */
  private static List<String[]> lines(String name) throws IOException {
    List<String[]> lines = new ArrayList<>();
    try (BufferedReader in =
        new BufferedReader(
            new InputStreamReader(
                Seeds.class.getResourceAsStream("data/" + name), StandardCharsets.UTF_8))) {
      in.readLine();
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        lines.add(line.split(",(?=(?:[^\"]*\"[^\"]*\")*[^\"]*$)", -1));
      }
    }
    return lines;
  }

  private static void requireKeys(AcidTable table, long count) throws IOException {
    Set<Object> keys = new HashSet<>();
    try (Rows rows = table.scan().select("id").rows()) {
      for (Row row : rows) {
        assertThat(keys.add(row.get(0))).as("key %s is there twice", row.get(0)).isTrue();
      }
    }
    assertThat(keys).hasSize(Math.toIntExact(count));
  }

  @Test
  void flightsOfWhichAHalfChanged() throws IOException {
    List<Object[]> flights = new ArrayList<>();
    for (String[] line : lines("flights-20k.csv")) {
      flights.add(
          new Object[] {
            Long.parseLong(line[0]),
            LocalDateTime.parse(line[1], TIME),
            Integer.parseInt(line[2]),
            line[4],
            Integer.parseInt(line[2]) % 3
          });
    }
    AcidTable table =
        AcidTable.create(
            directory.resolve("flights").toString(),
            TableDefinition.of(
                    "id bigint, departure timestamp, delay int, origin string, class int")
                .partitionedBy("class")
                .key("id"));
    try (Transaction transaction = table.begin()) {
      Inserter inserter = transaction.insert();
      for (Object[] flight : flights) {
        inserter.row(flight);
      }
      transaction.commit();
    }
    List<Object[]> changed = new ArrayList<>();
    for (int i = 0; i < flights.size(); i += 2) {
      Object[] flight = flights.get(i).clone();
      flight[2] = (Integer) flight[2] + 1;
      flight[4] = (Integer) flight[2] % 3;
      changed.add(flight);
    }
    changed.add(new Object[] {-1L, null, 0, "NEW", 0});
    table.upsert(changed);
    requireKeys(table, flights.size() + 1);
    requireAgreement(table);

    table
        .merge(
            MergeSource.of(
                "id bigint, gone boolean",
                List.of(
                    new Object[] {1L, true}, new Object[] {2L, false}, new Object[] {-2L, false})))
        .whenMatched("source.gone")
        .delete()
        .whenMatched()
        .update("delay = -delay, class = 7")
        .whenNotMatched()
        .insert("id = source.id, class = 7")
        .run();
    requireKeys(table, flights.size() + 1);
    requireAgreement(table);
    table.compaction().major().run();
    requireAgreement(table);
  }

  @Test
  void birdstrikesOfWhichAHalfChanged() throws IOException {
    List<Object[]> strikes = new ArrayList<>();
    for (String[] line : lines("birdstrikes.csv")) {
      long id = strikes.size();
      strikes.add(
          new Object[] {
            id, line[0], line[3].isEmpty() ? null : LocalDate.parse(line[3]), line[8], "first"
          });
    }
    AcidTable table =
        AcidTable.create(
            directory.resolve("birdstrikes").toString(),
            TableDefinition.of("id bigint, airport string, day date, species string, state string")
                .bucketedBy(3, "id")
                .key("id"));
    table.upsert(strikes);
    List<Object[]> changed = new ArrayList<>();
    List<Object[]> gone = new ArrayList<>();
    for (Object[] strike : strikes) {
      long id = (Long) strike[0];
      if (id % 2 == 0) {
        Object[] copy = strike.clone();
        copy[4] = "second";
        changed.add(copy);
      } else if (id % 101 == 0) {
        gone.add(new Object[] {id});
      }
    }
    table.upsert(changed);
    table.deleteKeys(gone);
    requireKeys(table, strikes.size() - gone.size());
    assertThat(table.scan().where("state = 'second'").count()).isEqualTo(changed.size());
    requireAgreement(table);
    table.compaction().minor().run();
    requireAgreement(table);
  }

  private AcidTable days(String name, String policy) throws IOException {
    AcidTable table =
        AcidTable.create(
            directory.resolve(name).toString(),
            TableDefinition.of("id bigint, day string")
                .partitionedBy("day")
                .property("orcacid.conflict.policy", policy));
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(1L, "mon").row(2L, "tue");
      transaction.commit();
    }
    return table;
  }

  /** What is in a partition, in any order. */
  private static List<Object> ids(AcidTable table, String day) throws IOException {
    List<Object> ids = new ArrayList<>();
    try (Rows rows = table.scan().where("day = '" + day + "'").select("id").rows()) {
      rows.forEach(row -> ids.add(row.get(0)));
    }
    return ids;
  }

  /** Who claims the lower write id. */
  private enum Order {
    INSERT_FIRST,
    OVERWRITE_FIRST
  }

  private static void write(Transaction insert, Transaction overwrite, Order order)
      throws IOException {
    if (order == Order.INSERT_FIRST) {
      insert.insert().row(10L, "mon");
      insert.scan();
    }
    overwrite.overwrite(List.of("day=mon")).row(20L, "mon");
    overwrite.scan();
    if (order == Order.OVERWRITE_FIRST) {
      insert.insert().row(10L, "mon");
    }
  }

  /** PROTOCOL.md R3c, R4: a base hides every delta of a lower write id, wherever it is read. */
  @Test
  void anOverwriteThatCommitsBeforeAnInsert() throws IOException {
    for (boolean insertHasLowerId : new boolean[] {true, false}) {
      AcidTable table = days("before-" + insertHasLowerId, "hive");
      try (Transaction insert = table.begin();
          Transaction overwrite = table.begin()) {
        write(insert, overwrite, insertHasLowerId ? Order.INSERT_FIRST : Order.OVERWRITE_FIRST);
        overwrite.commit();
        if (insertHasLowerId) {
          assertThatThrownBy(insert::commit).isInstanceOf(WriteConflictException.class);
        } else {
          insert.commit();
        }
      }
      assertThat(ids(table, "mon"))
          .containsExactlyInAnyOrderElementsOf(insertHasLowerId ? List.of(20L) : List.of(10L, 20L));
      assertThat(ids(table, "tue")).containsExactly(2L);
      requireAgreement(table);
    }
  }

  @Test
  void anOverwriteThatCommitsAfterAnInsertAndReplacesItOrFails() throws IOException {
    for (boolean insertHasLowerId : new boolean[] {true, false}) {
      for (boolean lastWins : new boolean[] {true, false}) {
        AcidTable table = days("after-" + insertHasLowerId + "-" + lastWins, "hive");
        try (Transaction insert = table.begin();
            Transaction overwrite = table.begin()) {
          if (lastWins) {
            overwrite.lastWins();
          }
          write(insert, overwrite, insertHasLowerId ? Order.INSERT_FIRST : Order.OVERWRITE_FIRST);
          insert.commit();
          if (lastWins) {
            overwrite.commit();
          } else {
            assertThatThrownBy(overwrite::commit).isInstanceOf(WriteConflictException.class);
          }
        }
        assertThat(ids(table, "mon"))
            .containsExactlyInAnyOrderElementsOf(lastWins ? List.of(20L) : List.of(1L, 10L));
        requireAgreement(table);
        table.delete("id = 20");
        requireAgreement(table);
        table.compaction().major().run();
        requireAgreement(table);
      }
    }
  }

  @Test
  void anOverwriteByAScanOfTheSameTable() throws IOException {
    AcidTable table = days("self", "hive");
    try (Transaction transaction = table.begin();
        Rows rows = transaction.scan().rows()) {
      Inserter inserter = transaction.overwrite();
      for (Row row : rows) {
        inserter.row((Long) row.get(0) * 100, row.get(1));
        inserter.row((Long) row.get(0) * 100 + 1, "wed");
      }
      transaction.commit();
    }
    assertThat(ids(table, "mon")).containsExactly(100L);
    assertThat(ids(table, "wed")).containsExactlyInAnyOrder(101L, 201L);
    requireAgreement(table);
  }
}
