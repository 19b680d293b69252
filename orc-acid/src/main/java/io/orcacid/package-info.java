/**
 * The front door that applications import: {@link io.orcacid.AcidTable}, transactions, scans,
 * changes.
 *
 * <p>Two levels only: rows of plain Java values for applications, batches and splits for engines.
 * Everything that holds something open is closeable; each class says which threads may use it.
 */
package io.orcacid;
