package io.orcacid.bench.peers.paimon;

/** How rows are deleted from a table with a primary key. */
enum Deletion {
  /** By vectors beside the data files; deletes have to be compacted to be seen. */
  VECTORS("dv"),
  /** By entries of their own, merged with the rows by whoever reads. */
  MERGED_ON_READ("mor");

  private final String text;

  Deletion(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }
}
