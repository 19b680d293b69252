/**
 * Orders and their items as TPC-H has them, with refresh functions of our own: what is inserted and
 * deleted in rounds, what is left afterwards, and two of its queries.
 */
package io.orcacid.bench.tpch;
