package io.orcacid.cli;

import io.orcacid.error.CommitStateUnknownException;
import io.orcacid.error.CorruptFileException;
import io.orcacid.error.OrcAcidException;
import io.orcacid.error.TransactionAbortedException;
import io.orcacid.error.WriteConflictException;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Exit codes of the command. */
enum ExitCode {
  OK(0),
  /** A check found something. */
  FINDINGS(1),
  /** Usage, validation, unsupported, no snapshot given, snapshot too old. */
  USAGE(2),
  /** Conflict, aborted, unknown outcome. */
  CONFLICT(3),
  CORRUPT(4),
  STORAGE(5);

  private final int number;

  ExitCode(int number) {
    this.number = number;
  }

  int number() {
    return number;
  }

  static ExitCode of(Throwable error) {
    if (error instanceof WriteConflictException
        || error instanceof TransactionAbortedException
        || error instanceof CommitStateUnknownException) {
      return CONFLICT;
    }
    if (error instanceof CorruptFileException) {
      return CORRUPT;
    }
    if (error instanceof OrcAcidException) {
      return USAGE;
    }
    return STORAGE;
  }

  /** One line: code, what, where, what to do. */
  static String line(Throwable error) {
    String text;
    if (error instanceof OrcAcidException ours) {
      text = "error " + ours.code() + ": " + ours.getMessage();
    } else if (error instanceof UncheckedIOException unchecked) {
      return line(unchecked.getCause());
    } else if (error instanceof IOException) {
      text = "error IO: " + describe(error) + "; check the path, its permissions and the disk";
    } else if (error instanceof OutOfMemoryError) {
      text =
          "error MEMORY: "
              + error.getMessage()
              + "; give the JVM more memory with JAVA_OPTS=-Xmx2g";
    } else {
      text = "error INTERNAL: " + error + "; please report it with the output of ORC_ACID_TRACE=1";
    }
    return text.replace('\n', ' ').replace('\r', ' ');
  }

  private static String describe(Throwable error) {
    String name = error.getClass().getSimpleName();
    return error.getMessage() == null ? name : name + ": " + error.getMessage();
  }
}
