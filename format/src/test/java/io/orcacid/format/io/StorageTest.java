package io.orcacid.format.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.orcacid.format.io.Storage.StoredFile;
import io.orcacid.testkit.ChildProcess;
import io.orcacid.testkit.Seeds;
import io.orcacid.testkit.Strace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.FilterFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageTest {
  private static final Duration LONG = Duration.ofSeconds(60);

  @TempDir Path directory;

  private final Storage storage = Storage.local();

  private String path(String name) {
    return directory.resolve(name).toString();
  }

  @Test
  void lengthAndChecksumAreThoseOfTheBytesOnDisk() {
    Seeds.forEach(
        50,
        random -> {
          String file = path("f" + random.nextLong());
          byte[] part = new byte[random.nextInt(5000)];
          random.nextBytes(part);
          long length;
          int crc;
          try (DurableOutput out = storage.create(file)) {
            for (int i = 0; i < 5; i++) {
              out.write(random.nextInt());
              int from = random.nextInt(part.length + 1);
              out.write(part, from, random.nextInt(part.length - from + 1));
              out.write(part);
              assertThat(out.getPos()).isEqualTo(out.length());
            }
            out.hflush();
            length = out.length();
            crc = out.crc32c();
            assertThat(storage.length(file)).as("after hflush").isEqualTo(length);
          }
          byte[] written = storage.readFully(file);
          CRC32C expected = new CRC32C();
          expected.update(written);
          assertThat(written).hasSize((int) length);
          assertThat(crc).isEqualTo((int) expected.getValue());
        });
  }

  @Test
  void aFileThatIsThereIsNotOverwritten() throws IOException {
    Files.writeString(directory.resolve("a"), "old");
    assertThatThrownBy(() -> storage.create(path("a"))).isInstanceOf(IOException.class);
    assertThat(directory.resolve("a")).hasContent("old");
  }

  @Test
  void closingTwiceIsFine() throws IOException {
    DurableOutput out = storage.create(path("a"));
    out.write(1);
    out.close();
    out.close();
    assertThat(storage.length(path("a"))).isEqualTo(1);
  }

  @Test
  void filesAreListedAtEveryDepthInPathOrder() throws IOException {
    Files.createDirectories(directory.resolve("b/.c"));
    Files.writeString(directory.resolve("b/.c/x"), "12");
    Files.writeString(directory.resolve("b/_y"), "");
    Files.writeString(directory.resolve("a"), "1");
    Files.createDirectory(directory.resolve("empty"));
    assertThat(storage.listRecursively(directory.toString()))
        .containsExactly(
            new StoredFile("a", 1), new StoredFile("b/.c/x", 2), new StoredFile("b/_y", 0));
    assertThat(storage.listDirectories(directory.toString())).containsExactly("b", "empty");
    assertThat(storage.listRecursively(path("none"))).isEmpty();
    assertThat(storage.names(path("none"))).isEmpty();
    assertThat(storage.names(path("empty"))).isEmpty();
    assertThat(storage.names(path("b"))).isNotEmpty();
  }

  @Test
  void aLinkThatLeadsNowhereIsAnErrorAndNotAnEmptyTable() throws IOException {
    Files.writeString(directory.resolve("a"), "1");
    Files.createSymbolicLink(directory.resolve("b"), directory.resolve("gone"));
    assertThatThrownBy(() -> storage.listRecursively(directory.toString()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(path("b"));
  }

  @Test
  void filesThatVanishWhileTheyAreListedHideNoOthers() throws Exception {
    Files.writeString(directory.resolve("stays"), "1");
    AtomicBoolean stop = new AtomicBoolean();
    Thread churn =
        new Thread(
            () -> {
              for (int i = 0; !stop.get(); i = (i + 1) % 50) {
                try {
                  Files.deleteIfExists(directory.resolve("v" + i));
                  Files.createFile(directory.resolve("v" + (i + 25) % 50));
                } catch (IOException alreadyThere) {
                  // Only the coming and going matters.
                }
              }
            });
    churn.start();
    try {
      for (int i = 0; i < 2000; i++) {
        assertThat(storage.listRecursively(directory.toString()))
            .contains(new StoredFile("stays", 1));
      }
    } finally {
      stop.set(true);
      churn.join();
    }
  }

  @Test
  void deletingTakesAllBelowAndMindsNotIfNothingIsThere() throws IOException {
    Files.createDirectories(directory.resolve("b/c"));
    Files.writeString(directory.resolve("b/c/x"), "12");
    storage.delete(path("b"));
    storage.delete(path("b"));
    assertThat(directory).isEmptyDirectory();
  }

  @Test
  void whatCouldNotBeRemovedIsAnError() throws IOException {
    FileSystem stubborn =
        new FilterFileSystem(Storage.local().fileSystem()) {
          @Override
          public String getScheme() {
            return "file";
          }

          @Override
          public boolean delete(org.apache.hadoop.fs.Path path, boolean recursive) {
            return false;
          }
        };
    Storage refusing = Storage.of(stubborn, Storage.local().configuration());
    Files.createDirectory(directory.resolve("delta"));
    assertThatThrownBy(() -> refusing.delete(path("delta")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(path("delta"));
    refusing.delete(path("nothing"));
  }

  /** Writes one file durably, and the names above it. */
  static final class DurableWriter {
    public static void main(String[] arguments) throws IOException {
      Storage storage = Storage.local();
      storage.createDirectories(arguments[0] + "/delta");
      try (DurableOutput out = storage.create(arguments[0] + "/delta/file")) {
        out.write(new byte[100_000]);
        out.hsync();
        out.write(1);
      } catch (IOException e) {
        System.out.println("failed");
        return;
      }
      storage.syncDirectoriesUpTo(arguments[0] + "/delta", arguments[0]);
      System.out.println("durable");
    }
  }

  private ChildProcess run(Strace strace) {
    return ChildProcess.of(DurableWriter.class, directory.toString())
        .under(strace.prefix())
        .start();
  }

  @Test
  void whatIsClosedIsSyncedBeforeTheNamesAboveIt() {
    assumeTrue(Strace.isAvailable());
    Strace strace = Strace.watching(directory.resolve("trace"), "fsync", "fdatasync");
    try (ChildProcess child = run(strace)) {
      assertThat(child.exitCode(LONG)).isZero();
      assertThat(child.out()).isEqualTo("durable\n");
    }
    List<String> synced =
        strace.calls().stream()
            .filter(call -> call.arguments().contains(directory.toString()))
            .map(call -> call.arguments().replaceAll(".*<(.*)>.*", "$1"))
            .toList();
    assertThat(synced)
        .as("hsync, close, the directory, its parent")
        .containsExactly(
            path("delta/file"), path("delta/file"), path("delta"), directory.toString());
  }

  @Test
  void aSyncThatFailsFailsTheClose() {
    assumeTrue(Strace.isAvailable());
    Strace strace =
        Strace.watching(directory.resolve("trace"), "fsync", "fdatasync")
            .withFault("fsync,fdatasync:error=EIO:when=2");
    try (ChildProcess child = run(strace)) {
      assertThat(child.exitCode(LONG)).isZero();
      assertThat(child.out()).isEqualTo("failed\n");
    }
    assertThat(strace.calls()).anyMatch(Strace.Call::isInjected);
  }
}
