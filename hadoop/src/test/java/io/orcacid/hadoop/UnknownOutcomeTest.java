package io.orcacid.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.format.SchemaText;
import io.orcacid.hadoop.mapreduce.OrcAcidOutputFormat;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The answer to a job's commit is lost. */
class UnknownOutcomeTest {
  private static final TypeDescription ROW = SchemaText.parse("id bigint");

  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  private AcidTable table;

  @BeforeEach
  void create() throws IOException {
    table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of(ROW),
            AcidOptions.of(Map.of("orcacid.store.kind", LosingStore.KIND)));
  }

  @AfterEach
  void close() throws IOException {
    LosingStore.recover();
    table.close();
  }

  private HandDrivenJob submit() throws Exception {
    Job job = Job.getInstance(new Configuration(false));
    job.getConfiguration().set("orcacid.store.kind", LosingStore.KIND);
    OrcAcidOutputFormat.configure(job).path(table.path()).token("nightly", 1);
    HandDrivenJob submitted = HandDrivenJob.submit(job, TaskType.MAP, 1);
    submitted.attempt(0, 0).write(NullWritable.get(), AcidRow.of(ROW, 1L)).close().commit();
    return submitted;
  }

  @Test
  void the_committer_asks_again_until_the_store_answers() throws Exception {
    long before = table.version();
    HandDrivenJob submitted = submit();
    LosingStore.loseNext(2);
    submitted.commit();
    assertThat(table.version()).isEqualTo(before + 1);
    assertThat(table.scan().count()).isEqualTo(1);
    assertThat(table.verify().deep().run().findings()).isEmpty();
  }

  @Test
  void so_it_does_for_a_job_without_rows() throws Exception {
    long before = table.version();
    Job job = Job.getInstance(new Configuration(false));
    job.getConfiguration().set("orcacid.store.kind", LosingStore.KIND);
    OrcAcidOutputFormat.configure(job).path(table.path());
    HandDrivenJob submitted = HandDrivenJob.submit(job, TaskType.MAP, 1);
    submitted.attempt(0, 0).commit();
    LosingStore.loseNext(3);
    submitted.commit();
    assertThat(table.version()).isEqualTo(before + 1);
  }

  @Test
  void a_job_whose_outcome_stays_unknown_removes_nothing_and_is_found_when_submitted_again()
      throws Exception {
    long before = table.version();
    HandDrivenJob submitted = submit();
    LosingStore.loseNext(1_000_000);
    assertThatThrownBy(submitted::commit).isInstanceOf(CommitStateUnknownException.class);
    submitted.abort();
    LosingStore.recover();
    assertThat(table.version()).isEqualTo(before + 1);
    assertThat(table.scan().count()).isEqualTo(1);

    submit().commit();
    assertThat(table.version()).isEqualTo(before + 1);
    assertThat(table.scan().count()).isEqualTo(1);
    assertThat(table.verify().deep().run().findings()).isEmpty();
  }
}
