package io.orcacid.bench;

/** Numbers without order that depend on nothing but a number (SplitMix64): no two are the same. */
final class Scattered {
  private static final double UNIT = 0x1.0p-53;

  private Scattered() {}

  static long of(long number) {
    long mixed = number + 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ mixed >>> 30) * 0xbf58476d1ce4e5b9L;
    mixed = (mixed ^ mixed >>> 27) * 0x94d049bb133111ebL;
    return mixed ^ mixed >>> 31;
  }

  /** From 0 to less than 1. */
  static double share(long number) {
    return (of(number) >>> 11) * UNIT;
  }
}
