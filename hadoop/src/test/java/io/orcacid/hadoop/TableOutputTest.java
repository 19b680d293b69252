package io.orcacid.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidTable;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.error.WriteConflictException;
import io.orcacid.format.SchemaText;
import io.orcacid.hadoop.InputRows.Found;
import io.orcacid.hadoop.InputRows.Way;
import io.orcacid.hadoop.mapreduce.OrcAcidInputFormat;
import io.orcacid.hadoop.mapreduce.OrcAcidOutputFormat;
import io.orcacid.hadoop.mapreduce.OrcAcidPartitioner;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapred.FileOutputCommitter;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a job leaves, however its tasks end: one version with the right rows, or nothing. */
class TableOutputTest {
  private static final TypeDescription ROW = SchemaText.parse("id bigint, place string");

  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  private AcidTable table;
  private Job job;

  @BeforeEach
  void create() throws IOException {
    table =
        AcidTable.create(
            directory.resolve("t").toString(), TableDefinition.of(ROW).partitionedBy("place"));
    job = job();
  }

  @AfterEach
  void close() throws IOException {
    table.close();
  }

  private Job job() throws IOException {
    Job made = Job.getInstance(new Configuration(false));
    OrcAcidOutputFormat.configure(made).path(table.path()).insert();
    return made;
  }

  private static AcidRow row(long id, String place) {
    return AcidRow.of(ROW, id, place);
  }

  private static List<String> rows(AcidTable of) throws IOException {
    List<String> rows = new ArrayList<>();
    try (Rows found = of.scan().rows()) {
      found.forEach(row -> rows.add(row.get(0) + " " + row.get(1)));
    }
    rows.sort(null);
    return rows;
  }

  /** Nothing but what the log names lies in the table. */
  private void requireNothingStray() throws IOException {
    var report = table.verify().deep().run();
    assertThat(report.findings()).isEmpty();
    assertThat(report.checked().unfinishedDirectories()).isZero();
    try (Stream<Path> files = Files.walk(Path.of(table.path()))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .noneMatch(name -> name.startsWith("_tmp."));
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_task_that_fails_anywhere_and_is_tried_again_leaves_the_rows_of_one_attempt_A38(
      AttemptFailure failure) throws Exception {
    long before = table.version();
    HandDrivenJob submitted = HandDrivenJob.submit(job, TaskType.MAP, 2);
    failure.happen(
        submitted.attempt(0, 0), List.of(row(1, "lost"), row(2, "a"), row(3, "a"), row(4, "a")));
    HandDrivenJob.Attempt second = submitted.attempt(0, 1);
    second.write(NullWritable.get(), row(1, "a")).write(NullWritable.get(), row(2, "b")).close();
    assertThat(second.needsCommit()).isTrue();
    second.commit();
    HandDrivenJob.Attempt other = submitted.attempt(1, 0);
    other.write(NullWritable.get(), row(9, "c")).close().commit();
    assertThat(rows(table)).isEmpty();
    submitted.commit();

    assertThat(rows(table)).containsExactly("1 a", "2 b", "9 c");
    assertThat(table.version()).isEqualTo(before + 1);
    assertThat(Path.of(table.path(), "place=lost")).doesNotExist();
    requireNothingStray();
  }

  @ParameterizedTest
  @CsvSource({"0", "1"})
  void of_two_attempts_at_a_time_the_committed_one_counts(int winner) throws Exception {
    HandDrivenJob submitted = HandDrivenJob.submit(job, TaskType.REDUCE, 1);
    HandDrivenJob.Attempt[] attempts = {submitted.attempt(0, 0), submitted.attempt(0, 1)};
    for (int i = 0; i < 10; i++) {
      for (int attempt = 0; attempt < 2; attempt++) {
        attempts[attempt].write(NullWritable.get(), row(i, "of " + attempt));
      }
    }
    attempts[0].close();
    attempts[1].close();
    attempts[winner].commit();
    attempts[1 - winner].abort();
    submitted.commit();
    assertThat(rows(table)).hasSize(10).allMatch(row -> row.endsWith("of " + winner));
    requireNothingStray();
  }

  @Test
  void a_job_that_is_aborted_leaves_nothing() throws Exception {
    long before = table.version();
    HandDrivenJob submitted = HandDrivenJob.submit(job, TaskType.MAP, 2);
    submitted.attempt(0, 0).write(NullWritable.get(), row(1, "a")).close().commit();
    submitted.attempt(1, 0).write(NullWritable.get(), row(2, "a"));
    submitted.abort();
    assertThat(rows(table)).isEmpty();
    assertThat(table.version()).isEqualTo(before);
    requireNothingStray();
  }

  @Test
  void a_job_with_a_task_that_is_not_committed_commits_nothing() throws Exception {
    HandDrivenJob submitted = HandDrivenJob.submit(job, TaskType.MAP, 2);
    submitted.attempt(0, 0).write(NullWritable.get(), row(1, "a")).close().commit();
    assertThatThrownBy(submitted::commit)
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("not committed");
    submitted.abort();
    assertThat(rows(table)).isEmpty();
    requireNothingStray();
  }

  @Test
  void a_task_without_rows_is_committed_as_well() throws Exception {
    HandDrivenJob submitted = HandDrivenJob.submit(job, TaskType.MAP, 2);
    submitted.attempt(0, 0).write(NullWritable.get(), row(1, "a")).close().commit();
    submitted.attempt(1, 0).commit();
    submitted.commit();
    assertThat(rows(table)).containsExactly("1 a");
    requireNothingStray();
  }

  @Test
  void a_driver_that_died_after_its_commit_is_found_by_the_next_one() throws Exception {
    HandDrivenJob first = HandDrivenJob.submit(job, TaskType.MAP, 1);
    first.attempt(0, 0).write(NullWritable.get(), row(1, "a")).close().commit();
    first.commit();
    long committed = table.version();

    HandDrivenJob again = first.again();
    again.attempt(0, 0).write(NullWritable.get(), row(1, "a")).close().commit();
    again.commit();
    assertThat(rows(table)).containsExactly("1 a");
    assertThat(table.version()).isEqualTo(committed);
    requireNothingStray();
  }

  @Test
  void a_driver_that_died_before_its_commit_is_followed_by_one_that_starts_anew() throws Exception {
    HandDrivenJob first = HandDrivenJob.submit(job, TaskType.MAP, 1);
    first.attempt(0, 0).write(NullWritable.get(), row(1, "old")).close().commit();
    HandDrivenJob again = first.again();
    first.attempt(0, 1).write(NullWritable.get(), row(1, "late"));
    again.attempt(0, 0).write(NullWritable.get(), row(1, "a")).close().commit();
    again.commit();
    assertThat(rows(table)).containsExactly("1 a");
    first.abort();
    requireNothingStray();
  }

  @Test
  void a_job_with_the_token_of_a_committed_one_changes_nothing() throws Exception {
    for (int submission = 0; submission < 2; submission++) {
      Job made = job();
      new OutputConfiguration(made.getConfiguration()).token("nightly", 7);
      HandDrivenJob submitted = HandDrivenJob.submit(made, TaskType.MAP, 1);
      submitted.attempt(0, 0).write(NullWritable.get(), row(1, "a")).close().commit();
      submitted.commit();
    }
    assertThat(rows(table)).containsExactly("1 a");
    requireNothingStray();
  }

  @Test
  void the_driver_holds_the_transaction_until_the_job_ends() throws Exception {
    HandDrivenJob submitted = HandDrivenJob.submit(job, TaskType.MAP, 1);
    assertThat(table.transactions()).hasSize(1);
    submitted.attempt(0, 0).write(NullWritable.get(), row(1, "a")).close().commit();
    table.clean().run();
    submitted.commit();
    assertThat(table.transactions()).isEmpty();
    assertThat(rows(table)).containsExactly("1 a");
  }

  private static void loadTo(AcidTable to, int rows) throws IOException {
    try (Transaction transaction = to.begin()) {
      for (long id = 0; id < rows; id++) {
        transaction.insert().row(id, id % 2 == 0 ? "even" : "odd");
      }
      transaction.commit();
    }
  }

  private List<Found> read() throws Exception {
    Configuration reading = new Configuration(false);
    OrcAcidInputFormat.configure(reading).path(table.path());
    List<Found> found = InputRows.read(Way.MAPREDUCE, reading);
    TableInput.release(reading);
    return found;
  }

  private HandDrivenJob changing(boolean deleteOnly, int reducers) throws IOException {
    job = job();
    OutputConfiguration output = new OutputConfiguration(job.getConfiguration());
    var unused = deleteOnly ? output.delete() : output.update();
    return HandDrivenJob.submit(job, TaskType.REDUCE, reducers);
  }

  private interface Change {
    boolean make(Found found, HandDrivenJob.Attempt by) throws Exception;
  }

  private static void run(HandDrivenJob submitted, List<Found> input, int reducers, Change change)
      throws Exception {
    OrcAcidPartitioner<Object, Object> partitioner = new OrcAcidPartitioner<>();
    partitioner.setConf(submitted.configuration());
    HandDrivenJob.Attempt[] attempts = new HandDrivenJob.Attempt[reducers];
    for (int i = 0; i < reducers; i++) {
      attempts[i] = submitted.attempt(i, 0);
    }
    for (Found found : input) {
      AcidAddress key = AcidAddress.of(found.address().orElseThrow());
      change.make(found, attempts[partitioner.getPartition(key, found.row(), reducers)]);
    }
    for (HandDrivenJob.Attempt attempt : attempts) {
      attempt.close().commit();
    }
  }

  @Test
  void rows_are_deleted_by_their_addresses_each_bucket_by_one_task_A37() throws Exception {
    for (int i = 0; i < 3; i++) {
      HandDrivenJob loading = HandDrivenJob.submit(job(), TaskType.MAP, 4);
      for (int task = 0; task < 4; task++) {
        loading
            .attempt(task, 0)
            .write(NullWritable.get(), row(10L * i + task, "a"))
            .write(NullWritable.get(), row(100 + 10L * i + task, "b"))
            .close()
            .commit();
      }
      loading.commit();
    }
    List<Found> all = read();
    assertThat(all).hasSize(24);
    HandDrivenJob deleting = changing(true, 3);
    run(
        deleting,
        all,
        3,
        (found, by) -> {
          if (found.row().getLong("id") % 2 == 0) {
            by.write(AcidAddress.of(found.address().orElseThrow()), NullWritable.get());
            return true;
          }
          return false;
        });
    long before = table.version();
    deleting.commit();
    assertThat(table.version()).isEqualTo(before + 1);
    assertThat(rows(table))
        .hasSize(12)
        .allMatch(text -> Long.parseLong(text.substring(0, text.indexOf(' '))) % 2 == 1);
    requireNothingStray();
  }

  @Test
  void rows_are_replaced_taken_away_and_added_in_one_job() throws Exception {
    loadTo(table, 10);
    List<Found> all = read();
    HandDrivenJob updating = changing(false, 2);
    run(
        updating,
        all,
        2,
        (found, by) -> {
          long id = found.row().getLong("id");
          AcidAddress address = AcidAddress.of(found.address().orElseThrow());
          if (id < 3) {
            by.write(address, NullWritable.get());
          } else if (id < 6) {
            by.write(address, row(id, "new"));
          } else if (id == 9) {
            by.write(NullWritable.get(), row(99, "added"));
          }
          return true;
        });
    updating.commit();
    assertThat(rows(table))
        .containsExactly(
            "3 new", "4 new", "5 new", "6 even", "7 odd", "8 even", "9 odd", "99 added");
    requireNothingStray();
  }

  @Test
  void a_row_that_another_transaction_took_away_meanwhile_fails_the_job() throws Exception {
    loadTo(table, 4);
    List<Found> all = read();
    HandDrivenJob deleting = changing(true, 1);
    table.delete("id = 1");
    run(
        deleting,
        all,
        1,
        (found, by) -> {
          by.write(AcidAddress.of(found.address().orElseThrow()), null);
          return true;
        });
    assertThatThrownBy(deleting::commit).isInstanceOf(WriteConflictException.class);
    deleting.abort();
    assertThat(rows(table)).hasSize(3);
    requireNothingStray();
  }

  @Test
  void a_bucketed_table_gets_each_row_from_the_owner_of_its_bucket() throws Exception {
    table.close();
    table =
        AcidTable.create(
            directory.resolve("b").toString(), TableDefinition.of(ROW).bucketedBy(8, "id"));
    HandDrivenJob submitted = HandDrivenJob.submit(job(), TaskType.REDUCE, 3);
    OrcAcidPartitioner<Object, Object> partitioner = new OrcAcidPartitioner<>();
    partitioner.setConf(submitted.configuration());
    HandDrivenJob.Attempt[] attempts = new HandDrivenJob.Attempt[3];
    for (int i = 0; i < 3; i++) {
      attempts[i] = submitted.attempt(i, 0);
    }
    for (long id = 0; id < 100; id++) {
      AcidRow row = row(id, "x");
      attempts[partitioner.getPartition(NullWritable.get(), row, 3)].write(NullWritable.get(), row);
    }
    for (HandDrivenJob.Attempt attempt : attempts) {
      attempt.close().commit();
    }
    submitted.commit();
    assertThat(rows(table)).hasSize(100);
    requireNothingStray();
  }

  @Test
  void an_output_that_needs_reducers_is_refused_without_them() {
    new OutputConfiguration(job.getConfiguration()).delete();
    assertThatThrownBy(() -> HandDrivenJob.submit(job, TaskType.MAP, 2))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("use reducers");
  }

  @Test
  void more_tasks_than_row_ids_have_numbers_for_are_refused_before_any_starts() {
    for (TaskType type : List.of(TaskType.MAP, TaskType.REDUCE)) {
      assertThatThrownBy(() -> HandDrivenJob.submit(job(), type, 4097))
          .isInstanceOf(ValidationException.class)
          .hasMessageContaining("4,096");
    }
    assertThat(Path.of(table.path()).toFile().list()).containsExactly("_acid_log");
  }

  @Test
  void a_row_with_other_columns_fails_its_task() throws Exception {
    HandDrivenJob submitted = HandDrivenJob.submit(job, TaskType.MAP, 1);
    AcidRow other = AcidRow.of(SchemaText.parse("id bigint"), 1L);
    HandDrivenJob.Attempt attempt = submitted.attempt(0, 0);
    assertThatThrownBy(() -> attempt.write(NullWritable.get(), other))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("other columns");
    attempt.close();
    AcidRow turned = AcidRow.of(SchemaText.parse("PLACE string, ID bigint"), "a", 1L);
    submitted.attempt(0, 1).write(NullWritable.get(), turned).close().commit();
    submitted.commit();
    assertThat(rows(table)).containsExactly("1 a");
  }

  @Test
  void the_older_format_is_refused_with_another_committer() {
    JobConf older = new JobConf(false);
    io.orcacid.hadoop.mapred.OrcAcidOutputFormat.configure(older).path(table.path());
    older.setNumReduceTasks(0);
    older.setOutputCommitter(FileOutputCommitter.class);
    assertThatThrownBy(
            () ->
                new io.orcacid.hadoop.mapred.OrcAcidOutputFormat<>().checkOutputSpecs(null, older))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("OrcAcidOutputCommitter");
  }

  @Test
  void a_task_whose_files_are_gone_fails_the_job_and_not_its_rows() throws Exception {
    HandDrivenJob submitted = HandDrivenJob.submit(job, TaskType.MAP, 1);
    submitted.attempt(0, 0).write(NullWritable.get(), row(1, "a")).close().commit();
    try (Stream<Path> files = Files.walk(Path.of(table.path()))) {
      for (Path file : files.filter(path -> path.endsWith("bucket_00000")).toList()) {
        Files.delete(file);
      }
    }
    assertThatThrownBy(submitted::commit).isInstanceOf(IOException.class);
    submitted.abort();
    assertThat(rows(table)).isEmpty();
    requireNothingStray();
  }

  @Test
  void a_table_without_a_log_is_not_written() throws IOException {
    Path none = Files.createDirectory(directory.resolve("none"));
    new OutputConfiguration(job.getConfiguration()).path(none.toString());
    assertThatThrownBy(() -> HandDrivenJob.submit(job, TaskType.MAP, 1))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("adopt");
  }
}
