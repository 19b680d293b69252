package io.orcacid.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each Java example compiles by itself, runs, and prints what the block behind it shows. */
class JavaExamplesTest {
  private static final String NAME = "Example";
  private static final String DATA = "\"/data/";

  @TempDir Path directory;

  static List<Block> examples() throws IOException {
    List<Block> examples = Block.ofAll("java");
    assertThat(examples).extracting(Block::toString).anyMatch(name -> name.startsWith("README.md"));
    return examples;
  }

  @ParameterizedTest
  @MethodSource("examples")
  void it_runs_and_prints_what_is_shown(Block example) throws Exception {
    Path source = directory.resolve(NAME + ".java");
    Files.writeString(source, program(example));
    compile(example, source);

    List<String> shown = example.follower("text").map(Block::lines).orElse(List.of());
    assertThat(output().lines().toList()).as("output of %s", example).isEqualTo(shown);
  }

  private String program(Block example) {
    String imports =
        example.lines().stream()
            .filter(line -> line.startsWith("import "))
            .collect(Collectors.joining("\n"));
    String body =
        example.lines().stream()
            .filter(line -> !line.startsWith("import "))
            .collect(Collectors.joining("\n"))
            .replace(DATA, "\"" + directory + "/");
    return imports
        + "\npublic class "
        + NAME
        + " {\npublic static void main(String[] arguments) throws Exception {\n"
        + body
        + "\n}\n}\n";
  }

  private static void compile(Block example, Path source) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of(
                      "--release",
                      "17",
                      "-cp",
                      System.getProperty("java.class.path"),
                      "-proc:none"),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as("%s does not compile:\n%s", example, messages).isTrue();
    }
  }

  private String output() throws Exception {
    PrintStream console = System.out;
    Thread running = Thread.currentThread();
    ClassLoader before = running.getContextClassLoader();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (URLClassLoader loader = new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
      System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
      running.setContextClassLoader(loader);
      loader.loadClass(NAME).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
    } finally {
      running.setContextClassLoader(before);
      System.setOut(console);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }
}
