package io.orcacid;

import io.orcacid.txn.log.TableState;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.orc.TypeDescription;

/**
 * What happened to the rows of a table after one version and up to another, to be gone through
 * once. Errors of storage come out of the iterator as {@link UncheckedIOException}, and out of
 * every further call: after a failure begin anew at the last {@link #cursor}. Not thread-safe;
 * close it.
 *
 * <p>Versions come in their order; in each first the rows that are gone, then those that came, both
 * by partition path and row id. With a declared key an {@code UPDATE_BEFORE} stands directly before
 * its {@code UPDATE_AFTER}, where the new row does. The order is always the same, whatever was
 * compacted since.
 *
 * <p>Memory: a batch of each file that is open, as in an ordered scan; with a declared key also
 * twice the smaller of both sides of one version, rows that are gone and rows that came.
 */
public final class Changes implements Iterable<Change>, Closeable {
  private final ChangeSteps steps;
  private final Reader reader;
  private final TypeDescription type;
  private final PinnedView view;
  private final long after;
  private final long upTo;
  private ChangeSource current;
  private Change upcoming;

  /** Set where everything up to a version was given. */
  private Optional<TableState> boundary;

  /** The last one that was. */
  private TableState whole;

  private Optional<RuntimeException> failure = Optional.empty();

  /** Opens what a step changed. */
  interface Reader {
    ChangeSource open(ChangeStep step) throws IOException;
  }

  Changes(ChangeSteps steps, Reader reader, TypeDescription type, PinnedView view, long upTo)
      throws IOException {
    this.steps = steps;
    this.reader = reader;
    this.type = type;
    this.view = view;
    this.whole = steps.reached();
    this.boundary = Optional.of(whole);
    this.after = whole.version();
    this.upTo = upTo;
    boolean begun = false;
    try {
      fetch();
      begun = true;
    } catch (FileNotFoundException gone) {
      throw view.missing(gone);
    } finally {
      if (!begun) {
        closeCurrent();
      }
    }
  }

  /** Columns of the rows. */
  public TypeDescription type() {
    return type;
  }

  /** The version before the first change. */
  public long afterVersion() {
    return after;
  }

  /** The last version that is looked at. */
  public long upTo() {
    return upTo;
  }

  /**
   * The version to go on after for who has done with all changes that the iterator gave so far;
   * empty in the middle of a version. Kept in one transaction with what the changes led to, each of
   * them counts exactly once. At the end it is {@link #upTo}. Versions with changes for which
   * {@code net} was asked have no boundary but the end.
   */
  public OptionalLong cursor() {
    return boundary.isPresent() ? OptionalLong.of(boundary.get().version()) : OptionalLong.empty();
  }

  /**
   * Why nothing keeps what is read, as where the caller may not write to the table; empty if it is
   * kept (PROTOCOL.md R19).
   */
  public Optional<String> unprotectedBecause() {
    return view.unprotectedBecause();
  }

  /** The newest state up to which everything was given. */
  TableState whole() {
    return whole;
  }

  boolean isExhausted() {
    return upcoming == null;
  }

  @Override
  public Iterator<Change> iterator() {
    return new Iterator<>() {
      @Override
      public boolean hasNext() {
        requireSound();
        return upcoming != null;
      }

      @Override
      public Change next() {
        requireSound();
        if (upcoming == null) {
          throw new NoSuchElementException();
        }
        return advance();
      }
    };
  }

  private Change advance() {
    Change given = upcoming;
    try {
      fetch();
    } catch (FileNotFoundException e) {
      throw failed(missing(e));
    } catch (IOException e) {
      throw failed(new UncheckedIOException(e));
    } catch (RuntimeException e) {
      throw failed(e);
    }
    return given;
  }

  /** What came after a failure could lack something: there is nothing more. */
  private RuntimeException failed(RuntimeException cause) {
    boundary = Optional.empty();
    failure = Optional.of(cause);
    return cause;
  }

  private void requireSound() {
    if (failure.isPresent()) {
      throw failure.get();
    }
  }

  private RuntimeException missing(FileNotFoundException gone) {
    try {
      return view.missing(gone);
    } catch (IOException e) {
      return new UncheckedIOException(e);
    }
  }

  /** Looks one change ahead, so that the end of a version is known with its last change. */
  private void fetch() throws IOException {
    Optional<TableState> passed = upcoming == null ? boundary : Optional.empty();
    while (true) {
      if (current == null) {
        Optional<ChangeStep> step = steps.next();
        if (step.isEmpty()) {
          upcoming = null;
          stand(Optional.of(steps.reached()));
          return;
        }
        passed = Optional.of(step.get().before());
        current = reader.open(step.get());
      }
      Optional<ChangeSource.Keyed> next = current.next();
      if (next.isPresent()) {
        upcoming = next.get().change();
        stand(passed);
        return;
      }
      closeCurrent();
    }
  }

  private void stand(Optional<TableState> passed) {
    boundary = passed;
    passed.ifPresent(state -> whole = state);
  }

  private void closeCurrent() throws IOException {
    ChangeSource closing = current;
    current = null;
    if (closing != null) {
      closing.close();
    }
  }

  @Override
  public void close() throws IOException {
    upcoming = null;
    try (view) {
      closeCurrent();
    }
  }
}
