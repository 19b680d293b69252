package io.orcacid.txn.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.CorruptFileException;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MaintenanceLogTest {
  private static final Author AUTHOR = new Author("user", "host", "");

  @TempDir Path directory;
  private String path;
  private CommitLog log;
  private int commits;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("table").toString();
    log =
        CommitLog.create(
            Storage.local(),
            path,
            TableMetadata.of("struct<id:bigint>"),
            LogOptions.defaults().withCheckpointEntries(1));
  }

  private LogTransaction transaction(
      Operation operation, OptionalLong writeId, List<String> adds, List<String> removes) {
    return new LogTransaction(
        "commit-" + ++commits,
        operation,
        writeId,
        0,
        "",
        AUTHOR,
        List.of(
            new PartitionChange("", adds.stream().map(Deltas::named).toList(), removes, "", "")),
        "");
  }

  private void append(LogEntry entry) throws IOException {
    assertThat(log.append(log.loaded(), entry)).isEqualTo(CommitLog.Appended.COMMITTED);
  }

  private void insert(long writeId) throws IOException {
    append(
        log.propose(
            log.loaded(),
            List.of(
                transaction(
                    Operation.INSERT,
                    OptionalLong.of(writeId),
                    List.of(String.format("delta_%07d_%07d_0000", writeId, writeId)),
                    List.of())),
            Fence.NONE));
  }

  private LogEntry major(long transaction, List<String> adds, List<String> removes) {
    return log.propose(
        state(),
        transaction(Operation.COMPACT, OptionalLong.empty(), adds, removes),
        Fence.NONE,
        Compaction.of(CompactionKind.MAJOR, transaction));
  }

  private TableState state() {
    try {
      return log.loaded();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private Path entry(long version) {
    return Path.of(path, CommitLog.DIRECTORY, LogEntry.nameOf(version));
  }

  private void compactTwoInserts() throws IOException {
    insert(1);
    insert(2);
    append(
        major(
            1,
            List.of("base_0000002_v0000001"),
            List.of("delta_0000001_0000001_0000", "delta_0000002_0000002_0000")));
  }

  @Test
  void a_replaced_directory_is_retired_until_an_entry_says_that_it_is_gone() throws IOException {
    compactTwoInserts();
    TableState compacted = log.newest();
    assertThat(compacted.retired(""))
        .extracting(one -> one.directory().name() + "@" + one.version())
        .containsExactly("delta_0000001_0000001_0000@3", "delta_0000002_0000002_0000@3");
    append(
        log.propose(
            compacted,
            transaction(
                Operation.CLEAN,
                OptionalLong.empty(),
                List.of(),
                List.of("delta_0000001_0000001_0000")),
            new Fence(List.of(7L), List.of(4L)),
            Cleaning.announced(3)));
    TableState announced = log.newest();
    assertThat(announced.oldestReadable()).isEqualTo(3);
    assertThat(announced.retired("")).hasSize(2);
    assertThat(announced.isAborted(7)).isTrue();
    assertThat(announced.isCompactionAborted(4)).isTrue();
    append(
        log.propose(
            announced,
            transaction(
                Operation.CLEAN,
                OptionalLong.empty(),
                List.of(),
                List.of("delta_0000001_0000001_0000")),
            Fence.NONE,
            Cleaning.done(List.of())));
    assertThat(log.newest().retired(""))
        .extracting(one -> one.directory().name())
        .containsExactly("delta_0000002_0000002_0000");
    assertThat(log.newest().oldestReadable()).isEqualTo(3);
    assertThat(CommitLog.open(Storage.local(), path, LogOptions.defaults()).newest())
        .isEqualTo(log.newest());
  }

  @Test
  void only_entries_of_maintenance_ask_for_the_newer_format() throws IOException {
    compactTwoInserts();
    insert(3);
    assertThat(Files.readString(entry(2)))
        .contains("\"minReaderVersion\":1,\"minWriterVersion\":1,");
    assertThat(Files.readString(entry(3)))
        .contains("\"minReaderVersion\":2,\"minWriterVersion\":2,")
        .contains("\"compaction\":{\"kind\":\"MAJOR\",\"transaction\":1}");
    assertThat(Files.readString(entry(4)))
        .contains("\"minReaderVersion\":1,\"minWriterVersion\":2,");
  }

  @Test
  void a_checkpoint_from_before_compactions_were_known_is_read() throws IOException {
    insert(1);
    insert(2);
    assertThat(log.checkpointIfDue()).isTrue();
    TableState newest = log.newest();
    Path root;
    try (Stream<Path> files =
        Files.list(Path.of(path, CommitLog.DIRECTORY, CheckpointRoot.DIRECTORY))) {
      root =
          files
              .filter(file -> file.getFileName().toString().startsWith("_v"))
              .findFirst()
              .orElseThrow();
    }
    List<OrcTexts.Row> rows = new ArrayList<>();
    OrcTexts.read(
        root.toString(),
        Files.readAllBytes(root),
        (key, text) -> rows.add(new OrcTexts.Row(key, older(key, text))));
    byte[] bytes = OrcTexts.bytesOf(Storage.local(), path + "/_acid_log/_tmp-x", rows);
    Files.delete(root);
    String hash = CheckpointReader.sha256(bytes).substring(0, 32);
    Files.write(
        Path.of(path, CommitLog.DIRECTORY, CheckpointRoot.nameOf(newest.version(), hash)), bytes);
    for (long version = 0; version <= newest.version(); version++) {
      Files.delete(entry(version));
    }
    CommitLog opened = CommitLog.open(Storage.local(), path, LogOptions.defaults());
    assertThat(opened.statistics().checkpointsRead()).isEqualTo(1);
    assertThat(opened.newest()).isEqualTo(newest);
    assertThat(opened.newest().snapshot("t").transactions()).hasToString("0:9223372036854775807::");
  }

  private static String older(String key, String text) {
    try {
      if (!key.equals(CheckpointReader.STATE)) {
        return text;
      }
      ObjectNode object = (ObjectNode) new ObjectMapper().readTree(text);
      assertThat(object.has("compactions")).isTrue();
      object.remove(List.of("compactions", "oldestReadable"));
      return object.toString();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Test
  void what_contradicts_the_state_before_is_corruption() throws IOException {
    compactTwoInserts();
    insert(3);
    List<String> delta = List.of("delta_0000003_0000003_0000");
    assertCorrupt(major(1, List.of("base_0000003_v0000001"), delta), "committed or aborted before");
    assertCorrupt(major(2, List.of("base_0000003_v0000003"), delta), "another transaction");
    assertCorrupt(
        major(2, List.of("base_0000003_v0000002"), List.of("delta_0000001_0000001_0000")),
        "not live");
    assertCorrupt(
        log.propose(
            state(),
            transaction(Operation.CLEAN, OptionalLong.empty(), List.of(), delta),
            Fence.NONE,
            Cleaning.done(List.of())),
        "not retired");
    assertCorrupt(
        log.propose(
            state(),
            transaction(Operation.CLEAN, OptionalLong.empty(), List.of(), List.of()),
            Fence.NONE,
            Cleaning.announced(99)),
        "come after it");
    assertCorrupt(
        log.propose(
            state(),
            transaction(Operation.CLEAN, OptionalLong.empty(), List.of(), List.of()),
            Fence.NONE,
            Cleaning.done(List.of(1L))),
        "not aborted");
  }

  private void assertCorrupt(LogEntry entry, String reason) {
    assertThatThrownBy(() -> log.preview(state(), entry))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(reason);
  }

  @Test
  void fields_of_a_newer_version_survive_in_a_compaction_and_a_cleaning() {
    Compaction compaction =
        new Compaction(
            CompactionKind.MINOR,
            3,
            Optional.of(new CompactionFigures("why", Duration.ofMillis(12), 1, 2, 3, 4, 5, 6)),
            "{\"score\":7}");
    Cleaning cleaning = new Cleaning(Cleaning.Step.ANNOUNCED, 4, List.of(2L), "{\"reason\":\"x\"}");
    assertThat(
            MaintenanceCodec.decodeCompaction(
                Json.parse(Json.text(MaintenanceCodec.encode(compaction)), "p")))
        .isEqualTo(compaction);
    assertThat(
            MaintenanceCodec.decodeCleaning(
                Json.parse(Json.text(MaintenanceCodec.encode(cleaning)), "p")))
        .isEqualTo(cleaning);
  }

  @Test
  void r2_an_adopted_table_counts_its_compactions_above_all_that_it_was_given() throws IOException {
    Adoption adoption =
        new Adoption(
            ValidWriteIdList.of("t", 4, new long[0], new long[] {2}),
            ValidTxnList.of(6, new long[0], new long[] {3, 5}),
            4,
            8);
    path = directory.resolve("adopted").toString();
    log =
        CommitLog.adopt(
            Storage.local(),
            path,
            TableMetadata.of("struct<id:bigint>").adopted(adoption),
            List.of(
                new PartitionChange(
                    "",
                    List.of(Deltas.named("delta_0000003_0000004_v0000006")),
                    List.of(),
                    "",
                    "")),
            LogOptions.defaults());
    assertThat(log.newest().greatestCompaction()).isEqualTo(8);
    assertThat(log.newest().snapshot("t").transactions()).hasToString("6:9223372036854775807::3,5");
    append(major(10, List.of("base_0000004_v0000010"), List.of("delta_0000003_0000004_v0000006")));
    assertThat(log.newest().snapshot("t").transactions())
        .hasToString("10:9223372036854775807::3,5,7,8,9");
    assertThat(log.stateAt(0).snapshot("t").transactions())
        .hasToString("6:9223372036854775807::3,5");
  }
}
