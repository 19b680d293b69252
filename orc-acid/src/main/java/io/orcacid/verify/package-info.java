/**
 * Checks a table and changes nothing: the commit log, names and layout, every file, and, if asked,
 * every row; and says what other engines would make of it.
 */
package io.orcacid.verify;
