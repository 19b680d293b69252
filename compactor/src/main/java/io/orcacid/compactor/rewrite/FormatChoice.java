package io.orcacid.compactor.rewrite;

import io.orcacid.format.orc.StripeFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Which format an output has, so that most bytes can be copied into it: a pure function. */
final class FormatChoice {
  private FormatChoice() {}

  /**
   * The format that most bytes of some files have, with a buffer for all of them. Dates of a file
   * in the proleptic calendar, 1582-10-05 to -14 among them, do not all exist in the hybrid one: it
   * is chosen only where every file has it.
   */
  static Optional<StripeFormat> of(List<InputFile> files) {
    boolean allHybrid =
        files.stream().allMatch(file -> file.calendar() == StripeFormat.Calendar.HYBRID);
    List<StripeFormat> formats = new ArrayList<>();
    List<Long> bytes = new ArrayList<>();
    for (InputFile file : files) {
      if (file.format().isEmpty()
          || file.calendar() == StripeFormat.Calendar.HYBRID && !allHybrid) {
        continue;
      }
      StripeFormat format = file.format().get();
      int place = place(formats, format);
      if (place < 0) {
        formats.add(format);
        bytes.add(file.file().length());
      } else {
        formats.set(place, formats.get(place).withBufferOf(format));
        bytes.set(place, bytes.get(place) + file.file().length());
      }
    }
    int best = -1;
    for (int i = 0; i < formats.size(); i++) {
      if (best < 0 || bytes.get(i) > bytes.get(best)) {
        best = i;
      }
    }
    return best < 0 ? Optional.empty() : Optional.of(formats.get(best));
  }

  private static int place(List<StripeFormat> formats, StripeFormat format) {
    for (int i = 0; i < formats.size(); i++) {
      if (formats.get(i).agreesWith(format)) {
        return i;
      }
    }
    return -1;
  }
}
