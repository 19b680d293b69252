package io.orcacid.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The page of planted bugs names each of them. */
class PlantedBugsPageTest {
  private static final Pattern CONSTANT = Pattern.compile("(?m)^ {2,4}([A-Z][A-Z_]+)[(,;]");

  @Test
  void the_page_names_every_bug_that_is_planted_and_no_other() throws IOException {
    TreeSet<String> planted = new TreeSet<>();
    for (Path source : Repository.sources(".java")) {
      String name = source.getFileName().toString();
      if (List.of("EngineBug.java", "PlantedBug.java", "PlantedBugsTest.java").contains(name)) {
        Matcher constants = CONSTANT.matcher(Files.readString(source));
        while (constants.find()) {
          planted.add(constants.group(1));
        }
      }
    }
    planted.remove("NONE");
    assertThat(planted).hasSizeGreaterThanOrEqualTo(30);

    TreeSet<String> named = new TreeSet<>();
    Matcher names =
        Pattern.compile("(?m)^\\| `([A-Z_]+)` \\|")
            .matcher(Files.readString(Repository.root().resolve("docs/mutants.md")));
    while (names.find()) {
      named.add(names.group(1));
    }
    assertThat(named).isEqualTo(planted);
  }
}
