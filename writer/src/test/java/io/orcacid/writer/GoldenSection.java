package io.orcacid.writer;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.apache.orc.TypeDescription;

/**
 * The part of the golden file that is about one kind of key. The header of the file describes it.
 *
 * @param hiveTimeZone default time zone of the JVM that made it
 * @param key struct of the key's columns
 * @param lines values and hashes
 */
record GoldenSection(ZoneId hiveTimeZone, TypeDescription key, List<Line> lines) {

  /**
   * @param v1 hash of bucketing version 1
   * @param v2 hash of bucketing version 2
   * @param columns the key's columns as text
   */
  record Line(int v1, int v2, List<String> columns) {}

  static List<GoldenSection> all() {
    List<GoldenSection> sections = new ArrayList<>();
    try (var in =
        new GZIPInputStream(GoldenSection.class.getResourceAsStream("hive-bucket-hashes.txt.gz"))) {
      for (String line : new String(in.readAllBytes(), StandardCharsets.US_ASCII).split("\n")) {
        if (line.startsWith("@")) {
          String[] words = line.split(" ", 3);
          sections.add(
              new GoldenSection(
                  ZoneId.of(words[1]), TypeDescription.fromString(words[2]), new ArrayList<>()));
        } else if (!line.startsWith("#")) {
          String[] words = line.split(" ");
          sections
              .get(sections.size() - 1)
              .lines
              .add(
                  new Line(
                      Integer.parseUnsignedInt(words[0], 16),
                      Integer.parseUnsignedInt(words[1], 16),
                      Arrays.asList(words).subList(2, words.length)));
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return sections;
  }

  @Override
  public String toString() {
    return hiveTimeZone + " " + key;
  }
}
