package io.orcacid.reader.expression;

import io.orcacid.reader.expression.grammar.ExpressionGrammarParser;

/** What a string literal stands for: see the package documentation for its escapes. */
final class StringEscapes {
  private StringEscapes() {}

  static String unescape(ExpressionGrammarParser.StringLiteralContext context) {
    String text = context.getText();
    StringBuilder result = new StringBuilder(text.length());
    int end = text.length() - 1;
    for (int i = 1; i < end; i++) {
      char c = text.charAt(i);
      if (c == '\'') {
        // The grammar lets a quote stand inside only as the first of two.
        i++;
        result.append('\'');
      } else if (c != '\\') {
        result.append(c);
      } else if (text.charAt(++i) == 'u') {
        result.append(codeUnit(context, text, i + 1, end));
        i += 4;
      } else {
        result.append(escaped(context, text.charAt(i)));
      }
    }
    return result.toString();
  }

  private static String escaped(ExpressionGrammarParser.StringLiteralContext context, char escape) {
    return switch (escape) {
      case '\\' -> "\\";
      case '\'' -> "'";
      case '"' -> "\"";
      case 'n' -> "\n";
      case 'r' -> "\r";
      case 't' -> "\t";
      case 'b' -> "\b";
      case '0' -> "\0";
      // The backslash stays: LIKE reads it.
      case '%', '_' -> "\\" + escape;
      default ->
          throw TreeBuilder.refused(
              context, "unknown escape \\" + escape + "; write \\\\ for a backslash");
    };
  }

  private static char codeUnit(
      ExpressionGrammarParser.StringLiteralContext context, String text, int from, int end) {
    String digits = text.substring(from, Math.min(from + 4, end));
    if (!digits.matches("[0-9a-fA-F]{4}")) {
      throw TreeBuilder.refused(context, "\\u takes four hexadecimal digits");
    }
    return (char) Integer.parseInt(digits, 16);
  }
}
