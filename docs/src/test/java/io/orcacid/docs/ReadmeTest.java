package io.orcacid.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.cli.OrcAcidCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The readme is short, and its picture is what the quickstart draws. */
class ReadmeTest {
  private static final Path README = Repository.root().resolve("README.md");

  @TempDir Path directory;

  @Test
  void its_pictures_of_a_table_are_drawn_by_the_quickstart() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);

    int code = OrcAcidCommand.run(out, out, "quickstart", directory.resolve("q").toString());

    assertThat(code).isZero();
    String printed = bytes.toString(StandardCharsets.UTF_8);
    for (Block picture : Block.of(README).subList(0, 2)) {
      assertThat(printed).contains(String.join("\n", picture.lines()));
    }
  }

  @Test
  void it_fits_on_two_screens() throws IOException {
    List<String> lines = Files.readAllLines(README);
    assertThat(lines).hasSizeLessThan(100);
  }
}
