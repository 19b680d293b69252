package io.orcacid.daemon.view;

import io.orcacid.TransactionInfo;

/**
 * A transaction or a compaction that is open.
 *
 * @param table path of the table
 * @param info what is known of it
 */
public record TransactionStatus(String table, TransactionInfo info) {}
