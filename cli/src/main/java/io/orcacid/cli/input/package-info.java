/**
 * Rows of CSV, JSON, ORC and Parquet files as Java values for a table's columns, and the columns a
 * file suggests. A row that cannot be read exactly is refused with its place and reason; no value
 * is cut, rounded or guessed.
 */
package io.orcacid.cli.input;
