package io.orcacid.interop.hive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class HiveBucketHashGoldenTest {
  private static final Path GOLDEN =
      Path.of(
          "..",
          "..",
          "writer",
          "src",
          "test",
          "resources",
          "io",
          "orcacid",
          "writer",
          "hive-bucket-hashes.txt.gz");

  /** {@code -Dorcacid.golden.rewrite=true} writes the file instead of comparing. */
  @Test
  void theGoldenFileIsWhatHivesOwnClassesSay() throws IOException {
    if (Boolean.getBoolean("orcacid.golden.rewrite")) {
      HiveBucketHash.write(GOLDEN);
    }
    List<String> golden;
    try (var in = new GZIPInputStream(Files.newInputStream(GOLDEN))) {
      golden = new String(in.readAllBytes(), StandardCharsets.US_ASCII).lines().toList();
    }
    List<String> hive = HiveBucketHash.golden().lines().toList();

    for (int line = 0; line < Math.min(golden.size(), hive.size()); line++) {
      assertThat(golden.get(line)).as("line %d", line + 1).isEqualTo(hive.get(line));
    }
    assertThat(golden).hasSameSizeAs(hive);
  }
}
