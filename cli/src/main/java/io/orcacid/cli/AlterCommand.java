package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Alteration;
import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "alter",
    description = {
      "Changes a table's columns, comments or properties, as a new version.",
      "No file is touched.",
      "",
      "  add-column \"m int, s string\"   columns behind the others",
      "  add-field STRUCT \"zip string\"  fields of a struct, such as address,",
      "                                 points.element or prices.value",
      "  widen COLUMN TYPE              tinyint to smallint to int to bigint; float",
      "                                 to double; decimal, char, varchar to longer",
      "                                 ones; varchar to string",
      "  comment [COLUMN] TEXT          on a column or the table; \"\" for none",
      "  set KEY=VALUE ...              table properties",
      "  unset KEY ...                  the same, removed",
      ""
    },
    footer = {"", "Example: orc-acid alter clicks add-column \"referrer string\""})
final class AlterCommand extends Command {
  @Parameters(index = "0", paramLabel = "TABLE", description = "Directory of the table.")
  private String table;

  @Parameters(index = "1", paramLabel = "CHANGE", description = "What is changed; see above.")
  private String change;

  @Parameters(
      index = "2..*",
      paramLabel = "ARGUMENT",
      description = "What belongs to the change; see above.")
  private final List<String> arguments = new ArrayList<>();

  @Option(
      names = "--dry-run",
      description = "Only check whether the change is allowed as the table is now.")
  private boolean dryRun;

  /** What is refused, and why; engines find columns by name or by position (PROTOCOL.md R24). */
  private enum Refused {
    RENAME_COLUMN(
        "A column keeps its name: files hold it, and engines that find columns by name would read"
            + " NULL under another one"),
    DROP_COLUMN(
        "A column stays: engines that find columns by position would read the next one in its place."
            + " Leave it out of a SELECT, or set it to NULL by an update"),
    MOVE_COLUMN(
        "Columns keep their order: engines that find columns by position would mix them up"),
    PARTITION_BY("The partition columns stay as they are: the directories are named after them"),
    BUCKET_BY("The buckets stay as they are: the rows lie in files by their hash"),
    KEY("The declared key stays as it is: the rows that are there were written by it");

    private final String reason;

    Refused(String reason) {
      this.reason = reason;
    }

    private static Optional<Refused> of(String change) {
      String name = change.toUpperCase(Locale.ROOT).replace('-', '_');
      return Arrays.stream(values()).filter(one -> one.name().equals(name)).findFirst();
    }
  }

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table)) {
      Alteration alteration = described(opened.alter());
      if (dryRun) {
        alteration.check();
        terminal().out().println("allowed");
        return;
      }
      long before = opened.version();
      long version = alteration.commit();
      terminal()
          .out()
          .println(
              version == before
                  ? "nothing to change, version " + version
                  : "altered, version " + version);
    }
  }

  private Alteration described(Alteration alteration) {
    return switch (change) {
      case "add-column" -> alteration.addColumn(all(1, "columns").get(0));
      case "add-field" -> alteration.addField(all(2, "STRUCT FIELDS").get(0), arguments.get(1));
      case "widen" -> alteration.widen(all(2, "COLUMN TYPE").get(0), arguments.get(1));
      case "comment" -> commented(alteration);
      case "set" -> set(alteration);
      case "unset" -> unset(alteration);
      default -> throw refused();
    };
  }

  private List<String> all(int count, String what) {
    if (arguments.size() != count) {
      throw new ValidationException(
          "The change takes other arguments", "change", change, "arguments", what);
    }
    return arguments;
  }

  private Alteration commented(Alteration alteration) {
    return arguments.size() == 2
        ? alteration.comment(arguments.get(0), arguments.get(1))
        : alteration.comment(all(1, "[COLUMN] TEXT").get(0));
  }

  private Alteration set(Alteration alteration) {
    Alteration described = alteration;
    for (String setting : some("KEY=VALUE ...")) {
      int equals = setting.indexOf('=');
      if (equals < 1) {
        throw new ValidationException("A property is KEY=VALUE", "given", setting);
      }
      described = described.set(setting.substring(0, equals), setting.substring(equals + 1));
    }
    return described;
  }

  private Alteration unset(Alteration alteration) {
    Alteration described = alteration;
    for (String key : some("KEY ...")) {
      described = described.unset(key);
    }
    return described;
  }

  private List<String> some(String what) {
    return arguments.isEmpty() ? all(1, what) : arguments;
  }

  private ValidationException refused() {
    return Refused.of(change)
        .map(
            refused ->
                new ValidationException(
                    refused.reason
                        + ". Make a new table as you want it, and insert the rows of this one",
                    "change",
                    change))
        .orElseGet(
            () ->
                new ValidationException(
                    "No such change",
                    "change",
                    change,
                    "known",
                    "add-column, add-field, widen, comment, set, unset"));
  }
}
