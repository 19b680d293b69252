package io.orcacid.txn.lock;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.process.ProcessIdentity;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.UUID;

/**
 * What the object of a lock's holder or of a waiter says. Immutable.
 *
 * @param name what is locked
 * @param epoch number of the grant; 0 of a waiter
 * @param id unique to the grant or the wait
 * @param author who
 * @param process the process
 * @param since when it began
 * @param ttl how long it may stay unchanged
 * @param drift how much longer others wait
 * @param beat changes with each renewal
 * @param state whether it is still meant
 */
record LifeSign(
    String name,
    long epoch,
    String id,
    Author author,
    ProcessIdentity process,
    Instant since,
    Duration ttl,
    Duration drift,
    long beat,
    State state) {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int LONGEST = 64 << 10;

  /** Whether it is still meant. */
  enum State {
    ACTIVE,
    RELEASED
  }

  static LifeSign begin(
      String name, long epoch, Author author, Instant since, LockOptions options) {
    return new LifeSign(
        name,
        epoch,
        UUID.randomUUID().toString(),
        author,
        ProcessIdentity.current(),
        since,
        options.ttl(),
        options.drift(),
        0,
        State.ACTIVE);
  }

  LifeSign renewed() {
    return new LifeSign(
        name, epoch, id, author, process, since, ttl, drift, beat + 1, State.ACTIVE);
  }

  LifeSign released() {
    return new LifeSign(
        name, epoch, id, author, process, since, ttl, drift, beat + 1, State.RELEASED);
  }

  byte[] encode() throws IOException {
    ObjectNode object = MAPPER.createObjectNode();
    object.put("lock", name).put("epoch", epoch).put("id", id);
    object.put("user", author.user()).put("host", author.host()).put("agent", author.agent());
    object.put("machine", process.machine()).put("pid", process.pid());
    object.put("startTicks", process.started()).put("since", since.toString());
    object.put("ttlMillis", ttl.toMillis()).put("driftMillis", drift.toMillis());
    object.put("beat", beat).put("state", state.name());
    return MAPPER.writeValueAsBytes(object);
  }

  /** Empty for what is no sign, or one that no holder writes. */
  static Optional<LifeSign> parse(byte[] content) {
    if (content.length > LONGEST) {
      return Optional.empty();
    }
    try {
      JsonNode node = MAPPER.readTree(content);
      Duration ttl = Duration.ofMillis(node.required("ttlMillis").longValue());
      Duration drift = Duration.ofMillis(node.required("driftMillis").longValue());
      if (ttl.isZero()
          || ttl.isNegative()
          || drift.isNegative()
          || node.required("pid").longValue() <= 0
          || ttl.compareTo(LockOptions.LONGEST_TTL) > 0
          || drift.compareTo(ttl) > 0) {
        return Optional.empty();
      }
      return Optional.of(
          new LifeSign(
              node.required("lock").textValue(),
              node.required("epoch").longValue(),
              node.required("id").textValue(),
              new Author(
                  node.path("user").asText(),
                  node.path("host").asText(),
                  node.path("agent").asText()),
              new ProcessIdentity(
                  node.path("machine").asText(),
                  node.required("pid").longValue(),
                  node.required("startTicks").longValue()),
              Instant.parse(node.required("since").asText()),
              ttl,
              drift,
              node.path("beat").asLong(),
              State.valueOf(node.required("state").asText())));
    } catch (IOException | IllegalArgumentException | DateTimeParseException notOne) {
      return Optional.empty();
    }
  }
}
