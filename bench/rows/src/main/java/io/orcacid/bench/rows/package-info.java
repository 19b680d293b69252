/**
 * What all programs of the benchmarks share, whatever versions of libraries they run with: rows by
 * seed, the digest of the values that were touched, and the line of JSON that a program reports.
 */
package io.orcacid.bench.rows;
