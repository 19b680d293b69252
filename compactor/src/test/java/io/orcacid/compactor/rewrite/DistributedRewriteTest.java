package io.orcacid.compactor.rewrite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.RowId;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What only distributed rewrites have to mind; that they write the same, all others test too. */
class DistributedRewriteTest {
  private static final String COLUMNS = "id bigint, name string";

  @TempDir(factory = MemoryDirectories.class)
  Path root;

  private Table table;

  @BeforeEach
  void fill() throws IOException {
    Writes writes = Writes.to(root, COLUMNS).bucketedBy(3, "id");
    for (int transaction = 1; transaction <= 4; transaction++) {
      writes.insert(
          transaction,
          0,
          transaction * 100,
          transaction * 100 + 100,
          id -> new Object[] {id, "name " + id});
    }
    table = Table.of(root, COLUMNS).at("t:5:9223372036854775807::");
    List<RowId> some = table.byMerge().stream().map(Table.Found::id).limit(150).toList();
    writes.delete(5, 0, some);
  }

  private DistributedRewrite rewrite(AcidDirectory output) throws IOException {
    return DistributedRewrite.of(table.request(output));
  }

  private List<RewritePiece.Written> run(DistributedRewrite rewrite) throws IOException {
    List<RewritePiece.Written> written = new ArrayList<>();
    for (RewritePiece piece : rewrite.pieces()) {
      written.add(
          piece.run(
              Storage.local(),
              root + "/_tmp.x/" + written.size(),
              RewriteListener.NONE,
              () -> false));
    }
    return written;
  }

  @Test
  void each_bucket_and_kind_is_a_piece() throws IOException {
    assertThat(rewrite(new AcidDirectory.Base(5, 1)).pieces()).hasSize(3);
    DistributedRewrite minor =
        rewrite(new AcidDirectory.Delta(1, 5, AcidDirectory.NO_STATEMENT, 1));
    assertThat(minor.pieces()).hasSize(6);
    assertThat(minor.pieces().get(0).bytes()).isPositive();
    assertThat(minor.pieces().get(0).paths()).hasSize(4);
  }

  @Test
  void a_missing_piece_and_one_that_is_there_twice_publish_nothing() throws IOException {
    DistributedRewrite rewrite = rewrite(new AcidDirectory.Base(5, 1));
    List<RewritePiece.Written> written = run(rewrite);
    assertThatThrownBy(() -> rewrite.collect(written.subList(0, 2)))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("not written");
    List<RewritePiece.Written> twice = new ArrayList<>(written);
    twice.add(written.get(0));
    assertThatThrownBy(() -> rewrite.collect(twice))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("Two attempts");
    assertThat(rewrite.collect(written).directories()).hasSize(1);
  }

  @Test
  void an_attempt_that_fails_leaves_nothing() throws IOException {
    DistributedRewrite rewrite = rewrite(new AcidDirectory.Base(5, 1));
    Path damaged = Path.of(rewrite.pieces().get(0).paths().get(0));
    byte[] bytes = Files.readAllBytes(damaged);
    Files.write(damaged, Arrays.copyOf(bytes, bytes.length / 2));
    assertThatThrownBy(
            () ->
                rewrite
                    .pieces()
                    .get(0)
                    .run(Storage.local(), root + "/_tmp.x", RewriteListener.NONE, () -> false))
        .isInstanceOfAny(CorruptFileException.class, IOException.class);
    assertThat(root.resolve("_tmp.x")).doesNotExist();
  }
}
