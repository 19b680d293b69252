package io.orcacid.bench.rows;

/**
 * Which ids of a table are deleted, as every program can tell without a list. The share is in
 * hundredths of the rows: {@code none}, {@code random:P} (spread evenly, decided for each id by
 * itself) or {@code clustered:P} (next to each other, from three tenths of the rows on).
 */
public final class DeletedIds {
  private static final long ONE_IN = 10_000;

  private final long ofTenThousand;
  private final long from;
  private final long to;

  private DeletedIds(long ofTenThousand, long from, long to) {
    this.ofTenThousand = ofTenThousand;
    this.from = from;
    this.to = to;
  }

  /** No id. */
  public static DeletedIds none() {
    return new DeletedIds(0, 0, 0);
  }

  /**
   * Ids by text.
   *
   * @param text such as {@code random:20}
   * @param rows how many rows the table has
   */
  public static DeletedIds of(String text, long rows) {
    if (text.equals("none")) {
      return none();
    }
    int colon = text.indexOf(':');
    if (colon < 0) {
      throw new IllegalArgumentException("not none, random:P or clustered:P: " + text);
    }
    double percent = Double.parseDouble(text.substring(colon + 1));
    return switch (text.substring(0, colon)) {
      case "random" -> new DeletedIds(Math.round(percent * 100), 0, 0);
      case "clustered" -> {
        long first = rows / 10 * 3;
        yield new DeletedIds(0, first, first + Math.round(rows * percent / 100));
      }
      default -> throw new IllegalArgumentException("not random or clustered: " + text);
    };
  }

  /** Whether the row of this id is deleted. */
  public boolean contains(long id) {
    return id >= from && id < to || ofTenThousand > 0 && (mixed(id) >>> 1) % ONE_IN < ofTenThousand;
  }

  /** Whether none is deleted. */
  public boolean isEmpty() {
    return ofTenThousand == 0 && from == to;
  }

  /** The finaliser of SplitMix64: neighbouring ids have nothing in common afterwards. */
  private static long mixed(long id) {
    long mixed = id + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 30)) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
    return mixed ^ (mixed >>> 31);
  }
}
