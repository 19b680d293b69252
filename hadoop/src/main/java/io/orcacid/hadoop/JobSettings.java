package io.orcacid.hadoop;

import io.orcacid.AcidOption;
import io.orcacid.AcidOptions;
import io.orcacid.error.ValidationException;
import io.orcacid.format.SchemaText;
import io.orcacid.format.io.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocalFileSystem;
import org.apache.hadoop.fs.Path;

/** A job's configuration as this module reads it. Not thread-safe. */
final class JobSettings {
  private final Configuration configuration;

  /**
   * @throws ValidationException if a key that begins as ours is unknown
   */
  JobSettings(Configuration configuration) {
    this.configuration = configuration;
    options(Map.of());
  }

  Configuration configuration() {
    return configuration;
  }

  /** The engine's settings among those of the job, and some more where the job says nothing. */
  AcidOptions options(Map<AcidOption, String> unlessSet) {
    Map<String, String> settings = new LinkedHashMap<>();
    unlessSet.forEach((option, value) -> settings.put(option.key(), value));
    for (Map.Entry<String, String> entry : configuration) {
      String key = entry.getKey();
      if (key.startsWith(AcidOption.PREFIX) && AcidConfKeys.of(key).isEmpty()) {
        settings.put(key, configuration.get(key));
      }
    }
    return AcidOptions.of(settings);
  }

  /** Text of a key, or of the first of its aliases that is set; empty if all are unset or blank. */
  Optional<String> text(AcidConfKeys key) {
    Optional<String> own = own(key);
    if (own.isPresent()) {
      return own;
    }
    return key.aliases().stream()
        .map(alias -> configuration.get(alias, ""))
        .filter(text -> !text.isBlank())
        .findFirst();
  }

  /** Text of the key itself. */
  Optional<String> own(AcidConfKeys key) {
    return Optional.of(configuration.get(key.key(), key.defaultValue()))
        .map(String::trim)
        .filter(text -> !text.isEmpty());
  }

  String require(AcidConfKeys key) {
    return text(key)
        .orElseThrow(
            () ->
                new ValidationException(
                    "A job of tables needs this key: configure the job by the format's configure"
                        + " method",
                    "key",
                    key.key()));
  }

  OptionalLong number(AcidConfKeys key) {
    Optional<String> text = own(key);
    if (text.isEmpty()) {
      return OptionalLong.empty();
    }
    try {
      return OptionalLong.of(Long.parseLong(text.get()));
    } catch (NumberFormatException e) {
      throw new ValidationException(
          "A key is not a whole number", e, "key", key.key(), "value", text.get());
    }
  }

  boolean isTrue(AcidConfKeys key) {
    String text = own(key).orElse("false");
    if (!text.equals("true") && !text.equals("false")) {
      throw new ValidationException(
          "A key is neither true nor false", "key", key.key(), "value", text);
    }
    return text.equals("true");
  }

  TablePlace place(AcidConfKeys key) throws IOException {
    String text = require(key);
    if (key.aliases().size() == 1 && own(key).isEmpty() && text.indexOf(',') >= 0) {
      throw new ValidationException(
          "A job reads one table: give the one directory", "key", key.key(), "value", text);
    }
    Path path = new Path(text);
    FileSystem fileSystem = path.getFileSystem(configuration);
    Path address = fileSystem.makeQualified(path);
    return new TablePlace(
        storage(fileSystem, configuration),
        java.nio.file.Path.of(address.toUri().getPath()).normalize().toString(),
        address);
  }

  /** The storage of a file system that a split or a job names. */
  static Storage storage(String address, Configuration configuration) throws IOException {
    return storage(new Path(address).getFileSystem(configuration), configuration);
  }

  /** Local disks are reached as everywhere else in the engine, without checksum files. */
  private static Storage storage(FileSystem fileSystem, Configuration configuration) {
    if (!(fileSystem instanceof LocalFileSystem)) {
      return Storage.of(fileSystem, configuration);
    }
    Map<String, String> settings = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : configuration) {
      if (entry.getKey().startsWith("orc.")) {
        settings.put(entry.getKey(), configuration.get(entry.getKey()));
      }
    }
    return Storage.local(settings);
  }

  /** Names as one text; those that are not plain in back quotes. */
  static String join(List<String> names) {
    return String.join(",", names.stream().map(SchemaText::quoted).toList());
  }

  /** The inverse. */
  static List<String> split(String text) {
    List<String> names = new ArrayList<>();
    StringBuilder name = new StringBuilder();
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '`') {
        if (quoted && i + 1 < text.length() && text.charAt(i + 1) == '`') {
          name.append(c);
          i++;
        } else {
          quoted = !quoted;
        }
      } else if (c == ',' && !quoted) {
        names.add(name.toString());
        name.setLength(0);
      } else if (quoted || c != ' ') {
        name.append(c);
      }
    }
    if (quoted) {
      throw new ValidationException("A back quote is not closed", "names", text);
    }
    names.add(name.toString());
    return names;
  }
}
