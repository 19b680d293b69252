package io.orcacid.bench.rows;

/**
 * Which rows of a table are deleted, as every program can tell without a list: {@code none}, {@code
 * random_P} (a share of P in a hundred, decided for each row by itself) or {@code clustered_20}
 * (ten ranges, a fifth of the rows together).
 */
public final class DeletedIds {
  private static final double UNIT = 0x1.0p-53;
  private static final int CLUSTERED_SLICES = 50;
  private static final int SLICES_APART = 5;
  private static final int DELETED_SLICE = 2;

  private final double randomShare;
  private final long clusteredRows;

  private DeletedIds(double randomShare, long clusteredRows) {
    this.randomShare = randomShare;
    this.clusteredRows = clusteredRows;
  }

  /** No row. */
  public static DeletedIds none() {
    return new DeletedIds(0, 0);
  }

  /**
   * Rows by text.
   *
   * @param text such as {@code random_20}
   * @param rows how many rows the table has
   */
  public static DeletedIds of(String text, long rows) {
    if (text.equals("none")) {
      return none();
    }
    if (text.equals("clustered_20")) {
      return new DeletedIds(0, rows);
    }
    if (text.matches("random_[0-9]+")) {
      return new DeletedIds(Integer.parseInt(text.substring(text.indexOf('_') + 1)) / 100.0, 0);
    }
    throw new IllegalArgumentException("not none, random_P or clustered_20: " + text);
  }

  /** Whether the row of this id is deleted. */
  public boolean contains(long id) {
    return randomShare > 0
        ? (mixed(id) >>> 11) * UNIT < randomShare
        : clusteredRows > 0
            && id * CLUSTERED_SLICES / clusteredRows % SLICES_APART == DELETED_SLICE;
  }

  /** Whether none is deleted. */
  public boolean isEmpty() {
    return randomShare == 0 && clusteredRows == 0;
  }

  /** The finaliser of SplitMix64: neighbouring ids have nothing in common afterwards. */
  private static long mixed(long id) {
    long mixed = id + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
