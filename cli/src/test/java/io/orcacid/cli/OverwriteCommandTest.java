package io.orcacid.cli;

import static io.orcacid.cli.CommandProcess.out;
import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The verbs overwrite and truncate. */
class OverwriteCommandTest {
  @TempDir private Path folder;
  private String table;
  private String file;

  @BeforeEach
  void makeATableAndAFile() throws IOException {
    table = folder.resolve("t").toString();
    file = folder.resolve("rows.csv").toString();
    Files.writeString(Path.of(file), "n,p\n7,a\n8,a\n");
    try (AcidTable made =
            AcidTable.create(table, TableDefinition.of("n int, p string").partitionedBy("p"));
        Transaction transaction = made.begin()) {
      transaction.insert().row(1, "a").row(2, "b").row(3, "c");
      transaction.commit();
    }
  }

  private List<String> rows() throws IOException {
    List<String> texts = new ArrayList<>();
    try (AcidTable opened = AcidTable.open(table);
        Rows rows = opened.scan().rows()) {
      for (Row row : rows) {
        texts.add(row.toString());
      }
    }
    return texts;
  }

  @Test
  void anOverwriteReplacesTheWholeTable() throws IOException {
    assertThat(out("overwrite", table, file)).isEqualTo("overwritten with 2 rows, version 2\n");
    assertThat(rows()).containsExactlyInAnyOrder("[7, a]", "[8, a]");
    assertThat(out("count", table, "--as-of-version", "1")).isEqualTo("3\n");
  }

  @Test
  void anOverwriteReplacesTheTouchedOrTheNamedPartitionsOnly() throws IOException {
    out("overwrite", table, file, "--touched", "--last-wins");
    assertThat(rows()).containsExactlyInAnyOrder("[7, a]", "[8, a]", "[2, b]", "[3, c]");
    out("overwrite", table, file, "--partition", "p=a", "--partition", "p=b");
    assertThat(rows()).containsExactlyInAnyOrder("[7, a]", "[8, a]", "[3, c]");
  }

  @Test
  void aRowOutsideOfTheNamedPartitionsChangesNothing() throws IOException {
    CommandProcess.Run run = CommandProcess.here("overwrite", table, file, "--partition", "p=b");
    assertThat(run.exit()).isEqualTo(2);
    assertThat(run.err()).contains("partition=p=a");
    assertThat(rows()).hasSize(3);
    assertThat(folder.resolve("t/p=b")).isDirectoryNotContaining("glob:**_tmp*");
  }

  @Test
  void namedAndTouchedPartitionsExcludeEachOther() {
    CommandProcess.Run run =
        CommandProcess.here("overwrite", table, file, "--partition", "p=b", "--touched");
    assertThat(run.exit()).isEqualTo(2);
  }

  @Test
  void aTruncateRemovesAllRowsOrThoseOfPartitions() throws IOException {
    assertThat(out("truncate", table, "--partition", "p=a", "--partition", "p=c"))
        .isEqualTo("truncated p=a, p=c, version 2\n");
    assertThat(rows()).containsExactly("[2, b]");
    assertThat(out("truncate", table)).isEqualTo("truncated the table, version 3\n");
    assertThat(rows()).isEmpty();
    assertThat(out("verify", table, "--deep")).doesNotContain("ERROR").doesNotContain("WARN");
  }
}
