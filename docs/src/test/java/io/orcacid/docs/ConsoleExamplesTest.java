package io.orcacid.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The console examples of each document print what the document shows, run in its order. */
class ConsoleExamplesTest {
  private static final String PROMPT = "$ ";

  @TempDir Path directory;

  static Set<Path> documents() throws IOException {
    Set<Path> documents = new LinkedHashSet<>();
    Block.ofAll("console").forEach(block -> documents.add(block.document()));
    return documents;
  }

  @ParameterizedTest
  @MethodSource("documents")
  void every_command_prints_what_is_shown(Path document) throws IOException {
    Shell shell = new Shell(directory);
    for (Block block : Block.of(document)) {
      if (block.language().equals("console")) {
        run(shell, block);
      }
    }
  }

  private static void run(Shell shell, Block block) throws IOException {
    List<String> lines = block.lines();
    assertThat(lines.get(0)).as("first line of %s", block).startsWith(PROMPT);
    for (int i = 0; i < lines.size(); ) {
      String command = lines.get(i).substring(PROMPT.length());
      List<String> shown = new ArrayList<>();
      for (i++; i < lines.size() && !lines.get(i).startsWith(PROMPT); i++) {
        shown.add(lines.get(i));
      }
      String printed = shell.run(command, shown);
      if (!new ShownOutput(shown).matches(printed)) {
        assertThat(printed)
            .as("%s: output of '%s' (what may vary is written ...)", block, command)
            .isEqualTo(String.join("\n", shown) + "\n");
      }
    }
  }

  @Test
  void three_points_stand_for_what_varies_and_for_nothing_else() {
    ShownOutput shown = new ShownOutput(List.of("created .../t (id)", "...", "1 | ... | x"));

    assertThat(shown.matches("created /a/b/t (id)\nmore\nmore\n1 | 2 | x\n")).isTrue();
    assertThat(shown.matches("created /a/b/t (id)\n1 |  | x  \n")).isTrue();
    assertThat(shown.matches("created /a/b/u (id)\n1 | 2 | x\n")).isFalse();
    assertThat(shown.matches("created /a/b/t (id)\n1 | 2 | y\n")).isFalse();
    assertThat(shown.matches("created /a/b/t (id)\n1 | 2 | x\nmore\n")).isFalse();
  }
}
