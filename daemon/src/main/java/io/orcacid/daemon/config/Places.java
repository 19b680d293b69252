package io.orcacid.daemon.config;

import java.nio.file.Path;

/** One spelling for each place, so that a table is looked after once. */
final class Places {
  private Places() {}

  /** An absolute path of this machine without detours, or an address without slashes at its end. */
  static String normal(String place) {
    String local = place.startsWith("file:") ? place.replaceFirst("^file:(//)?(?=/)", "") : place;
    return local.matches("[A-Za-z][A-Za-z0-9+.-]+://.*")
        ? local.replaceFirst("(?<=.)/+$", "")
        : Path.of(local).toAbsolutePath().normalize().toString();
  }
}
