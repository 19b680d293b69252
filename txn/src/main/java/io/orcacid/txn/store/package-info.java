/**
 * The one point of atomicity of a table: a store that lets exactly one writer put a name (DESIGN.md
 * §4).
 */
package io.orcacid.txn.store;
