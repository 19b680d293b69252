/**
 * Paimon 1.4 as a peer of the benchmarks: the same rows in a table with a primary key, read with
 * deletion vectors and by merging on read. Operations are {@code load}, {@code scan}, {@code
 * scan-merging}, {@code write} and {@code compact}.
 */
package io.orcacid.bench.peers.paimon;
