package io.orcacid.store.zookeeper;

import io.orcacid.error.CorruptFileException;
import io.orcacid.store.Listing;
import io.orcacid.txn.store.AtomicStore;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooKeeper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A store below one node of ZooKeeper: the atomic step is the creation of a node, which the leader
 * orders and a majority has on disk before it answers. Thread-safe.
 *
 * <p>What is longer than a node may be is put in pieces first, and the name's node says where they
 * are. The creation itself is asked once: after a lost connection or an expired session its outcome
 * is unknown. A server may lag behind the leader, so what is absent is looked for again after a
 * sync.
 */
final class ZookeeperAtomicStore implements AtomicStore {
  static final String KIND = "zookeeper";

  private static final Logger LOG = LoggerFactory.getLogger(ZookeeperAtomicStore.class);

  private static final String PIECES = "pieces";

  private final Nodes nodes;
  private final String root;

  ZookeeperAtomicStore(Nodes nodes, String root) {
    this.nodes = nodes;
    this.root = root;
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Scope scope() {
    return Scope.STORE;
  }

  @Override
  public Outcome putIfAbsent(String name, byte[] content) throws IOException {
    NodeNames names = names(name);
    NodeContent node = prepared(name, content);
    ZooKeeper session = asked(name, nodes::session);
    Outcome outcome = create(session, names, node);
    if (outcome == Outcome.LOST && !node.isWhole()) {
      discardPieces(names, node);
    }
    return outcome;
  }

  private Outcome create(ZooKeeper session, NodeNames names, NodeContent node) throws IOException {
    String path = path(names);
    try {
      nodes.createOnce(session, path, node.bytes());
      return Outcome.WON;
    } catch (KeeperException.NodeExistsException lost) {
      return Outcome.LOST;
    } catch (KeeperException.NoNodeException noParent) {
      // The server said so: nothing was created, and the second request is the only one.
      asked(path, () -> createDirectory(names));
      return createBelow(session, path, node);
    } catch (KeeperException.NoAuthException
        | KeeperException.AuthFailedException
        | KeeperException.BadArgumentsException e) {
      throw failure(path, e);
    } catch (KeeperException | RuntimeException e) {
      return unknown(path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return unknown(path, e);
    }
  }

  private Outcome createBelow(ZooKeeper session, String path, NodeContent node) {
    try {
      nodes.createOnce(session, path, node.bytes());
      return Outcome.WON;
    } catch (KeeperException.NodeExistsException lost) {
      return Outcome.LOST;
    } catch (KeeperException | RuntimeException e) {
      return unknown(path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return unknown(path, e);
    }
  }

  private static Outcome unknown(String path, Exception e) {
    LOG.warn("Whether {} was created is unknown: {}", path, e.toString());
    return Outcome.UNKNOWN;
  }

  private boolean createDirectory(NodeNames names) throws Exception {
    nodes.createDirectories(root + "/" + names.headNode());
    return true;
  }

  /** What the name's node will hold; the pieces of a long content are there before it. */
  private NodeContent prepared(String name, byte[] content) throws IOException {
    if (content.length > LONGEST_CONTENT) {
      throw new IOException(
          "A content of " + content.length + " bytes is longer than any of a log: " + name);
    }
    if (content.length <= NodeContent.PIECE) {
      return NodeContent.whole(content);
    }
    NodeContent.Pieces pieces = NodeContent.Pieces.of(content);
    return asked(
        name,
        () -> {
          nodes.createDirectories(piecesPath(pieces.id()));
          for (int piece = 0; piece < pieces.count(); piece++) {
            int from = piece * NodeContent.PIECE;
            int to = Math.min(content.length, from + NodeContent.PIECE);
            nodes.createOwn(
                piecesPath(pieces.id()) + "/" + piece, Arrays.copyOfRange(content, from, to));
          }
          return NodeContent.of(pieces);
        });
  }

  /** Pieces of a put that another won; they stay where it is not sure that no name needs them. */
  private void discardPieces(NodeNames names, NodeContent node) {
    try {
      byte[] there = nodes.read(path(names));
      if (!Arrays.equals(there, node.bytes())) {
        deletePieces(node.pieces(path(names), LONGEST_CONTENT));
      }
    } catch (Exception e) {
      LOG.debug("Pieces of {} stay behind: {}", path(names), e.toString());
    }
  }

  private void deletePieces(NodeContent.Pieces pieces) throws Exception {
    for (int piece = 0; piece < pieces.count(); piece++) {
      deleteIfThere(piecesPath(pieces.id()) + "/" + piece);
    }
    deleteIfThere(piecesPath(pieces.id()));
  }

  private boolean deleteIfThere(String path) throws Exception {
    try {
      nodes.delete(path);
      return true;
    } catch (KeeperException.NoNodeException gone) {
      return false;
    }
  }

  /** What the leader has in its order, a majority has on disk. */
  @Override
  public void confirm(String name) throws IOException {
    String path = path(names(name));
    asked(
        name,
        () -> {
          nodes.sync(path);
          return nodes.read(path);
        });
  }

  @Override
  public Optional<byte[]> read(String name) throws IOException {
    String path = path(names(name));
    return asked(
        name,
        () -> {
          Optional<byte[]> node = node(path);
          return node.isEmpty() ? node : content(path, new NodeContent(node.get()));
        });
  }

  private Optional<byte[]> node(String path) throws Exception {
    try {
      return Optional.of(nodes.read(path));
    } catch (KeeperException.NoNodeException perhapsLate) {
      nodes.sync(root);
      try {
        return Optional.of(nodes.read(path));
      } catch (KeeperException.NoNodeException absent) {
        return Optional.empty();
      }
    }
  }

  private Optional<byte[]> content(String path, NodeContent node) throws Exception {
    if (node.isWhole()) {
      return Optional.of(node.content());
    }
    NodeContent.Pieces pieces = node.pieces(path, LONGEST_CONTENT);
    byte[] content = new byte[pieces.length()];
    int length = 0;
    for (int piece = 0; piece < pieces.count(); piece++) {
      Optional<byte[]> bytes = node(piecesPath(pieces.id()) + "/" + piece);
      if (bytes.isEmpty()) {
        if (node(path).isEmpty()) {
          return Optional.empty();
        }
        throw new CorruptFileException("A piece of a content is gone", "path", path);
      }
      if (bytes.get().length > content.length - length) {
        throw new CorruptFileException("A piece of a content is too long", "path", path);
      }
      System.arraycopy(bytes.get(), 0, content, length, bytes.get().length);
      length += bytes.get().length;
    }
    if (length != content.length || !pieces.matches(content)) {
      throw new CorruptFileException(
          "A content does not match the length and checksum in its node", "path", path);
    }
    return Optional.of(content);
  }

  @Override
  public List<String> list(String prefix, String startAfter, int limit) throws IOException {
    Listing listing = Listing.of(prefix, startAfter, limit);
    return asked(prefix, () -> list(listing));
  }

  private List<String> list(Listing listing) throws Exception {
    nodes.sync(root);
    List<String> heads =
        children(root + "/" + NodeNames.directoryNode(listing.directory())).stream()
            .map(NodeNames::headOf)
            .filter(head -> NodeNames.mayHold(head, listing))
            .sorted()
            .toList();
    List<String> names = new ArrayList<>();
    for (String head : heads) {
      // No name of this head or a later one comes before the head itself.
      if (names.size() == listing.limit()
          && (listing.directory() + head).compareTo(names.get(names.size() - 1)) > 0) {
        break;
      }
      names.replaceAll(name -> name.substring(listing.directory().length()));
      for (String tail : children(root + "/" + NodeNames.headNode(listing.directory(), head))) {
        names.add(head + NodeNames.tailOf(tail));
      }
      names = new ArrayList<>(listing.of(names.stream()));
    }
    return List.copyOf(names);
  }

  private List<String> children(String path) throws Exception {
    try {
      return nodes.children(path);
    } catch (KeeperException.NoNodeException absent) {
      return List.of();
    }
  }

  @Override
  public void replace(String name, byte[] content) throws IOException {
    if (content.length > NodeContent.PIECE) {
      throw new IOException(
          "A hint of " + content.length + " bytes is longer than a node of ZooKeeper: " + name);
    }
    String path = path(names(name));
    boolean replaced =
        asked(
            name,
            () -> {
              try {
                nodes.write(path, NodeContent.whole(content).bytes());
                return true;
              } catch (KeeperException.NoNodeException absent) {
                return false;
              }
            });
    // Whoever put it in between put a hint as good as this one.
    if (!replaced && putIfAbsent(name, content) == Outcome.UNKNOWN) {
      throw new IOException("Whether a hint was put is unknown: " + name);
    }
  }

  @Override
  public void remove(String name) throws IOException {
    String path = path(names(name));
    asked(
        name,
        () -> {
          Optional<byte[]> node = node(path);
          if (node.isEmpty() || !deleteIfThere(path)) {
            return false;
          }
          NodeContent content = new NodeContent(node.get());
          if (!content.isWhole()) {
            deletePieces(content.pieces(path, LONGEST_CONTENT));
          }
          return true;
        });
  }

  private static NodeNames names(String name) {
    return NodeNames.of(AtomicStore.requireName(name));
  }

  private String path(NodeNames names) {
    return root + "/" + names.node();
  }

  private String piecesPath(UUID id) {
    return root + "/" + PIECES + "/" + id;
  }

  private interface Question<T> {
    T ask() throws Exception;
  }

  private <T> T asked(String name, Question<T> question) throws IOException {
    try {
      return question.ask();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("interrupted while ZooKeeper was asked for " + name);
    } catch (RuntimeException | IOException e) {
      throw e;
    } catch (Exception e) {
      throw failure(name, e);
    }
  }

  private IOException failure(String name, Exception e) {
    return new IOException(
        "ZooKeeper refused or could not be reached for "
            + root
            + ", "
            + name
            + ": "
            + e.getMessage(),
        e);
  }
}
