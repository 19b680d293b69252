package io.orcacid.txn.log;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.pcollections.TreePMap;

/** JSON of tokens and lock epochs; absent fields are none of either, as in older logs. */
final class GuardCodec {
  private static final String TOKEN = "token";
  private static final String TOKENS = "tokens";
  private static final String EPOCHS = "lockEpochs";

  private GuardCodec() {}

  static void put(ObjectNode into, Optional<Token> token, Map<String, Long> epochs) {
    token.ifPresent(
        one ->
            into.putObject(TOKEN)
                .put("application", one.application())
                .put("sequence", one.sequence()));
    putEpochs(into, epochs);
  }

  static void put(ObjectNode into, Guards guards) {
    putEpochs(into, guards.lockEpochs());
    if (!guards.tokens().isEmpty()) {
      ArrayNode tokens = into.putArray(TOKENS);
      guards
          .tokens()
          .forEach(
              (application, recorded) ->
                  tokens
                      .addObject()
                      .put("application", application)
                      .put("sequence", recorded.sequence())
                      .put("version", recorded.version())
                      .put("commitId", recorded.commitId())
                      .put("time", EntryCodec.timeText(recorded.time())));
    }
  }

  /** Names of locks are longer than names of fields may be. */
  private static void putEpochs(ObjectNode into, Map<String, Long> epochs) {
    if (!epochs.isEmpty()) {
      ArrayNode array = into.putArray(EPOCHS);
      epochs.forEach((lock, epoch) -> array.addObject().put("lock", lock).put("epoch", epoch));
    }
  }

  static Optional<Token> token(JsonFields fields) {
    return fields.optionalObject(
        TOKEN, token -> new Token(token.text("application"), token.number("sequence")));
  }

  static Map<String, Long> epochs(JsonFields fields) {
    Map<String, Long> epochs = new TreeMap<>();
    fields
        .objects(EPOCHS, epoch -> Map.entry(epoch.text("lock"), epoch.number("epoch")))
        .forEach(epoch -> epochs.merge(epoch.getKey(), epoch.getValue(), Math::max));
    return epochs;
  }

  static Guards guards(JsonFields fields) {
    Map<String, RecordedToken> tokens = new TreeMap<>();
    fields
        .objects(
            TOKENS,
            token ->
                Map.entry(
                    token.text("application"),
                    new RecordedToken(
                        token.number("sequence"),
                        token.number("version"),
                        token.text("commitId"),
                        token.time("time"))))
        .forEach(token -> tokens.put(token.getKey(), token.getValue()));
    return new Guards(TreePMap.from(epochs(fields)), TreePMap.from(tokens));
  }
}
