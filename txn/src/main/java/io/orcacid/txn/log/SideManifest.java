package io.orcacid.txn.log;

/**
 * A side list of directories that were too many for their entry (PROTOCOL.md §2).
 *
 * @param name {@code _manifest-<commit id>.orc}
 * @param length bytes
 * @param crc32c CRC32C of its bytes
 */
record SideManifest(String name, long length, int crc32c) {}
