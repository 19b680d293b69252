package io.orcacid.docs;

import io.orcacid.cli.OrcAcidCommand;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs the lines of console examples inside this JVM, in a directory of its own: {@code orc-acid},
 * {@code echo $?}, and {@code cat FILE}, which makes the file of what the example shows.
 */
final class Shell {
  private final Path directory;
  private int exitCode;

  Shell(Path directory) {
    this.directory = directory;
  }

  /**
   * Runs a line.
   *
   * @param shown what the document shows as its output
   * @return what it printed, to both streams
   */
  String run(String line, List<String> shown) throws IOException {
    List<String> words = words(line);
    return switch (words.get(0)) {
      case "orc-acid" -> orcAcid(words.subList(1, words.size()));
      case "echo" -> exitCode + "\n";
      case "cat" -> {
        String content = String.join("\n", shown) + "\n";
        Files.writeString(directory.resolve(words.get(1)), content);
        yield content;
      }
      default -> throw new IllegalArgumentException("an example runs an unknown command: " + line);
    };
  }

  private String orcAcid(List<String> words) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    String[] arguments = words.toArray(new String[0]);
    for (int i = 1; i < arguments.length; i++) {
      boolean table = i == 1 && !arguments[i].startsWith("-");
      if (table || arguments[i].matches("[a-z]+\\.(csv|json|orc)(\\.gz)?")) {
        arguments[i] = directory.resolve(arguments[i]).toString();
      }
    }
    exitCode = OrcAcidCommand.run(out, out, arguments);
    return bytes.toString(StandardCharsets.UTF_8);
  }

  private static List<String> words(String line) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    char quote = 0;
    for (char c : (line + " ").toCharArray()) {
      if (quote != 0 ? c == quote : c == '"' || c == '\'') {
        quote = quote == 0 ? c : 0;
      } else if (c == ' ' && quote == 0) {
        if (!word.isEmpty()) {
          words.add(word.toString());
          word.setLength(0);
        }
      } else {
        word.append(c);
      }
    }
    return words;
  }
}
