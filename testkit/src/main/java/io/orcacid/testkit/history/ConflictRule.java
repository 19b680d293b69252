package io.orcacid.testkit.history;

import java.util.Collection;

/** Which commits may follow each other unseen: a conflict policy as a checker asks for it. */
public interface ConflictRule {
  /**
   * What a transaction wrote, as far as the policy looks: rows, partitions, or one object for all.
   * Only transactions with an object in common are compared.
   */
  Collection<?> objects(RecordedTransaction transaction);

  /** Whether the later one, which did not see the earlier, had to fail. */
  boolean forbids(RecordedTransaction earlier, RecordedTransaction later, Object object);

  /** Two commits that wrote one row: the first wins. */
  static ConflictRule sameRows() {
    return new ConflictRule() {
      @Override
      public Collection<?> objects(RecordedTransaction transaction) {
        return transaction.operations().stream()
            .filter(
                operation ->
                    operation instanceof Operation.Append || operation instanceof Operation.Delete)
            .map(
                operation ->
                    operation instanceof Operation.Append append
                        ? append.key()
                        : ((Operation.Delete) operation).key())
            .distinct()
            .toList();
      }

      @Override
      public boolean forbids(RecordedTransaction earlier, RecordedTransaction later, Object key) {
        return true;
      }
    };
  }
}
