package io.orcacid.txn.store;

import io.orcacid.testkit.disk.CrashingDisk;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** The local store, protocol and all, on a simulated disk. */
public final class DiskStore {
  private DiskStore() {}

  /** The store in a log directory, which must be there before the first put. */
  public static AtomicStore open(CrashingDisk disk, String directory) {
    return new LocalAtomicStore(Path.of(directory), new Operations(disk));
  }

  /** Makes the log directory and its rooms, and then opens it. */
  public static AtomicStore create(CrashingDisk disk, String directory, List<String> rooms)
      throws IOException {
    LocalAtomicStore store = new LocalAtomicStore(Path.of(directory), new Operations(disk));
    store.prepare(rooms);
    return store;
  }

  private static final class Operations implements DiskOperations {
    private final CrashingDisk disk;

    Operations(CrashingDisk disk) {
      this.disk = disk;
    }

    @Override
    public void writeDurably(Path file, byte[] content) throws IOException {
      CrashingDisk.Output out = disk.create(file.toString());
      out.write(content, 0, content.length);
      out.sync();
    }

    @Override
    public void write(Path file, byte[] content) throws IOException {
      disk.create(file.toString()).write(content, 0, content.length);
    }

    @Override
    public void link(Path name, Path file) throws IOException {
      disk.link(name.toString(), file.toString());
    }

    @Override
    public void move(Path file, Path name) throws IOException {
      disk.move(file.toString(), name.toString());
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
      disk.syncDirectory(directory.toString());
    }

    @Override
    public void unlink(Path file) throws IOException {
      if (disk.exists(file.toString())) {
        try {
          disk.unlink(file.toString());
        } catch (NoSuchFileException gone) {
          // Another process was faster.
          return;
        }
      }
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
      disk.createDirectory(directory.toString());
    }

    @Override
    public boolean isDirectory(Path directory) throws IOException {
      return disk.isDirectory(directory.toString());
    }

    @Override
    public long length(Path file) throws IOException {
      return disk.length(file.toString());
    }

    @Override
    public byte[] read(Path file) throws IOException {
      return disk.read(file.toString());
    }

    @Override
    public void forEachName(Path directory, Consumer<String> names) throws IOException {
      disk.names(directory.toString()).forEach(names);
    }
  }
}
