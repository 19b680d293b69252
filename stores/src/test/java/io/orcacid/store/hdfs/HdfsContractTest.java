package io.orcacid.store.hdfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.store.Servers;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Outcome;
import io.orcacid.txn.store.AtomicStoreProvider.Table;
import io.orcacid.txn.store.StoreContract;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

class HdfsContractTest extends StoreContract {
  @Override
  protected String kind() {
    return "hdfs";
  }

  private static Table table(UUID id, String directory) {
    return new Table(Storage.local(), "/t/_acid_log", id, Map.of("directory", directory));
  }

  @Override
  protected AtomicStore open(UUID table) throws IOException {
    return new HdfsStoreProvider().open(table(table, Servers.hdfs() + "/logs"));
  }

  private static FileContext context() throws IOException {
    return Storage.local().contextOf(URI.create(Servers.hdfs()));
  }

  @Override
  protected AtomicStore faulty(UUID table, Fault fault) throws IOException {
    return failing(table, fault, new IOException("injected"));
  }

  private static AtomicStore failing(UUID table, Fault fault, IOException failure)
      throws IOException {
    HdfsOperations failing =
        new HdfsOperations(context()) {
          @Override
          void rename(Path file, Path name) throws IOException {
            if (fault == Fault.DONE) {
              super.rename(file, name);
            }
            throw failure;
          }
        };
    return new HdfsAtomicStore(failing, new Path(Servers.hdfs() + "/logs/" + table));
  }

  @Test
  void a_repeated_rename_that_misses_its_file_is_unknown_and_not_lost() throws IOException {
    UUID table = UUID.randomUUID();
    AtomicStore store = failing(table, Fault.DONE, new FileNotFoundException("injected"));
    assertThat(store.putIfAbsent("_v1.json", new byte[] {1})).isEqualTo(Outcome.UNKNOWN);
    assertThat(store.read("_v1.json")).hasValue(new byte[] {1});
  }

  @Test
  void a_failure_before_the_rename_is_an_error_and_nothing_is_there() throws IOException {
    HdfsOperations failing =
        new HdfsOperations(context()) {
          @Override
          void writeDurably(Path file, byte[] content) throws IOException {
            throw new IOException("injected");
          }
        };
    AtomicStore store =
        new HdfsAtomicStore(failing, new Path(Servers.hdfs() + "/logs/" + UUID.randomUUID()));
    assertThatThrownBy(() -> store.putIfAbsent("_v1.json", new byte[] {1}))
        .isInstanceOf(IOException.class);
    assertThat(store.read("_v1.json")).isEmpty();
  }

  @Test
  void temporary_files_are_removed_and_never_listed() throws IOException {
    UUID table = UUID.randomUUID();
    AtomicStore store = open(table);
    store.putIfAbsent("_v1.json", new byte[] {1});
    store.putIfAbsent("_v1.json", new byte[] {2});
    store.confirm("_v1.json");
    Path directory = new Path(Servers.hdfs() + "/logs/" + table);
    assertThat(context().util().listStatus(directory)).hasSize(1);
    new HdfsOperations(context()).writeDurably(new Path(directory, "_tmp-x"), new byte[] {1});
    assertThat(store.list("_", "", 10)).containsExactly("_v1.json");
  }

  @Test
  void an_address_of_no_known_host_is_refused() {
    assertThatThrownBy(() -> Storage.at(URI.create("hdfs://nowhere.invalid/"), Map.of()))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("nowhere.invalid");
  }

  @Test
  void another_file_system_is_refused() {
    assertThatThrownBy(
            () -> new HdfsStoreProvider().open(table(UUID.randomUUID(), "file:///tmp/logs")))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("hdfs://");
    assertThatThrownBy(
            () ->
                new HdfsStoreProvider()
                    .open(new Table(Storage.local(), "/t", UUID.randomUUID(), Map.of())))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("orcacid.store.hdfs.directory");
  }
}
