package io.orcacid.txn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.CorruptFileException;
import io.orcacid.txn.IdClaims.Claim;
import io.orcacid.txn.IdClaims.Claimer;
import io.orcacid.txn.log.Author;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the object of a claim holds: one number's claimer, or several in the numbers' order. */
final class ClaimCodec {
  /** Most numbers that one object claims. */
  static final int MOST_IDS = 128;

  private static final Logger LOG = LoggerFactory.getLogger(ClaimCodec.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String MEMBERS = "members";
  private static final String READ_VERSION = "readVersion";
  private static final String NOTES = "notes";

  private final ClaimKind kind;
  private final Clock clock;

  ClaimCodec(ClaimKind kind, Clock clock) {
    this.kind = kind;
    this.clock = clock;
  }

  /** An object that no other claim equals. */
  byte[] encode(List<Claimer> claimers) throws IOException {
    Claimer first = claimers.get(0);
    ObjectNode object = MAPPER.createObjectNode();
    object.put("claim", UUID.randomUUID().toString()).put("session", first.session());
    object.put("user", first.author().user()).put("host", first.author().host());
    object.put("agent", first.author().agent()).put("started", clock.instant().toString());
    if (claimers.size() == 1) {
      put(object, first);
    } else {
      ArrayNode members = object.putArray(MEMBERS);
      claimers.forEach(claimer -> put(members.addObject(), claimer));
    }
    return MAPPER.writeValueAsBytes(object);
  }

  private static void put(ObjectNode object, Claimer claimer) {
    object.put(READ_VERSION, claimer.readVersion());
    if (!claimer.notes().isEmpty()) {
      claimer.notes().forEach(object.putObject(NOTES)::put);
    }
  }

  /** How many numbers an object claims; 1 for one that is gone, whose content is empty. */
  int count(String name, byte[] content) {
    if (content.length == 0) {
      return 1;
    }
    JsonNode node = parse(name, content);
    return node.has(MEMBERS) ? members(name, node) : 1;
  }

  private int members(String name, JsonNode node) {
    int count = node.get(MEMBERS).size();
    if (count < 1 || count > MOST_IDS) {
      throw corrupt(name, new IOException("it claims " + count + " numbers"));
    }
    return count;
  }

  /** Its claims, as if none was marked. */
  List<Claim> decode(long first, String name, byte[] content) {
    JsonNode node = parse(name, content);
    List<Claim> claims = new ArrayList<>();
    try {
      if (!node.has(MEMBERS)) {
        return List.of(claim(first, node, node));
      }
      for (int i = 0; i < members(name, node); i++) {
        claims.add(claim(first + i, node, node.get(MEMBERS).get(i)));
      }
      return claims;
    } catch (DateTimeParseException e) {
      throw corrupt(name, e);
    }
  }

  private static Claim claim(long id, JsonNode common, JsonNode own) {
    Map<String, String> notes = new TreeMap<>();
    own.path(NOTES)
        .properties()
        .forEach(note -> notes.put(note.getKey(), note.getValue().asText()));
    return new Claim(
        id,
        common.path("session").asText(),
        new Author(
            common.path("user").asText(),
            common.path("host").asText(),
            common.path("agent").asText()),
        own.path(READ_VERSION).asLong(),
        Instant.parse(common.path("started").asText()),
        OpenClaim.Marking.OPEN,
        notes);
  }

  private JsonNode parse(String name, byte[] content) {
    try {
      return MAPPER.readTree(content);
    } catch (IOException e) {
      throw corrupt(name, e);
    }
  }

  private CorruptFileException corrupt(String name, Exception cause) {
    LOG.debug("{} cannot be read: {}", name, cause.toString());
    return new CorruptFileException(
        "A claim of a " + kind.text() + " cannot be read", cause, "path", name);
  }
}
