package io.orcacid.cli;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Scan;
import io.orcacid.TableDefinition;
import io.orcacid.error.ValidationException;
import io.orcacid.format.ValidTxnList;
import io.orcacid.format.ValidWriteIdList;
import io.orcacid.verify.Verification;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Which table, and which state of it, a reading verb looks at. */
final class SnapshotOptions {
  @Option(
      names = "--as-of-version",
      paramLabel = "V",
      description = "The table as it was at this version of its history.")
  private Long version;

  @Option(
      names = "--as-of-time",
      paramLabel = "ISO",
      description =
          "The table as it was at this time, such as 2026-11-30T12:00:00Z; without a zone: UTC.")
  private String time;

  @Option(
      names = {"--as-of-tag", "--tag"},
      paramLabel = "NAME",
      description = "The version of the table that has this tag.")
  private String tag;

  @Option(
      names = "--write-ids",
      paramLabel = "LIST",
      description =
          "For a table of Hive: valid write ids, table:highWaterMark:minOpen:open:aborted, as in hive.txn.valid.writeids.")
  private String writeIds;

  @Option(
      names = "--txns",
      paramLabel = "LIST",
      description = "For a table of Hive: valid transactions, as in hive.txn.valid.txns.")
  private String transactions;

  @Option(
      names = "--all-committed",
      description =
          "For a table of Hive: hold every write id and transaction as committed; for forensics.")
  private boolean allCommitted;

  @Option(
      names = "--schema",
      paramLabel = "DDL",
      description = "For a table of Hive: its columns, partition columns too.")
  private String schema;

  @Option(
      names = "--partitioned-by",
      paramLabel = "a,b",
      description = "For a table of Hive: its partition columns, outermost first.")
  private String partitionedBy;

  AcidTable open(String path, AcidOptions options) throws IOException {
    if (!isForeign()) {
      if (transactions != null || schema != null || partitionedBy != null) {
        throw new ValidationException(
            "--txns, --schema and --partitioned-by describe a table of Hive: give --write-ids too, or --all-committed");
      }
      return AcidTable.open(path, options);
    }
    if (isPast()) {
      throw new ValidationException(
          "Versions, times and tags belong to a table's own log: they do not go with --write-ids");
    }
    if (writeIds != null && allCommitted) {
      throw new ValidationException("--write-ids and --all-committed contradict each other");
    }
    if (schema == null) {
      throw new ValidationException(
          "A table of Hive needs --schema: its columns, as DESCRIBE shows them");
    }
    TableDefinition definition =
        TableDefinition.of(schema)
            .partitionedBy(
                partitionedBy == null
                    ? new String[0]
                    : Names.parse(partitionedBy).toArray(new String[0]));
    ValidWriteIdList ids =
        allCommitted ? ValidWriteIdList.everything() : ValidWriteIdList.parse(writeIds);
    Optional<ValidTxnList> txns =
        transactions != null
            ? Optional.of(ValidTxnList.parse(transactions))
            : allCommitted ? Optional.of(ValidTxnList.everything()) : Optional.empty();
    return AcidTable.openHive(path, definition, ids, txns, options);
  }

  /** A check of the newest state; a log that is too damaged to be opened is a finding of it. */
  Verification verification(String path, AcidOptions options) throws IOException {
    if (isPast()) {
      throw new ValidationException(
          "A table is verified as it is now: leave out --as-of-version, --as-of-time and"
              + " --as-of-tag");
    }
    if (isForeign() || transactions != null || schema != null || partitionedBy != null) {
      try (AcidTable opened = open(path, options)) {
        return opened.verify();
      }
    }
    return AcidTable.verify(path, options);
  }

  private boolean isPast() {
    return version != null || time != null || tag != null;
  }

  boolean isForeign() {
    return writeIds != null || allCommitted;
  }

  Scan scan(AcidTable table) {
    if (Stream.of(version, time, tag).filter(Objects::nonNull).count() > 1) {
      throw new ValidationException("Give a version, a time or a tag, one of them");
    }
    if (tag != null) {
      return table.scanAsOfTag(tag);
    }
    if (version != null) {
      return table.scanAsOfVersion(version);
    }
    return time == null ? table.scan() : table.scanAsOfTime(instant(time));
  }

  static Instant instant(String text) {
    for (Parser parser :
        List.<Parser>of(
            value -> OffsetDateTime.parse(value).toInstant(),
            value -> LocalDateTime.parse(value).toInstant(ZoneOffset.UTC),
            value -> LocalDate.parse(value).atStartOfDay().toInstant(ZoneOffset.UTC))) {
      try {
        return parser.parse(text.strip().replace(' ', 'T'));
      } catch (DateTimeException next) {
        continue;
      }
    }
    throw new ValidationException(
        "Not a time in ISO form, such as 2026-11-30T12:00:00Z", "time", text);
  }

  private interface Parser {
    Instant parse(String text);
  }
}
