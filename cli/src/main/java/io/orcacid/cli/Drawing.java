package io.orcacid.cli;

import io.orcacid.TableInspection;
import io.orcacid.TableInspection.Directory;
import io.orcacid.TableInspection.Kind;
import io.orcacid.TableInspection.State;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;

/**
 * Directories as bars over the write ids that they hold. The axis has a column for each write id
 * that something begins or ends at, so that a long history stays one screen wide.
 */
final class Drawing {
  private static final int WIDTH = 40;
  private static final int NAME = 36;

  private final TableInspection inspection;
  private final StringBuilder text = new StringBuilder();

  Drawing(TableInspection inspection) {
    this.inspection = inspection;
  }

  String text() {
    text.append(inspection.path());
    inspection.version().ifPresent(version -> text.append("  version ").append(version));
    text.append("\nwrite ids     ").append(inspection.validWriteIds());
    text.append("\ntransactions  ").append(inspection.validTxns()).append('\n');
    inspection
        .openWriteIds()
        .forEach(
            open ->
                text.append("open          ")
                    .append(open.writeId())
                    .append(" by ")
                    .append(open.owner())
                    .append('\n'));
    for (TableInspection.Partition partition : inspection.partitions()) {
      draw(partition);
    }
    return text.toString().stripTrailing();
  }

  private void draw(TableInspection.Partition partition) {
    text.append('\n');
    if (!partition.name().isEmpty()) {
      text.append(partition.name()).append('\n');
    }
    if (partition.directories().isEmpty()) {
      text.append("  no data\n");
      return;
    }
    Axis axis = new Axis(partition.directories());
    text.append("  ").append(pad("write ids", NAME)).append(axis.label()).append('\n');
    for (Directory directory : partition.directories()) {
      text.append("  ")
          .append(pad(directory.name(), NAME))
          .append(axis.bar(directory))
          .append(
              String.format(
                  Locale.ROOT,
                  "  %10s  %16s  %s",
                  bytes(directory.bytes()),
                  events(directory),
                  state(directory)))
          .append('\n');
    }
    text.append("  ").append(summary(partition.directories())).append('\n');
  }

  private static String summary(List<Directory> directories) {
    long files = 0;
    long rows = 0;
    long deletes = 0;
    for (Directory directory : directories) {
      if (directory.state() == State.USED) {
        files += directory.files();
        rows += directory.rows();
        deletes += directory.deletes();
      }
    }
    String share = rows == 0 ? "0" : String.format(Locale.ROOT, "%.2f", 100.0 * deletes / rows);
    return "used: "
        + files
        + " files, "
        + rows
        + " rows, "
        + deletes
        + " deletes ("
        + share
        + " % of rows)";
  }

  private static String state(Directory directory) {
    return directory.state().name().toLowerCase(Locale.ROOT);
  }

  private static String events(Directory directory) {
    return directory.kind() == Kind.DELETE_DELTA
        ? directory.deletes() + " deletes"
        : directory.rows() + " rows";
  }

  private static String pad(String text, int width) {
    return text.length() >= width ? text + " " : text + " ".repeat(width - text.length());
  }

  static String bytes(long bytes) {
    String[] units = {"B", "KB", "MB", "GB", "TB"};
    double value = bytes;
    int unit = 0;
    while (value >= 1000 && unit < units.length - 1) {
      value /= 1000;
      unit++;
    }
    return String.format(Locale.ROOT, unit == 0 ? "%.0f %s" : "%.1f %s", value, units[unit]);
  }

  /** Columns of the axis. A base and originals begin at 0. */
  private static final class Axis {
    private final long[] points;

    Axis(List<Directory> directories) {
      TreeSet<Long> ids = new TreeSet<>();
      for (Directory directory : directories) {
        ids.add(first(directory));
        ids.add(Math.max(0, directory.maxWriteId()));
      }
      this.points = ids.stream().mapToLong(Long::longValue).toArray();
    }

    private static long first(Directory directory) {
      boolean fromStart = directory.kind() == Kind.BASE || directory.kind() == Kind.ORIGINAL;
      return fromStart ? 0 : directory.minWriteId();
    }

    String label() {
      String first = String.valueOf(points[0]);
      String last = points.length == 1 ? "" : String.valueOf(points[points.length - 1]);
      return " " + first + "─".repeat(Math.max(1, WIDTH - first.length() - last.length())) + last;
    }

    String bar(Directory directory) {
      char[] bar = new char[WIDTH];
      Arrays.fill(bar, ' ');
      int from = column(first(directory));
      int to = Math.max(from, column(Math.max(0, directory.maxWriteId())));
      Arrays.fill(bar, from, to + 1, symbol(directory));
      return "[" + new String(bar) + "]";
    }

    private int column(long writeId) {
      int index = Arrays.binarySearch(points, writeId);
      return points.length == 1 ? 0 : index * (WIDTH - 1) / (points.length - 1);
    }

    private static char symbol(Directory directory) {
      return switch (directory.state()) {
        case USED -> directory.kind() == Kind.DELETE_DELTA ? 'x' : '#';
        case OBSOLETE -> '.';
        case ABORTED -> '!';
        case OPEN -> '?';
        case INVISIBLE -> '-';
      };
    }
  }
}
