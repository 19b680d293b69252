/**
 * ORC files with the ACID columns: schema, footer keys, the one door to ORC, delete files and sets
 * of row ids.
 */
package io.orcacid.format.orc;
