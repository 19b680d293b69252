package io.orcacid;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.error.OrcAcidException;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.testkit.Fixture;
import io.orcacid.testkit.Seeds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files of Hive with bytes that a disk spoiled. ORC keeps no checksum, so a value may come out
 * wrong where nothing contradicts it; but a reading ends, with rows or with an error that names the
 * file.
 */
class DamagedBytesTest {
  private static final int ROUNDS = Integer.getInteger("orcacid.damages", 300);

  @TempDir private Path directory;
  private int tables;
  private int refused;

  private enum Damage {
    A_BIT {
      @Override
      byte[] to(byte[] bytes, Random random) {
        bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        return bytes;
      }
    },
    THE_END_CUT_OFF {
      @Override
      byte[] to(byte[] bytes, Random random) {
        return Arrays.copyOf(bytes, random.nextInt(bytes.length));
      }
    },
    ZEROS {
      @Override
      byte[] to(byte[] bytes, Random random) {
        int from = random.nextInt(bytes.length);
        Arrays.fill(bytes, from, Math.min(bytes.length, from + 1 + random.nextInt(64)), (byte) 0);
        return bytes;
      }
    },
    A_BYTE_OF_THE_TAIL {
      @Override
      byte[] to(byte[] bytes, Random random) {
        int tail = Math.min(bytes.length, 200);
        bytes[bytes.length - 1 - random.nextInt(tail)] = (byte) random.nextInt(256);
        return bytes;
      }
    };

    abstract byte[] to(byte[] bytes, Random random);
  }

  @Test
  void aReadingOfDamagedBytesEndsWithRowsOrWithAnErrorThatNamesThePath() {
    List<Fixture> fixtures =
        Fixture.all().stream()
            .filter(fixture -> !fixture.snapshot("").mustBeRefused())
            .filter(fixture -> !fixture.name().endsWith("/empty_table"))
            .toList();
    Seeds.forEach(
        ROUNDS, random -> spoilAndRead(fixtures.get(random.nextInt(fixtures.size())), random));
    assertThat(refused).as("damages that were seen").isGreaterThanOrEqualTo(tables / 5);
  }

  private void spoilAndRead(Fixture fixture, Random random) throws IOException {
    Path table = fixture.copyTable(directory.resolve("table" + tables++));
    List<Path> files;
    try (Stream<Path> paths = Files.walk(table)) {
      files =
          paths
              .filter(path -> Files.isRegularFile(path) && path.toFile().length() > 0)
              .sorted()
              .toList();
    }
    Path file = files.get(random.nextInt(files.size()));
    Damage damage = Damage.values()[random.nextInt(Damage.values().length)];
    Files.write(file, damage.to(Files.readAllBytes(file), random));
    boolean seen = false;
    for (Way way : Way.values()) {
      try {
        read(fixture, table, way);
      } catch (OrcAcidException e) {
        seen = true;
        assertThat(e).as("%s of %s, %s", damage, file, way).hasMessageContaining("path=");
      }
    }
    refused += seen ? 1 : 0;
  }

  private enum Way {
    MASK,
    MERGE
  }

  private static void read(Fixture fixture, Path table, Way way) throws IOException {
    Fixture.FixtureSnapshot snapshot = fixture.snapshot("");
    Scan scan =
        AcidTable.openHive(
                table.toString(),
                TableDefinition.of(fixture.schema()),
                ValidWriteIdList.parse(snapshot.validWriteIdList()),
                ValidTxnList.parse(snapshot.validTxnList()))
            .scan()
            .withRowId();
    try (Rows rows = (way == Way.MERGE ? scan.ordered() : scan).rows()) {
      rows.forEach(Row::values);
    }
  }
}
