package io.orcacid.txn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.CorruptFileException;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.TableState;
import io.orcacid.txn.store.AtomicStore;
import io.orcacid.txn.store.AtomicStore.Outcome;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims of numbers of one kind (PROTOCOL.md R1): put-if-absent of 1 + the greatest known number,
 * durable before it is given out, never used twice. One claimer per process and kind. Thread-safe.
 */
final class IdClaims {
  private static final Logger LOG = LoggerFactory.getLogger(IdClaims.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String MARK = ".aborted";

  /** Lost answers in one claim after which the store is not asked again. */
  private static final int MOST_UNKNOWN = 3;

  private final ClaimKind kind;
  private final AtomicStore store;
  private final Clock clock;
  private long greatestSeen;

  /** Own ids that nobody will commit: the next entry of this process aborts them. */
  private final TreeSet<Long> leftOver = new TreeSet<>();

  IdClaims(ClaimKind kind, AtomicStore store, Clock clock) {
    this.kind = kind;
    this.store = store;
    this.clock = clock;
  }

  /**
   * A claim as its object says it.
   *
   * @param id the number
   * @param session session of the process that claimed it
   * @param author who claimed it
   * @param readVersion version that it is a lease on
   * @param started when it was claimed
   * @param marking whether its owner gave it up
   * @param notes what the claimer added
   */
  record Claim(
      long id,
      String session,
      Author author,
      long readVersion,
      Instant started,
      OpenClaim.Marking marking,
      Map<String, String> notes) {}

  /**
   * Claims a number greater than every one that the state knows.
   *
   * @param newest newest loaded state
   * @param readVersion version that the transaction reads
   * @param notes what is kept with the claim
   */
  synchronized long claim(
      TableState newest, String session, Author author, long readVersion, Map<String, String> notes)
      throws IOException {
    byte[] content = content(session, author, readVersion, notes);
    long id = Math.max(greatestSeen, kind.greatest(newest));
    for (int unknown = 0; unknown < MOST_UNKNOWN; ) {
      id++;
      String name = name(id);
      if (store.read(name).isPresent()) {
        continue;
      }
      Outcome outcome = store.putIfAbsent(name, content);
      greatestSeen = id;
      if (outcome == Outcome.WON) {
        return id;
      }
      if (outcome == Outcome.UNKNOWN) {
        unknown++;
        // Its name may not be durable: it is not used, whoever's it is.
        if (store.read(name).filter(found -> Arrays.equals(found, content)).isPresent()) {
          leftOver.add(id);
        }
      }
    }
    throw new IOException("No " + kind.text() + " could be claimed: the store lost its answers");
  }

  /** Gives an id up: marks its claim at once, and remembers it for the next entry. */
  void giveUp(long id) throws IOException {
    synchronized (this) {
      leftOver.add(id);
    }
    store.replace(name(id) + MARK, new byte[0]);
  }

  /** Own given-up ids that the state does not resolve yet. */
  synchronized List<Long> leftOver(TableState state) {
    leftOver.removeIf(id -> kind.isResolved(state, id));
    return List.copyOf(leftOver);
  }

  boolean isClaimed(long id) throws IOException {
    return store.read(name(id)).isPresent();
  }

  /** Claims that the state does not resolve, ascending. */
  List<Claim> unresolved(TableState state) throws IOException {
    List<Claim> claims = new ArrayList<>();
    List<String> names = store.list(kind.prefix(), "", Integer.MAX_VALUE);
    SortedSet<String> all = new TreeSet<>(names);
    for (String name : names) {
      long id = idOf(name);
      if (id > 0 && !kind.isResolved(state, id)) {
        Optional<byte[]> content = store.read(name);
        if (content.isPresent()) {
          claims.add(parse(id, name, content.get(), all.contains(name + MARK)));
        }
      }
    }
    return claims;
  }

  /**
   * Removes the claims that a state resolves: from then on a claimer who comes late sees in the
   * state that the number is taken (R1).
   */
  void removeResolved(TableState state) throws IOException {
    for (String name : store.list(kind.prefix(), "", Integer.MAX_VALUE)) {
      String claim = name.endsWith(MARK) ? name.substring(0, name.length() - MARK.length()) : name;
      long id = idOf(claim);
      if (id > 0 && kind.isResolved(state, id)) {
        store.remove(name);
      }
    }
  }

  private Claim parse(long id, String name, byte[] content, boolean marked) {
    try {
      JsonNode node = MAPPER.readTree(content);
      Map<String, String> notes = new TreeMap<>();
      node.path("notes")
          .properties()
          .forEach(note -> notes.put(note.getKey(), note.getValue().asText()));
      return new Claim(
          id,
          node.path("session").asText(),
          new Author(
              node.path("user").asText(), node.path("host").asText(), node.path("agent").asText()),
          node.path("readVersion").asLong(),
          Instant.parse(node.path("started").asText()),
          marked ? OpenClaim.Marking.ABORTED : OpenClaim.Marking.OPEN,
          notes);
    } catch (IOException | DateTimeParseException e) {
      LOG.debug("{} cannot be read: {}", name, e.toString());
      throw new CorruptFileException(
          "A claim of a " + kind.text() + " cannot be read", e, "path", name);
    }
  }

  private byte[] content(String session, Author author, long readVersion, Map<String, String> notes)
      throws IOException {
    ObjectNode object = MAPPER.createObjectNode();
    object.put("claim", UUID.randomUUID().toString()).put("session", session);
    object.put("user", author.user()).put("host", author.host()).put("agent", author.agent());
    object.put("readVersion", readVersion).put("started", clock.instant().toString());
    if (!notes.isEmpty()) {
      notes.forEach(object.putObject("notes")::put);
    }
    return MAPPER.writeValueAsBytes(object);
  }

  String name(long id) {
    return String.format(Locale.ROOT, "%s_%020d", kind.prefix(), id);
  }

  private long idOf(String name) {
    String digits = name.substring(kind.prefix().length());
    return digits.matches("_0\\d{19}") ? Long.parseLong(digits.substring(1)) : -1;
  }
}
