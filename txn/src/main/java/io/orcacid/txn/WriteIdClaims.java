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
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims of write ids under {@code _ids/} (PROTOCOL.md R1): put-if-absent of 1 + the greatest known
 * number, durable before it is given out, never used twice. One claimer per process. Thread-safe.
 */
final class WriteIdClaims {
  private static final Logger LOG = LoggerFactory.getLogger(WriteIdClaims.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  /** Each name below begins with an underscore too: some engines look at file names only. */
  private static final String PREFIX = "_ids/";

  private static final String MARK = ".aborted";

  /** Lost answers in one claim after which the store is not asked again. */
  private static final int MOST_UNKNOWN = 3;

  private final AtomicStore store;
  private final Clock clock;
  private long greatestSeen;

  /** Own ids that nobody will commit: the next entry of this process aborts them. */
  private final TreeSet<Long> leftOver = new TreeSet<>();

  WriteIdClaims(AtomicStore store, Clock clock) {
    this.store = store;
    this.clock = clock;
  }

  /**
   * Claims a write id greater than every one that the state knows.
   *
   * @param newest newest loaded state
   * @param readVersion version that the transaction reads
   */
  synchronized long claim(TableState newest, String session, Author author, long readVersion)
      throws IOException {
    byte[] content = content(session, author, readVersion);
    long id = Math.max(greatestSeen, newest.greatestWriteId());
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
        if (store.read(name).filter(found -> java.util.Arrays.equals(found, content)).isPresent()) {
          leftOver.add(id);
        }
      }
    }
    throw new IOException("No write id could be claimed: the store lost its answers");
  }

  /** Gives an id up: marks its claim at once, and remembers it for the next entry. */
  void giveUp(long writeId) throws IOException {
    synchronized (this) {
      leftOver.add(writeId);
    }
    store.replace(name(writeId) + MARK, new byte[0]);
  }

  /** Own given-up ids that the state does not resolve yet. */
  synchronized List<Long> leftOver(TableState state) {
    leftOver.removeIf(id -> state.isAborted(id) || state.isCommitted(id));
    return List.copyOf(leftOver);
  }

  boolean isClaimed(long writeId) throws IOException {
    return store.read(name(writeId)).isPresent();
  }

  /** Claims that the state does not resolve, ascending. */
  List<OpenClaim> unresolved(TableState state) throws IOException {
    List<OpenClaim> claims = new ArrayList<>();
    List<String> names = store.list(PREFIX, "", Integer.MAX_VALUE);
    SortedSet<String> all = new TreeSet<>(names);
    for (String name : names) {
      long id = idOf(name);
      if (id > 0 && !state.isCommitted(id) && !state.isAborted(id)) {
        Optional<byte[]> content = store.read(name);
        if (content.isPresent()) {
          claims.add(parse(id, name, content.get(), all.contains(name + MARK)));
        }
      }
    }
    return claims;
  }

  private OpenClaim parse(long id, String name, byte[] content, boolean marked) {
    try {
      JsonNode node = MAPPER.readTree(content);
      return new OpenClaim(
          id,
          node.path("session").asText(),
          new Author(
              node.path("user").asText(), node.path("host").asText(), node.path("agent").asText()),
          node.path("readVersion").asLong(),
          Instant.parse(node.path("started").asText()),
          marked ? OpenClaim.Marking.ABORTED : OpenClaim.Marking.OPEN);
    } catch (IOException | DateTimeParseException e) {
      LOG.debug("{} cannot be read: {}", name, e.toString());
      throw new CorruptFileException("A claim of a write id cannot be read", e, "path", name);
    }
  }

  private byte[] content(String session, Author author, long readVersion) throws IOException {
    ObjectNode object = MAPPER.createObjectNode();
    object.put("claim", UUID.randomUUID().toString()).put("session", session);
    object.put("user", author.user()).put("host", author.host()).put("agent", author.agent());
    object.put("readVersion", readVersion).put("started", clock.instant().toString());
    return MAPPER.writeValueAsBytes(object);
  }

  static String name(long id) {
    return String.format(Locale.ROOT, "%s_%020d", PREFIX, id);
  }

  private static long idOf(String name) {
    String digits = name.substring(PREFIX.length());
    return digits.matches("_0\\d{19}") ? Long.parseLong(digits.substring(1)) : -1;
  }
}
