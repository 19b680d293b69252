package io.orcacid.cli.output;

/** Text as a terminal shows it: how many columns it takes, and what fits into some. */
final class DisplayText {
  private static final char ELLIPSIS = '…';

  /** First and last code points that take two columns (East Asian wide and emoji). */
  private static final int[][] WIDE = {
    {0x1100, 0x115f},
    {0x2e80, 0xa4cf},
    {0xac00, 0xd7a3},
    {0xf900, 0xfaff},
    {0xfe30, 0xfe6f},
    {0xff00, 0xff60},
    {0xffe0, 0xffe6},
    {0x1f300, 0x1faff},
    {0x20000, 0x3fffd}
  };

  private DisplayText() {}

  /** The text with control characters spelt out: they would break lines or steer the terminal. */
  static String printable(CharSequence text) {
    StringBuilder out = null;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c)) {
        if (out == null) {
          out = new StringBuilder().append(text, 0, i);
        }
        spell(out, c);
      } else if (out != null) {
        out.append(c);
      }
    }
    return out == null ? text.toString() : out.toString();
  }

  private static void spell(StringBuilder out, char control) {
    switch (control) {
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default ->
          out.append("\\u00")
              .append(Character.forDigit(control >> 4, 16))
              .append(Character.forDigit(control & 0xf, 16));
    }
  }

  /** Columns that a text without control characters takes. */
  static int width(String text) {
    int width = 0;
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      width += width(codePoint);
      i += Character.charCount(codePoint);
    }
    return width;
  }

  private static int width(int codePoint) {
    if (codePoint < 0x300) {
      return 1;
    }
    int type = Character.getType(codePoint);
    if (type == Character.NON_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || type == Character.FORMAT) {
      return 0;
    }
    for (int[] range : WIDE) {
      if (codePoint >= range[0] && codePoint <= range[1]) {
        return 2;
      }
    }
    return 1;
  }

  /** The beginning of a text that is wider than so many columns, with an ellipsis at its end. */
  static String cut(String text, int columns) {
    int width = 0;
    int end = 0;
    while (end < text.length()) {
      int codePoint = text.codePointAt(end);
      if (width + width(codePoint) > columns - 1) {
        break;
      }
      width += width(codePoint);
      end += Character.charCount(codePoint);
    }
    return text.substring(0, end) + ELLIPSIS;
  }
}
