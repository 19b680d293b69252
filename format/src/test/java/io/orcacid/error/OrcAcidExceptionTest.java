package io.orcacid.error;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrcAcidExceptionTest {
  @Test
  void theMessageShowsTheFactsInTheirOrder() {
    var failure =
        new CorruptFileException("It is damaged", "path", "/a", "length", 3L, "why", null);
    assertThat(failure).hasMessage("It is damaged (path=/a, length=3, why=null)");
    assertThat(failure.details()).containsEntry("path", "/a").containsEntry("length", 3L);
    assertThat(failure.details().keySet()).containsExactly("path", "length", "why");
    assertThat(new CorruptFileException("It is damaged")).hasMessage("It is damaged");
  }

  @Test
  void theCauseIsKept() {
    Exception cause = new IllegalStateException("beneath");
    assertThat(new ValidationException("No", cause, "a", 1)).hasCause(cause).hasMessage("No (a=1)");
  }

  @Test
  void aKeyWithoutAValueIsAProgrammingError() {
    assertThatThrownBy(() -> new ValidationException("No", "key"))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void everyKindHasACodeOfItsOwn() {
    List<OrcAcidException> all =
        List.of(
            new ValidationException("x"),
            new UnsupportedTableException("x"),
            new CorruptFileException("x"),
            new WriteConflictException("x"),
            new CommitStateUnknownException("x"),
            new TransactionAbortedException("x"),
            new SnapshotTooOldException("x"));
    assertThat(all.stream().map(OrcAcidException::code))
        .containsExactly(
            "VALIDATION", "UNSUPPORTED", "CORRUPT", "CONFLICT", "UNKNOWN", "ABORTED", "TOO_OLD");
  }

  @Test
  void anErrorSurvivesItsWayBetweenProcesses() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(new WriteConflictException("Lost", "with", new Object()));
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
      OrcAcidException read = (OrcAcidException) in.readObject();
      assertThat(read.code()).isEqualTo("CONFLICT");
      assertThat(read.getMessage()).startsWith("Lost (with=");
      assertThat(read.details()).isEmpty();
    }
  }
}
