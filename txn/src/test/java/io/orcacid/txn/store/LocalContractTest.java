package io.orcacid.txn.store;

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
    DiskOperations disk = new DiskOperations.Disk();
    return new LocalAtomicStore(
        temporary.resolve(table.toString()),
        new ForwardingDisk(disk) {
          @Override
          public void link(Path name, Path file) throws IOException {
            if (fault == Fault.DONE) {
              disk.link(name, file);
            }
            throw new IOException("injected");
          }
        });
  }
}
