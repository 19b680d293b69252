package io.orcacid.txn.store;

import io.orcacid.store.StoreContract;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.io.TempDir;

/** The local disk keeps the contract that the others keep. */
class LocalContractTest extends StoreContract {
  @TempDir Path temporary;

  @Override
  protected String kind() {
    return "local";
  }

  @Override
  protected AtomicStore open(UUID table) throws IOException {
    return LocalAtomicStore.create(temporary.resolve(table.toString()), List.of());
  }

  @Override
  protected AtomicStore faulty(UUID table, Fault fault) {
    return new LocalAtomicStore(
        temporary.resolve(table.toString()), new FailingDisk(new DiskOperations.Disk(), fault));
  }

  private static final class FailingDisk implements DiskOperations {
    private final DiskOperations disk;
    private final Fault fault;

    FailingDisk(DiskOperations disk, Fault fault) {
      this.disk = disk;
      this.fault = fault;
    }

    @Override
    public void link(Path name, Path file) throws IOException {
      if (fault == Fault.DONE) {
        disk.link(name, file);
      }
      throw new IOException("injected");
    }

    @Override
    public void writeDurably(Path file, byte[] content) throws IOException {
      disk.writeDurably(file, content);
    }

    @Override
    public void write(Path file, byte[] content) throws IOException {
      disk.write(file, content);
    }

    @Override
    public void move(Path file, Path name) throws IOException {
      disk.move(file, name);
    }

    @Override
    public void syncDirectory(Path directory) throws IOException {
      disk.syncDirectory(directory);
    }

    @Override
    public void unlink(Path file) throws IOException {
      disk.unlink(file);
    }

    @Override
    public void createDirectory(Path directory) throws IOException {
      disk.createDirectory(directory);
    }

    @Override
    public boolean isDirectory(Path directory) throws IOException {
      return disk.isDirectory(directory);
    }

    @Override
    public long length(Path file) throws IOException {
      return disk.length(file);
    }

    @Override
    public byte[] read(Path file) throws IOException {
      return disk.read(file);
    }

    @Override
    public void forEachName(Path directory, java.util.function.Consumer<String> names)
        throws IOException {
      disk.forEachName(directory, names);
    }
  }
}
