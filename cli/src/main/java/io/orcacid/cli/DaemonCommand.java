package io.orcacid.cli;

import io.orcacid.daemon.DaemonService;
import io.orcacid.daemon.config.ConfigValue;
import io.orcacid.daemon.config.DaemonConfig;
import io.orcacid.error.OrcAcidException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;
import sun.misc.Signal;

@picocli.CommandLine.Command(
    name = "daemon",
    description = {
      "Compacts and cleans many tables, as long as it runs, and shows a page of what it does.",
      "Any number may look after the same tables. SIGTERM ends it after what runs, SIGHUP has it",
      "read its file again."
    },
    footer = {"", "Example: orc-acid daemon --config /etc/orc-acid/daemon.properties"})
final class DaemonCommand extends Command {
  @Option(
      names = "--config",
      paramLabel = "FILE",
      required = true,
      description = "Properties; --conf goes over them.")
  private Path file;

  @Option(
      names = "--check-config",
      description = "Print each setting and where it came from, and end.")
  private boolean check;

  @Override
  void run() throws IOException {
    DaemonConfig config = read();
    if (check) {
      // The one value that is not in the file itself.
      config.httpToken();
      printValues(config);
      return;
    }
    // Before the first logger is made, which reads them.
    System.setProperty("org.slf4j.simpleLogger.showDateTime", "true");
    System.setProperty("org.slf4j.simpleLogger.dateTimeFormat", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX");
    try (DaemonService service =
        DaemonService.start(new OrcAcidCommand.Version().getVersion()[0], config)) {
      Signal.handle(new Signal("TERM"), signal -> service.drain());
      Signal.handle(new Signal("INT"), signal -> service.drain());
      Signal.handle(new Signal("HUP"), signal -> reload(service));
      service.address().ifPresent(address -> terminal().out().println("page: " + address));
      terminal().out().flush();
      service.awaitDrain();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted");
    }
  }

  private DaemonConfig read() throws IOException {
    return DaemonConfig.read(file, conf());
  }

  /** A file with a mistake in it must not end a daemon that runs. */
  private void reload(DaemonService service) {
    try {
      List<String> later = service.reload(read());
      terminal().out().println("read again: " + file);
      if (!later.isEmpty()) {
        terminal().out().println("taken at the next start only: " + String.join(", ", later));
      }
    } catch (IOException | OrcAcidException e) {
      terminal().err().println(ExitCode.line(e));
      terminal().err().println("The daemon goes on with the settings that it has.");
    }
    terminal().out().flush();
  }

  private void printValues(DaemonConfig config) {
    List<ConfigValue> values = config.values();
    int keys = values.stream().mapToInt(one -> one.key().length()).max().orElse(0);
    int texts = Math.min(40, values.stream().mapToInt(one -> one.value().length()).max().orElse(0));
    for (ConfigValue value : values) {
      terminal()
          .out()
          .printf(
              Locale.ROOT,
              "%-" + keys + "s  %-" + Math.max(1, texts) + "s  %s%n",
              value.key(),
              value.value(),
              value.origin());
    }
  }
}
