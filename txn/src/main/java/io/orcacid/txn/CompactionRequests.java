package io.orcacid.txn;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.common.hash.Hashing;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.CompactionKind;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The compactions that were asked for and not done yet: one object for a partition and a kind, so
 * that who asks twice is served once. Thread-safe, also between processes.
 */
public final class CompactionRequests {
  /** Prefix of the objects' names in the store. */
  static final String PREFIX = "_queue/";

  private static final Logger LOG = LoggerFactory.getLogger(CompactionRequests.class);
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final AtomicStore store;
  private final Author author;
  private final Clock clock;

  CompactionRequests(AtomicStore store, Author author, Clock clock) {
    this.store = store;
    this.author = author;
    this.clock = clock;
  }

  /**
   * Asks for a compaction.
   *
   * @param partition path of a partition that the table has
   * @return whether it was not asked for before
   * @throws IOException if it is not known whether it was put down; asking again does no harm
   */
  public boolean add(String partition, Optional<CompactionKind> kind) throws IOException {
    ObjectNode object = MAPPER.createObjectNode();
    object.put("partition", partition).put("kind", text(kind));
    object.put("user", author.user()).put("host", author.host()).put("agent", author.agent());
    object.put("since", clock.instant().toString());
    String name = nameOf(partition, kind);
    byte[] content = MAPPER.writeValueAsBytes(object);
    AtomicStore.Outcome outcome = store.putIfAbsent(name, content);
    if (outcome == AtomicStore.Outcome.UNKNOWN && store.read(name).isEmpty()) {
      throw new IOException("Whether the compaction was asked for is unknown: ask again");
    }
    if (outcome == AtomicStore.Outcome.LOST) {
      // Who does the older request by now leaves this one; and what cannot be read is put right.
      store.replace(name, content);
    }
    return outcome == AtomicStore.Outcome.WON;
  }

  /** All requests, the oldest first; what cannot be read is none. */
  public List<CompactionRequest> all() throws IOException {
    List<CompactionRequest> requests = new ArrayList<>();
    for (String name : store.list(PREFIX, "", Integer.MAX_VALUE)) {
      store.read(name).flatMap(content -> request(name, content)).ifPresent(requests::add);
    }
    requests.sort(Comparator.comparing(CompactionRequest::since));
    return requests;
  }

  private static Optional<CompactionRequest> request(String name, byte[] content) {
    try {
      JsonNode node = MAPPER.readTree(content);
      String kind = node.path("kind").asText();
      return Optional.of(
          new CompactionRequest(
              name,
              node.path("partition").asText(),
              kind.isEmpty() ? Optional.empty() : Optional.of(CompactionKind.valueOf(kind)),
              new Author(
                  node.path("user").asText(),
                  node.path("host").asText(),
                  node.path("agent").asText()),
              Instant.parse(node.path("since").asText())));
    } catch (IOException | IllegalArgumentException | DateTimeException damaged) {
      LOG.warn("{} is no request of a compaction and is passed over: {}", name, damaged.toString());
      return Optional.empty();
    }
  }

  /**
   * Takes a request back, or says that it is done; nothing happens if it is gone, or somebody asked
   * again since it was read.
   */
  public void remove(CompactionRequest request) throws IOException {
    Optional<CompactionRequest> there =
        store.read(request.name()).flatMap(content -> request(request.name(), content));
    if (there.filter(request::equals).isPresent()) {
      store.remove(request.name());
    }
  }

  private static String text(Optional<CompactionKind> kind) {
    return kind.map(CompactionKind::name).orElse("");
  }

  private static String nameOf(String partition, Optional<CompactionKind> kind) {
    return PREFIX
        + "_"
        + Hashing.sha256().hashString(partition, StandardCharsets.UTF_8)
        + "-"
        + kind.map(CompactionKind::name).orElse("due").toLowerCase(Locale.ROOT)
        + ".json";
  }
}
