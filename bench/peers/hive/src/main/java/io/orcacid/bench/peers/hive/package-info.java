/**
 * Hive 4.1 as a peer of the benchmarks: its two readers, its writer and its compactor over
 * directories of full-ACID tables. Operations are {@code scan} (vectorised), {@code scan-rows},
 * {@code compact}, {@code write} and {@code load}.
 */
package io.orcacid.bench.peers.hive;
