package io.orcacid.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.DynamicTest;

/**
 * Cases of a pure function in a text file: input, a line {@code ----}, expected output; a blank
 * line ends a case, lines that start with {@code #} before the input say what it is about. With the
 * system property {@code orcacid.rewrite} the file gets the actual outputs, to be read as a change.
 */
public final class TextTable {
  /** System property that rewrites the tables instead of comparing with them. */
  public static final String REWRITE = "orcacid.rewrite";

  private static final String SEPARATOR = "----";

  private final Class<?> owner;
  private final String resource;
  private final List<Case> cases;

  private TextTable(Class<?> owner, String resource, List<Case> cases) {
    this.owner = owner;
    this.resource = resource;
    this.cases = cases;
  }

  /**
   * One case.
   *
   * @param line number of its first line, from 1
   * @param comment what it is about
   * @param input lines of input
   * @param expected expected output
   */
  public record Case(int line, List<String> comment, List<String> input, String expected) {
    public Case {
      comment = List.copyOf(comment);
      input = List.copyOf(input);
    }
  }

  /** The table in a resource beside a test class. */
  public static TextTable of(Class<?> owner, String resource) {
    try (InputStream in = owner.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("no such table: " + resource);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new TextTable(owner, resource, parse(text, resource));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The cases in the order of the file. */
  public List<Case> cases() {
    return List.copyOf(cases);
  }

  /** A test for each case, or the rewriting of the file. */
  public Stream<DynamicTest> tests(Function<List<String>, String> function) {
    if (Boolean.getBoolean(REWRITE)) {
      rewrite(function);
    }
    return cases.stream()
        .map(
            test ->
                DynamicTest.dynamicTest(
                    "line " + test.line() + " " + String.join(" ", test.comment()),
                    () ->
                        Assertions.assertThat(function.apply(test.input()))
                            .isEqualTo(
                                Boolean.getBoolean(REWRITE)
                                    ? function.apply(test.input())
                                    : test.expected())));
  }

  private static List<Case> parse(String text, String resource) {
    List<Case> cases = new ArrayList<>();
    List<String> lines = text.lines().toList();
    for (int start = 0; start < lines.size(); start++) {
      int end = start;
      while (end < lines.size() && !lines.get(end).isBlank()) {
        end++;
      }
      if (end > start) {
        cases.add(parseCase(lines.subList(start, end), start + 1, resource));
      }
      start = end;
    }
    return cases;
  }

  private static Case parseCase(List<String> lines, int line, String resource) {
    int separator = lines.indexOf(SEPARATOR);
    if (separator < 0) {
      throw new IllegalArgumentException(resource + ":" + line + ": a case without " + SEPARATOR);
    }
    List<String> comment = lines.stream().takeWhile(text -> text.startsWith("#")).toList();
    return new Case(
        line,
        comment,
        lines.subList(comment.size(), separator),
        String.join("\n", lines.subList(separator + 1, lines.size())));
  }

  private void rewrite(Function<List<String>, String> function) {
    List<String> blocks = new ArrayList<>();
    for (Case test : cases) {
      List<String> lines = new ArrayList<>(test.comment());
      lines.addAll(test.input());
      lines.add(SEPARATOR);
      lines.add(function.apply(test.input()));
      blocks.add(String.join("\n", lines));
    }
    try {
      Files.writeString(source(), String.join("\n\n", blocks) + "\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The file in the sources, of which the resource is a copy. */
  private Path source() {
    URI copy = URI.create(owner.getResource(resource).toString());
    String path = Path.of(copy).toString();
    return Path.of(path.replaceFirst("/target/test-classes/", "/src/test/resources/"));
  }
}
