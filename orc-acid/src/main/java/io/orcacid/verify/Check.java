package io.orcacid.verify;

/** Stable code of what a finding is about; never reused for another meaning. */
public enum Check {
  /** The log cannot be loaded, so that nothing else of the table can be checked. */
  LOG_UNREADABLE(Group.LOG),
  /** An entry is missing, damaged, or does not follow the one before (PROTOCOL.md R21). */
  LOG_ENTRY(Group.LOG),
  /** Two transactions have one commit id. */
  COMMIT_ID(Group.LOG),
  /** A checkpoint cannot be read; the entries stand for it. */
  CHECKPOINT(Group.LOG),
  /** The log directory holds a file of an unfinished write, or one that is none of the log's. */
  STRAY_LOG_FILE(Group.LOG),

  /** A directory that the log names is not there. */
  MISSING_DIRECTORY(Group.FILES),
  /** A file that the log names is not there. */
  MISSING_FILE(Group.FILES),
  /** A file has another length than the log says. */
  FILE_LENGTH(Group.FILES),
  /** A file has another CRC32C than the log says. */
  FILE_CHECKSUM(Group.FILES),
  /** {@code _orc_acid_version} is missing or is not the one byte {@code 2} (FORMAT.md §3.1). */
  VERSION_FILE(Group.FILES),

  /** Names on the storage select other directories than the log (PROTOCOL.md invariant L). */
  LAYOUT(Group.LAYOUT),
  /** A directory of a partitioned table is no partition. */
  FOREIGN_PARTITION(Group.LAYOUT),
  /** A directory that nobody of this table made. */
  FOREIGN_DIRECTORY(Group.LAYOUT),
  /** A file that nobody of this table made. */
  FOREIGN_FILE(Group.LAYOUT),
  /** A file's name is none that its place allows, or two files are of one bucket. */
  FILE_NAME(Group.LAYOUT),

  /** A file is no ORC file, or cannot be decoded. */
  FILE_UNREADABLE(Group.ORC),
  /** A file's columns are not those of FORMAT.md §5.1, or cannot become the table's. */
  FILE_SCHEMA(Group.ORC),
  /** A footer key that this engine always writes is missing or has another value. */
  FOOTER_KEY(Group.ORC),
  /** {@code hive.acid.key.index} does not match the stripes (FORMAT.md §5.5). */
  KEY_INDEX(Group.ORC),
  /** {@code hive.acid.stats} does not match the rows. */
  EVENT_COUNTS(Group.ORC),
  /** Column statistics contradict the file's place. */
  COLUMN_STATISTICS(Group.ORC),
  /** Rows are of another bucket than the file's name says. */
  BUCKET(Group.ORC),
  /** Rows or row ids of a file are not those that the log says. */
  LOGGED_ROWS(Group.ORC),

  /** An event that cannot be, such as an insert in a delete delta. */
  EVENT(Group.ROWS),
  /** The events of a file are not in the order of FORMAT.md §5.4. */
  ROW_ORDER(Group.ROWS),
  /** One row id stands twice in a partition. */
  DUPLICATE_ROW(Group.ROWS),
  /** A delete of a row that is not in the partition. */
  DELETE_OF_NO_ROW(Group.ROWS),
  /** One row is deleted by two files: Hive's vectorised reader loses other deletes (HIVE). */
  DUPLICATE_DELETE(Group.ROWS),

  /** What Hive would do. */
  HIVE(Group.ENGINES),
  /** What Trino would do. */
  TRINO(Group.ENGINES),
  /** What Impala would do. */
  IMPALA(Group.ENGINES);

  private final Group group;

  Check(Group group) {
    this.group = group;
  }

  /** The part of the verification that it belongs to. */
  public Group group() {
    return group;
  }

  /** Parts of a verification. */
  public enum Group {
    /** Entries, checkpoints, stray files. */
    LOG,
    /** What the log names is there. */
    FILES,
    /** What is there is what the names mean. */
    LAYOUT,
    /** Each file by its footer. */
    ORC,
    /** Each row. */
    ROWS,
    /** What other engines would do. */
    ENGINES
  }
}
