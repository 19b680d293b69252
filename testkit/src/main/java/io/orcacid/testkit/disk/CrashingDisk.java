package io.orcacid.testkit.disk;

import io.orcacid.testkit.disk.Node.ChangeGroup;
import io.orcacid.testkit.disk.Node.DirectoryNode;
import io.orcacid.testkit.disk.Node.FileNode;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Files and directories in memory, as POSIX has them, in two images: what a process sees, and what
 * a loss of power leaves. Every call is counted, and may be chosen to fail or to be the last.
 * Thread-safe. Paths are absolute, parts separated by {@code /}.
 */
public final class CrashingDisk {
  private final DirectoryNode root;
  private long calls;
  private long mutations;
  private long crashingMutation = -1;
  private long failingCall = -1;
  private Fault fault = Fault.ERROR;
  private int faults;
  private boolean dead;
  private Observer observer = (mutation, what) -> {};
  private Observer looks = (call, what) -> {};
  private SyncRule syncs = (kind, path) -> true;

  CrashingDisk(DirectoryNode root) {
    this.root = root;
  }

  /** An empty disk. */
  public static CrashingDisk empty() {
    return new CrashingDisk(new DirectoryNode());
  }

  /** How a call goes wrong. */
  public enum Fault {
    /** Not done: an input or output error. A file whose sync failed is never durable. */
    ERROR,
    /** Not done: no space left. Calls that need none work. */
    FULL,
    /** Done, but the answer says that it failed. */
    LOST_ANSWER
  }

  /** Kinds of sync. */
  public enum Sync {
    FILE,
    DIRECTORY
  }

  /** Is told of each change before it happens. */
  @FunctionalInterface
  public interface Observer {
    /** Called with the number of the change, from 1, and what it is. */
    void before(long mutation, String what);
  }

  /** Which syncs do what they say. */
  @FunctionalInterface
  public interface SyncRule {
    /** Whether a sync of a path has any effect; it says yes to its caller anyhow. */
    boolean works(Sync kind, String path);
  }

  /** Power is lost instead of the change of a number, from 1 on. */
  public synchronized void crashAt(long mutation) {
    crashingMutation = mutation;
  }

  /** One call, counted from 1 on over all calls, goes wrong. */
  public synchronized void failAt(long call, Fault how) {
    failingCall = call;
    fault = how;
  }

  /** Tells an observer of each change. */
  public synchronized void observe(Observer newObserver) {
    observer = newObserver;
  }

  /** Tells an observer of each call that changes nothing, with the number of the call. */
  public synchronized void observeLooks(Observer newObserver) {
    looks = newObserver;
  }

  /**
   * The same disk as another process has it: with counts, faults and an end of its own. Whoever has
   * several sees to it that one of them at a time makes a call.
   */
  public synchronized CrashingDisk process() {
    CrashingDisk other = new CrashingDisk(root);
    other.syncs = syncs;
    return other;
  }

  /** Lets syncs lie. */
  public synchronized void setSyncRule(SyncRule rule) {
    syncs = rule;
  }

  /** Calls so far. */
  public synchronized long calls() {
    return calls;
  }

  /** Changes so far. */
  public synchronized long mutations() {
    return mutations;
  }

  /** How often a call went wrong. */
  public synchronized int faults() {
    return faults;
  }

  /** The disk at this moment; taken of a dead disk too. */
  public synchronized DiskImage image() {
    return DiskImage.of(root);
  }

  /** Ends the incarnation: every later call dies. */
  public synchronized void kill() {
    dead = true;
  }

  private void requireAlive() {
    if (dead) {
      throw new SimulatedCrash();
    }
  }

  private interface Act {
    void run() throws IOException;
  }

  private void mutate(String what, String path, Act act) throws IOException {
    requireAlive();
    mutations++;
    observer.before(mutations, what + " " + path);
    if (mutations == crashingMutation) {
      dead = true;
      throw new SimulatedCrash();
    }
    calls++;
    if (calls != failingCall || fault == Fault.FULL && !needsSpace(what)) {
      act.run();
      return;
    }
    faults++;
    if (fault == Fault.LOST_ANSWER) {
      act.run();
    }
    throw failure(what, path);
  }

  private static boolean needsSpace(String what) {
    return !what.equals("unlink") && !what.startsWith("sync");
  }

  private IOException failure(String what, String path) {
    String why = fault == Fault.FULL ? "No space left on device" : "Input/output error";
    return new IOException(why + " (simulated): " + what + " " + path);
  }

  private void look(String what, String path) throws IOException {
    requireAlive();
    looks.before(calls + 1, what + " " + path);
    calls++;
    if (calls == failingCall && fault == Fault.ERROR) {
      faults++;
      throw failure(what, path);
    }
  }

  /** Makes a new, empty file. */
  public synchronized Output create(String path) throws IOException {
    FileNode file = new FileNode();
    mutate("create", path, () -> put(path, file));
    return new Output(path, file);
  }

  /** Makes a directory in one that is there. */
  public synchronized void createDirectory(String path) throws IOException {
    mutate("mkdir", path, () -> put(path, new DirectoryNode()));
  }

  /** Gives a file a second name. */
  public synchronized void link(String name, String file) throws IOException {
    mutate("link", name, () -> put(name, require(file)));
  }

  private void put(String path, Node node) throws IOException {
    DirectoryNode parent = parent(path);
    String name = name(path);
    if (parent.names.containsKey(name)) {
      throw new FileAlreadyExistsException(path);
    }
    parent.names.put(name, node);
    parent.change(name, new ChangeGroup());
  }

  /** Gives a file or directory another name in one step; a file that has the name is replaced. */
  public synchronized void move(String from, String to) throws IOException {
    mutate(
        "rename",
        to,
        () -> {
          Node node = require(from);
          DirectoryNode target = parent(to);
          if (target.names.get(name(to)) instanceof DirectoryNode) {
            throw new FileAlreadyExistsException(to);
          }
          ChangeGroup both = new ChangeGroup();
          parent(from).names.remove(name(from));
          parent(from).change(name(from), both);
          target.names.put(name(to), node);
          target.change(name(to), both);
        });
  }

  /** Removes a name; a directory must be empty. */
  public synchronized void unlink(String path) throws IOException {
    mutate(
        "unlink",
        path,
        () -> {
          if (require(path) instanceof DirectoryNode directory && !directory.names.isEmpty()) {
            throw new DirectoryNotEmptyException(path);
          }
          parent(path).names.remove(name(path));
          parent(path).change(name(path), new ChangeGroup());
        });
  }

  /** Makes the names in a directory durable. */
  public synchronized void syncDirectory(String path) throws IOException {
    mutate(
        "sync",
        path,
        () -> {
          DirectoryNode directory = requireDirectory(path);
          if (syncs.works(Sync.DIRECTORY, path)) {
            directory.sync();
          }
        });
  }

  /** Whether something has the name. */
  public synchronized boolean exists(String path) throws IOException {
    look("stat", path);
    return find(path).isPresent();
  }

  /** Whether a directory has the name. */
  public synchronized boolean isDirectory(String path) throws IOException {
    look("stat", path);
    return find(path).filter(DirectoryNode.class::isInstance).isPresent();
  }

  /** Length of a file. */
  public synchronized long length(String path) throws IOException {
    look("stat", path);
    return requireFile(path).length();
  }

  /** The whole of a file. */
  public synchronized byte[] read(String path) throws IOException {
    look("read", path);
    return requireFile(path).content();
  }

  /** Names in a directory, in order. */
  public synchronized List<String> names(String path) throws IOException {
    look("list", path);
    return List.copyOf(requireDirectory(path).names.keySet());
  }

  /**
   * All names and bytes as one text, short and only good for a comparison; no call of a process.
   */
  public synchronized String content() {
    StringBuilder text = new StringBuilder();
    describe(root, text);
    return text.toString();
  }

  private static void describe(DirectoryNode directory, StringBuilder text) {
    directory.names.forEach(
        (name, node) -> {
          text.append(name);
          if (node instanceof DirectoryNode child) {
            text.append('{');
            describe(child, text);
            text.append('}');
          } else {
            CRC32C crc = new CRC32C();
            byte[] bytes = ((FileNode) node).content();
            crc.update(bytes, 0, bytes.length);
            text.append(':').append(bytes.length).append(':').append(crc.getValue()).append(';');
          }
        });
  }

  /** Throws if the incarnation is dead. */
  public synchronized void checkAlive() {
    requireAlive();
  }

  private Optional<Node> find(String path) {
    Node node = root;
    for (int start = 1; start < path.length(); ) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      if (end > start) {
        node =
            node instanceof DirectoryNode directory
                ? directory.names.get(path.substring(start, end))
                : null;
        if (node == null) {
          return Optional.empty();
        }
      }
      start = end + 1;
    }
    return Optional.of(node);
  }

  private Node require(String path) throws NoSuchFileException {
    return find(path).orElseThrow(() -> new NoSuchFileException(path));
  }

  private FileNode requireFile(String path) throws IOException {
    if (require(path) instanceof FileNode file) {
      return file;
    }
    throw new IOException("Is a directory: " + path);
  }

  private DirectoryNode requireDirectory(String path) throws IOException {
    if (require(path) instanceof DirectoryNode directory) {
      return directory;
    }
    throw new NotDirectoryException(path);
  }

  private DirectoryNode parent(String path) throws IOException {
    return requireDirectory(path.substring(0, Math.max(1, path.lastIndexOf('/'))));
  }

  private static String name(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  /** A file that is being written. Each write goes to what the process sees; not thread-safe. */
  public final class Output {
    private final String path;
    private final FileNode file;

    private Output(String path, FileNode file) {
      this.path = path;
      this.file = file;
    }

    /** Adds bytes. */
    public void write(byte[] bytes, int offset, int count) throws IOException {
      synchronized (CrashingDisk.this) {
        mutate("write", path, () -> file.append(bytes, offset, count));
      }
    }

    /** Makes the bytes durable. */
    public void sync() throws IOException {
      synchronized (CrashingDisk.this) {
        int before = faults;
        try {
          mutate(
              "sync-file",
              path,
              () -> {
                if (syncs.works(Sync.FILE, path)) {
                  file.sync();
                }
              });
        } finally {
          if (faults > before) {
            file.failSync();
          }
        }
      }
    }
  }
}
