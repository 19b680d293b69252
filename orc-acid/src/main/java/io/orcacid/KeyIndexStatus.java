package io.orcacid;

/**
 * How an index of the declared key stands in this process.
 *
 * @param version version that it has reached; -1 while it is not built
 * @param keys how many keys it has; 0 while it is not built
 * @param answers how often it answered, each time for all keys of a step
 * @param builds how often it was built by a scan
 */
public record KeyIndexStatus(long version, long keys, long answers, long builds) {}
