package io.orcacid.interop;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.format.RowId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.orc.TypeDescription;

/**
 * Hive's classes in a JVM of their own, started once for all tests: the program {@code HiveServer}
 * of {@code interop/hive}, with the class path that its build left in a file. Thread-safe, one
 * request at a time.
 */
final class Hive {
  private static final Path MODULE = Path.of("hive", "target").toAbsolutePath();
  private static final ObjectMapper JSON = new ObjectMapper();

  private static Hive shared;

  private final Process process;
  private final Writer requests;
  private final BufferedReader answers;
  private final Path log;

  /** Which of Hive's two readers. */
  enum Reader {
    ROW,
    VECTORISED
  }

  /** A snapshot in Hive's text forms. */
  record Lists(String writeIds, String transactions) {}

  /** Hive refused a request; the message is its stack trace. */
  static final class HiveException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HiveException(String trace) {
      super(trace);
    }
  }

  private Hive() throws IOException {
    String jars = Files.readString(MODULE.resolve("hive.classpath")).strip();
    log = Files.createTempFile("hive-server", ".log");
    log.toFile().deleteOnExit();
    process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--add-opens=java.base/java.net=ALL-UNNAMED",
                "-cp",
                MODULE.resolve("classes") + java.io.File.pathSeparator + jars,
                "io.orcacid.interop.hive.HiveServer")
            .redirectError(log.toFile())
            .start();
    requests = process.outputWriter(StandardCharsets.UTF_8);
    answers =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
  }

  /** The one program of this test run. */
  static synchronized Hive shared() {
    if (shared == null) {
      try {
        shared = new Hive();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return shared;
  }

  /**
   * The visible rows of a directory as lines, in the order of their row ids.
   *
   * @param directory of a table or of one partition
   * @param row columns that the files hold
   * @throws HiveException if Hive refuses
   */
  List<String> read(Path directory, TypeDescription row, Lists lists, Reader reader) {
    ObjectNode request = request("read", directory, row);
    request.put("reader", reader.name().toLowerCase(java.util.Locale.ROOT));
    putLists(request, lists);
    List<String> lines = new ArrayList<>();
    ask(request).get("rows").forEach(line -> lines.add(line.asText()));
    return lines;
  }

  /** The rows as {@link #read} gives them, and in how many splits Hive read them. */
  record InSplits(int splits, List<String> rows) {}

  /**
   * The same where Hive makes splits of so few bytes that each stripe is read by itself, as a large
   * table's are.
   */
  InSplits readByStripe(Path directory, TypeDescription row, Lists lists, Reader reader) {
    ObjectNode request = request("read", directory, row);
    request.put("reader", reader.name().toLowerCase(java.util.Locale.ROOT));
    request.put("splitBytes", 1);
    putLists(request, lists);
    JsonNode answer = ask(request);
    List<String> lines = new ArrayList<>();
    answer.get("rows").forEach(line -> lines.add(line.asText()));
    return new InSplits(answer.get("splits").asInt(), lines);
  }

  /** Where a file of events goes: -1 as attempt for none. */
  record Place(long writeId, int statement, int bucket, int attempt) {}

  /** Writes inserts to a delta, or to a base. */
  void insert(
      Path directory, TypeDescription row, Place place, List<List<Object>> rows, String kind) {
    ObjectNode request = write(directory, row, place);
    request.put("base", kind.equals("base"));
    request.set("inserts", JSON.valueToTree(rows));
    request.putArray("deletes");
    ask(request);
  }

  /** Writes deletes, in ascending order, all of the bucket of the place. */
  void delete(Path directory, TypeDescription row, Place place, List<RowId> ids) {
    ObjectNode request = write(directory, row, place);
    request.put("base", false);
    request.putArray("inserts");
    ArrayNode deletes = request.putArray("deletes");
    for (RowId id : ids) {
      deletes.addArray().add(id.writeId()).add(id.bucketProperty()).add(id.rowId());
    }
    ask(request);
  }

  /** Writes a plain ORC file. */
  void original(Path directory, TypeDescription row, String file, List<List<Object>> rows) {
    ObjectNode request = request("original", directory, row);
    request.put("file", file);
    request.set("rows", JSON.valueToTree(rows));
    ask(request);
  }

  /** Compacts as Hive's MapReduce jobs do; {@code lists} are those of the compactor. */
  void compact(Path directory, TypeDescription row, Lists lists, String kind, long transaction) {
    ObjectNode request = request("compact", directory, row);
    request.put("major", kind.equals("major"));
    request.put("visibility", transaction);
    putLists(request, lists);
    ask(request);
  }

  private static ObjectNode write(Path directory, TypeDescription row, Place place) {
    ObjectNode request = request("write", directory, row);
    request.put("writeId", place.writeId());
    request.put("statement", place.statement());
    request.put("bucket", place.bucket());
    request.put("attempt", place.attempt());
    return request;
  }

  private static ObjectNode request(String op, Path directory, TypeDescription row) {
    ObjectNode request = JSON.createObjectNode();
    request.put("op", op);
    request.put("directory", directory.toAbsolutePath().toString());
    request.put("columns", String.join(",", row.getFieldNames()));
    request.put(
        "types",
        String.join(":", row.getChildren().stream().map(TypeDescription::toString).toList()));
    return request;
  }

  private static void putLists(ObjectNode request, Lists lists) {
    request.put("writeIds", lists.writeIds());
    request.put("txns", lists.transactions());
  }

  private synchronized JsonNode ask(ObjectNode request) {
    try {
      requests.write(request + "\n");
      requests.flush();
      String line = answers.readLine();
      if (line == null) {
        throw new AssertionError("Hive's program has ended: " + Files.readString(log));
      }
      JsonNode answer = JSON.readTree(line);
      if (answer.has("error")) {
        throw new HiveException(answer.get("error").asText());
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
