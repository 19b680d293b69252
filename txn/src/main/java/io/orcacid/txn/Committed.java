package io.orcacid.txn;

import java.time.Instant;

/**
 * A transaction that is a fact.
 *
 * @param version the version that it made; for a transaction without files, which makes none
 *     (PROTOCOL.md R7), the one that it read
 * @param time commit time of that version
 */
public record Committed(long version, Instant time) {}
