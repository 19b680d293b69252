package io.orcacid.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.format.RowId;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.interop.Hive.Lists;
import io.orcacid.interop.Hive.Place;
import io.orcacid.interop.Hive.Reader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where Hive's two readers do not agree with each other, and what ours does. */
class HiveFaultsTest {
  private static final TableDefinition TABLE = TableDefinition.of("id bigint");
  private static final int BUCKET_0 = 536870912;
  private static final int NO_ATTEMPT = -1;

  @TempDir private Path directory;
  private final Hive hive = Hive.shared();

  /**
   * Hive 4.1 keeps one attempt for each write id and bucket, not for each statement: the row reader
   * then looks for a file that is not there, and passes over it.
   */
  @Test
  void ofTwoDeleteStatementsWithDifferentAttemptsHivesRowReaderLosesOne() throws IOException {
    insert(1, 0, 4);
    delete(2, 0, 0, new RowId(1, BUCKET_0, 0));
    delete(2, 1, 1, new RowId(1, BUCKET_0, 2));
    Lists lists = committedUpTo(2);

    assertThat(hive.read(directory, TABLE.row(), lists, Reader.ROW)).hasSize(3);
    assertThat(hive.read(directory, TABLE.row(), lists, Reader.VECTORISED))
        .isEqualTo(ours(lists))
        .hasSize(2);
  }

  /** FORMAT.md §14 no. 1. */
  @Test
  void ofACompactedDeltaOfOneWriteIdHivesVectorisedReaderDoesNotApplyItsOwnDeletes()
      throws IOException {
    insert(1, 0, 3);
    insert(1, 1, 3);
    delete(1, 2, NO_ATTEMPT, new RowId(1, BUCKET_0, 1));
    Lists lists = committedUpTo(1);
    assertThat(hive.read(directory, TABLE.row(), lists, Reader.VECTORISED)).hasSize(5);

    hive.compact(directory, TABLE.row(), lists, "minor", 7);

    assertThat(hive.read(directory, TABLE.row(), lists, Reader.VECTORISED)).hasSize(6);
    assertThat(hive.read(directory, TABLE.row(), lists, Reader.ROW))
        .isEqualTo(ours(lists))
        .hasSize(5);
  }

  private void insert(long writeId, int statement, int count) {
    List<List<Object>> rows =
        LongStream.range(0, count).mapToObj(id -> List.<Object>of(id)).toList();
    hive.insert(
        directory, TABLE.row(), new Place(writeId, statement, 0, NO_ATTEMPT), rows, "delta");
  }

  private void delete(long writeId, int statement, int attempt, RowId id) {
    hive.delete(directory, TABLE.row(), new Place(writeId, statement, 0, attempt), List.of(id));
  }

  private static Lists committedUpTo(long writeId) {
    return new Lists(
        "default.t:" + writeId + ":" + Long.MAX_VALUE + "::", "10:" + Long.MAX_VALUE + "::");
  }

  private List<String> ours(Lists lists) throws IOException {
    AcidTable table =
        AcidTable.openHive(
            directory.toString(),
            TABLE,
            ValidWriteIdList.parse(lists.writeIds()),
            ValidTxnList.parse(lists.transactions()));
    List<String> masked = OurRows.masked(table.scan(), TABLE.row()).get("");
    assertThat(OurRows.ordered(table.scan(), TABLE.row()).get("")).isEqualTo(masked);
    return masked;
  }
}
