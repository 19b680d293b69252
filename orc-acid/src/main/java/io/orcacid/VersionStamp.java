package io.orcacid;

import java.time.Instant;

/**
 * A version that changed rows.
 *
 * @param version its number
 * @param time its commit time
 */
record VersionStamp(long version, Instant time) {}
