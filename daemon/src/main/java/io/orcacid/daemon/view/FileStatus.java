package io.orcacid.daemon.view;

import java.util.Optional;

/**
 * A data file as the log describes it, or as the storage lists it.
 *
 * @param name such as {@code bucket_00000}
 * @param bytes its length
 * @param rows insert or delete events; empty if only the storage knows it
 * @param crc32c CRC32C of its bytes in eight hexadecimal digits; empty if not known
 * @param first row id of the first event; empty without events
 * @param last row id of the last event; empty without events
 */
public record FileStatus(
    String name,
    long bytes,
    Optional<Long> rows,
    Optional<String> crc32c,
    Optional<String> first,
    Optional<String> last) {}
