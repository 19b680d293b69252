package io.orcacid.store.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.testkit.MemoryDirectories;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Outcome;
import io.orcacid.txn.store.AtomicStoreProvider.Table;
import io.orcacid.txn.store.StoreContract;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObjectContractTest extends StoreContract {
  @TempDir(factory = MemoryDirectories.class)
  static java.nio.file.Path directory;

  @Override
  protected String kind() {
    return "object";
  }

  private static Storage storage(Map<String, String> settings) {
    Map<String, String> all = new HashMap<>(settings);
    all.put("fs.objects.impl", DiskObjects.class.getName());
    all.put("fs.objects.impl.disable.cache", "true");
    all.put("fs.objects.root", directory.toString());
    return Storage.at(URI.create("objects://bucket/"), all);
  }

  private static Table table(UUID id, Map<String, String> settings) {
    return new Table(storage(settings), "/" + id + "/_acid_log", id, Map.of());
  }

  @Override
  protected AtomicStore open(UUID table) throws IOException {
    return new ObjectStoreProvider().open(table(table, Map.of()));
  }

  private static AtomicStore meeting(UUID table, UploadFault... faults) throws IOException {
    FileSystem fileSystem = storage(Map.of()).fileSystem();
    AtomicInteger tries = new AtomicInteger();
    ObjectOperations failing =
        new ObjectOperations(fileSystem) {
          @Override
          FSDataOutputStream create(Path name) throws IOException {
            UploadFault fault = faults[Math.min(tries.getAndIncrement(), faults.length - 1)];
            FSDataOutputStream out = super.create(name);
            return new FSDataOutputStream(out, null) {
              @Override
              public void close() throws IOException {
                fault.meet(out::close);
              }
            };
          }
        };
    return ObjectStoreProvider.open(failing, new Path("objects://bucket/" + table + "/_acid_log"));
  }

  @Override
  protected AtomicStore faulty(UUID table, Fault fault) throws IOException {
    return meeting(table, fault == Fault.DONE ? UploadFault.LOST_ANSWER : UploadFault.LOST_REQUEST);
  }

  @Test
  void a_put_that_another_one_is_in_the_way_of_is_tried_again() throws IOException {
    AtomicStore store =
        meeting(UUID.randomUUID(), UploadFault.CONFLICT, UploadFault.CONFLICT, UploadFault.NONE);
    assertThat(store.putIfAbsent("_v1.json", new byte[] {1})).isEqualTo(Outcome.WON);
    assertThat(store.read("_v1.json")).hasValue(new byte[] {1});
  }

  @Test
  void a_put_that_others_are_in_the_way_of_for_long_is_unknown_and_nothing_is_there()
      throws IOException {
    AtomicStore store = meeting(UUID.randomUUID(), UploadFault.CONFLICT);
    assertThat(store.putIfAbsent("_v1.json", new byte[] {1})).isEqualTo(Outcome.UNKNOWN);
    assertThat(store.read("_v1.json")).isEmpty();
  }

  @Test
  void a_repeated_request_meets_its_own_object_and_is_lost_with_its_content_there()
      throws IOException {
    AtomicStore store = meeting(UUID.randomUUID(), UploadFault.REPEATED);
    assertThat(store.putIfAbsent("_v1.json", new byte[] {1})).isEqualTo(Outcome.LOST);
    assertThat(store.read("_v1.json")).hasValue(new byte[] {1});
  }

  @Test
  void a_request_that_arrives_after_its_client_gave_up_takes_the_name_once() throws Exception {
    UUID table = UUID.randomUUID();
    AtomicStore store = meeting(table, UploadFault.LATE);
    assertThat(store.putIfAbsent("_v1.json", new byte[] {1})).isEqualTo(Outcome.UNKNOWN);
    AtomicStore other = open(table);
    while (other.read("_v1.json").isEmpty()) {
      Thread.sleep(1);
    }
    assertThat(other.putIfAbsent("_v1.json", new byte[] {2})).isEqualTo(Outcome.LOST);
    assertThat(other.read("_v1.json")).hasValue(new byte[] {1});
  }

  @Test
  void an_upload_that_breaks_before_its_end_is_an_error_and_never_comes() throws IOException {
    FileSystem fileSystem = storage(Map.of()).fileSystem();
    ObjectOperations failing =
        new ObjectOperations(fileSystem) {
          @Override
          FSDataOutputStream create(Path name) throws IOException {
            FSDataOutputStream out = super.create(name);
            return new FSDataOutputStream(out, null) {
              @Override
              public void write(byte[] bytes, int offset, int length) throws IOException {
                throw new IOException("injected");
              }
            };
          }
        };
    AtomicStore store = ObjectStoreProvider.open(failing, new Path("objects://bucket/broken"));
    assertThatThrownBy(() -> store.putIfAbsent("_v1.json", new byte[] {1}))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("_v1.json");
    assertThat(store.read("_v1.json")).isEmpty();
  }

  @Test
  void a_file_system_that_cannot_create_conditionally_is_refused_with_what_to_choose() {
    assertThatThrownBy(
            () ->
                new ObjectStoreProvider()
                    .open(table(UUID.randomUUID(), Map.of("fs.objects.condition", "missing"))))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("orcacid.store.kind=zookeeper")
        .hasMessageContaining("fs.option.create.conditional.overwrite");
  }

  @Test
  void a_store_that_says_so_and_puts_a_second_one_over_the_first_is_refused_by_the_probe()
      throws IOException {
    Table liar = table(UUID.randomUUID(), Map.of("fs.objects.condition", "ignored"));
    ObjectStoreProvider provider = new ObjectStoreProvider();
    AtomicStore store = provider.open(liar);
    assertThatThrownBy(() -> provider.probe(store, liar))
        .isInstanceOf(UnsupportedTableException.class)
        .hasMessageContaining("a second one over it")
        .hasMessageContaining("orcacid.store.kind=zookeeper");
    assertThat(store.list("_", "", 10)).isEmpty();
  }

  @Test
  void a_probe_without_an_answer_decides_nothing() throws IOException {
    UUID table = UUID.randomUUID();
    AtomicStore store = meeting(table, UploadFault.LOST_REQUEST);
    assertThatThrownBy(() -> ObjectStoreProvider.probe(store, new Path("objects://bucket/x")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("try again");
  }

  @Test
  void a_local_table_has_no_object_store() {
    assertThatThrownBy(
            () ->
                new ObjectStoreProvider()
                    .open(new Table(Storage.local(), "/t", UUID.randomUUID(), Map.of())))
        .isInstanceOf(ValidationException.class)
        .hasMessageContaining("orcacid.store.kind");
  }
}
