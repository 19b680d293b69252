package io.orcacid.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "quickstart",
    description =
        "Makes a table of 20,000 real flights, changes it, reads it as it is and as it was, and draws it.",
    footer = {"", "Example: orc-acid quickstart"})
final class QuickstartCommand extends Command {
  @Parameters(
      arity = "0..1",
      paramLabel = "DIRECTORY",
      description =
          "New or empty directory to work in; without it one is made in the temporary directory.")
  private Path directory;

  @Override
  void run() throws IOException {
    Path home = directory == null ? Files.createTempDirectory("orc-acid-quickstart-") : directory;
    Files.createDirectories(home);
    Path data = home.resolve("flights-20k.csv");
    try (InputStream in =
        QuickstartCommand.class.getResourceAsStream("quickstart/flights-20k.csv")) {
      Files.copy(in, data);
    }
    String flights = home.resolve("flights").toString();
    say(
        "US domestic flights of 2001 (Bureau of Transportation Statistics), as a table with transactions.");
    step("import", flights, data.toString());
    step("scan", flights, "--limit", "5");
    step("count", flights, "--where", "delay_minutes < 0");
    say("Version 2: early arrivals count as on time. Version 3: nothing starts in Detroit.");
    step("update", flights, "--set", "delay_minutes = 0", "--where", "delay_minutes < 0");
    step("delete", flights, "--where", "origin = 'DTW'");
    step("count", flights);
    say("The table as it was before both.");
    step("count", flights, "--as-of-version", "1", "--where", "delay_minutes < 0");
    step("history", flights);
    say("# rows that are read, x rows that are deleted, by the transactions that wrote them:");
    step("inspect", flights);
    say("The same rows in one base, without those deleted. What it replaced stays until a clean,");
    say("and with it every version so far.");
    step("compact", flights, "--major");
    step("inspect", flights);
    step("count", flights, "--as-of-version", "1");
    say(
        "The table stays in "
            + home
            + "; try: bin/orc-acid scan "
            + flights
            + " --where \"distance_miles > 2500\" --limit 10");
  }

  private void say(String text) {
    PrintStream out = terminal().out();
    out.println();
    out.println(text);
    out.flush();
  }

  private void step(String... arguments) throws IOException {
    StringBuilder line = new StringBuilder("$ orc-acid");
    for (String argument : arguments) {
      line.append(' ')
          .append(argument.matches("[A-Za-z0-9_./-]+") ? argument : '"' + argument + '"');
    }
    say(line.toString());
    int code = OrcAcidCommand.run(terminal(), arguments);
    if (code != 0) {
      throw new IOException("a step ended with exit code " + code + ": " + line);
    }
  }
}
