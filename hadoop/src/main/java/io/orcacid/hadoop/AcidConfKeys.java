package io.orcacid.hadoop;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Every key of a job's configuration that this module reads beside the engine's own settings: its
 * default, meaning, and the keys of others that stand in for it. The documentation's table is made
 * from it.
 */
public enum AcidConfKeys {
  INPUT_PATH(
      "orcacid.input.path",
      "",
      "Directory of the table that the job reads.",
      "mapreduce.input.fileinputformat.inputdir"),
  INPUT_COLUMNS(
      "orcacid.input.columns",
      "",
      "Columns that rows have, in this order, separated by commas, in back quotes where a name is not plain; unset means "
          + "all.",
      "hive.io.file.readcolumn.names",
      "orc.include.columns"),
  INPUT_WHERE(
      "orcacid.input.where",
      "",
      "Condition that rows meet, exactly; what cannot be pushed down is filtered afterwards.",
      "orc.kryo.sarg"),
  INPUT_VERSION(
      "orcacid.input.as.of.version", "", "Version that is read; unset means the newest one."),
  INPUT_TIME(
      "orcacid.input.as.of.time",
      "",
      "Time such as 2026-11-30T12:00:00Z; the version that the table had then is read."),
  INPUT_TAG("orcacid.input.as.of.tag", "", "Tag of the version that is read."),
  INPUT_HIVE_TABLE(
      "orcacid.input.hive.table",
      "",
      "Of a table of Hive its database.table, by which its valid write ids are found."),
  INPUT_WRITE_IDS(
      "orcacid.input.valid.writeids",
      "",
      "Of a table of Hive its valid write ids, in Hive's text; without them the job is refused.",
      "hive.txn.valid.writeids.<table>",
      "hive.txn.valid.writeids"),
  INPUT_TRANSACTIONS(
      "orcacid.input.valid.txns",
      "",
      "Of a table of Hive the valid transactions, in Hive's text; without them a table with directories of compactions "
          + "is refused.",
      "hive.txn.valid.txns"),
  INPUT_ALL_COMMITTED(
      "orcacid.input.all.committed",
      "false",
      "true: whatever lies in a table of Hive is taken for committed; for a copy that nobody writes to."),
  INPUT_SCHEMA(
      "orcacid.input.schema",
      "",
      "Of a table of Hive its columns as in DDL; unset means those that all its files agree on.",
      "schema.evolution.columns"),
  INPUT_PARTITIONED_BY(
      "orcacid.input.partitioned.by",
      "",
      "Of a table of Hive the names of its partition columns, outermost first, separated by commas."),
  INPUT_JOB(
      "orcacid.input.job",
      "",
      "Name under which the client keeps the version readable; set when the input is configured."),
  STAGING_DIRECTORY(
      "orcacid.job.staging.directory",
      "",
      "Directory for lists of delete files that are too long for a split; unset means the job's own staging directory.",
      "mapreduce.job.dir"),
  OUTPUT_PATH("orcacid.output.path", "", "Directory of the table that the job writes."),
  OUTPUT_OPERATION(
      "orcacid.output.operation",
      "insert",
      "What the job does: insert; delete, by the addresses that are its keys; or update, which replaces the rows of its "
          + "keys by its values."),
  OUTPUT_VERSION(
      "orcacid.output.as.of.version",
      "",
      "Version that the job's transaction decides on; unset means the one that the job reads of the same table, else "
          + "the newest one."),
  OUTPUT_POLICY(
      "orcacid.output.policy",
      "",
      "Conflict policy of the transaction, stricter than the table's; unset means the table's."),
  OUTPUT_TOKEN_APPLICATION(
      "orcacid.output.token.application",
      "",
      "What the application calls itself, so that the job is committed once however often it is submitted; unset means a "
          + "name of this job."),
  OUTPUT_TOKEN_SEQUENCE(
      "orcacid.output.token.sequence",
      "0",
      "Number of the job among those of the application: 0 or more, rising."),
  OUTPUT_JOB(
      "orcacid.output.job",
      "",
      "Name of the job's directory for unfinished files; set when the job is submitted.");

  private final String key;
  private final String defaultValue;
  private final String meaning;
  private final List<String> aliases;

  AcidConfKeys(String key, String defaultValue, String meaning, String... aliases) {
    this.key = key;
    this.defaultValue = defaultValue;
    this.meaning = meaning;
    this.aliases = List.of(aliases);
  }

  /** The key, such as {@code orcacid.input.path}. */
  public String key() {
    return key;
  }

  /** Text of the default value. */
  public String defaultValue() {
    return defaultValue;
  }

  /** What it does, in a sentence. */
  public String meaning() {
    return meaning;
  }

  /** Keys of Hadoop, Hive and ORC that count if this one is not set, the first one first. */
  public List<String> aliases() {
    return aliases;
  }

  /** The one of a key. */
  public static Optional<AcidConfKeys> of(String key) {
    return Arrays.stream(values()).filter(known -> known.key.equals(key)).findFirst();
  }
}
