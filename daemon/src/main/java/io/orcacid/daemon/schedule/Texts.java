package io.orcacid.daemon.schedule;

import com.google.common.base.Splitter;
import java.util.List;

/** Lists in the values of settings. */
public final class Texts {
  private static final Splitter COMMAS = Splitter.on(',').trimResults().omitEmptyStrings();

  private Texts() {}

  /** The parts of a text that are separated by commas, without blank ones. */
  public static List<String> parts(String text) {
    return COMMAS.splitToList(text);
  }
}
