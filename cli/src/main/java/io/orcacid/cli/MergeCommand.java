package io.orcacid.cli;

import io.orcacid.AcidTable;
import io.orcacid.Merge;
import io.orcacid.MergeSource;
import io.orcacid.Merged;
import io.orcacid.cli.input.InputFile;
import io.orcacid.cli.input.SchemaInference;
import io.orcacid.error.ValidationException;
import io.orcacid.format.TableShape;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.orc.TypeDescription;
import picocli.CommandLine.Option;

@picocli.CommandLine.Command(
    name = "merge",
    description = "Merges the rows of files into a table: updates, deletes and inserts by clauses.",
    footer = {
      "",
      "A clause is \"[if CONDITION] then ACTION\"; the first that is true counts. Columns of the"
          + " files are written source.NAME. What was compared must be unique in the files where it"
          + " meets a row.",
      "",
      "Example: orc-acid merge people changes.csv --when-matched \"if source.gone then delete\""
          + " --when-matched \"then update\" --when-not-matched \"then insert\""
    })
final class MergeCommand extends FilesCommand {
  private static final Pattern CLAUSE =
      Pattern.compile(
          "\\s*(?:if\\s+(.+)\\s+)?then\\s+(update|delete|insert)(?:\\s+(.+?))?\\s*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  @Option(
      names = "--on",
      split = ",",
      paramLabel = "C",
      description = "Columns that are compared (default: the declared key).")
  private List<String> on = new ArrayList<>();

  @Option(
      names = "--when-matched",
      paramLabel = "CLAUSE",
      description = "[if CONDITION] then update [C = E, ...] | delete; may be given several times.")
  private List<String> matched = new ArrayList<>();

  @Option(
      names = "--when-not-matched",
      paramLabel = "CLAUSE",
      description = "[if CONDITION] then insert [C = E, ...]; may be given several times.")
  private List<String> notMatched = new ArrayList<>();

  /** A clause as it was written; without a condition and assignments where there are none. */
  private record Clause(String condition, String action, String set) {
    static Clause parse(String text) {
      Matcher matcher = CLAUSE.matcher(text);
      if (!matcher.matches()) {
        throw new ValidationException(
            "A clause is \"[if CONDITION] then ACTION\", such as \"if n > 4 then delete\"",
            "clause",
            text);
      }
      return new Clause(
          matcher.group(1), matcher.group(2).toLowerCase(java.util.Locale.ROOT), matcher.group(3));
    }
  }

  @Override
  void run() throws IOException {
    try (AcidTable opened = open(table());
        Inputs inputs = openFiles()) {
      TypeDescription row = columns(inputs.all(), opened.definition().row());
      Merge merge = opened.merge(MergeSource.of(row, read(inputs.all(), row)));
      merge.on(on.toArray(String[]::new));
      matched.forEach(text -> addMatched(merge, Clause.parse(text)));
      notMatched.forEach(text -> addNotMatched(merge, Clause.parse(text)));
      Merged merged = merge.run();
      terminal()
          .out()
          .println(
              "updated "
                  + merged.updated()
                  + ", deleted "
                  + merged.deleted()
                  + ", inserted "
                  + merged.inserted()
                  + " rows, version "
                  + opened.version());
    }
  }

  private static void addMatched(Merge merge, Clause clause) {
    Merge.WhenMatched when =
        clause.condition() == null ? merge.whenMatched() : merge.whenMatched(clause.condition());
    if (clause.action().equals("update")) {
      if (clause.set() == null) {
        when.update();
      } else {
        when.update(clause.set());
      }
    } else if (clause.action().equals("delete") && clause.set() == null) {
      when.delete();
    } else {
      throw new ValidationException(
          "A row that is matched is updated or deleted", "action", clause.action());
    }
  }

  private static void addNotMatched(Merge merge, Clause clause) {
    if (!clause.action().equals("insert")) {
      throw new ValidationException(
          "A row that is not matched can only be inserted", "action", clause.action());
    }
    Merge.WhenNotMatched when =
        clause.condition() == null
            ? merge.whenNotMatched()
            : merge.whenNotMatched(clause.condition());
    if (clause.set() == null) {
      when.insert();
    } else {
      when.insert(clause.set());
    }
  }

  /** Columns of the table have its types, others those that the files show. */
  private static TypeDescription columns(List<InputFile> inputs, TypeDescription table)
      throws IOException {
    TypeDescription shown = SchemaInference.infer(inputs);
    TableShape shape = TableShape.of(table, List.of());
    TypeDescription row = TypeDescription.createStruct();
    for (int i = 0; i < shown.getFieldNames().size(); i++) {
      String name = shown.getFieldNames().get(i);
      OptionalInt position = shape.position(name);
      row.addField(
          name,
          position.isPresent()
              ? table.getChildren().get(position.getAsInt()).clone()
              : shown.getChildren().get(i).clone());
    }
    return row;
  }

  private List<Object[]> read(List<InputFile> inputs, TypeDescription row) throws IOException {
    List<Object[]> rows = new ArrayList<>();
    for (InputFile input : inputs) {
      rows.addAll(input.rows(row));
    }
    return rows;
  }
}
