package io.orcacid.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidOption;
import io.orcacid.cli.OrcAcidCommand;
import io.orcacid.compactor.policy.CompactionSetting;
import io.orcacid.daemon.config.DaemonSetting;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.hadoop.AcidConfKeys;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** The pages that are made from the code are up to date; rewritten on demand. */
class GeneratedPagesTest {
  private static final String JOB_KEYS = "## Keys";
  private static final String REWRITE = "orcacid.docs.rewrite";

  @Test
  void the_page_of_options_is_what_the_code_says() throws IOException {
    check("options.md", options());
  }

  @Test
  void the_page_of_the_command_is_its_help() throws IOException {
    check("command.md", command());
  }

  @Test
  void the_cells_of_the_conflict_policies_are_what_they_decide() throws IOException {
    Path page = Repository.root().resolve("docs/concurrency.md");
    String written = Files.readString(page);
    int end = written.indexOf(PolicyCells.HEADING);
    assertThat(end).as("docs/concurrency.md ends with %s", PolicyCells.HEADING).isPositive();
    check("concurrency.md", written.substring(0, end) + PolicyCells.section());
  }

  @Test
  void the_keys_of_jobs_are_those_of_the_code() throws IOException {
    Path page = Repository.root().resolve("docs/hadoop.md");
    String written = Files.readString(page);
    int end = written.indexOf(JOB_KEYS);
    assertThat(end).as("docs/hadoop.md ends with %s", JOB_KEYS).isPositive();
    check("hadoop.md", written.substring(0, end) + jobKeys());
  }

  private static String jobKeys() {
    return """
        %s

        *This section is made from the code.* They stand in a job's configuration. The engine's [settings](options.md) may stand there too; any other key that begins with `%s` is an error.

        | key | default | meaning | if it is not set |
        |---|---|---|---|
        %s
        """
        .formatted(
            JOB_KEYS,
            AcidOption.PREFIX,
            Arrays.stream(AcidConfKeys.values())
                .map(
                    key ->
                        "| %s | %s | %s | %s |"
                            .formatted(
                                code(key.key()),
                                code(key.defaultValue()),
                                key.meaning(),
                                key.aliases().stream()
                                    .map(GeneratedPagesTest::code)
                                    .collect(Collectors.joining(", then "))))
                .collect(Collectors.joining("\n")));
  }

  private static void check(String name, String made) throws IOException {
    Path page = Repository.root().resolve("docs").resolve(name);
    if (Boolean.getBoolean(REWRITE)) {
      Files.writeString(page, made);
    }
    assertThat(Files.exists(page) ? Files.readString(page) : "")
        .as("docs/%s is made from the code; run the test with -D%s=true", name, REWRITE)
        .isEqualTo(made);
  }

  private static String options() {
    return """
        # Settings and table properties

        *This page is made from the code.*

        ## Settings

        A setting belongs to the program that opens a table: `--conf KEY=VALUE` of the command, `AcidOptions.of(Map.of(KEY, VALUE))` in Java.
        Any other key is an error, but for those of compaction below.

        | key | default | meaning |
        |---|---|---|
        %s
        | `orc.*` | | for ORC, as ORC documents them |
        | `fs.*` | | for Hadoop's file system beneath |

        ## Table properties

        A property belongs to the table, for every program that works on it: `--property KEY=VALUE` of `create` and `import`, `TableDefinition.property` in Java, `alter T set KEY=VALUE` later. It wins over a setting.

        | key | default | meaning |
        |---|---|---|
        | `%s` | `%s` | when two transactions conflict: %s; see the [guide](guide.md#transactions-and-conflicts) |
        | `orcacid.comment.<column>` | | a comment on a column, as `alter T comment COLUMN TEXT` sets it |
        | `orcacid.ordering.column` | | under the policy `nbcc`: column of which the larger value wins between rows of one key |
        %s
        | `orc.*` | ORC's | everything else that ORC's writer takes, such as `orc.bloom.filter.columns` |

        Any other key that begins with `%s` is an error. Other properties are kept with the table and mean nothing to the engine.

        ## Compaction

        These decide when `compact` finds something to do by itself. Each is a setting, and a table property too, which wins. Keys that Hive has keep its name,
        default and meaning. A threshold is passed by more than it, never by itself.

        | setting | default | table property | meaning |
        |---|---|---|---|
        %s
        | | `false` | `%s` | `true`: only compactions with `--minor` or `--major` |

        ## Daemon

        These stand in the file that `daemon --config FILE` is given, beside any of the settings above, which then hold for all its tables; `daemon --check-config` prints each value and where it
        came from. Any other key is an error. SIGHUP has the file read again; what is marked *start* is taken at the next start only.

        | key | default | taken | meaning |
        |---|---|---|---|
        %s
        """
        .formatted(
            Arrays.stream(AcidOption.values())
                .map(option -> row(option.key(), code(option.defaultValue()), option.meaning()))
                .collect(Collectors.joining("\n")),
            ConflictPolicy.PROPERTY,
            ConflictPolicy.HIVE.text(),
            Arrays.stream(ConflictPolicy.values())
                .map(policy -> code(policy.text()))
                .collect(Collectors.joining(" or ")),
            new TreeMap<>(OrcFiles.defaults())
                .entrySet().stream()
                    .map(entry -> row(entry.getKey(), code(entry.getValue()), "for ORC's writer"))
                    .collect(Collectors.joining("\n")),
            AcidOption.PREFIX,
            Arrays.stream(CompactionSetting.values())
                .map(GeneratedPagesTest::row)
                .collect(Collectors.joining("\n")),
            CompactionSetting.NO_AUTO_COMPACTION,
            Arrays.stream(DaemonSetting.values())
                .map(GeneratedPagesTest::row)
                .collect(Collectors.joining("\n")));
  }

  private static String row(DaemonSetting setting) {
    return "| %s | %s | %s | %s |"
        .formatted(
            code(setting.key()),
            code(setting.defaultValue()),
            setting.reload() == DaemonSetting.Reload.LIVE ? "at once" : "*start*",
            setting.meaning());
  }

  private static String row(CompactionSetting setting) {
    return "| %s | %s | %s | %s |"
        .formatted(
            code(setting.key()),
            code(setting.defaultValue()),
            code(setting.tableProperty()),
            setting.meaning());
  }

  private static String row(String key, String defaultValue, String meaning) {
    return "| " + code(key) + " | " + defaultValue + " | " + meaning.replace("|", "\\|") + " |";
  }

  private static String code(String text) {
    return text.isEmpty() ? "" : "`" + text + "`";
  }

  private static String command() {
    StringBuilder page =
        new StringBuilder(
            """
            # The command

            *This page is made from the code: it is what `orc-acid --help` and `orc-acid VERB --help` print.*

            ```text
            """);
    page.append(help("--help")).append("```\n");
    for (Class<?> verb :
        OrcAcidCommand.class.getAnnotation(CommandLine.Command.class).subcommands()) {
      String name = verb.getAnnotation(CommandLine.Command.class).name();
      page.append("\n## ").append(name).append("\n\n```text\n");
      page.append(help(name, "--help")).append("```\n");
    }
    return page.toString();
  }

  private static String help(String... arguments) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    assertThat(OrcAcidCommand.run(out, out, arguments)).isZero();
    return bytes.toString(StandardCharsets.UTF_8).stripTrailing() + "\n";
  }
}
