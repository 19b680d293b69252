package io.orcacid.txn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.WriteConflictException;
import io.orcacid.txn.log.Author;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A transaction or compaction that lost against another, as its owner noted it when it gave its
 * number up. A note for people: it is written at best, and nothing is decided by it.
 *
 * @param number its write id, or its compaction transaction
 * @param kind which of the two
 * @param time when, by the clock of its machine
 * @param author who lost
 * @param operation what it did
 * @param reason why it may not commit
 * @param details who won and what the two had in common, by the names that the error had
 */
public record LostConflict(
    long number,
    ClaimKind kind,
    Instant time,
    Author author,
    String operation,
    String reason,
    Map<String, String> details) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String DETAILS = "details";

  public LostConflict {
    details = java.util.Collections.unmodifiableMap(new TreeMap<>(details));
  }

  static LostConflict of(
      long number,
      ClaimKind kind,
      Instant time,
      Author author,
      String operation,
      WriteConflictException lost) {
    Map<String, String> details = new TreeMap<>();
    lost.details().forEach((key, value) -> details.put(key, String.valueOf(value)));
    return new LostConflict(number, kind, time, author, operation, lost.reason(), details);
  }

  byte[] encode() throws IOException {
    ObjectNode object = MAPPER.createObjectNode();
    object.put("time", time.toString()).put("operation", operation).put("reason", reason);
    object.put("user", author.user()).put("host", author.host()).put("agent", author.agent());
    details.forEach(object.putObject(DETAILS)::put);
    return MAPPER.writeValueAsBytes(object);
  }

  /** Empty for a number that was given up for another reason, and for a damaged note. */
  static Optional<LostConflict> decode(long number, ClaimKind kind, byte[] content) {
    if (content.length == 0) {
      return Optional.empty();
    }
    try {
      JsonNode node = MAPPER.readTree(content);
      Map<String, String> details = new TreeMap<>();
      node.path(DETAILS)
          .properties()
          .forEach(detail -> details.put(detail.getKey(), detail.getValue().asText()));
      return Optional.of(
          new LostConflict(
              number,
              kind,
              Instant.parse(node.path("time").asText()),
              new Author(
                  node.path("user").asText(),
                  node.path("host").asText(),
                  node.path("agent").asText()),
              node.path("operation").asText(),
              node.path("reason").asText(),
              details));
    } catch (IOException | DateTimeParseException damaged) {
      return Optional.empty();
    }
  }
}
