package io.orcacid.testkit.disk;

import java.util.Arrays;
import java.util.Random;

/**
 * What a loss of power leaves of bytes and names that were not synced. A name's change is a create,
 * link, rename or unlink; the two names of a rename are kept or undone together.
 */
public enum Aftermath {
  /** All of it got to the disk in time. */
  KEPT(Bytes.KEEP, Names.KEEP),
  /** None of it did. */
  UNDONE(Bytes.CUT, Names.UNDO),
  /** The names did, files are as long as their last sync left them. */
  EMPTIED(Bytes.CUT, Names.KEEP),
  /** Files are long enough but hold zeros. */
  ZEROED(Bytes.ZERO, Names.KEEP),
  /** Half of the unsynced bytes. */
  HALVED(Bytes.HALVE, Names.KEEP),
  /** One bit of the unsynced bytes is another. */
  FLIPPED(Bytes.FLIP, Names.KEEP),
  /** The bytes, but not the names. */
  UNNAMED(Bytes.KEEP, Names.UNDO),
  /** Any of it for each file and name by itself. */
  MIXED(Bytes.ANY, Names.ANY);

  private final Bytes bytes;
  private final Names names;

  private enum Bytes {
    KEEP,
    CUT,
    ZERO,
    HALVE,
    FLIP,
    ANY
  }

  private enum Names {
    KEEP,
    UNDO,
    ANY
  }

  Aftermath(Bytes bytes, Names names) {
    this.bytes = bytes;
    this.names = names;
  }

  /** Whether a change of a name survives. */
  boolean keepsName(Random random) {
    return names == Names.ANY ? random.nextBoolean() : names == Names.KEEP;
  }

  /** What is left of a file of which a part is durable. */
  byte[] damage(byte[] content, int durable, Random random) {
    int unsynced = content.length - durable;
    Bytes chosen = bytes == Bytes.ANY ? Bytes.values()[random.nextInt(Bytes.ANY.ordinal())] : bytes;
    if (unsynced == 0) {
      return content;
    }
    return switch (chosen) {
      case KEEP, ANY -> content;
      case CUT -> Arrays.copyOf(content, durable);
      case ZERO -> Arrays.copyOf(Arrays.copyOf(content, durable), content.length);
      case HALVE -> Arrays.copyOf(content, durable + unsynced / 2);
      case FLIP -> {
        byte[] flipped = content.clone();
        flipped[durable + random.nextInt(unsynced)] ^= (byte) (1 << random.nextInt(8));
        yield flipped;
      }
    };
  }
}
