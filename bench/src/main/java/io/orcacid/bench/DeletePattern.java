package io.orcacid.bench;

/** Which rows of a table are deleted. */
enum DeletePattern {
  NONE("nothing deleted") {
    @Override
    boolean deletes(long row, long rows) {
      return false;
    }
  },
  RANDOM_1("1 % deleted") {
    @Override
    boolean deletes(long row, long rows) {
      return Scattered.share(row) < 0.01;
    }
  },
  RANDOM_20("20 % deleted") {
    @Override
    boolean deletes(long row, long rows) {
      return Scattered.share(row) < 0.2;
    }
  },
  /** Ten ranges. */
  CLUSTERED_20("20 % deleted in ten ranges") {
    @Override
    boolean deletes(long row, long rows) {
      return row * 50 / rows % 5 == 2;
    }
  },
  RANDOM_90("90 % deleted") {
    @Override
    boolean deletes(long row, long rows) {
      return Scattered.share(row) < 0.9;
    }
  };

  private final String text;

  DeletePattern(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /**
   * Whether a row is deleted.
   *
   * @param row its number
   * @param rows how many there are
   */
  abstract boolean deletes(long row, long rows);
}
