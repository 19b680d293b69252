package io.orcacid.compactor.rewrite;

import static io.orcacid.reader.AcidFileMaker.BUCKET_0;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.AcidDirectory;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FilterFileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.apache.hadoop.util.Progressable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damage on the way to the disk, cancelling, and hearing how far it is. */
class GuardedRewriteTest {
  private static final String COLUMNS = "id bigint, name string";

  @TempDir private Path root;

  @BeforeEach
  void write() throws IOException {
    Writes writes = Writes.to(root, COLUMNS).bucketedBy(3, "id");
    writes.insert(1, 0, 0, 9000, id -> new Object[] {id, "name " + id});
    writes.insert(2, 0, 9000, 12_000, id -> new Object[] {id, "name " + id});
    writes.delete(3, 0, Writes.ids(1, BUCKET_0, 5, 50));
    writes.delete(4, 0, Writes.ids(2, BUCKET_0, 5, 7));
  }

  private RewriteRequest request(AcidDirectory output, RewriteOptions options, Storage storage)
      throws IOException {
    RewriteRequest local = Table.of(root, COLUMNS).with(options).request(output);
    return new RewriteRequest(
        storage,
        local.partition(),
        local.layout(),
        local.shape(),
        local.writeIds(),
        local.output(),
        local.outputDirectory(),
        local.properties(),
        local.options());
  }

  private static AcidDirectory major() {
    return new AcidDirectory.Base(4, 9);
  }

  private static AcidDirectory minor() {
    return new AcidDirectory.Delta(1, 4, AcidDirectory.NO_STATEMENT, 9);
  }

  private List<String> names() throws IOException {
    return Storage.local().names(root.toString()).stream().sorted().toList();
  }

  /** Files whose bytes change on their way to the disk. */
  private static final class DamagingFileSystem extends FilterFileSystem {
    private final String victim;
    private final long position;

    DamagingFileSystem(String victim, long position) {
      super(Storage.local().fileSystem());
      this.victim = victim;
      this.position = position;
    }

    @Override
    public String getScheme() {
      return "file";
    }

    @Override
    public FSDataOutputStream create(
        org.apache.hadoop.fs.Path path,
        FsPermission permission,
        boolean overwrite,
        int bufferSize,
        short replication,
        long blockSize,
        Progressable progress)
        throws IOException {
      FSDataOutputStream out =
          super.create(path, permission, overwrite, bufferSize, replication, blockSize, progress);
      return path.toString().contains(victim)
          ? new FSDataOutputStream(new Damaging(out, position), null)
          : out;
    }
  }

  private static final class Damaging extends FilterOutputStream {
    private final long victim;
    private long position;

    Damaging(OutputStream out, long victim) {
      super(out);
      this.victim = victim;
    }

    @Override
    public void write(int value) throws IOException {
      out.write(position++ == victim ? value ^ 1 : value);
    }
  }

  @Test
  void aByteThatChangesOnItsWayToTheDiskIsFoundAndNothingIsLeft() throws IOException {
    List<String> before = names();
    for (long position : new long[] {3, 40, 1000}) {
      for (String victim : List.of("base_0000004_v0000009/bucket_00001")) {
        Storage storage =
            Storage.of(new DamagingFileSystem(victim, position), Storage.local().configuration());
        RewriteRequest request =
            request(major(), RewriteOptions.defaults().withSmallStripes(0, 0), storage);
        assertThatThrownBy(() -> PartitionRewrite.run(request))
            .as("byte %d of %s", position, victim)
            .isInstanceOf(CorruptFileException.class)
            .hasMessageContaining("does not read as it was written");
        assertThat(names()).isEqualTo(before);
      }
    }
  }

  @Test
  void aByteOfADeleteFileThatChangesIsFoundToo() throws IOException {
    List<String> before = names();
    Storage storage =
        Storage.of(
            new DamagingFileSystem("delete_delta_0000001_0000004_v0000009/bucket_00000", 60),
            Storage.local().configuration());
    RewriteRequest request = request(minor(), RewriteOptions.defaults(), storage);
    assertThatThrownBy(() -> PartitionRewrite.run(request))
        .isInstanceOf(CorruptFileException.class)
        .hasMessageContaining("does not read as it was written");
    assertThat(names()).isEqualTo(before);
  }

  @Test
  void cancelledAtAnyPointNothingIsLeft() throws IOException {
    List<String> before = names();
    for (int threads : new int[] {1, 3}) {
      for (AcidDirectory output : List.of(major(), minor())) {
        for (int questions = 0; questions < 40; questions += 3) {
          int limit = questions;
          AtomicInteger asked = new AtomicInteger();
          RewriteRequest request =
              request(output, RewriteOptions.defaults().withThreads(threads), Storage.local());
          try {
            PartitionRewrite.run(
                request, RewriteListener.NONE, () -> asked.incrementAndGet() > limit);
            Storage.local().delete(request.outputDirectory());
          } catch (CancellationException expected) {
            assertThat(asked.get()).isGreaterThan(limit);
          }
          assertThat(names()).as("after %d questions", limit).isEqualTo(before);
        }
      }
    }
  }

  @Test
  void anInterruptedThreadEndsItAndStaysInterrupted() throws IOException {
    List<String> before = names();
    for (int threads : new int[] {1, 2}) {
      RewriteRequest request =
          request(major(), RewriteOptions.defaults().withThreads(threads), Storage.local());
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> PartitionRewrite.run(request))
          .isInstanceOf(CancellationException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(names()).isEqualTo(before);
    }
  }

  @Test
  void interruptedInTheMiddleItEndsAndNothingIsLeft() throws IOException {
    List<String> before = names();
    Thread caller = Thread.currentThread();
    for (int threads : new int[] {1, 2}) {
      RewriteRequest request =
          request(major(), RewriteOptions.defaults().withThreads(threads), Storage.local());
      assertThatThrownBy(
              () -> PartitionRewrite.run(request, progress -> caller.interrupt(), () -> false))
          .isInstanceOf(CancellationException.class);
      assertThat(Thread.interrupted()).isTrue();
      assertThat(names()).isEqualTo(before);
    }
  }

  @Test
  void progressRisesToTheTotals() throws IOException {
    for (AcidDirectory output : List.of(major(), minor())) {
      for (int threads : new int[] {1, 2}) {
        RewriteRequest request =
            request(output, RewriteOptions.defaults().withThreads(threads), Storage.local());
        List<RewriteListener.Progress> heard = new ArrayList<>();
        RewriteResult result = PartitionRewrite.run(request, heard::add, () -> false);
        for (int i = 1; i < heard.size(); i++) {
          assertThat(heard.get(i).bytesDone()).isGreaterThanOrEqualTo(heard.get(i - 1).bytesDone());
          assertThat(heard.get(i).rowsDone()).isGreaterThanOrEqualTo(heard.get(i - 1).rowsDone());
        }
        RewriteListener.Progress last = heard.get(heard.size() - 1);
        assertThat(last.bytesDone())
            .isEqualTo(last.bytesTotal())
            .isEqualTo(result.counts().bytesIn());
        assertThat(last.rowsDone()).isEqualTo(last.rowsTotal());
        Storage.local().delete(request.outputDirectory());
      }
    }
  }

  @Test
  void anOutputDirectoryThatIsThereAlreadyIsLeftAlone() throws IOException {
    RewriteRequest request = request(major(), RewriteOptions.defaults(), Storage.local());
    Storage.local().createDirectories(request.outputDirectory() + "/another's");
    assertThatThrownBy(() -> PartitionRewrite.run(request)).isInstanceOf(IOException.class);
    assertThat(Storage.local().names(request.outputDirectory())).containsExactly("another's");
  }
}
