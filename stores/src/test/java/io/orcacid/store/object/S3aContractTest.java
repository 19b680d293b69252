package io.orcacid.store.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.format.io.Storage;
import io.orcacid.store.Servers;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStoreProvider.Table;
import io.orcacid.txn.store.StoreContract;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;

/**
 * The contract over S3A and its own answers. Puts take turns here, since this server lets both of
 * two win that overlap.
 */
class S3aContractTest extends StoreContract {
  private static final ReentrantLock TURNS = new ReentrantLock(true);

  @Override
  protected String kind() {
    return "object";
  }

  private static FileSystem files() throws IOException {
    return Storage.at(URI.create("s3a://tables/"), Servers.s3Settings()).fileSystem();
  }

  @Override
  protected AtomicStore open(UUID table) throws IOException {
    return store(table, UploadFault.NONE);
  }

  @Override
  protected AtomicStore faulty(UUID table, Fault fault) throws IOException {
    return store(table, fault == Fault.DONE ? UploadFault.LOST_ANSWER : UploadFault.LOST_REQUEST);
  }

  private static AtomicStore store(UUID table, UploadFault fault) throws IOException {
    ObjectOperations operations =
        new ObjectOperations(files()) {
          @Override
          FSDataOutputStream create(Path name) throws IOException {
            FSDataOutputStream out = super.create(name);
            return new FSDataOutputStream(out, null) {
              @Override
              public void close() throws IOException {
                TURNS.lock();
                try {
                  fault.meet(out::close);
                } finally {
                  TURNS.unlock();
                }
              }
            };
          }
        };
    return ObjectStoreProvider.open(operations, new Path("s3a://tables/" + table + "/_acid_log"));
  }

  @Test
  void the_probe_finds_that_the_server_keeps_two_puts_apart() throws IOException {
    UUID id = UUID.randomUUID();
    Storage storage = Storage.at(URI.create("s3a://tables/"), Servers.s3Settings());
    Table table = new Table(storage, "/" + id + "/_acid_log", id, Map.of());
    ObjectStoreProvider provider = new ObjectStoreProvider();
    AtomicStore store = provider.open(table);
    provider.probe(store, table);
    assertThat(store.list("_", "", 10)).isEmpty();
  }
}
