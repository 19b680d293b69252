package io.orcacid;

/**
 * What a one-statement transaction did.
 *
 * @param version version that it made; where no row was concerned, the one that it read
 * @param rows rows inserted, updated or deleted
 */
public record Changed(long version, long rows) {}
