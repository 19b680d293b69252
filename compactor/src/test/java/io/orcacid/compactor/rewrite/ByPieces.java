package io.orcacid.compactor.rewrite;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.io.Storage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Does a rewrite again by tasks that are tried twice, and compares to the byte. */
final class ByPieces {
  private ByPieces() {}

  static void requireSame(RewriteRequest request, RewriteResult expected) throws IOException {
    String directory = request.outputDirectory() + "-pieces";
    DistributedRewrite rewrite = DistributedRewrite.of(into(request, directory));
    List<RewritePiece.Written> written = new ArrayList<>();
    int number = 0;
    for (RewritePiece piece : rewrite.pieces()) {
      RewritePiece travelled = copy(piece);
      String place = directory + "/_attempt-" + number++;
      written.add(copy(run(travelled, place + "-0")));
      run(travelled, place + "-1");
    }
    Collections.reverse(written);
    RewriteResult result = rewrite.collect(written);
    assertThat(result.directories()).isEqualTo(expected.directories());
    assertThat(result.inputs()).isEqualTo(expected.inputs());
    assertThat(result.counts()).isEqualTo(expected.counts());
    Storage.local().delete(directory);
  }

  private static RewritePiece.Written run(RewritePiece piece, String directory) throws IOException {
    return piece.run(Storage.local(), directory, RewriteListener.NONE, () -> false);
  }

  static RewriteRequest into(RewriteRequest request, String directory) {
    return new RewriteRequest(
        request.storage(),
        request.partition(),
        request.layout(),
        request.shape(),
        request.writeIds(),
        request.output(),
        directory,
        request.properties(),
        request.options());
  }

  @SuppressWarnings("unchecked")
  static <T extends Serializable> T copy(T value) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(value);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      return (T) in.readObject();
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    }
  }
}
