package io.orcacid.chronicle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.keyindex.KeyMap;
import io.orcacid.keyindex.KeyMapProvider.Size;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChronicleKeyMapsTest {
  private static final Size SMALL = new Size(1000, 12, 33);

  @TempDir Path directory;
  private final ChronicleKeyMaps maps = new ChronicleKeyMaps();

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  @Test
  void what_was_put_is_there_after_it_was_closed_and_opened_again() throws IOException {
    Path file = directory.resolve("keys");
    try (KeyMap map = maps.create(file, SMALL)) {
      for (long key = 0; key < 500; key++) {
        map.put(bytes(key), bytes(-key));
      }
      map.remove(bytes(7));
      map.put(bytes(8), new byte[100]);
      assertThat(map.size()).isEqualTo(499);
    }
    try (KeyMap map = maps.open(file).orElseThrow()) {
      assertThat(map.size()).isEqualTo(499);
      assertThat(map.get(bytes(3))).hasValue(bytes(-3));
      assertThat(map.get(bytes(7))).isEmpty();
      assertThat(map.get(bytes(8))).hasValueSatisfying(value -> assertThat(value).hasSize(100));
    }
  }

  @Test
  void a_map_that_is_made_anew_is_empty() throws IOException {
    Path file = directory.resolve("keys");
    try (KeyMap map = maps.create(file, SMALL)) {
      map.put(bytes(1), bytes(2));
    }
    try (KeyMap map = maps.create(file, SMALL)) {
      assertThat(map.size()).isZero();
    }
  }

  @Test
  void rubbish_is_not_opened() throws IOException {
    Path file = directory.resolve("keys");
    assertThat(maps.open(file)).isEqualTo(Optional.empty());
    Files.write(file, new byte[5000]);
    assertThat(maps.open(file)).isEqualTo(Optional.empty());
  }

  @Test
  void a_full_map_says_so() throws IOException {
    try (KeyMap map = maps.create(directory.resolve("keys"), new Size(10, 12, 33))) {
      assertThatThrownBy(
              () -> {
                for (long key = 0; key < 1_000_000; key++) {
                  map.put(bytes(key), bytes(key));
                }
              })
          .isInstanceOf(KeyMap.FullException.class);
    }
  }
}
