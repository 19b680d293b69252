/**
 * Iceberg 1.11 as a peer of the benchmarks: the same rows in a table whose deletes are files of
 * positions, read and written with Iceberg's generic records. Operations are {@code load}, {@code
 * scan}, {@code write} and {@code compact}.
 */
package io.orcacid.bench.peers.iceberg;
