package io.orcacid.daemon.schedule;

import java.time.Instant;

/**
 * Failures in a row of one partition.
 *
 * @param count how many
 * @param reason what the last one said
 * @param next when it is tried again
 * @param nextNanos the same by the monotonic clock
 */
public record Failure(int count, String reason, Instant next, long nextNanos) {}
