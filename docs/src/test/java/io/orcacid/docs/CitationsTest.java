package io.orcacid.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * What code, tests and documents cite is there: {@code FORMAT.md §8.4}, {@code PROTOCOL.md R8},
 * {@code A47}. A section without a document belongs to the one named last before it.
 */
class CitationsTest {
  private static final Pattern TOKEN =
      Pattern.compile(
          "\\b(?<document>[A-Z]{4,}|[a-z]{4,})\\.md\\b"
              + "|§(?<section>[0-9]+(\\.[0-9]+)*)(-(?<last>[0-9]+))?"
              + "|\\b(?<rule>R[0-9]+a?)\\b(-(?<lastRule>R?[0-9]+)\\b)?"
              + "|\\b(?<fault>A[0-9]{2})\\b"
              + "|invariant (?<invariant>[A-Z])\\b");

  /** Numbers of sections, rules, faults and invariants by the document's name in capitals. */
  private static final Map<String, Set<String>> KNOWN = new TreeMap<>();

  @BeforeAll
  static void read() throws IOException {
    for (Path document : Repository.documents()) {
      String name = document.getFileName().toString().replace(".md", "");
      Set<String> numbers = KNOWN.computeIfAbsent(capitals(name), key -> new HashSet<>());
      for (String line : Files.readAllLines(document)) {
        collect(line, "^#+ ([0-9]+(?:\\.[0-9]+)*)\\.? ", numbers);
        collect(line, "^### (R[0-9]+a?) ", numbers);
        collect(line, "^\\| (A[0-9]{2}) \\|", numbers);
        collect(line, "^\\| \\*\\*([A-Z])\\*\\* ", numbers);
      }
    }
    assertThat(KNOWN.get("FORMAT")).contains("8.4", "15");
    assertThat(KNOWN.get("PROTOCOL")).contains("2", "R1", "R3a", "R25", "L", "N", "A");
    assertThat(KNOWN.get("FAULTS")).contains("A01", "A86");
  }

  private static void collect(String line, String pattern, Set<String> numbers) {
    Matcher matcher = Pattern.compile(pattern).matcher(line);
    if (matcher.find()) {
      numbers.add(matcher.group(1));
    }
  }

  private static String capitals(String name) {
    return name.toUpperCase(Locale.ROOT);
  }

  @Test
  void whatever_code_and_tests_cite_exists() throws IOException {
    List<String> wrong = new ArrayList<>();
    int citations = 0;
    for (Path source : Repository.sources(".java", ".g4", ".csv", ".txt")) {
      if (source.startsWith(Repository.root().resolve("docs")) || isData(source)) {
        continue;
      }
      String text = Files.readString(source).replaceAll("\n\\s*(\\*|//) ?", " ");
      citations += check(source, text, "", wrong);
    }
    assertThat(citations).isGreaterThan(100);
    assertThat(wrong).isEmpty();
  }

  /** Rows for imports and tables of expected answers hold words of their own. */
  private static boolean isData(Path source) {
    return source.toString().contains("/resources/")
        && !source.getFileName().toString().equals("policy-cells.csv");
  }

  @Test
  void whatever_the_documents_cite_exists() throws IOException {
    List<String> wrong = new ArrayList<>();
    int citations = 0;
    for (Path document : Repository.documents()) {
      String own = capitals(document.getFileName().toString().replace(".md", ""));
      for (String line : Files.readAllLines(document)) {
        citations += check(document, line.replaceAll("`[A-Z]+\\.md §n`", ""), own, wrong);
      }
    }
    assertThat(citations).isGreaterThan(100);
    assertThat(wrong).isEmpty();
  }

  private static int check(Path source, String text, String home, List<String> wrong) {
    String document = home;
    int end = 0;
    int citations = 0;
    Matcher token = TOKEN.matcher(text);
    while (token.find()) {
      if (!home.isEmpty() && text.substring(end, token.start()).length() > 12) {
        document = home;
      }
      end = token.end();
      if (token.group("document") != null) {
        document = capitals(token.group("document"));
        if (!KNOWN.containsKey(document)) {
          wrong.add(source.getFileName() + " cites " + token.group() + ", which is not there");
        }
        continue;
      }
      citations++;
      for (String number : numbers(token)) {
        String where = where(number, token, document);
        if (!KNOWN.getOrDefault(where, Set.of()).contains(number)) {
          wrong.add(source.getFileName() + " cites " + token.group() + " of '" + where + "'");
        }
      }
    }
    return citations;
  }

  private static List<String> numbers(Matcher token) {
    List<String> numbers = new ArrayList<>();
    for (String group : List.of("section", "last", "rule", "fault", "invariant")) {
      if (token.group(group) != null) {
        numbers.add(token.group(group));
      }
    }
    if (token.group("lastRule") != null) {
      numbers.add("R" + token.group("lastRule").replace("R", ""));
    }
    return numbers;
  }

  private static String where(String number, Matcher token, String document) {
    if (token.group("fault") != null) {
      return "FAULTS";
    }
    boolean protocol = number.startsWith("R") || token.group("invariant") != null;
    return protocol ? "PROTOCOL" : document;
  }
}
