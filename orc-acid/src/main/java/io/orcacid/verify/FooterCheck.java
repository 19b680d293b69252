package io.orcacid.verify;

import io.orcacid.error.CorruptFileException;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.RowId;
import io.orcacid.format.layout.AcidDirectory;
import io.orcacid.format.orc.AcidKeyIndex;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.AcidStats;
import io.orcacid.format.orc.AcidVersion;
import io.orcacid.format.orc.OrcInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.orc.ColumnStatistics;
import org.apache.orc.IntegerColumnStatistics;
import org.apache.orc.StripeStatistics;

/** The footer of an ACID file against itself and its place (FORMAT.md §5.2, §5.5). */
final class FooterCheck {
  private static final String REWRITE = "rewrite the file by a major compaction";

  private final CheckedFile file;
  private final OrcInput input;
  private final Findings findings;

  FooterCheck(CheckedFile file, OrcInput input, Findings findings) {
    this.file = file;
    this.input = input;
    this.findings = findings;
  }

  void run() throws IOException {
    checkMissingKeys();
    input
        .footerKey(AcidVersion.KEY)
        .filter(version -> !version.equals(AcidVersion.VERSION_2))
        .ifPresent(
            version ->
                findings.error(
                    Check.FOOTER_KEY,
                    file.path(),
                    AcidVersion.KEY + " is \"" + version + "\", not \"2\"",
                    REWRITE));
    checkCounts();
    checkKeyIndex();
    if (input.hasStatistics() && input.rowCount() > 0) {
      checkStatistics();
    }
  }

  private void checkMissingKeys() {
    List<String> missing = new ArrayList<>();
    for (String key : List.of(AcidKeyIndex.KEY, AcidStats.KEY, AcidVersion.KEY)) {
      if (input.footerKey(key).isEmpty()) {
        missing.add(key);
      }
    }
    if (!missing.isEmpty()) {
      findings.warning(
          Check.FOOTER_KEY, file.path(), "footer keys are missing: " + missing, REWRITE);
    }
  }

  private void checkCounts() {
    Optional<String> text = input.footerKey(AcidStats.KEY);
    if (text.isEmpty()) {
      return;
    }
    AcidStats expected =
        file.isDelete()
            ? new AcidStats(0, 0, input.rowCount())
            : new AcidStats(input.rowCount(), 0, 0);
    try {
      if (AcidStats.parse(text.get()).equals(expected)) {
        return;
      }
    } catch (CorruptFileException e) {
      // Said below with the text itself.
    }
    findings.error(
        Check.EVENT_COUNTS,
        file.path(),
        AcidStats.KEY + " is \"" + text.get() + "\", the rows say \"" + expected + "\"",
        REWRITE);
  }

  private void checkKeyIndex() throws IOException {
    Optional<String> text = input.footerKey(AcidKeyIndex.KEY);
    if (text.isEmpty()) {
      return;
    }
    List<RowId> index;
    try {
      index = AcidKeyIndex.parse(text.get()).lastRows();
    } catch (CorruptFileException e) {
      wrongIndex(e.getMessage());
      return;
    }
    int stripes = input.stripes().size();
    if (index.size() != stripes) {
      wrongIndex(
          AcidKeyIndex.KEY
              + " has "
              + index.size()
              + " entries, the file "
              + stripes
              + " stripes (HIVE-18817)");
      return;
    }
    List<StripeStatistics> statistics =
        input.hasStatistics() ? input.stripeStatistics() : List.<StripeStatistics>of();
    for (int i = 0; i < stripes && statistics.size() == stripes; i++) {
      ColumnStatistics[] columns = statistics.get(i).getColumnStatistics();
      RowId last = index.get(i);
      if (!isGreatest(columns, AcidSchema.ORIGINAL_WRITE_ID, last.writeId())
          || !isWithin(columns, AcidSchema.BUCKET, last.bucketProperty())
          || !isWithin(columns, AcidSchema.ROW_ID, last.rowId())) {
        wrongIndex(AcidKeyIndex.KEY + " does not name the last row of stripe " + i + ": " + last);
        return;
      }
    }
  }

  private void wrongIndex(String what) {
    findings.error(
        Check.KEY_INDEX,
        file.path(),
        what,
        "rewrite the file by a major compaction: Hive takes its deletes and splits by the index");
  }

  private static Optional<IntegerColumnStatistics> bounds(ColumnStatistics[] columns, int field) {
    return columns.length > field + 1
            && columns[field + 1] instanceof IntegerColumnStatistics found
            && found.getNumberOfValues() > 0
        ? Optional.of(found)
        : Optional.empty();
  }

  private static boolean isGreatest(ColumnStatistics[] columns, int field, long value) {
    return bounds(columns, field).map(found -> found.getMaximum() == value).orElse(true);
  }

  private static boolean isWithin(ColumnStatistics[] columns, int field, long value) {
    return bounds(columns, field)
        .map(found -> found.getMinimum() <= value && value <= found.getMaximum())
        .orElse(true);
  }

  private void checkStatistics() throws IOException {
    ColumnStatistics[] columns = input.statistics();
    int operation = file.isDelete() ? AcidSchema.DELETE : AcidSchema.INSERT;
    require(columns, AcidSchema.OPERATION, operation, operation, "operation");
    AcidDirectory directory = file.directory().orElseThrow();
    long most =
        directory.maxWriteId() == AcidDirectory.MINIMUM_BASE
            ? Long.MAX_VALUE
            : directory.maxWriteId();
    boolean base = directory instanceof AcidDirectory.Base;
    long least = base ? 0 : directory.minWriteId();
    require(columns, AcidSchema.CURRENT_WRITE_ID, least, most, "currentTransaction");
    require(columns, AcidSchema.ORIGINAL_WRITE_ID, 0, most, "originalTransaction");
    require(columns, AcidSchema.ROW_ID, 0, Long.MAX_VALUE, "rowId");
    bounds(columns, AcidSchema.BUCKET)
        .filter(found -> !isOfFile((int) found.getMinimum()) || !isOfFile((int) found.getMaximum()))
        .ifPresent(
            found ->
                findings.error(
                    Check.BUCKET,
                    file.path(),
                    "rows are of another bucket than the file's name says: bucket properties "
                        + found.getMinimum()
                        + ".."
                        + found.getMaximum(),
                    "rewrite the file: Hive does not apply deletes across buckets"));
  }

  private boolean isOfFile(int property) {
    return BucketProperty.bucket(property) == file.name().bucket();
  }

  private void require(ColumnStatistics[] columns, int field, long least, long most, String name) {
    bounds(columns, field)
        .filter(found -> found.getMinimum() < least || found.getMaximum() > most)
        .ifPresent(
            found ->
                findings.error(
                    Check.COLUMN_STATISTICS,
                    file.path(),
                    name
                        + " is "
                        + found.getMinimum()
                        + ".."
                        + found.getMaximum()
                        + " by the statistics, and must lie in "
                        + least
                        + ".."
                        + most,
                    "rewrite the file, or restore it from a copy"));
  }
}
