package io.orcacid.cli.output;

import io.orcacid.error.ValidationException;
import io.orcacid.format.io.DurableOutput;
import io.orcacid.format.io.Storage;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;

/**
 * A file that is under its name whole or not at all: it is written beside it under a hidden name,
 * synced, and renamed. What a crash leaves is a hidden file that ends with {@code .tmp}. Not safe
 * for several threads.
 */
public final class NewFile implements Closeable {
  private final Storage storage;
  private final Path target;
  private final Path temporary;
  private final Existing existing;
  private final DurableOutput output;

  /** What becomes of a file that has the name already. */
  public enum Existing {
    /** It stays, and the new one is refused. */
    REFUSED,
    /** It is replaced. */
    REPLACED
  }

  private NewFile(Storage storage, Path target, Path temporary, Existing existing)
      throws IOException {
    this.storage = storage;
    this.target = target;
    this.temporary = temporary;
    this.existing = existing;
    this.output = storage.create(temporary.toString());
    temporary.toFile().deleteOnExit();
  }

  /**
   * Begins a file.
   *
   * @param name path on this machine
   * @throws ValidationException if the name cannot be taken
   */
  public static NewFile create(String name, Existing existing) throws IOException {
    Path target = target(name, existing);
    Path temporary =
        target.resolveSibling("." + target.getFileName() + "." + UUID.randomUUID() + ".tmp");
    return new NewFile(Storage.local(), target, temporary, existing);
  }

  /**
   * The absolute path of a name that may be taken; a link leads to the file that it names.
   *
   * @throws ValidationException if it may not
   */
  private static Path target(String name, Existing existing) throws IOException {
    Path named = Path.of(name).toAbsolutePath().normalize();
    if (named.getFileName() == null || Files.isDirectory(named)) {
      throw new ValidationException("The file to write is a directory: name a file", "file", name);
    }
    if (!Files.isDirectory(named.getParent())) {
      throw new ValidationException(
          "The directory of the file to write is not there: make it first", "file", name);
    }
    if (!Files.exists(named, LinkOption.NOFOLLOW_LINKS)) {
      return named;
    }
    if (existing == Existing.REFUSED) {
      throw taken(name);
    }
    if (!Files.isRegularFile(named)) {
      throw new ValidationException(
          "Only a regular file can be replaced; - writes to standard output", "file", name);
    }
    return named.toRealPath();
  }

  private static ValidationException taken(String name) {
    return new ValidationException(
        "The file exists: choose another name, or give --overwrite", "file", name);
  }

  /** Takes the content; to be closed before {@link #publish}. */
  public DurableOutput output() {
    return output;
  }

  /**
   * Gives the file its name.
   *
   * @throws ValidationException if another file took it meanwhile and must stay
   */
  public void publish() throws IOException {
    if (existing == Existing.REPLACED) {
      Files.move(
          temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } else {
      publishUnlessTaken();
    }
    storage.syncDirectory(target.getParent().toString());
  }

  /** A link never replaces, a rename does: it is for file systems without links only. */
  private void publishUnlessTaken() throws IOException {
    try {
      Files.createLink(target, temporary);
    } catch (FileAlreadyExistsException e) {
      throw taken(target.toString());
    } catch (FileSystemException | UnsupportedOperationException noLinks) {
      if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
        throw taken(target.toString());
      }
      Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
    }
  }

  /** Removes what was not published. */
  @Override
  public void close() throws IOException {
    try (output) {
      Files.deleteIfExists(temporary);
    }
  }
}
