package io.orcacid.txn.log;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.orcacid.error.CorruptFileException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.zip.CRC32C;

/**
 * JSON of the log with its limits: depth, length of texts and numbers, no key twice, nothing after
 * the object (PROTOCOL.md §2, §12 F12).
 */
final class Json {
  private static final int DEEPEST = 24;
  private static final int LONGEST_NUMBER = 24;
  private static final int LONGEST_NAME = 256;
  private static final ObjectMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(DEEPEST)
                          .maxNumberLength(LONGEST_NUMBER)
                          .maxNameLength(LONGEST_NAME)
                          .maxStringLength(64 << 20)
                          .build())
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
          .build();

  private Json() {}

  static ObjectNode object() {
    return MAPPER.createObjectNode();
  }

  static String text(JsonNode node) {
    try {
      return MAPPER.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * @param path file that the text is of, for the error
   */
  static JsonFields parse(String text, String path) {
    try {
      JsonNode node = MAPPER.readTree(text);
      if (!(node instanceof ObjectNode object)) {
        throw new CorruptFileException("A JSON object was expected", "path", path);
      }
      return new JsonFields(object, path);
    } catch (JsonProcessingException e) {
      throw new CorruptFileException(
          "A file of the log is not the JSON that it must be: restore it from a copy",
          e,
          "path",
          path,
          "reason",
          e.getOriginalMessage(),
          "byte",
          e.getLocation() == null ? -1 : e.getLocation().getCharOffset());
    }
  }

  /** The object's text as one line, and a second line with the checksum of the first. */
  static byte[] seal(ObjectNode object) {
    String line = text(object) + "\n";
    String seal = "{\"crc32c\":\"" + crc32c(line.getBytes(StandardCharsets.UTF_8)) + "\"}\n";
    return (line + seal).getBytes(StandardCharsets.UTF_8);
  }

  /** The object of bytes that {@link #seal} made; another checksum is corruption. */
  static JsonFields unseal(byte[] bytes, String path) {
    int end = -1;
    for (int i = 0; i < bytes.length && end < 0; i++) {
      if (bytes[i] == '\n') {
        end = i + 1;
      }
    }
    if (end < 0) {
      throw new CorruptFileException(
          "A file of the log has no line with a checksum: it is cut off or was edited",
          "path",
          path,
          "bytes",
          bytes.length);
    }
    byte[] line = java.util.Arrays.copyOf(bytes, end);
    String seal = new String(bytes, end, bytes.length - end, StandardCharsets.UTF_8);
    if (!seal.equals("{\"crc32c\":\"" + crc32c(line) + "\"}\n")) {
      throw new CorruptFileException(
          "The checksum of a file of the log does not match its bytes: it is damaged or was edited",
          "path",
          path,
          "from",
          0,
          "to",
          end,
          "computed",
          crc32c(line));
    }
    return parse(new String(line, StandardCharsets.UTF_8), path);
  }

  private static String crc32c(byte[] bytes) {
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    return String.format(Locale.ROOT, "%08x", crc.getValue());
  }
}
