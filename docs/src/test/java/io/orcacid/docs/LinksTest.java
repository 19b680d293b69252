package io.orcacid.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Links between the documents lead to files and headings that are there. */
class LinksTest {
  private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

  @Test
  void every_relative_link_resolves() throws IOException {
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path document : Repository.documents()) {
      Matcher link = LINK.matcher(Files.readString(document));
      while (link.find()) {
        if (!link.group(1).matches("[a-z]+:.*")) {
          links++;
          if (!resolves(document, link.group(1))) {
            broken.add(document.getFileName() + ": " + link.group(1));
          }
        }
      }
    }
    assertThat(links).isGreaterThan(20);
    assertThat(broken).isEmpty();
  }

  private static boolean resolves(Path document, String link) throws IOException {
    String[] parts = link.split("#", 2);
    Path target = parts[0].isEmpty() ? document : document.resolveSibling(parts[0]).normalize();
    if (!Files.exists(target)) {
      return false;
    }
    return parts.length == 1
        || Files.readAllLines(target).stream()
            .filter(line -> line.startsWith("#"))
            .anyMatch(line -> anchor(line).equals(parts[1]));
  }

  /** How the usual renderers make an anchor of a heading. */
  private static String anchor(String heading) {
    return heading
        .replaceFirst("^#+ ", "")
        .toLowerCase(Locale.ROOT)
        .replaceAll("[^\\p{L}\\p{N} _-]", "")
        .replace(' ', '-');
  }
}
