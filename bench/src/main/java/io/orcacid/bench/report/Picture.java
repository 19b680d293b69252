package io.orcacid.bench.report;

import java.util.List;
import java.util.Locale;

/**
 * A curve as SVG: x in powers of ten, y from 0. Colours follow the reader's preference for light or
 * dark, and the ground is left as it is.
 */
final class Picture {
  private static final int WIDTH = 720;
  private static final int HEIGHT = 340;
  private static final int LEFT = 70;
  private static final int RIGHT = 30;
  private static final int TOP = 50;
  private static final int BOTTOM = 55;
  private static final int TICKS = 5;

  private static final String STYLE =
      """
      <style>
        text { font: 13px sans-serif; fill: #24292f; }
        .title { font-weight: bold; font-size: 15px; }
        .axis { stroke: #57606a; stroke-width: 1; }
        .grid { stroke: #8c959f; stroke-width: 1; stroke-opacity: 0.25; }
        .line0 { stroke: #0969da; } .dot0 { fill: #0969da; }
        .line1 { stroke: #bc4c00; } .dot1 { fill: #bc4c00; }
        .line2 { stroke: #1a7f37; } .dot2 { fill: #1a7f37; }
        polyline { fill: none; stroke-width: 2; }
        @media (prefers-color-scheme: dark) {
          text { fill: #e6edf3; }
          .axis { stroke: #8b949e; }
          .line0 { stroke: #58a6ff; } .dot0 { fill: #58a6ff; }
          .line1 { stroke: #f0883e; } .dot1 { fill: #f0883e; }
          .line2 { stroke: #3fb950; } .dot2 { fill: #3fb950; }
        }
      </style>
      """;

  private final Curve curve;
  private final double leastX;
  private final double mostX;
  private final double step;
  private final StringBuilder svg = new StringBuilder();

  private Picture(Curve curve) {
    this.curve = curve;
    this.leastX = xs().min().orElseThrow();
    this.mostX = xs().max().orElseThrow();
    double mostY =
        curve.lines().stream()
            .flatMap(line -> line.points().stream())
            .mapToDouble(Curve.Point::y)
            .max()
            .orElseThrow();
    this.step = roundStep(mostY / TICKS);
  }

  private java.util.stream.DoubleStream xs() {
    return curve.lines().stream()
        .flatMap(line -> line.points().stream())
        .mapToDouble(Curve.Point::x);
  }

  /** The next of 1, 2, 5, 10 ... */
  private static double roundStep(double least) {
    if (least <= 0) {
      return 1;
    }
    double power = Math.pow(10, Math.floor(Math.log10(least)));
    for (double factor : new double[] {1, 2, 5}) {
      if (factor * power >= least) {
        return factor * power;
      }
    }
    return 10 * power;
  }

  static String svg(Curve curve) {
    return new Picture(curve).draw();
  }

  private String draw() {
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" role=\"img\">%n",
            WIDTH,
            HEIGHT,
            WIDTH,
            HEIGHT));
    svg.append("<title>").append(escaped(curve.title())).append("</title>\n").append(STYLE);
    text(LEFT, 22, "start", "title", curve.title());
    text(LEFT, 42, "start", "", curve.y());
    text(WIDTH - RIGHT, HEIGHT - 10, "end", "", curve.x());
    grid();
    for (int i = 0; i < curve.lines().size(); i++) {
      line(i, curve.lines().get(i));
    }
    return svg.append("</svg>\n").toString();
  }

  private void grid() {
    for (int tick = 0; tick <= TICKS; tick++) {
      double y = y(tick * step);
      segment("grid", LEFT, y, WIDTH - RIGHT, y);
      text(LEFT - 8, y + 4, "end", "", number(tick * step));
    }
    segment("axis", LEFT, y(0), WIDTH - RIGHT, y(0));
    segment("axis", LEFT, TOP, LEFT, y(0));
    for (Curve.Point point : curve.lines().get(0).points()) {
      segment("axis", x(point.x()), y(0), x(point.x()), y(0) + 5);
      text(x(point.x()), y(0) + 20, "middle", "", large(point.x()));
    }
  }

  private void line(int number, Curve.Line line) {
    StringBuilder path = new StringBuilder();
    for (Curve.Point point : line.points()) {
      path.append(String.format(Locale.ROOT, "%.1f,%.1f ", x(point.x()), y(point.y())));
    }
    svg.append(
        String.format(
            Locale.ROOT,
            "<polyline class=\"line%d\" points=\"%s\"/>%n",
            number % 3,
            path.toString().strip()));
    for (Curve.Point point : line.points()) {
      svg.append(
          String.format(
              Locale.ROOT,
              "<circle class=\"dot%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\"/>%n",
              number % 3,
              x(point.x()),
              y(point.y())));
    }
    legend(number, line.label());
  }

  private void legend(int number, String label) {
    if (curve.lines().size() > 1) {
      double x = WIDTH - RIGHT - 150;
      double y = 22 + 18.0 * number;
      svg.append(
          String.format(
              Locale.ROOT,
              "<circle class=\"dot%d\" cx=\"%.1f\" cy=\"%.1f\" r=\"4\"/>%n",
              number % 3,
              x,
              y - 4));
      text(x + 10, y, "start", "", label);
    }
  }

  private double x(double value) {
    double share = mostX == leastX ? 0.5 : Math.log(value / leastX) / Math.log(mostX / leastX);
    return LEFT + 15 + share * (WIDTH - LEFT - RIGHT - 30);
  }

  private double y(double value) {
    return HEIGHT - BOTTOM - value / (TICKS * step) * (HEIGHT - TOP - BOTTOM);
  }

  private void segment(String style, double fromX, double fromY, double toX, double toY) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>%n",
            style,
            fromX,
            fromY,
            toX,
            toY));
  }

  private void text(double x, double y, String anchor, String style, String text) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" class=\"%s\">%s</text>%n",
            x,
            y,
            anchor,
            style,
            escaped(text)));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }

  private static String number(double value) {
    return value == Math.rint(value)
        ? String.format(Locale.ROOT, "%,.0f", value)
        : String.format(Locale.ROOT, "%.3g", value);
  }

  private static String large(double value) {
    for (var unit : List.of(new Unit(1e6, " M"), new Unit(1e3, " k"))) {
      if (value >= unit.size) {
        double count = value / unit.size;
        return (count == Math.rint(count)
                ? String.format(Locale.ROOT, "%.0f", count)
                : String.format(Locale.ROOT, "%.1f", count))
            + unit.name;
      }
    }
    return String.format(Locale.ROOT, "%.0f", value);
  }

  private record Unit(double size, String name) {}
}
