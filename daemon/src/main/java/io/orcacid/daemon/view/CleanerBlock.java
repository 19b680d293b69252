package io.orcacid.daemon.view;

/**
 * A directory that nobody needs at the newest version and that stays, and why.
 *
 * @param table path of the table
 * @param partition path of the partition
 * @param directory its name
 * @param bytes bytes of its files
 * @param reason why it stays, such as {@code pinned by ann@host at version 5 since ...}
 */
public record CleanerBlock(
    String table, String partition, String directory, long bytes, String reason) {}
