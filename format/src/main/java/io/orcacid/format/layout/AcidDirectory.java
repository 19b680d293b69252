package io.orcacid.format.layout;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A directory of a partition that holds ACID data, as its name says it (FORMAT.md §2). {@link
 * #parse} and {@link #name} are inverse for every name that this engine writes; foreign names with
 * other padding parse too and keep their text in the listing.
 */
public sealed interface AcidDirectory
    permits AcidDirectory.Base, AcidDirectory.Delta, AcidDirectory.DeleteDelta {
  /** {@link #statement()} when the name has none. */
  int NO_STATEMENT = -1;

  /** {@link #visibility()} when the name has no {@code _v}: always visible. */
  long ALWAYS_VISIBLE = 0;

  /** Write id of the special base that old versions made of a converted table; always valid. */
  long MINIMUM_BASE = Long.MIN_VALUE;

  /** Smallest write id of the directory's range. */
  long minWriteId();

  /** Largest write id of the directory's range. */
  long maxWriteId();

  /** Statement number, or {@link #NO_STATEMENT}. */
  int statement();

  /** Compaction transaction of the {@code _v} suffix, or {@link #ALWAYS_VISIBLE}. */
  long visibility();

  /** The name as this engine and Hive write it. */
  String name();

  /**
   * The directory that a name means; empty for every other name, which then holds originals or
   * nothing of ours, unless {@link #looksLikeOne} says that it wants to be one.
   */
  static Optional<AcidDirectory> parse(String name) {
    return AcidDirectoryNames.parse(name);
  }

  /**
   * Whether a name starts like that of an ACID directory. If {@link #parse} finds none in it,
   * nobody can say which transactions wrote what is inside.
   */
  static boolean looksLikeOne(String name) {
    return name.startsWith("base_")
        || name.startsWith("delta_")
        || name.startsWith("delete_delta_");
  }

  /** {@code base_W}, {@code base_W_vT}: everything up to a write id. */
  record Base(long writeId, long visibility) implements AcidDirectory {
    @Override
    public long minWriteId() {
      return writeId;
    }

    @Override
    public long maxWriteId() {
      return writeId;
    }

    @Override
    public int statement() {
      return NO_STATEMENT;
    }

    @Override
    public String name() {
      return AcidDirectoryNames.base(writeId, visibility);
    }
  }

  /**
   * {@code delta_a_b}, {@code delta_a_b_S}, {@code delta_a_b_vT}: insert events of a range of write
   * ids.
   */
  record Delta(long minWriteId, long maxWriteId, int statement, long visibility)
      implements AcidDirectory {
    /** The directory of one statement of one transaction. */
    public static Delta ofStatement(long writeId, int statement) {
      return new Delta(writeId, writeId, statement, ALWAYS_VISIBLE);
    }

    @Override
    public String name() {
      return AcidDirectoryNames.delta("delta_", this);
    }
  }

  /**
   * {@code delete_delta_...} in the three forms of {@link Delta}: delete events of a range of write
   * ids.
   */
  record DeleteDelta(long minWriteId, long maxWriteId, int statement, long visibility)
      implements AcidDirectory {
    /** The directory of one statement of one transaction. */
    public static DeleteDelta ofStatement(long writeId, int statement) {
      return new DeleteDelta(writeId, writeId, statement, ALWAYS_VISIBLE);
    }

    @Override
    public String name() {
      return AcidDirectoryNames.delta("delete_delta_", this);
    }
  }
}

/** Patterns and printing behind {@link AcidDirectory}. */
final class AcidDirectoryNames {
  private static final Pattern BASE = Pattern.compile("base_(-?\\d+)(?:_v(\\d+))?");
  private static final Pattern DELTA =
      Pattern.compile("(delete_)?delta_(\\d+)_(\\d+)(?:_(\\d+))?(?:_v(\\d+))?");

  private AcidDirectoryNames() {}

  static Optional<AcidDirectory> parse(String name) {
    if (!AcidDirectory.looksLikeOne(name)) {
      return Optional.empty();
    }
    try {
      Matcher base = BASE.matcher(name);
      if (base.matches()) {
        long writeId = Long.parseLong(base.group(1));
        return writeId < 0 && writeId != AcidDirectory.MINIMUM_BASE
            ? Optional.empty()
            : Optional.of(
                new AcidDirectory.Base(
                    writeId, number(base.group(2), AcidDirectory.ALWAYS_VISIBLE)));
      }
      Matcher delta = DELTA.matcher(name);
      return delta.matches() ? parseDelta(delta) : Optional.empty();
    } catch (NumberFormatException tooLarge) {
      return Optional.empty();
    }
  }

  private static Optional<AcidDirectory> parseDelta(Matcher delta) {
    long min = Long.parseLong(delta.group(2));
    long max = Long.parseLong(delta.group(3));
    int statement =
        delta.group(4) == null ? AcidDirectory.NO_STATEMENT : Integer.parseInt(delta.group(4));
    long visibility = number(delta.group(5), AcidDirectory.ALWAYS_VISIBLE);
    if (min > max) {
      return Optional.empty();
    }
    return Optional.of(
        delta.group(1) == null
            ? new AcidDirectory.Delta(min, max, statement, visibility)
            : new AcidDirectory.DeleteDelta(min, max, statement, visibility));
  }

  private static long number(String digits, long otherwise) {
    return digits == null ? otherwise : Long.parseLong(digits);
  }

  static String base(long writeId, long visibility) {
    return "base_" + padded(writeId) + suffix(visibility);
  }

  static String delta(String prefix, AcidDirectory directory) {
    StringBuilder name =
        new StringBuilder(prefix)
            .append(padded(directory.minWriteId()))
            .append('_')
            .append(padded(directory.maxWriteId()));
    if (directory.statement() != AcidDirectory.NO_STATEMENT) {
      name.append('_').append(String.format(Locale.ROOT, "%04d", directory.statement()));
    }
    return name.append(suffix(directory.visibility())).toString();
  }

  private static String padded(long number) {
    return String.format(Locale.ROOT, "%07d", number);
  }

  private static String suffix(long visibility) {
    return visibility == AcidDirectory.ALWAYS_VISIBLE ? "" : "_v" + padded(visibility);
  }
}
