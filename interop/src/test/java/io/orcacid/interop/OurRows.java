package io.orcacid.interop;

import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.Scan;
import io.orcacid.cli.output.JsonText;
import io.orcacid.format.RowId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.orc.TypeDescription;

/** Our own answer in the form of Hive's: lines of JSON by partition. */
final class OurRows {
  private OurRows() {}

  private record Line(RowId id, String text) {}

  /** The rows of a scan in any order, then sorted by row id. */
  static Map<String, List<String>> masked(Scan scan, TypeDescription data) throws IOException {
    Map<String, List<String>> lines = new HashMap<>();
    read(scan.withRowId(), data)
        .forEach(
            (partition, found) -> {
              found.sort(Comparator.comparing(Line::id).thenComparing(Line::text));
              lines.put(partition, found.stream().map(Line::text).toList());
            });
    return lines;
  }

  /** The rows of an ordered scan, in the order in which they came. */
  static Map<String, List<String>> ordered(Scan scan, TypeDescription data) throws IOException {
    Map<String, List<String>> lines = new HashMap<>();
    read(scan.withRowId().ordered(), data)
        .forEach(
            (partition, found) -> lines.put(partition, found.stream().map(Line::text).toList()));
    return lines;
  }

  private static Map<String, List<Line>> read(Scan scan, TypeDescription data) throws IOException {
    Map<String, List<Line>> lines = new HashMap<>();
    try (Rows rows = scan.select(data.getFieldNames()).rows()) {
      for (Row row : rows) {
        var address = row.address().orElseThrow();
        lines
            .computeIfAbsent(address.partition(), key -> new ArrayList<>())
            .add(new Line(address.rowId(), line(address.rowId(), row, data)));
      }
    }
    return lines;
  }

  private static String line(RowId id, Row row, TypeDescription data) {
    StringBuilder out = new StringBuilder();
    out.append("{\"ROW__ID\":{\"writeId\":").append(id.writeId());
    out.append(",\"bucket\":").append(id.bucketProperty());
    out.append(",\"rowId\":").append(id.rowId()).append("},\"values\":{");
    for (int i = 0; i < row.size(); i++) {
      out.append(i == 0 ? "" : ",");
      JsonText.string(out, data.getFieldNames().get(i));
      out.append(':');
      JsonText.value(out, data.getChildren().get(i), row.get(i));
    }
    return out.append("}}").toString();
  }
}
