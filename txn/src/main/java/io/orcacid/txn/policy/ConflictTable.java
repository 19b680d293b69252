package io.orcacid.txn.policy;

import io.orcacid.txn.policy.ConflictPolicy.Change;
import io.orcacid.txn.policy.ConflictPolicy.Decision;
import io.orcacid.txn.policy.ConflictPolicy.Overlap;
import io.orcacid.txn.policy.ConflictPolicy.WriteIdOrder;
import java.util.EnumMap;
import java.util.Map;

/**
 * The cells of a policy. One line per earlier change, one column per later change in the order of
 * {@link Change}; a cell is
 *
 * <ul>
 *   <li>{@code ok}, {@code over} (removes what the earlier one left) or {@code fail};
 *   <li>{@code id}: fails if the later commit's write id is the lower one, since the earlier one's
 *       base would hide its rows (PROTOCOL.md R3c);
 *   <li>{@code rows}: fails if the two name the same row, or the later one read it;
 *   <li>{@code fence}: fails wherever the two write, in one partition or not.
 * </ul>
 */
final class ConflictTable {
  static final ConflictTable HIVE =
      new ConflictTable(
          """
          #             OVERWRITE INSERT UPDATE_DELETE MINOR MAJOR
          OVERWRITE     fail      id     fail          fail  fail
          INSERT        fail      ok     ok            ok    ok
          UPDATE_DELETE fail      ok     fail          ok    ok
          MINOR         over      ok     ok            fail  ok
          MAJOR         over      ok     ok            fail  fail
          """);
  static final ConflictTable ROW =
      new ConflictTable(
          """
          #             OVERWRITE INSERT UPDATE_DELETE MINOR MAJOR
          OVERWRITE     fail      id     fail          fail  fail
          INSERT        fail      ok     ok            ok    ok
          UPDATE_DELETE fail      ok     rows          ok    ok
          MINOR         over      ok     ok            fail  ok
          MAJOR         over      ok     ok            fail  fail
          """);
  static final ConflictTable MAXCOMPUTE =
      new ConflictTable(
          """
          #             OVERWRITE INSERT UPDATE_DELETE MINOR MAJOR
          OVERWRITE     over      fail   fail          fail  fail
          INSERT        over      fail   fail          ok    fail
          UPDATE_DELETE over      fail   fail          ok    fail
          MINOR         over      ok     ok            fail  ok
          MAJOR         over      ok     ok            fail  fail
          """);
  static final ConflictTable SERIALIZABLE =
      new ConflictTable(
          """
          #             OVERWRITE INSERT UPDATE_DELETE MINOR MAJOR
          OVERWRITE     fail      id     fail          fail  fail
          INSERT        fail      ok     rows          ok    ok
          UPDATE_DELETE fail      ok     fail          ok    ok
          MINOR         over      ok     ok            fail  ok
          MAJOR         over      ok     ok            fail  fail
          """);
  static final ConflictTable SINGLE_WRITER =
      new ConflictTable(
          """
          #             OVERWRITE INSERT UPDATE_DELETE MINOR MAJOR
          OVERWRITE     fence     fence  fence         fail  fail
          INSERT        fence     fence  fence         ok    ok
          UPDATE_DELETE fence     fence  fence         ok    ok
          MINOR         over      ok     ok            fail  ok
          MAJOR         over      ok     ok            fail  fail
          """);
  static final ConflictTable NBCC =
      new ConflictTable(
          """
          #             OVERWRITE INSERT UPDATE_DELETE MINOR MAJOR
          OVERWRITE     fail      id     fail          fail  fail
          INSERT        fail      ok     ok            ok    ok
          UPDATE_DELETE fail      ok     ok            ok    ok
          MINOR         over      ok     ok            fail  ok
          MAJOR         over      ok     ok            fail  fail
          """);

  private final Map<Change, String[]> cells = new EnumMap<>(Change.class);

  private ConflictTable(String text) {
    text.lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.trim().split(" +"))
        .forEach(cell -> cells.put(Change.valueOf(cell[0]), cell));
  }

  Decision decide(Change earlier, Change later, Overlap overlap, WriteIdOrder order) {
    String cell = cells.get(earlier)[1 + later.ordinal()];
    if (overlap == Overlap.DISJOINT_PARTITIONS) {
      return failIf(cell.equals("fence"));
    }
    return switch (cell) {
      case "ok" -> Decision.OK;
      case "over" -> Decision.OK_OVERWRITES;
      case "fail", "fence" -> Decision.FAIL_LATER;
      case "id" -> failIf(order == WriteIdOrder.LATER_ID_LOWER);
      case "rows" -> failIf(overlap == Overlap.SAME_ROWS);
      default -> throw new IllegalStateException("not a cell: " + cell);
    };
  }

  private static Decision failIf(boolean conflict) {
    return conflict ? Decision.FAIL_LATER : Decision.OK;
  }
}
