package io.orcacid.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import io.orcacid.AcidTable;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.log.Tag;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@picocli.CommandLine.Command(
    name = "tag",
    description = {
      "Gives a version a name, by which it stays readable, whatever is cleaned.",
      "Without a name: shows the tags."
    },
    footer = {"", "Example: orc-acid tag clicks end-of-2026"})
final class TagCommand extends ReportCommand {
  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "NAME",
      description = "Letters, digits, dots, hyphens and underscores.")
  private String name;

  @Parameters(
      index = "2",
      arity = "0..1",
      paramLabel = "V",
      description = "The version that gets the name (default: the newest).")
  private Long version;

  @Option(names = "--list", description = "Show the tags.")
  private boolean list;

  @Option(
      names = "--drop",
      paramLabel = "NAME",
      description = "Take this name away; what only it kept goes with the next clean.")
  private String drop;

  @Override
  void run() throws IOException {
    if ((list || drop != null) && name != null || list && drop != null) {
      throw new ValidationException("Give a name to be set, --list or --drop, one of them");
    }
    try (AcidTable opened = open(table())) {
      if (drop != null) {
        opened.dropTag(drop);
        terminal().out().println("dropped tag " + drop);
      } else if (name == null) {
        List<Tag> tags = opened.tags();
        print(() -> text(tags), () -> json(tags));
      } else {
        long tagged = version == null ? opened.tag(name) : opened.tag(name, version);
        terminal().out().println("tagged version " + tagged + " as " + name);
      }
    }
  }

  private static String text(List<Tag> tags) {
    if (tags.isEmpty()) {
      return "no tags";
    }
    StringBuilder text = new StringBuilder();
    for (Tag tag : tags) {
      text.append(
          String.format(
              Locale.ROOT,
              "%-20s version %d, since %s by %s%n",
              tag.name(),
              tag.version(),
              tag.time(),
              tag.author().atHost()));
    }
    return text.toString().stripTrailing();
  }

  private static String json(List<Tag> tags) {
    ArrayNode array = JsonReport.array();
    for (Tag tag : tags) {
      array
          .addObject()
          .put("name", tag.name())
          .put("version", tag.version())
          .put("time", tag.time().toString())
          .put("user", tag.author().user())
          .put("host", tag.author().host())
          .put("agent", tag.author().agent());
    }
    return JsonReport.text(array);
  }
}
