package io.orcacid.txn.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CorruptLogTest {
  private static final int NEWER = EntryCodec.FORMAT_VERSION + 1;

  private static final Author AUTHOR = new Author("user", "host", "");

  @TempDir Path directory;
  private String path;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("table").toString();
    CommitLog log =
        CommitLog.create(
            Storage.local(), path, TableMetadata.of("struct<id:bigint>"), LogOptions.defaults());
    for (int i = 1; i <= 3; i++) {
      append(log, i);
    }
  }

  private static void append(CommitLog log, long writeId) throws IOException {
    TableState base = log.newest();
    LogTransaction transaction =
        new LogTransaction(
            "commit-" + writeId,
            Operation.INSERT,
            OptionalLong.of(writeId),
            base.version(),
            "hive",
            AUTHOR,
            List.of(new PartitionChange("", List.of(Deltas.of(writeId)), List.of(), "", "")),
            "");
    assertThat(log.append(base, log.propose(base, List.of(transaction), Fence.NONE)))
        .isEqualTo(CommitLog.Appended.COMMITTED);
  }

  private CommitLog open() throws IOException {
    return CommitLog.open(Storage.local(), path, LogOptions.defaults());
  }

  private Path entry(long version) {
    return Path.of(path, CommitLog.DIRECTORY, LogEntry.nameOf(version));
  }

  /** Rewrites an entry's line and gives it a checksum that matches. */
  private void edit(long version, UnaryOperator<String> edit) throws IOException {
    String line = Files.readString(entry(version)).lines().findFirst().orElseThrow();
    String edited = edit.apply(line);
    assertThat(edited).isNotEqualTo(line);
    Files.write(entry(version), sealed(edited));
  }

  private static byte[] sealed(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    String seal = String.format("{\"crc32c\":\"%08x\"}\n", crc.getValue());
    return (line + "\n" + seal).getBytes(StandardCharsets.UTF_8);
  }

  private void assertCorrupt(long version, String reason) {
    assertThatThrownBy(this::open)
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining(LogEntry.nameOf(version))
        .hasMessageContaining(reason);
  }

  @Test
  void every_flipped_bit_of_an_entry_is_found() throws IOException {
    long seed = Long.getLong("orcacid.seed", System.nanoTime());
    System.out.println("every_flipped_bit_of_an_entry_is_found: -Dorcacid.seed=" + seed);
    Random random = new Random(seed);
    byte[] good = Files.readAllBytes(entry(2));
    for (int i = 0; i < 150; i++) {
      byte[] bad = good.clone();
      bad[random.nextInt(bad.length)] ^= (byte) (1 << random.nextInt(8));
      Files.write(entry(2), bad);
      assertCorrupt(2, "");
    }
    for (int length = 0; length < good.length; length += 31) {
      Files.write(entry(2), java.util.Arrays.copyOf(good, length));
      assertCorrupt(2, "");
    }
    Files.write(entry(2), good);
    assertThat(open().newest().version()).isEqualTo(3);
  }

  @Test
  void a_damaged_newest_entry_is_corruption_and_not_an_older_table() throws IOException {
    Files.write(entry(3), new byte[0]);
    assertCorrupt(3, "checksum");
  }

  @Test
  void a_hole_below_an_entry_is_corruption() throws IOException {
    Files.delete(entry(2));
    assertCorrupt(2, "missing");
  }

  @Test
  void a_hole_is_found_without_the_hint_too() throws IOException {
    Files.delete(entry(2));
    Files.delete(Path.of(path, CommitLog.DIRECTORY, "_last"));
    assertCorrupt(2, "missing");
  }

  @Test
  void a_hint_that_lies_or_is_damaged_changes_nothing() throws IOException {
    Path hint = Path.of(path, CommitLog.DIRECTORY, "_last");
    for (String text : List.of("", "{}", "{\"version\":1}\n", "{\"version\":99}\n")) {
      Files.writeString(hint, text);
      assertThat(open().newest().version()).isEqualTo(3);
      Files.write(hint, sealed(text.trim()));
      assertThat(open().newest().version()).isEqualTo(3);
    }
  }

  @Test
  void the_first_entry_gone_is_not_an_empty_table() throws IOException {
    Files.delete(entry(0));
    assertThatThrownBy(this::open).isInstanceOf(OrcAcidException.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          "parent":"commit-1"        | "parent":"commit-9"                   | parent
          "version":2                | "version":5                           | version
          "commitId":"commit-2","parent" | "commitId":"commit-2","commitId":"x","parent" | Duplicate
          delta_0000002_0000002_0000 | delta_0000001_0000001_0000            | write id
          delta_0000002_0000002_0000 | ../../etc                             | base, delta
          "writeId":2                | "writeId":1                           | committed
          "writeId":2                | "writeId":-2                          | write id
          "writeId":2                | "writeId":2.5                         | whole number
          "writeId":2                | "writeId":1e309                       | whole number
          "writeId":2                | "writeId":99999999999999999999        | whole number
          "partition":""             | "partition":"../../x=1"               | partition
          "partition":""             | "partition":"p=1"                     | partition
          "partition":""             | "partition":"a=%2e%2e/../b=1"         | partition
          "name":"bucket_00000"      | "name":"../bucket_00000"              | data file
          "length":10                | "length":-10                          | length
          "length":10                | "length":"10"                         | length
          "crc32c":"00000007"        | "crc32c":"zz"                         | crc32c
          "user":"user",             | ''                                    | user
          """)
  void an_entry_that_contradicts_is_refused_with_its_path(String from, String to, String reason)
      throws IOException {
    edit(2, line -> line.replace(from, to));
    assertCorrupt(2, reason);
  }

  @Test
  void an_entry_of_another_table_or_an_earlier_time_is_refused() throws IOException {
    String good = Files.readString(entry(2));
    edit(2, line -> line.replaceFirst("\"table\":\"........", "\"table\":\"00000000"));
    assertCorrupt(2, "another table");
    Files.writeString(entry(2), good);
    edit(2, line -> line.replaceFirst("\"time\":\"20", "\"time\":\"19"));
    assertCorrupt(2, "later");
  }

  @Test
  void a_depth_bomb_and_an_entry_of_more_than_a_mebibyte_are_refused() throws IOException {
    edit(
        2,
        line ->
            line.replace("\"aborts\":[]", "")
                .replaceFirst("\\}$", ",\"x\":" + "[".repeat(50_000) + "]".repeat(50_000) + "}"));
    assertCorrupt(2, "depth");
    Files.write(entry(2), new byte[(1 << 20) + 1]);
    assertCorrupt(2, "1 MiB");
  }

  @ParameterizedTest
  @ValueSource(strings = {"minReaderVersion", "operation"})
  void what_a_newer_version_requires_is_refused_as_that(String field) throws IOException {
    edit(
        2,
        line ->
            field.equals("operation")
                ? line.replace("\"operation\":\"INSERT\"", "\"operation\":\"TELEPORT\"")
                : line.replace("\"minReaderVersion\":1", "\"minReaderVersion\":" + NEWER));
    assertThatThrownBy(this::open)
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("newer");
  }

  @Test
  void a_table_for_newer_writers_is_read_and_not_written() throws IOException {
    edit(3, line -> line.replace("\"minWriterVersion\":1", "\"minWriterVersion\":" + NEWER));
    TableState state = open().newest();
    assertThat(state.version()).isEqualTo(3);
    assertThatThrownBy(state::requireWritable).isInstanceOf(UnsupportedTableException.class);
  }

  @Test
  void fields_that_a_newer_version_wrote_survive_folding_and_checkpoints() throws IOException {
    edit(
        2,
        line ->
            line.replace("\"rows\":1,", "\"rows\":1,\"columns\":{\"id\":[\"1\",\"9\"]},")
                .replace("\"schemaId\":0,", "\"schemaId\":0,\"sorted\":true,"));
    CommitLog log =
        CommitLog.open(Storage.local(), path, LogOptions.defaults().withCheckpointEntries(1));
    assertThat(log.checkpointIfDue()).isTrue();
    CommitLog again = open();
    assertThat(again.statistics().checkpointsRead()).isEqualTo(1);
    DataDirectory kept = again.newest().directoriesByName("").get("delta_0000002_0000002_0000");
    assertThat(kept.extension()).isEqualTo("{\"sorted\":true}");
    assertThat(kept.files().get(0).extension()).isEqualTo("{\"columns\":{\"id\":[\"1\",\"9\"]}}");
  }

  @Test
  void another_kind_of_store_or_a_newer_log_format_is_refused() throws IOException {
    Path description = Path.of(path, CommitLog.DIRECTORY, "_store.json");
    String line = Files.readString(description).lines().findFirst().orElseThrow();
    Files.write(description, sealed(line.replace("\"local\"", "\"jdbc\"")));
    assertThatThrownBy(this::open)
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("jdbc");
    Files.write(description, sealed(line.replace("\"logFormat\":1", "\"logFormat\":" + NEWER)));
    assertThatThrownBy(this::open)
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("newer");
    assertThat(line).doesNotContain(path).doesNotContain("io.orcacid");
  }

  @Test
  void metadata_with_values_that_nothing_may_have_is_refused() {
    assertThatThrownBy(() -> new Bucketing(List.of("a"), 0, 2))
        .isInstanceOf(ValidationException.class);
    assertThatThrownBy(() -> new Bucketing(List.of("a"), 4, 3))
        .isInstanceOf(ValidationException.class);
  }
}
