package io.orcacid.reader.expression;

import io.orcacid.reader.expression.Check.Bound;
import java.util.Arrays;
import org.apache.hadoop.hive.ql.io.sarg.PredicateLeaf;
import org.apache.orc.TypeDescription;

/**
 * Texts. ORC compares a literal with its statistics in the order of UTF-16, and has replaced what
 * is no valid UTF-8; both agree with the order of bytes only for literals in ASCII. Of any other
 * literal only the part before the first other character is used.
 *
 * <p>A char is padded in the statistics, and a char or varchar can have been longer when the file
 * was written; what the statistics know then starts with the value, so only bounds that take every
 * continuation are asked, and no bloom filter is.
 *
 * <p>Statistics keep the first 1,024 bytes of longer texts and cannot tell such a bound from a
 * value that equals it, so a literal's part stays well below.
 */
final class TextBounds extends StatisticsBounds {
  private static final int MAXIMUM_LENGTH = 500;

  private final StatisticsBounds.Leaves leaves;
  private final boolean whole;
  private final int width;

  TextBounds(String name, TypeDescription type) {
    this.leaves = new StatisticsBounds.Leaves(name, PredicateLeaf.Type.STRING);
    this.whole = type.getCategory() == TypeDescription.Category.STRING;
    this.width = whole ? MAXIMUM_LENGTH : Math.min(type.getMaxLength(), MAXIMUM_LENGTH);
  }

  private boolean isExact(String literal) {
    return whole && usable(literal).length() == literal.length();
  }

  /** The beginning of a text that is printable ASCII and no longer than the column. */
  private String usable(String text) {
    int length = 0;
    while (length < Math.min(text.length(), width)
        && text.charAt(length) >= ' '
        && text.charAt(length) <= '~') {
      length++;
    }
    return text.substring(0, length);
  }

  /** The least text that is greater than every text that starts with the prefix. */
  private static String successor(String prefix) {
    int last = prefix.length() - 1;
    return prefix.substring(0, last) + (char) (prefix.charAt(last) + 1);
  }

  Check startsWith(String text) {
    String prefix = usable(text);
    return prefix.isEmpty()
        ? null
        : Check.all(Arrays.asList(leaves.atLeast(prefix), leaves.below(successor(prefix))));
  }

  @Override
  Check equal(Object literal) {
    String text = (String) literal;
    if (isExact(text)) {
      return leaves.equal(text);
    }
    return Check.all(Arrays.asList(lower(text, Bound.INCLUDED), upper(text, Bound.INCLUDED)));
  }

  @Override
  Check lower(Object literal, Bound bound) {
    String text = (String) literal;
    if (isExact(text)) {
      return bound == Bound.INCLUDED ? leaves.atLeast(text) : leaves.above(text);
    }
    String prefix = usable(whole ? text : CastRule.trimmed(text));
    return prefix.isEmpty() ? null : leaves.atLeast(prefix);
  }

  @Override
  Check upper(Object literal, Bound bound) {
    String text = (String) literal;
    if (isExact(text)) {
      return bound == Bound.INCLUDED ? leaves.atMost(text) : leaves.below(text);
    }
    String prefix = usable(whole ? text : CastRule.trimmed(text));
    return prefix.isEmpty() ? null : leaves.below(successor(prefix));
  }
}
