package io.orcacid.format;

/** How much of a range of write ids meets a condition. */
public enum RangeMatch {
  NONE,
  SOME,
  ALL
}
