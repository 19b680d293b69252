package io.orcacid.testkit.history;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Who wrote a value, and whether it was the last one that it wrote to the row. */
final class Writers {
  private final Map<Long, Written> byValue = new HashMap<>();

  /** A value and its transaction. */
  record Written(RecordedTransaction writer, long key, boolean isLast) {}

  Writers(List<RecordedTransaction> transactions) {
    for (RecordedTransaction transaction : transactions) {
      Map<Long, Long> last = new HashMap<>();
      for (Operation operation : transaction.operations()) {
        if (operation instanceof Operation.Append append) {
          Long before = last.put(append.key(), append.value());
          if (before != null) {
            byValue.put(before, new Written(transaction, append.key(), false));
          }
          if (byValue.put(append.value(), new Written(transaction, append.key(), true)) != null) {
            throw new IllegalArgumentException("written twice: " + append);
          }
        }
      }
    }
  }

  Optional<Written> of(long value) {
    return Optional.ofNullable(byValue.get(value));
  }

  static boolean writes(Operation operation) {
    return !(operation instanceof Operation.Read);
  }
}
