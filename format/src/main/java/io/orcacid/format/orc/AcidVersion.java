package io.orcacid.format.orc;

/**
 * Marks of ACID version 2: the file {@code _orc_acid_version} and a footer key (FORMAT.md §3.1,
 * §5.5).
 */
public final class AcidVersion {
  /** Name of the marker file in each base, delta and delete_delta. */
  public static final String FILE_NAME = "_orc_acid_version";

  /** Name of the footer key; Trino asks for it where the marker file is missing. */
  public static final String KEY = "hive.acid.version";

  /** Content of both: one character, no newline. */
  public static final String VERSION_2 = "2";

  private AcidVersion() {}
}
