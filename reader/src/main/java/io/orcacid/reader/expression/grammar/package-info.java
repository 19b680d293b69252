/** The parser that is generated from the grammar; no API. */
package io.orcacid.reader.expression.grammar;
