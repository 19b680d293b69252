package io.orcacid.interop.hive;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.TimeZone;

/**
 * Answers requests until its input ends: one JSON object a line on standard input, one a line on
 * standard output. A request has a member {@code op}, and a table described as {@link HiveTable}
 * says:
 *
 * <ul>
 *   <li>{@code read}: the visible rows, see {@link HiveReader}; with {@code splitBytes}, in splits
 *       of about so many bytes.
 *   <li>{@code write}: events of one statement, see {@link HiveWriter}.
 *   <li>{@code original}: a plain ORC file, see {@link HiveWriter}.
 *   <li>{@code compact}: a minor or major compaction, see {@link HiveCompactor}.
 * </ul>
 *
 * <p>An answer has {@code error}, a stack trace, if Hive refused.
 */
public final class HiveServer {
  private static final ObjectMapper JSON = new ObjectMapper();

  private HiveServer() {}

  /** Serves. */
  public static void main(String[] arguments) throws IOException {
    TimeZone.setDefault(TimeZone.getTimeZone("UTC"));
    PrintStream answers = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    System.setOut(System.err);
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      answers.println(answer(line));
    }
  }

  private static String answer(String line) {
    ObjectNode answer = JSON.createObjectNode();
    try {
      perform(JSON.readTree(line), answer);
    } catch (Exception | LinkageError | AssertionError e) {
      StringWriter trace = new StringWriter();
      e.printStackTrace(new PrintWriter(trace));
      answer.removeAll();
      answer.put("error", trace.toString());
    }
    return answer.toString();
  }

  private static void perform(JsonNode request, ObjectNode answer) throws IOException {
    HiveTable table = HiveTable.of(request);
    switch (request.get("op").asText()) {
      case "read" -> {
        HiveReader reader = new HiveReader(table);
        boolean vectorised = request.get("reader").asText().equals("vectorised");
        answer.set(
            "rows", JSON.valueToTree(vectorised ? reader.readVectorised() : reader.readRowByRow()));
        answer.put("splits", reader.splits());
      }
      case "write" -> new HiveWriter(table).write(request);
      case "original" -> new HiveWriter(table).writeOriginal(request);
      case "compact" -> new HiveCompactor(table).compact(request);
      default -> throw new IllegalArgumentException("unknown request: " + request);
    }
  }
}
