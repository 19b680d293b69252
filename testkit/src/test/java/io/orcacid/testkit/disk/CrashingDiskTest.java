package io.orcacid.testkit.disk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.testkit.disk.CrashingDisk.Fault;
import io.orcacid.testkit.disk.CrashingDisk.Sync;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What a loss of power leaves. */
class CrashingDiskTest {
  private final CrashingDisk disk = CrashingDisk.empty();

  private static CrashingDisk.Output write(CrashingDisk disk, String path, String text)
      throws IOException {
    CrashingDisk.Output out = disk.create(path);
    out.write(text.getBytes(StandardCharsets.US_ASCII), 0, text.length());
    return out;
  }

  private static String text(CrashingDisk disk, String path) throws IOException {
    return new String(disk.read(path), StandardCharsets.US_ASCII);
  }

  @ParameterizedTest
  @EnumSource
  void what_was_synced_survives_every_aftermath(Aftermath aftermath) throws IOException {
    disk.createDirectory("/a");
    write(disk, "/a/file", "content").sync();
    disk.syncDirectory("/a");
    disk.syncDirectory("/");
    for (int seed = 0; seed < 20; seed++) {
      CrashingDisk after = disk.image().restart(aftermath, seed);
      assertThat(after.names("/")).containsExactly("a");
      assertThat(text(after, "/a/file")).isEqualTo("content");
    }
  }

  @ParameterizedTest
  @CsvSource({"KEPT, abcdef", "EMPTIED, ''", "HALVED, abc", "UNDONE, absent", "UNNAMED, absent"})
  void an_unsynced_file_is_what_the_aftermath_says(Aftermath aftermath, String left)
      throws IOException {
    write(disk, "/file", "abcdef");
    CrashingDisk after = disk.image().restart(aftermath, 1);
    assertThat(after.exists("/file") ? text(after, "/file") : "absent").isEqualTo(left);
    assertThat(text(disk, "/file")).isEqualTo("abcdef");
  }

  @Test
  void only_the_bytes_after_the_last_sync_are_damaged() throws IOException {
    CrashingDisk.Output out = write(disk, "/file", "abcd");
    out.sync();
    disk.syncDirectory("/");
    out.write("efgh".getBytes(StandardCharsets.US_ASCII), 0, 4);
    DiskImage image = disk.image();
    assertThat(text(image.restart(Aftermath.UNDONE, 1), "/file")).isEqualTo("abcd");
    assertThat(text(image.restart(Aftermath.HALVED, 1), "/file")).isEqualTo("abcdef");
    assertThat(text(image.restart(Aftermath.ZEROED, 1), "/file")).isEqualTo("abcd\0\0\0\0");
    assertThat(text(image.restart(Aftermath.FLIPPED, 1), "/file"))
        .hasSize(8)
        .startsWith("abcd")
        .isNotEqualTo("abcdefgh");
  }

  @Test
  void a_durable_file_without_a_durable_name_may_be_lost() throws IOException {
    write(disk, "/file", "abcd").sync();
    assertThat(disk.image().restart(Aftermath.UNDONE, 1).names("/")).isEmpty();
    assertThat(text(disk.image().restart(Aftermath.ZEROED, 1), "/file")).isEqualTo("abcd");
  }

  @Test
  void a_directory_without_a_durable_name_takes_all_in_it_along() throws IOException {
    disk.createDirectory("/a");
    write(disk, "/a/file", "abcd").sync();
    disk.syncDirectory("/a");
    assertThat(disk.image().restart(Aftermath.UNDONE, 1).names("/")).isEmpty();
  }

  @Test
  void removals_are_undone_too() throws IOException {
    write(disk, "/file", "abcd").sync();
    disk.syncDirectory("/");
    disk.unlink("/file");
    assertThat(text(disk.image().restart(Aftermath.UNDONE, 1), "/file")).isEqualTo("abcd");
    disk.syncDirectory("/");
    assertThat(disk.image().restart(Aftermath.UNDONE, 1).names("/")).isEmpty();
  }

  @Test
  void a_rename_happens_as_a_whole_or_not_at_all() throws IOException {
    disk.createDirectory("/from");
    disk.createDirectory("/to");
    write(disk, "/from/file", "abcd").sync();
    for (String directory : List.of("/from", "/to", "/")) {
      disk.syncDirectory(directory);
    }
    disk.move("/from/file", "/to/other");
    Set<List<String>> seen = new HashSet<>();
    for (int seed = 0; seed < 50; seed++) {
      CrashingDisk after = disk.image().restart(Aftermath.MIXED, seed);
      List<String> names = new ArrayList<>(after.names("/from"));
      names.addAll(after.names("/to"));
      seen.add(names);
    }
    assertThat(seen).containsExactlyInAnyOrder(List.of("file"), List.of("other"));
  }

  @Test
  void names_survive_one_by_one() throws IOException {
    write(disk, "/one", "1").sync();
    disk.link("/two", "/one");
    Set<List<String>> seen = new HashSet<>();
    for (int seed = 0; seed < 100; seed++) {
      seen.add(disk.image().restart(Aftermath.MIXED, seed).names("/"));
    }
    assertThat(seen).hasSize(4);
  }

  @Test
  void after_the_crash_nothing_of_the_old_incarnation_works() throws IOException {
    CrashingDisk.Output out = write(disk, "/file", "abcd");
    disk.crashAt(disk.mutations() + 1);
    assertThatThrownBy(() -> disk.unlink("/file")).isInstanceOf(SimulatedCrash.class);
    assertThatThrownBy(() -> out.write(new byte[1], 0, 1)).isInstanceOf(SimulatedCrash.class);
    assertThatThrownBy(out::sync).isInstanceOf(SimulatedCrash.class);
    assertThatThrownBy(() -> disk.names("/")).isInstanceOf(SimulatedCrash.class);
    assertThat(disk.image().restartProcess().names("/")).containsExactly("file");
  }

  @Test
  void a_call_fails_once_and_says_so_truly_or_not() throws IOException {
    disk.failAt(disk.calls() + 1, Fault.ERROR);
    assertThatThrownBy(() -> disk.createDirectory("/a")).hasMessageContaining("Input/output");
    assertThat(disk.exists("/a")).isFalse();
    disk.failAt(disk.calls() + 1, Fault.FULL);
    assertThatThrownBy(() -> disk.createDirectory("/a")).hasMessageContaining("No space");
    assertThat(disk.exists("/a")).isFalse();
    disk.failAt(disk.calls() + 1, Fault.LOST_ANSWER);
    assertThatThrownBy(() -> disk.createDirectory("/a")).isInstanceOf(IOException.class);
    assertThat(disk.exists("/a")).isTrue();
    assertThatThrownBy(() -> disk.createDirectory("/a"))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(disk.faults()).isEqualTo(3);
  }

  @Test
  void a_file_whose_sync_failed_is_never_durable() throws IOException {
    CrashingDisk.Output out = write(disk, "/file", "abcd");
    disk.syncDirectory("/");
    disk.failAt(disk.calls() + 1, Fault.ERROR);
    assertThatThrownBy(out::sync).isInstanceOf(IOException.class);
    out.sync();
    assertThat(text(disk.image().restart(Aftermath.UNDONE, 1), "/file")).isEmpty();
  }

  @Test
  void a_sync_may_lie() throws IOException {
    disk.setSyncRule((kind, path) -> kind == Sync.DIRECTORY);
    write(disk, "/file", "abcd").sync();
    disk.syncDirectory("/");
    assertThat(text(disk.image().restart(Aftermath.UNDONE, 1), "/file")).isEmpty();
  }

  @Test
  void an_image_is_of_its_moment() throws IOException {
    CrashingDisk.Output out = write(disk, "/file", "abcd");
    List<DiskImage> images = new ArrayList<>();
    disk.observe((mutation, what) -> images.add(disk.image()));
    out.write("ef".getBytes(StandardCharsets.US_ASCII), 0, 2);
    disk.unlink("/file");
    assertThat(text(images.get(0).restartProcess(), "/file")).isEqualTo("abcd");
    assertThat(text(images.get(1).restartProcess(), "/file")).isEqualTo("abcdef");
  }
}
