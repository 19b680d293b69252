/**
 * Where the maps of key indexes are kept: on the heap by default, elsewhere by a {@link
 * io.orcacid.keyindex.KeyMapProvider}. What is in them is a copy of what the table says and can be
 * built again at any time.
 */
package io.orcacid.keyindex;
