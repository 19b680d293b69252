package io.orcacid.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Each fault of {@code docs/faults.md} has a test named by its number, or cannot occur. */
class FaultsTest {
  /** Chapters whose capabilities are there. */
  private static final Set<String> CHAPTERS = Set.of("A1", "A2", "A3", "A4", "A5");

  private static final Pattern ROW = Pattern.compile("\\| (A[0-9]{2}) \\|.*");
  private static final Pattern CHAPTER = Pattern.compile("## (?:(A[0-9])\\. )?.*");
  private static final Pattern NUMBER =
      Pattern.compile("(?<![A-Za-z0-9])[Aa](?<number>[0-9]{2})(?![0-9A-Za-z])");

  @Test
  void eachFaultIsTestedOrCannotOccur() throws IOException {
    Map<String, Set<String>> faults = faultsByChapter();
    Set<String> impossible = faults.get("");
    Set<String> tested = tested();
    Set<String> unanswered = new TreeSet<>();
    CHAPTERS.forEach(chapter -> unanswered.addAll(faults.get(chapter)));
    assertThat(unanswered).hasSizeGreaterThanOrEqualTo(86);
    unanswered.removeAll(tested);
    assertThat(unanswered).isEqualTo(impossible);
  }

  private static Map<String, Set<String>> faultsByChapter() throws IOException {
    Map<String, Set<String>> faults = new TreeMap<>();
    String chapter = "";
    for (String line : Files.readAllLines(Repository.root().resolve("docs/faults.md"))) {
      Matcher heading = CHAPTER.matcher(line);
      Matcher row = ROW.matcher(line);
      if (heading.matches()) {
        chapter = heading.group(1) == null ? "" : heading.group(1);
      } else if (row.matches()) {
        faults.computeIfAbsent(chapter, key -> new TreeSet<>()).add(row.group(1));
      }
    }
    return faults;
  }

  private static Set<String> tested() throws IOException {
    Set<String> tested = new TreeSet<>();
    for (Path source : Repository.sources(".java")) {
      if (source.toString().contains("/src/test/java/")) {
        Matcher numbers = NUMBER.matcher(Files.readString(source).replace('_', ' '));
        while (numbers.find()) {
          tested.add("A" + numbers.group("number").toUpperCase(Locale.ROOT));
        }
      }
    }
    return tested;
  }
}
