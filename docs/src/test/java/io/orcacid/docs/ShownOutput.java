package io.orcacid.docs;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Output as a document shows it: {@code ...} within a line stands for any text of that line, on a
 * line of its own for any lines.
 */
record ShownOutput(List<String> lines) {
  private static final String ANY = "...";

  boolean matches(String actual) {
    String pattern =
        lines.stream()
            .map(
                line ->
                    line.strip().equals(ANY)
                        ? "(?:.*\n)*"
                        : Pattern.compile(ANY, Pattern.LITERAL)
                                .splitAsStream(line.stripTrailing() + " ")
                                .map(ShownOutput::literal)
                                .collect(Collectors.joining(".*"))
                            + "\n")
            .collect(Collectors.joining());
    String trimmed =
        actual.lines().map(line -> line.stripTrailing() + "\n").collect(Collectors.joining());
    return Pattern.matches(pattern, trimmed);
  }

  private static String literal(String text) {
    String kept = text.stripTrailing();
    return kept.isEmpty() ? "" : Pattern.quote(text.equals(kept + " ") ? kept : text);
  }
}
