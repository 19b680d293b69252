package io.orcacid.txn.log;

import org.pcollections.TreePMap;

/**
 * What a state remembers to refuse commits by: the greatest epoch of each lock and the greatest
 * sequence of each application. Immutable.
 *
 * @param lockEpochs greatest epoch by name of the lock
 * @param tokens what was recorded, by application
 */
record Guards(TreePMap<String, Long> lockEpochs, TreePMap<String, RecordedToken> tokens) {
  static final Guards NONE = new Guards(TreePMap.empty(), TreePMap.empty());

  /** With those of a transaction; a smaller number changes nothing. */
  Guards plus(LogEntry entry, LogTransaction transaction) {
    TreePMap<String, Long> epochs = lockEpochs;
    for (var epoch : transaction.lockEpochs().entrySet()) {
      if (epoch.getValue() > epochs.getOrDefault(epoch.getKey(), 0L)) {
        epochs = epochs.plus(epoch.getKey(), epoch.getValue());
      }
    }
    TreePMap<String, RecordedToken> recorded = tokens;
    if (transaction.token().isPresent()) {
      Token token = transaction.token().get();
      RecordedToken before = recorded.get(token.application());
      if (before == null || token.sequence() > before.sequence()) {
        recorded =
            recorded.plus(
                token.application(),
                new RecordedToken(
                    token.sequence(), entry.version(), transaction.commitId(), entry.time()));
      }
    }
    return epochs == lockEpochs && recorded == tokens ? this : new Guards(epochs, recorded);
  }
}
