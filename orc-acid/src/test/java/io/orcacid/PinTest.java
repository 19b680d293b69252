package io.orcacid;

import static io.orcacid.TestTables.insert;
import static io.orcacid.TestTables.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.reader.ScanPlan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans hold a pin while they are open (PROTOCOL.md R19, R20). */
class PinTest {
  @TempDir Path directory;
  private Path path;
  private AcidTable table;

  @BeforeEach
  void create() throws IOException {
    path = directory.resolve("t");
    table = AcidTable.create(path.toString(), TableDefinition.of("id bigint"));
    insert(table, row(1L), row(2L));
  }

  private List<Path> leases() throws IOException {
    Path leases = path.resolve("_acid_log/_leases");
    if (!Files.exists(leases)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(leases)) {
      return files.toList();
    }
  }

  @Test
  void scans_of_one_version_share_a_pin_that_goes_with_the_table() throws IOException {
    assertThat(leases()).isEmpty();
    try (Rows one = table.scan().rows();
        Batches other = table.scan().batches();
        ScanPlan plan = table.scan().plan()) {
      assertThat(one.unprotectedBecause()).isEmpty();
      assertThat(other.unprotectedBecause()).isEmpty();
      assertThat(plan.splits()).hasSize(1);
      assertThat(table.scan().count()).isEqualTo(2);
      assertThat(leases()).hasSize(1);
      insert(table, row(3L));
      assertThat(table.scan().count()).isEqualTo(3);
      assertThat(leases()).hasSize(2);
    }
    table.close();
    assertThat(leases()).isEmpty();
  }

  @Test
  void a_file_that_is_gone_without_a_cleaning_is_damage_and_never_fewer_rows() throws IOException {
    try (Rows rows = table.scan().rows()) {
      Files.delete(path.resolve("delta_0000001_0000001_0000/bucket_00000"));
      Iterator<Row> iterator = rows.iterator();
      assertThatThrownBy(iterator::hasNext)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("bucket_00000");
    }
    assertThatThrownBy(() -> table.scan().count()).isInstanceOf(CorruptFileException.class);
  }

  @Test
  void a_transaction_whose_files_went_with_its_abort_is_told_of_the_abort() throws IOException {
    try (Transaction transaction = table.begin()) {
      transaction.insert().row(3L);
      assertThat(transaction.scan().count()).isEqualTo(3);
      table.abort(transaction.writeId().orElseThrow());
      table.clean().retentionWithoutForeignReaders(Duration.ZERO).run();
      assertThatThrownBy(() -> transaction.scan().count())
          .isInstanceOf(TransactionAbortedException.class)
          .hasMessageContaining("writeId=2");
    }
    assertThat(table.scan().count()).isEqualTo(2);
  }
}
