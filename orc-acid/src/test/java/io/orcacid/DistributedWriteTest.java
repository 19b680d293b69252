package io.orcacid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.RowId;
import io.orcacid.format.io.Storage;
import io.orcacid.testkit.MemoryDirectories;
import io.orcacid.txn.BeginOptions;
import io.orcacid.txn.log.Operation;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A step that tasks write, wherever they run. */
class DistributedWriteTest {
  private static final AcidOptions OPTIONS = AcidOptions.defaults();

  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  private AcidTable table(String... partitionedBy) throws IOException {
    return AcidTable.create(
        directory.resolve("t").toString(),
        TableDefinition.of("id bigint, place string").partitionedBy(partitionedBy));
  }

  private interface Writing {
    void write(TaskWriter writer) throws IOException;
  }

  /** As it would happen in another process: everything goes through bytes. */
  private static TaskFiles run(DistributedWrite write, int task, int tasks, Writing writing)
      throws IOException {
    WriteTask there = copy(write.task());
    String root = write.directory() + "/attempt_" + task + "_" + UUID.randomUUID();
    try (TaskWriter writer =
        there.open(
            Storage.local(),
            new WriteTask.Place(task, tasks, root),
            write.visibleRows(),
            OPTIONS)) {
      writing.write(writer);
      return copy(writer.finish());
    }
  }

  @SuppressWarnings("unchecked")
  private static <T> T copy(T value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    } catch (ClassNotFoundException e) {
      throw new IOException(e);
    }
  }

  private static List<String> rows(AcidTable table) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Rows found = table.scan().rows()) {
      found.forEach(row -> rows.add(row.get(0) + " " + row.get(1)));
    }
    rows.sort(null);
    return rows;
  }

  private static Address addressOf(AcidTable table, long id) throws IOException {
    try (Rows found = table.scan().where("id = " + id).withRowId().rows()) {
      return found.iterator().next().address().orElseThrow();
    }
  }

  private List<String> unfinished() throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("_tmp."))
          .toList();
    }
  }

  @Test
  void rows_of_many_tasks_become_visible_in_one_version_each_with_an_id_of_its_own_A39()
      throws IOException {
    try (AcidTable table = table("place")) {
      long before = table.version();
      try (Transaction transaction = table.begin()) {
        DistributedWrite write = transaction.distribute(DistributedWrite.Kind.INSERT);
        List<TaskFiles> winners = new ArrayList<>();
        for (int task = 0; task < 4; task++) {
          long first = task * 10L;
          winners.add(
              run(
                  write,
                  task,
                  4,
                  writer -> {
                    writer.insert(first, "a");
                    writer.insert(first + 1, "b");
                  }));
        }
        write.finish(winners);
        assertThat(rows(table)).isEmpty();
        transaction.commit();
      }
      assertThat(table.version()).isEqualTo(before + 1);
      assertThat(rows(table))
          .containsExactly("0 a", "1 b", "10 a", "11 b", "20 a", "21 b", "30 a", "31 b");
      table.update("id = id + 100", "place = 'a'");
      table.delete("id < 20");
      assertThat(rows(table)).containsExactly("100 a", "110 a", "120 a", "130 a", "21 b", "31 b");
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
    assertThat(unfinished()).isEmpty();
  }

  @Test
  void an_attempt_that_is_not_named_leaves_nothing() throws IOException {
    try (AcidTable table = table("place")) {
      try (Transaction transaction = table.begin()) {
        DistributedWrite write = transaction.distribute(DistributedWrite.Kind.INSERT);
        run(write, 0, 1, writer -> writer.insert(1L, "lost"));
        TaskFiles winner = run(write, 0, 1, writer -> writer.insert(1L, "won"));
        write.finish(List.of(winner));
        transaction.commit();
      }
      assertThat(rows(table)).containsExactly("1 won");
      assertThat(directory.resolve("t/place=lost")).doesNotExist();
    }
    assertThat(unfinished()).isEmpty();
  }

  @Test
  void a_transaction_that_is_closed_removes_what_tasks_wrote() throws IOException {
    try (AcidTable table = table()) {
      try (Transaction transaction = table.begin()) {
        DistributedWrite write = transaction.distribute(DistributedWrite.Kind.INSERT);
        write.finish(List.of(run(write, 0, 1, writer -> writer.insert(1L, "a"))));
      }
      try (Transaction transaction = table.begin()) {
        run(
            transaction.distribute(DistributedWrite.Kind.INSERT),
            0,
            1,
            writer -> writer.insert(1L, "a"));
        assertThatThrownBy(transaction::commit)
            .isInstanceOf(ValidationException.class)
            .hasMessageContaining("finish it");
      }
      assertThat(rows(table)).isEmpty();
    }
    try (Stream<Path> left = Files.list(directory.resolve("t"))) {
      assertThat(left.map(file -> file.getFileName().toString())).containsExactly("_acid_log");
    }
  }

  @Test
  void tasks_take_rows_away_and_replace_them_by_their_addresses() throws IOException {
    try (AcidTable table = table("place")) {
      try (Transaction transaction = table.begin()) {
        transaction.insert().row(1L, "a").row(2L, "a").row(3L, "b");
        transaction.commit();
      }
      Address first = addressOf(table, 1);
      Address third = addressOf(table, 3);
      try (Transaction transaction = table.begin()) {
        DistributedWrite write = transaction.distribute(DistributedWrite.Kind.UPDATE);
        int owner = write.task().owners(2).of(first);
        TaskFiles files =
            run(
                write,
                owner,
                2,
                writer -> {
                  writer.delete(first);
                  writer.update(third, 4L, "c");
                  writer.insert(5L, "c");
                });
        write.finish(List.of(files, run(write, 1 - owner, 2, writer -> {})));
        transaction.commit();
      }
      assertThat(rows(table)).containsExactly("2 a", "4 c", "5 c");
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
  }

  @Test
  void a_row_that_the_transaction_does_not_see_is_no_row_to_take_away() throws IOException {
    try (AcidTable table = table()) {
      try (Transaction transaction = table.begin()) {
        transaction.insert().row(1L, "a").row(2L, "a");
        transaction.commit();
      }
      Address gone = addressOf(table, 1);
      table.delete("id = 1");
      try (Transaction transaction = table.begin()) {
        DistributedWrite write = transaction.distribute(DistributedWrite.Kind.DELETE);
        assertThatThrownBy(() -> run(write, 0, 1, writer -> writer.delete(gone)))
            .isInstanceOf(ValidationException.class)
            .hasMessageContaining("sees no row of this address");
      }
    }
  }

  @Test
  void what_another_transaction_took_away_meanwhile_is_a_conflict() throws IOException {
    try (AcidTable table = table()) {
      try (Transaction transaction = table.begin()) {
        transaction.insert().row(1L, "a");
        transaction.commit();
      }
      Address row = addressOf(table, 1);
      try (Transaction transaction = table.begin()) {
        DistributedWrite write = transaction.distribute(DistributedWrite.Kind.DELETE);
        TaskFiles files = run(write, 0, 1, writer -> writer.delete(row));
        table.delete("id = 1");
        write.finish(List.of(files));
        assertThatThrownBy(transaction::commit).isInstanceOf(WriteConflictException.class);
      }
      assertThat(rows(table)).isEmpty();
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
  }

  @Test
  void two_tasks_with_files_for_one_bucket_are_refused_A37() throws IOException {
    try (AcidTable table = table()) {
      try (Transaction transaction = table.begin()) {
        DistributedWrite write = transaction.distribute(DistributedWrite.Kind.INSERT);
        TaskFiles one = run(write, 0, 2, writer -> writer.insert(1L, "a"));
        TaskFiles other = run(write, 0, 2, writer -> writer.insert(2L, "a"));
        assertThatThrownBy(() -> write.finish(List.of(one, other)))
            .isInstanceOf(ValidationException.class)
            .hasMessageContaining("one owner");
      }
      assertThat(unfinished()).isEmpty();
    }
  }

  @Test
  void deletes_belong_to_the_bucket_that_is_decoded_from_the_row_id_A37() throws IOException {
    try (AcidTable table = table();
        Transaction transaction = table.begin()) {
      WriteTask.Owners owners =
          transaction.distribute(DistributedWrite.Kind.DELETE).task().owners(7);
      assertThat(owners.of(new Address("", new RowId(1, 536870912, 0)))).isZero();
      assertThat(owners.of(new Address("", new RowId(2, 536870913, 0)))).isZero();
      assertThat(owners.of(new Address("", new RowId(2, 536870912 + (3 << 16), 0)))).isEqualTo(3);
    }
  }

  @Test
  void rows_of_a_bucketed_table_are_written_by_the_owner_of_their_bucket() throws IOException {
    try (AcidTable table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of("id bigint, place string").bucketedBy(8, "id"))) {
      try (Transaction transaction = table.begin()) {
        DistributedWrite write = transaction.distribute(DistributedWrite.Kind.INSERT);
        WriteTask.Owners owners = write.task().owners(3);
        assertThatThrownBy(
                () ->
                    run(
                        write,
                        (owners.of(List.of(7L, "a")).orElseThrow() + 1) % 3,
                        3,
                        writer -> writer.insert(7L, "a")))
            .isInstanceOf(ValidationException.class)
            .hasMessageContaining("belongs to another");
        List<TaskFiles> winners = new ArrayList<>();
        for (int task = 0; task < 3; task++) {
          int number = task;
          winners.add(
              run(
                  write,
                  task,
                  3,
                  writer -> {
                    for (long id = 0; id < 50; id++) {
                      if (owners.of(List.of(id, "a")).orElseThrow() == number) {
                        writer.insert(id, "a");
                      }
                    }
                  }));
        }
        write.finish(winners);
        transaction.commit();
      }
      assertThat(rows(table)).hasSize(50);
      assertThat(table.verify().deep().run().findings()).isEmpty();
    }
  }

  @Test
  void what_the_tasks_of_a_dead_driver_left_is_removed_by_a_cleaning() throws IOException {
    String temporary = "_tmp." + UUID.randomUUID();
    try (AcidTable table = table("place")) {
      AcidTable driver = AcidTable.open(table.path());
      Transaction transaction =
          driver.begin(BeginOptions.of(Operation.INSERT).withTemporary(temporary));
      DistributedWrite write = transaction.distribute(DistributedWrite.Kind.INSERT);
      run(write, 0, 1, writer -> writer.insert(1L, "a"));
      assertThat(write.directory()).endsWith("/" + temporary);
      table.clean().run();
      assertThat(unfinished()).containsExactly(temporary);

      driver.close();
      table.clean().run();
      table.clean().run();
      assertThat(unfinished()).isEmpty();
    }
  }

  @Test
  void more_tasks_than_row_ids_have_numbers_for_are_refused() {
    assertThatThrownBy(() -> new WriteTask.Place(0, 4097, "/x"))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("4,096");
  }
}
