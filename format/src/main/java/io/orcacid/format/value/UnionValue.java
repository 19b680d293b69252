package io.orcacid.format.value;

/**
 * A union: which of its types the value has, from 0, and the value.
 *
 * @param tag position of the type
 * @param value the value, or null
 */
public record UnionValue(int tag, Object value) {}
