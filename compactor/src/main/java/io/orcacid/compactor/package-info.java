/**
 * Keeps tables fast and small: decides what to compact, writes it anew, publishes it, and removes
 * what nobody can need any more. Decisions are pure and give plans as values.
 */
package io.orcacid.compactor;
