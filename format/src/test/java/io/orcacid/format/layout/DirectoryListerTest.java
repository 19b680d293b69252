package io.orcacid.format.layout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.io.Storage;
import io.orcacid.format.layout.DirectoryListing.Entry;
import io.orcacid.format.layout.DirectoryListing.Marker;
import io.orcacid.testkit.Fixture;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryListerTest {
  @TempDir Path table;

  private final Storage storage = Storage.local();

  private DirectoryListing list() throws IOException {
    return DirectoryLister.list(storage, table.toString());
  }

  private void write(String path, byte[] bytes) throws IOException {
    Path file = table.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, bytes);
  }

  private void write(String path, String text) throws IOException {
    write(path, text.getBytes(StandardCharsets.UTF_8));
  }

  private static byte[] longs(long... values) {
    ByteBuffer bytes = ByteBuffer.allocate(values.length * Long.BYTES);
    for (long value : values) {
      bytes.putLong(value);
    }
    return bytes.array();
  }

  private long lengthOf(String path) throws IOException {
    return list().files().stream()
        .filter(file -> file.path().equals(path))
        .mapToLong(Entry::length)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void hiddenFilesAreLeftOutAtEveryDepth_A15() throws IOException {
    write("000000_0", "x");
    write("_tmp/delta_025_025/000000_0", "x");
    write("_tmp/base_5/bucket_0", "x");
    write("_tmp/000000_0", "x");
    write(".hive-staging/000000_0", "x");
    write("delta_1_1_0/_orc_acid_version", "2");
    write("delta_1_1_0/bucket_00000", "x");
    write("delta_1_1_0/.bucket_00000.crc", "x");
    write("delta_1_1_0/_tmp/bucket_00000", "x");
    write("sub/a/.b/000000_0", "x");
    write("sub/a/000000_0", "xyz");
    assertThat(list().files())
        .containsExactly(
            new Entry("000000_0", 1),
            new Entry("delta_1_1_0/bucket_00000", 1),
            new Entry("sub/a/000000_0", 3));
    assertThat(list().directories()).containsExactly("delta_1_1_0", "sub");
  }

  @Test
  void nestedDirectoriesOfARepeatedCompactionAreListedAndThenIgnored_A16() throws IOException {
    write("base_1/bucket_0", "x");
    write("base_1/base_1/bucket_0", "x");
    assertThat(list().files()).extracting(Entry::path).contains("base_1/base_1/bucket_0");
  }

  @Test
  void anEmptyDirectoryIsSeenAndAMissingTableIsEmpty() throws IOException {
    Files.createDirectory(table.resolve("base_2"));
    assertThat(list().directories()).containsExactly("base_2");
    DirectoryListing missing = DirectoryLister.list(storage, table.resolve("none").toString());
    assertThat(missing.directories()).isEmpty();
    assertThat(missing.files()).isEmpty();
  }

  @Test
  void namesWithPercentSignsColonsAndBlanksAreFoundAsTheyAre() throws IOException {
    write("a=x%3Ay z/000000_0", "x");
    write("b=1:2/000000_0", "x");
    assertThat(list().files())
        .extracting(Entry::path)
        .containsExactly("a=x%3Ay z/000000_0", "b=1:2/000000_0");
  }

  @Test
  void aStreamingFileEndsAtTheLastFlushOfItsSideFile_A25() throws IOException {
    write("delta_5_8/bucket_00000", "0123456789");
    write("delta_5_8/bucket_00000_flush_length", longs(0, 4, 7));
    assertThat(list().files()).containsExactly(new Entry("delta_5_8/bucket_00000", 7));
  }

  @Test
  void aTornLastValueOfASideFileIsPassedOver_A26() throws IOException {
    write("delta_5_8/bucket_00000", "0123456789");
    byte[] torn = java.util.Arrays.copyOf(longs(0, 4, 7), 21);
    write("delta_5_8/bucket_00000_flush_length", torn);
    assertThat(lengthOf("delta_5_8/bucket_00000")).isEqualTo(4);
  }

  @Test
  void aSideFileWithoutAValueLeavesTheLengthUnknown() throws IOException {
    for (byte[] nothing : List.of(new byte[0], new byte[7], longs(-5))) {
      write("delta_5_8/bucket_00000", "0123456789");
      write("delta_5_8/bucket_00000_flush_length", nothing);
      assertThat(lengthOf("delta_5_8/bucket_00000")).isEqualTo(Entry.UNKNOWN_LENGTH);
    }
  }

  @Test
  void withoutASideFileTheWholeFileCounts() throws IOException {
    write("delta_5_8/bucket_00000", "0123456789");
    assertThat(lengthOf("delta_5_8/bucket_00000")).isEqualTo(10);
  }

  @Test
  void onlyStreamingDirectoriesHaveSideFiles() throws IOException {
    for (String directory :
        List.of("delta_5_5", "delta_5_5_0", "delta_5_8_v9", "delete_delta_5_8", "base_5", "sub")) {
      write(directory + "/bucket_00000", "0123456789");
      write(directory + "/bucket_00000_flush_length", longs(3));
      assertThat(lengthOf(directory + "/bucket_00000")).as(directory).isEqualTo(10);
    }
  }

  @Test
  void theSideFileThatHiveLeftOpenIsRead() throws IOException {
    Path copy =
        Fixture.named("hive-exec-4.0.1-generated/t3_open_snapshot").copyTable(table.resolve("t3"));
    DirectoryListing listing = DirectoryLister.list(storage, copy.toString());
    assertThat(listing.files())
        .containsExactly(new Entry("delta_0000005_0000008/bucket_00000", 1543));
  }

  @Test
  void markersAreReadWhateverTheirOrderAndSpacing() throws IOException {
    write("base_1/_metadata_acid", "{\"thisFileVersion\":\"0\",\"dataFormat\":\"compacted\"}");
    write(
        "base_2/_metadata_acid",
        "{ \"dataFormat\" : \"truncated\",\n\"thisFileVersion\" : \"0\" }");
    write("base_3/_metadata_acid", "{\"dataFormat\":\"dropped\",\"thisFileVersion\":\"0\"}");
    assertThat(list().markers())
        .containsOnly(
            java.util.Map.entry("base_1", Marker.COMPACTED),
            java.util.Map.entry("base_2", Marker.TRUNCATED),
            java.util.Map.entry("base_3", Marker.DROPPED));
    assertThat(list().directories()).containsExactly("base_1", "base_2", "base_3");
    assertThat(list().files()).isEmpty();
  }

  @Test
  void aMarkerThatSaysNothingUsableIsRefused() throws IOException {
    for (String text :
        List.of(
            "",
            "{}",
            "{\"thisFileVersion\":\"1\",\"dataFormat\":\"compacted\"}",
            "{\"thisFileVersion\":\"0\"}",
            "{\"thisFileVersion\":\"0\",\"dataFormat\":\"other\"}")) {
      write("base_1/_metadata_acid", text);
      assertThatThrownBy(this::list)
          .isInstanceOf(CorruptFileException.class)
          .hasMessageContaining("base_1/_metadata_acid");
    }
  }

  /** Forgets a side file, and lets the data file grow, when the side file is opened. */
  private final class ClosingWriter extends RawLocalFileSystem {
    private int opened;

    @Override
    public String getScheme() {
      return "file";
    }

    @Override
    public FSDataInputStream open(org.apache.hadoop.fs.Path path, int bufferSize)
        throws IOException {
      opened++;
      if (path.getName().endsWith("_flush_length")
          && Files.deleteIfExists(table.resolve("delta_5_8/bucket_00000_flush_length"))) {
        write("delta_5_8/bucket_00000", "0123456789abcdef");
        throw new FileNotFoundException(path.toString());
      }
      return super.open(path, bufferSize);
    }
  }

  @Test
  void aSideFileThatGoesWhileTheDirectoryIsListedGivesTheLengthOfTheClosedFile()
      throws IOException {
    write("delta_5_8/bucket_00000", "0123456789");
    write("delta_5_8/bucket_00000_flush_length", longs(4));
    ClosingWriter fileSystem = new ClosingWriter();
    Configuration configuration = new Configuration(false);
    fileSystem.initialize(URI.create("file:///"), configuration);
    DirectoryListing listing =
        DirectoryLister.list(Storage.of(fileSystem, configuration), table.toString());
    assertThat(fileSystem.opened).isEqualTo(1);
    assertThat(listing.files()).containsExactly(new Entry("delta_5_8/bucket_00000", 16));
  }
}
