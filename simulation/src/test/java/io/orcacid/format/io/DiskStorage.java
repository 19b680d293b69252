package io.orcacid.format.io;

import io.orcacid.testkit.disk.CrashingDisk;
import io.orcacid.testkit.disk.CrashingFileSystem;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** A storage on a simulated disk: directories are synced and made as on a local one. */
public final class DiskStorage {
  /** Compression is not what is tested here, and a third of the time. */
  private static final Map<String, String> SMALL_AND_FAST =
      Map.of("orc.compress", "NONE", "orc.compress.size", "4096");

  private DiskStorage() {}

  /** The storage of a disk. */
  public static Storage of(CrashingDisk disk) throws IOException {
    CrashingFileSystem fileSystem = new CrashingFileSystem(disk);
    Configuration configuration = new Configuration(false);
    fileSystem.setConf(configuration);
    fileSystem.initialize(fileSystem.getUri(), configuration);
    return Storage.of(
        fileSystem,
        SMALL_AND_FAST,
        new DirectoryOperations() {
          @Override
          public void sync(String path) throws IOException {
            disk.syncDirectory(path);
          }

          @Override
          public void createExclusively(String path) throws IOException {
            disk.createDirectory(path);
          }

          @Override
          public void rename(String from, String to) throws IOException {
            disk.move(from, to);
          }

          @Override
          public List<String> names(String path) throws IOException {
            return new ManagedDirectories(fileSystem).names(path);
          }
        });
  }
}
