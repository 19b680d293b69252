package io.orcacid.bench.report;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * What a benchmark found out.
 *
 * @param benchmark its name
 * @param rows how much it was asked to do
 * @param goals what it should be, and is
 * @param figures what each took
 * @param notes how it was measured, who is missing
 * @param curves how it grows
 * @param machine what it was measured on
 */
public record Report(
    String benchmark,
    long rows,
    List<Goal> goals,
    List<Figure> figures,
    List<String> notes,
    List<Curve> curves,
    Machine machine) {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  public Report {
    goals = List.copyOf(goals);
    figures = List.copyOf(figures);
    notes = List.copyOf(notes);
    curves = List.copyOf(curves);
  }

  /** Goals, then figures, then the machine. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    text.append(
        String.format(Locale.ROOT, "### %s, %,d%n%n%s", benchmark, rows, Goal.markdown(goals)));
    if (!figures.isEmpty()) {
      text.append('\n').append(Figure.markdown(figures));
    }
    if (!notes.isEmpty()) {
      text.append('\n');
      notes.forEach(note -> text.append("* ").append(note).append('\n'));
    }
    return text.append('\n').append(machine.text()).append('\n').toString();
  }

  /** The same for programs. */
  public String json() throws IOException {
    return JSON.writeValueAsString(this) + "\n";
  }

  /** Reads what {@link #json} wrote. */
  public static Report parse(String text) throws IOException {
    return JSON.readValue(text, Report.class);
  }

  /** Gathers what a benchmark finds out. Not thread-safe. */
  public static final class Builder {
    private final List<Goal> goals = new ArrayList<>();
    private final List<Figure> figures = new ArrayList<>();
    private final List<String> notes = new ArrayList<>();
    private final List<Curve> curves = new ArrayList<>();

    /** Adds a goal. */
    public Builder goal(Goal goal) {
      goals.add(goal);
      return this;
    }

    /** Adds a figure. */
    public Builder figure(Figure figure) {
      figures.add(figure);
      return this;
    }

    /** Adds a note, once. */
    public Builder note(String note) {
      if (!notes.contains(note)) {
        notes.add(note);
      }
      return this;
    }

    /** Adds a curve. */
    public Builder curve(Curve curve) {
      curves.add(curve);
      return this;
    }

    /** All of it. */
    public Report build(String benchmark, long rows) {
      return new Report(benchmark, rows, goals, figures, notes, curves, Machine.here());
    }
  }
}
