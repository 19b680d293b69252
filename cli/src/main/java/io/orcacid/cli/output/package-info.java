/**
 * Rows as text, for people and for programs: aligned tables, CSV that {@link io.orcacid.cli.input}
 * reads back unchanged, and JSON, one object a line. All text is UTF-8, whatever the locale. And
 * the files that an export writes: such text, or ORC.
 */
package io.orcacid.cli.output;
