package io.orcacid.daemon.config;

import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.io.Reader;
import java.io.Serial;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/** A file of properties in UTF-8, in which no key stands twice. */
final class ConfigFile {
  private ConfigFile() {}

  /** Refuses what {@link Properties} would pass over. */
  private static final class Strict extends Properties {
    @Serial private static final long serialVersionUID = 1L;

    private final transient Map<String, String> ordered = new LinkedHashMap<>();
    private final transient Path file;

    Strict(Path file) {
      this.file = file;
    }

    @Override
    public synchronized Object put(Object key, Object value) {
      String before = ordered.put((String) key, ((String) value).trim());
      if (before != null) {
        throw new ValidationException(
            "A key stands twice: remove one of its lines",
            "file",
            file,
            "key",
            key,
            "values",
            before + " and " + value);
      }
      return super.put(key, value);
    }
  }

  /**
   * Reads a file.
   *
   * @throws ValidationException for a key that stands twice, and for a bad escape
   * @throws IOException if it cannot be read
   */
  static Map<String, String> read(Path file) throws IOException {
    Strict properties = new Strict(file);
    try (Reader reader = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      properties.load(reader);
    } catch (IllegalArgumentException malformed) {
      throw new ValidationException(
          "Not a file of properties: " + malformed.getMessage(), "file", file);
    }
    return properties.ordered;
  }
}
