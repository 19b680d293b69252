package io.orcacid.compactor.policy;

import io.orcacid.compactor.policy.PartitionStatistics.Aborted;
import io.orcacid.compactor.policy.PartitionStatistics.Share;
import io.orcacid.compactor.policy.PartitionStatistics.Waiting;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A partition and its settings as lines of text: {@code base files=4 bytes=1000}, {@code deltas
 * directories=3 bytes=10}, {@code property key=value}.
 */
final class PartitionText {
  private final Map<String, Map<String, String>> lines = new HashMap<>();
  private final Map<String, String> settings = new HashMap<>();
  private final Map<String, String> properties = new HashMap<>();

  PartitionText(List<String> input) {
    for (String line : input) {
      String[] words = line.split(" ");
      Map<String, String> target =
          switch (words[0]) {
            case "setting" -> settings;
            case "property" -> properties;
            case "base", "originals", "deltas", "deletes", "partition", "aborted", "waiting" ->
                lines.computeIfAbsent(words[0], name -> new HashMap<>());
            default -> throw new IllegalArgumentException(line);
          };
      for (int i = 1; i < words.length; i++) {
        int equals = words[i].indexOf('=');
        target.put(words[i].substring(0, equals), words[i].substring(equals + 1));
      }
    }
  }

  CompactionOptions options() {
    return CompactionOptions.of(settings, properties);
  }

  PartitionStatistics statistics() {
    Share deltas = share("deltas");
    Share deletes = share("deletes");
    int ranges =
        (int)
            number("partition", "ranges")
                .orElse(Math.max(deltas.directories(), deletes.directories()));
    return new PartitionStatistics(
        share("base"),
        share("originals"),
        deltas,
        deletes,
        ranges,
        (int) number("partition", "raw").orElse(0),
        new Waiting((int) number("waiting", "directories").orElse(0), number("waiting", "writeId")),
        new Aborted(
            (int) number("aborted", "count").orElse(0),
            Optional.ofNullable(lines.getOrDefault("aborted", Map.of()).get("age"))
                .flatMap(age -> new SettingValue("age", age).time())),
        number("partition", "rows"),
        number("partition", "deletes"),
        number("partition", "smallStripes"),
        (int) number("partition", "buckets").orElse(1),
        (int) number("partition", "readAmplification").orElse(1));
  }

  /** A base has one directory, and each directory one file, unless the text says otherwise. */
  private Share share(String name) {
    if (!lines.containsKey(name)) {
      return Share.NONE;
    }
    int directories = (int) number(name, "directories").orElse(name.equals("originals") ? 0 : 1);
    return new Share(
        directories,
        (int) number(name, "files").orElse(Math.max(1, directories)),
        number(name, "bytes").orElse(0));
  }

  private OptionalLong number(String line, String name) {
    String text = lines.getOrDefault(line, Map.of()).get(name);
    return text == null ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(text));
  }
}
