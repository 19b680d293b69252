package io.orcacid.simulation.concurrent;

import io.orcacid.DiskTable;
import io.orcacid.testkit.disk.CrashingDisk;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** Somebody else who writes into the table's directory (F15, F21). */
final class Foreigner {
  /** Part of every name that he makes. */
  static final String MARK = "0900000";

  private Foreigner() {}

  static void write(CrashingDisk disk, Plan plan, Random random) {
    String place = DiskTable.ROOT;
    if (plan.isPartitioned() && random.nextBoolean()) {
      place += "/" + plan.pathOf(random.nextInt(plan.partitions()));
    }
    String name =
        switch (random.nextInt(5)) {
          case 0 -> "_" + MARK;
          case 1 -> "." + MARK + ".crc";
          case 2 -> "_tmp." + MARK;
          case 3 -> plan.isPartitioned() ? "_x" + MARK : "delta_0900000_0900000_0000";
          default -> "_COPYING_" + MARK;
        };
    try {
      if (!disk.isDirectory(DiskTable.ROOT) || !disk.isDirectory(place)) {
        return;
      }
      String path = place + "/" + name;
      if (!disk.exists(path)) {
        write(disk, path, name.startsWith("delta"));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void write(CrashingDisk disk, String path, boolean isDirectory)
      throws IOException {
    String file = path;
    if (isDirectory) {
      disk.createDirectory(path);
      file = path + "/bucket_00000";
    }
    byte[] bytes = "not ours".getBytes(StandardCharsets.UTF_8);
    CrashingDisk.Output out = disk.create(file);
    out.write(bytes, 0, bytes.length);
  }
}
