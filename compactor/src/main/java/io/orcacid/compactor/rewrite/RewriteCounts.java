package io.orcacid.compactor.rewrite;

import java.io.Serializable;

/**
 * What a rewrite did. Rows in are those out and those dropped, whatever the reason; otherwise it
 * fails. Immutable.
 *
 * @param stripesCopied stripes that went over as bytes
 * @param stripesEncoded stripes that were written from rows
 * @param bytesIn bytes of all input files
 * @param bytesOut bytes of all output files
 * @param rowsIn insert events in the input files
 * @param rowsOut insert events in the output files
 * @param rowsDeleted visible rows that a visible event deletes
 * @param rowsInvisible rows whose write id is not valid
 * @param rowsInBase rows of a delta that straddles the base, in the base already
 * @param deletesIn delete events in the input files
 * @param deletesOut delete events in the output files
 */
public record RewriteCounts(
    long stripesCopied,
    long stripesEncoded,
    long bytesIn,
    long bytesOut,
    long rowsIn,
    long rowsOut,
    long rowsDeleted,
    long rowsInvisible,
    long rowsInBase,
    long deletesIn,
    long deletesOut)
    implements Serializable {
  static final RewriteCounts NOTHING = new RewriteCounts(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

  /** Of a rewrite that did nothing. */
  public static RewriteCounts none() {
    return NOTHING;
  }

  /** Rows that are not in the output. */
  public long rowsDropped() {
    return rowsDeleted + rowsInvisible + rowsInBase;
  }

  RewriteCounts plus(RewriteCounts other) {
    return new RewriteCounts(
        stripesCopied + other.stripesCopied,
        stripesEncoded + other.stripesEncoded,
        bytesIn + other.bytesIn,
        bytesOut + other.bytesOut,
        rowsIn + other.rowsIn,
        rowsOut + other.rowsOut,
        rowsDeleted + other.rowsDeleted,
        rowsInvisible + other.rowsInvisible,
        rowsInBase + other.rowsInBase,
        deletesIn + other.deletesIn,
        deletesOut + other.deletesOut);
  }
}
