package io.orcacid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class PublicationTest {
  private static final String PAGE =
      """
      # Speed
      <!-- bench:goals -->
      <!-- /bench:goals -->
      ## scan
      words
      <!-- bench:scan -->
      an old table
      <!-- /bench:scan -->
      more words
      """;

  @TempDir Path directory;

  private static Report report(String benchmark) {
    return new Report.Builder()
        .goal(Target.FULL_1.measured(0.97, "fast"))
        .figure(new Figure("scan", "ours", "9 Mrows/s", 1.5, 2, ""))
        .note("a note")
        .curve(
            new Curve(
                "rows",
                "Scan & more",
                "rows",
                "Mrows/s",
                List.of(
                    new Curve.Line(
                        "ours", List.of(new Curve.Point(1, 5), new Curve.Point(1000, 9))),
                    new Curve.Line("theirs", List.of(new Curve.Point(10, 7))))))
        .build(benchmark, 1000);
  }

  private Path page() throws IOException {
    Path page = directory.resolve("performance.md");
    Files.writeString(page, PAGE);
    return page;
  }

  private Path results(String benchmark) throws IOException {
    Path results = Files.createDirectories(directory.resolve("results"));
    Files.writeString(results.resolve("one.json"), report(benchmark).json());
    return results;
  }

  @Test
  void results_take_the_place_of_what_stands_between_the_markers() throws IOException {
    Path page = page();
    assertThat(Publication.publish(results("scan"), page)).containsExactly("scan");
    String text = Files.readString(page);
    assertThat(text)
        .contains("words\n<!-- bench:scan -->")
        .contains("<!-- /bench:scan -->\nmore words")
        .contains("| scan | ours | 9 Mrows/s | 1.500 | 2.000 |")
        .contains("* a note")
        .contains("![Scan & more, rows](images/performance-rows.svg)")
        .doesNotContain("an old table");
    Publication.publish(results("scan"), page);
    assertThat(Files.readString(page)).isEqualTo(text);
  }

  @Test
  void all_goals_stand_in_one_table_those_that_nobody_measured_too() throws IOException {
    Path page = page();
    Publication.publish(results("scan"), page);
    assertThat(Files.readString(page))
        .contains("| [scan](#scan) | " + Target.FULL_1.text() + " | >= 0.950 | 0.970 | reached |")
        .contains("| [memory](#memory) | " + Target.MEMORY_1.text() + " | | | not measured |");
  }

  @Test
  void a_page_without_a_place_for_a_result_is_refused() throws IOException {
    Path page = page();
    Path results = results("lookup");
    assertThatThrownBy(() -> Publication.publish(results, page))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bench:lookup");
  }

  @Test
  void a_picture_is_well_formed_and_follows_the_readers_colours() throws Exception {
    String svg = Picture.svg(report("scan").curves().get(0));
    Document document =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
    assertThat(document.getElementsByTagName("polyline").getLength()).isEqualTo(2);
    assertThat(svg).contains("prefers-color-scheme: dark").contains("Scan &amp; more");
  }
}
