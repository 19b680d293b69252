package io.orcacid.store;

import io.orcacid.txn.store.AtomicStore;
import java.util.List;
import java.util.stream.Stream;

/**
 * Which names of a directory a listing asks for.
 *
 * @param directory the directory with its slash; empty for the log directory itself
 * @param prefix start of the names in it
 * @param startAfter a whole name, directory and all, that they must exceed
 * @param limit most names
 */
public record Listing(String directory, String prefix, String startAfter, int limit) {
  /** The listing of a call of {@link AtomicStore#list}. */
  public static Listing of(String prefix, String startAfter, int limit) {
    int slash = prefix.lastIndexOf('/') + 1;
    return new Listing(prefix.substring(0, slash), prefix.substring(slash), startAfter, limit);
  }

  /** The whole names that are asked for, of names in the directory in any order. */
  public List<String> of(Stream<String> names) {
    return names
        .filter(name -> name.startsWith(prefix) && !name.startsWith(AtomicStore.UNFINISHED))
        .map(name -> directory + name)
        .filter(name -> name.compareTo(startAfter) > 0)
        .sorted()
        .limit(limit)
        .toList();
  }

  /**
   * What a name in the directory must exceed; empty if any may do.
   *
   * <p>A name to start after that lies elsewhere comes before all of the directory or after all,
   * which {@link #of(Stream)} sees.
   */
  public String after() {
    return startAfter.startsWith(directory) ? startAfter.substring(directory.length()) : "";
  }
}
