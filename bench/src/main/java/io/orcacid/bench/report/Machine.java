package io.orcacid.bench.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.orc.OrcUtils;

/**
 * What it was measured on.
 *
 * @param processor model, as the system names it
 * @param cores that this JVM may use
 * @param memory of the machine, in GB
 * @param system operating system
 * @param java runtime
 * @param orc version of orc-core
 * @param engine version of the engine
 */
public record Machine(
    String processor,
    int cores,
    double memory,
    String system,
    String java,
    String orc,
    String engine) {
  /** This one. */
  public static Machine here() {
    return new Machine(
        line("/proc/cpuinfo", "model name").orElse(System.getProperty("os.arch")),
        Runtime.getRuntime().availableProcessors(),
        line("/proc/meminfo", "MemTotal")
            .map(text -> Long.parseLong(text.replaceAll("[^0-9]", "")) / 1e6)
            .orElse(Double.NaN),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
        OrcUtils.getOrcVersion(),
        engineVersion());
  }

  private static Optional<String> line(String file, String key) {
    Path path = Path.of(file);
    if (!Files.isReadable(path)) {
      return Optional.empty();
    }
    try {
      List<String> lines = Files.readAllLines(path, StandardCharsets.UTF_8);
      return lines.stream()
          .filter(line -> line.startsWith(key))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String engineVersion() {
    return Optional.ofNullable(Machine.class.getPackage().getImplementationVersion())
        .orElse("from its sources");
  }

  /** In one line. */
  public String text() {
    return String.format(
        Locale.ROOT,
        "%s, %d cores, %.0f GB; %s; %s; orc-core %s; orc-acid %s",
        processor,
        cores,
        memory,
        system,
        java,
        orc,
        engine);
  }
}
