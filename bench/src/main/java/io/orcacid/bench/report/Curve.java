package io.orcacid.bench.report;

import java.util.List;

/**
 * How one thing depends on another.
 *
 * @param name also the picture's file name
 * @param title what the picture shows
 * @param x what grows, drawn in powers of ten
 * @param y what is measured, with its unit, drawn from 0
 * @param lines at least one
 */
public record Curve(String name, String title, String x, String y, List<Line> lines) {
  public Curve {
    lines = List.copyOf(lines);
  }

  /**
   * One line of a picture.
   *
   * @param label who or what
   * @param points by rising x
   */
  public record Line(String label, List<Point> points) {
    public Line {
      points = List.copyOf(points);
    }
  }

  /** A measurement. */
  public record Point(double x, double y) {}
}
