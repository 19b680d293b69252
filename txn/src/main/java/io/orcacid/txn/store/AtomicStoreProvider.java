package io.orcacid.txn.store;

import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.util.Map;
import java.util.UUID;

/**
 * Gives stores of one kind; found by {@link java.util.ServiceLoader}, so that a program adds a kind
 * by a jar. Thread-safe, with a public constructor without parameters.
 */
public interface AtomicStoreProvider {
  /** Kind of the stores, as {@link AtomicStore#kind()} and {@code _store.json} name it. */
  String kind();

  /**
   * The store of a table, for its creation and for every later opening. The same table and settings
   * give the same names, in any process.
   *
   * @throws io.orcacid.error.ValidationException if a setting is missing or wrong
   * @throws io.orcacid.error.UnsupportedTableException if the place cannot decide commits
   * @throws IOException if it cannot be reached
   */
  AtomicStore open(Table table) throws IOException;

  /**
   * Tries, before a table is made, whether its store keeps two writers apart, where that depends on
   * a server that may say so and not do it. Leaves nothing behind.
   *
   * @param store what {@link #open} gave for the table
   * @throws io.orcacid.error.UnsupportedTableException if it does not (PROTOCOL.md R21)
   * @throws IOException if that could not be found out
   */
  default void probe(AtomicStore store, Table table) throws IOException {}

  /**
   * Whose commits a store is to decide.
   *
   * @param storage holds the table's files
   * @param logDirectory path of its log directory there
   * @param id the table's public id, by which a store that many tables share keeps them apart
   * @param settings settings of this kind, {@code orcacid.store.<kind>.<key>}, by their last part
   */
  record Table(Storage storage, String logDirectory, UUID id, Map<String, String> settings) {}
}
