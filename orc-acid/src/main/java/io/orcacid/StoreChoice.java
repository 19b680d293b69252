package io.orcacid;

import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.StoreDescription;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStoreProvider;
import io.orcacid.txn.store.LocalAtomicStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * The store that a program's settings choose for the tables that it opens.
 *
 * @param kind kind of the store
 * @param settings its settings, by the last part of their keys
 */
record StoreChoice(String kind, Map<String, String> settings) {
  private static final String ON_HDFS = "hdfs";
  private static final String ON_OBJECTS = "object";

  /** The choice of some options, for tables of a storage. */
  static StoreChoice of(AcidOptions options, Storage storage) {
    String kind = options.storeKind().isEmpty() ? placeOf(storage) : options.storeKind();
    return new StoreChoice(kind, options.storeSettings(kind));
  }

  /** The store that a table has where it lies. */
  private static String placeOf(Storage storage) {
    if (storage.isLocal()) {
      return LocalAtomicStore.KIND;
    }
    return storage.renames() ? ON_HDFS : ON_OBJECTS;
  }

  /** Whether commits are decided by links in the table's own directory. */
  boolean isLocal() {
    return kind.equals(LocalAtomicStore.KIND);
  }

  void requireKindOf(StoreDescription description, String root) {
    if (!description.kind().equals(kind)) {
      throw new UnsupportedTableException(
          "Another kind of store decides the commits of this table: set "
              + AcidOption.STORE_KIND.key()
              + "="
              + description.kind()
              + " and the address of that store",
          "path",
          root,
          "table",
          description.kind(),
          "given",
          kind);
    }
  }

  /** Makes sure that the store of a table that is to be made keeps two writers apart. */
  void probe(Storage storage, String root, StoreDescription wanted) throws IOException {
    AtomicStore store = open(storage, root, wanted);
    provider().probe(store, tableOf(storage, root, wanted));
  }

  private AtomicStoreProvider.Table tableOf(
      Storage storage, String root, StoreDescription description) {
    return new AtomicStoreProvider.Table(
        storage, root + "/" + CommitLog.DIRECTORY, description.table(), settings);
  }

  /** The store of a table that its description names. */
  AtomicStore open(Storage storage, String root, StoreDescription description) throws IOException {
    requireKindOf(description, root);
    AtomicStore store = provider().open(tableOf(storage, root, description));
    if (store.scope() == AtomicStore.Scope.JVM) {
      throw new UnsupportedTableException(
          "This store keeps only the threads of one process apart, and a table is open to many:"
              + " take one that other processes reach",
          "path",
          root,
          "kind",
          kind);
    }
    return store;
  }

  private AtomicStoreProvider provider() {
    Map<String, AtomicStoreProvider> known = new LinkedHashMap<>();
    List<String> unusable = new ArrayList<>();
    Iterator<AtomicStoreProvider> found =
        ServiceLoader.load(AtomicStoreProvider.class, StoreChoice.class.getClassLoader())
            .iterator();
    while (found.hasNext()) {
      try {
        AtomicStoreProvider provider = found.next();
        known.putIfAbsent(provider.kind(), provider);
      } catch (ServiceConfigurationError e) {
        // Programs may leave out the libraries of stores that they do not use.
        unusable.add(e.getMessage() + ": " + e.getCause());
      }
    }
    AtomicStoreProvider provider = known.get(kind);
    if (provider == null) {
      throw new ValidationException(
          "No store of this kind is on the class path: add orc-acid-stores, or the jar that has it",
          "key",
          AcidOption.STORE_KIND.key(),
          "kind",
          kind,
          "found",
          known.keySet(),
          "unusable",
          unusable);
    }
    return provider;
  }
}
