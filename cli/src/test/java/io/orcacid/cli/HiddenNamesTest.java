package io.orcacid.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.layout.BucketFileName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every name that we create is either what engines know of Hive's tables, or hidden from each of
 * them.
 */
class HiddenNamesTest {
  /** What each engine passes over, given a path below the table (FORMAT.md §2, §12). */
  private static final Map<String, Predicate<String>> PASSED_OVER =
      Map.of(
          "Hive", path -> ("/" + path).contains("/_") || ("/" + path).contains("/."),
          "Trino", path -> ("/" + path).contains("/_") || ("/" + path).contains("/."),
          "Impala, by each part",
              path ->
                  Stream.of(path.split("/"))
                      .anyMatch(part -> part.startsWith("_") || part.startsWith(".")),
          "an engine that looks at file names only",
              path -> name(path).startsWith("_") || name(path).startsWith("."),
          "Spark",
              path ->
                  Stream.of(path.split("/"))
                      .anyMatch(
                          part ->
                              part.startsWith(".") || part.startsWith("_") && !part.contains("=")));

  @TempDir private Path directory;

  @Test
  void everyNameIsHivesOrHidden() throws IOException {
    String path = directory.resolve("t").toString();
    try (AcidTable table =
        AcidTable.create(path, TableDefinition.of("id int, p string").partitionedBy("p"))) {
      for (int i = 0; i < 120; i++) {
        try (Transaction transaction = table.begin()) {
          transaction.insert().row(i, "_x");
          transaction.commit();
        }
      }
      table.update("id = id + 1", "id = 3");
      try (Transaction open = table.begin()) {
        open.insert().row(1, "q");
        open.scan();
        assertNames(path);
      }
    }
    assertNames(path);
  }

  private static void assertNames(String path) throws IOException {
    List<String> names = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(path))) {
      files
          .filter(Files::isRegularFile)
          .forEach(file -> names.add(Path.of(path).relativize(file).toString().replace('\\', '/')));
    }
    assertThat(names).isNotEmpty();
    for (String name : names) {
      if (!isHives(name)) {
        PASSED_OVER.forEach(
            (engine, passesOver) ->
                assertThat(passesOver.test(name)).as("%s: %s", engine, name).isTrue());
      }
    }
  }

  private static boolean isHives(String path) {
    String[] parts = path.split("/");
    return parts.length == 3
        && parts[0].startsWith("p=")
        && AcidDirectory.parse(parts[1]).isPresent()
        && (BucketFileName.parse(parts[2]).isPresent() || parts[2].equals("_orc_acid_version"));
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }
}
