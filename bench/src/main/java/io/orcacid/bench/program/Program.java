package io.orcacid.bench.program;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program that is measured in a JVM of its own: started as {@code java <flags> -cp <class path>
 * <main> OPERATION key=value ...}, it prints one JSON object per result on its standard output, and
 * what else it has to say on the other one. Immutable.
 *
 * @param name what it is called in tables
 * @param classPath of its JVM; empty if it is not there
 * @param mainClass where it starts
 * @param flags of its JVM
 * @param absent why it cannot be started; empty if it can
 */
public record Program(
    String name, String classPath, String mainClass, List<String> flags, Optional<String> absent) {
  private static final String PEERS = "io.orcacid.bench.peers.";
  private static final long LONGEST_MINUTES = 15;

  /** What Hadoop, ORC, Chronicle and Hive need of the JDK's insides. */
  private static final List<String> OPEN =
      List.of(
          "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-exports=jdk.compiler/com.sun.tools.javac.file=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.reflect=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED");

  public Program {
    flags = List.copyOf(flags);
  }

  /** A program of this module, with this JVM's class path. */
  public static Program own(String name, Class<?> main, String heap) {
    return new Program(
        name, System.getProperty("java.class.path"), main.getName(), flags(heap), Optional.empty());
  }

  /**
   * A peer, from where its module puts it: {@code bench/peers/NAME/target/lib} and its jar.
   *
   * @param name such as {@code hive}, whose main class is {@code
   *     io.orcacid.bench.peers.hive.HivePeer}
   */
  public static Program peer(String name, String heap) throws IOException {
    Path target = home().resolve("bench/peers").resolve(name).resolve("target");
    String mainClass =
        PEERS
            + name
            + "."
            + name.substring(0, 1).toUpperCase(Locale.ROOT)
            + name.substring(1)
            + "Peer";
    Optional<Path> jar = Optional.empty();
    if (Files.isDirectory(target.resolve("lib"))) {
      try (Stream<Path> files = Files.list(target)) {
        jar = files.filter(file -> isJar(file.getFileName().toString())).sorted().findFirst();
      }
    }
    if (jar.isEmpty()) {
      return new Program(
          name,
          "",
          mainClass,
          flags(heap),
          Optional.of("not built: no jar and lib in bench/peers/" + name + "/target"));
    }
    String classPath =
        jar.get() + File.pathSeparator + target.resolve("lib") + File.separator + "*";
    return new Program(name, classPath, mainClass, flags(heap), Optional.empty());
  }

  private static boolean isJar(String file) {
    return file.endsWith(".jar") && !file.contains("-sources") && !file.contains("-tests");
  }

  private static List<String> flags(String heap) {
    List<String> flags = new ArrayList<>(OPEN);
    flags.add("-Xmx" + heap);
    flags.add("-XX:+UseSerialGC");
    flags.add("-Dfile.encoding=UTF-8");
    flags.add("-Duser.timezone=UTC");
    return flags;
  }

  /** The same program with a flag more. */
  public Program with(String flag) {
    List<String> more = new ArrayList<>(flags);
    more.add(flag);
    return new Program(name, classPath, mainClass, more, absent);
  }

  /** Where the project lies: said by a property, or the nearest directory above with a bench. */
  public static Path home() {
    String said = System.getProperty("orcacid.bench.home");
    if (said != null) {
      return Path.of(said);
    }
    Path directory = Path.of("").toAbsolutePath();
    for (Path above = directory; above != null; above = above.getParent()) {
      if (Files.exists(above.resolve("bench/pom.xml"))) {
        return above;
      }
    }
    return directory;
  }

  /**
   * Runs it in as many JVMs, one after the other; of each the median counts.
   *
   * @param forks how many
   * @param operation what to do
   * @param values keys and values of it
   */
  public Outcome run(int forks, String operation, Map<String, ?> values) {
    Map<String, List<ProgramResult>> byPeer = new LinkedHashMap<>();
    for (int fork = 0; fork < forks; fork++) {
      Outcome outcome = run(operation, values);
      if (!(outcome instanceof Outcome.Finished finished)) {
        return outcome;
      }
      for (ProgramResult result : finished.results()) {
        byPeer.computeIfAbsent(result.peer(), key -> new ArrayList<>()).add(result);
      }
    }
    return new Outcome.Finished(
        name, byPeer.values().stream().map(ProgramResult::together).toList());
  }

  /** Runs it once and waits for its end. What fails is an outcome, never an exception. */
  public Outcome run(String operation, Map<String, ?> values) {
    if (absent.isPresent()) {
      return new Outcome.Missing(name, absent.get());
    }
    Path errors = null;
    try {
      errors = Files.createTempFile("orc-acid-bench-", ".err");
      return run(command(operation, values), errors);
    } catch (IOException e) {
      return new Outcome.Missing(name, "could not be run: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Outcome.Missing(name, "interrupted");
    } finally {
      delete(errors);
    }
  }

  private static void delete(Path file) {
    if (file != null) {
      file.toFile().delete();
    }
  }

  private List<String> command(String operation, Map<String, ?> values) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", classPath, mainClass, operation));
    values.forEach((key, value) -> command.add(key + "=" + value));
    return command;
  }

  private Outcome run(List<String> command, Path errors) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .redirectError(errors.toFile())
            .redirectInput(ProcessBuilder.Redirect.from(new File("/dev/null")))
            .start();
    List<ProgramResult> results = new ArrayList<>();
    try (var lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith("{")) {
          results.add(ProgramResult.parse(line));
        }
      }
    } catch (IOException | RuntimeException e) {
      process.destroyForcibly();
      return new Outcome.Missing(name, "printed no result: " + e.getMessage());
    }
    if (!process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      return new Outcome.Missing(name, "did not end");
    }
    if (process.exitValue() != 0) {
      return new Outcome.Missing(name, "ended with " + process.exitValue() + ": " + reason(errors));
    }
    if (results.isEmpty()) {
      return new Outcome.Missing(name, "printed no result: " + reason(errors));
    }
    return new Outcome.Finished(name, results);
  }

  /** The first line that names an exception, or the last one. */
  private static String reason(Path errors) throws IOException {
    List<String> lines = Files.readAllLines(errors, StandardCharsets.ISO_8859_1);
    Optional<String> thrown =
        lines.stream()
            .filter(line -> line.contains("Exception") || line.contains("Error"))
            .findFirst();
    String line = thrown.orElse(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
    return line.length() > 300 ? line.substring(0, 300) + "..." : line;
  }
}
