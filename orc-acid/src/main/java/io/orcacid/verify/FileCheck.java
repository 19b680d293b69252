package io.orcacid.verify;

import io.orcacid.error.OrcAcidException;
import io.orcacid.format.BucketProperty;
import io.orcacid.format.RowId;
import io.orcacid.format.TableShape;
import io.orcacid.format.io.Storage;
import io.orcacid.format.orc.AcidSchema;
import io.orcacid.format.orc.OrcFiles;
import io.orcacid.format.orc.OrcInput;
import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.CRC32C;
import org.apache.hadoop.fs.Path;
import org.apache.orc.TypeDescription;

/** One file after the other: checksum, schema, footer, and, if asked, rows. */
final class FileCheck {
  private static final int PIECE = 1 << 20;
  private static final String RESTORE = "restore the file from a copy, or overwrite the partition";
  private static final List<TypeDescription> HIDDEN =
      AcidSchema.of(TypeDescription.createStruct()).getChildren().subList(0, AcidSchema.ROW);

  private final Storage storage;
  private final TableShape shape;
  private final Verification.Depth depth;
  private final EngineLint lint;
  private final Findings findings;

  /** Rows of plain files so far, by directory and bucket: they number the next file's rows. */
  private final Map<String, Long> plainRows = new HashMap<>();

  FileCheck(
      Storage storage,
      TableShape shape,
      Verification.Depth depth,
      EngineLint lint,
      Findings findings) {
    this.storage = storage;
    this.shape = shape;
    this.depth = depth;
    this.lint = lint;
    this.findings = findings;
  }

  /** The file as a source of row ids; empty if it cannot be one. */
  Optional<RowSource> check(CheckedFile file) throws IOException {
    if (file.logged().isPresent() && !hasLoggedBytes(file)) {
      return Optional.empty();
    }
    if (file.length() == 0) {
      return Optional.of(RowSource.empty(file));
    }
    try (OrcInput input = OrcFiles.open(storage, file.path(), file.length())) {
      return check(file, input);
    } catch (FileNotFoundException gone) {
      unreadable(file, "the file is not there any more");
    } catch (EOFException | OrcAcidException e) {
      unreadable(file, e.getMessage());
    }
    return Optional.empty();
  }

  private void unreadable(CheckedFile file, String why) {
    findings.error(Check.FILE_UNREADABLE, file.path(), why, RESTORE);
  }

  /** Missing files and other lengths are findings already: such a file is not looked into. */
  private boolean hasLoggedBytes(CheckedFile file) throws IOException {
    try {
      if (storage.length(file.path()) < file.length()) {
        return false;
      }
      if (depth == Verification.Depth.ROWS
          && crc32c(file.path(), file.length()) != file.logged().get().crc32c()) {
        findings.error(
            Check.FILE_CHECKSUM,
            file.path(),
            "the bytes of the file are not those that were committed: another CRC32C",
            RESTORE);
      }
      return true;
    } catch (FileNotFoundException gone) {
      return false;
    }
  }

  private int crc32c(String path, long length) throws IOException {
    CRC32C crc = new CRC32C();
    byte[] piece = new byte[PIECE];
    try (InputStream in = storage.fileSystem().open(new Path(path))) {
      long left = length;
      while (left > 0) {
        int read = in.read(piece, 0, (int) Math.min(left, PIECE));
        if (read < 0) {
          return (int) ~crc.getValue();
        }
        crc.update(piece, 0, read);
        left -= read;
      }
    }
    return (int) crc.getValue();
  }

  private Optional<RowSource> check(CheckedFile file, OrcInput input) throws IOException {
    file.logged()
        .filter(logged -> logged.rows() != input.rowCount())
        .ifPresent(
            logged ->
                findings.error(
                    Check.LOGGED_ROWS,
                    file.path(),
                    "the file has " + input.rowCount() + " rows, the log says " + logged.rows(),
                    RESTORE));
    if (!checkSchema(file, input)) {
      return Optional.empty();
    }
    lint.file(file, input);
    if (file.isPlain()) {
      return plain(file, input);
    }
    new FooterCheck(file, input, findings).run();
    checkAttempt(file);
    if (depth == Verification.Depth.FOOTERS) {
      return Optional.of(RowSource.empty(file));
    }
    return new RowCheck(file, input, findings).run();
  }

  private boolean checkSchema(CheckedFile file, OrcInput input) throws IOException {
    if (file.isPlain() == input.isAcid() || file.isPlain() && file.isDelete()) {
      findings.error(
          Check.FILE_SCHEMA,
          file.path(),
          file.isPlain()
              ? "a plain file's name on a file with ACID columns, or in a delete delta"
              : "the file lacks the ACID columns: " + input.schema(),
          "major-compact the table in Hive, or move the file away");
      return false;
    }
    if (input.isAcid() && !hasHiddenColumns(file, input.schema())) {
      return false;
    }
    TypeDescription wanted = file.isPlain() ? shape.data() : AcidSchema.of(shape.data());
    try {
      input.rows(input.options().schema(wanted).isSchemaEvolutionCaseAware(false)).close();
      return true;
    } catch (OrcAcidException e) {
      findings.error(
          Check.FILE_SCHEMA,
          file.path(),
          "the file's columns cannot be read as the table's: " + e.getMessage(),
          "check the table's schema, or overwrite the partition");
      return false;
    }
  }

  private boolean hasHiddenColumns(CheckedFile file, TypeDescription schema) {
    List<String> names = AcidSchema.of(TypeDescription.createStruct()).getFieldNames();
    for (int i = 0; i < HIDDEN.size(); i++) {
      TypeDescription found = schema.getChildren().get(i);
      if (found.getCategory() != HIDDEN.get(i).getCategory()) {
        findings.error(
            Check.FILE_SCHEMA,
            file.path(),
            "the hidden column " + names.get(i) + " is of type " + found,
            "rewrite the file");
        return false;
      }
    }
    if (!schema.getFieldNames().equals(names)) {
      findings.warning(
          Check.FILE_SCHEMA,
          file.path(),
          "the hidden columns are not spelled as Hive does: Hive takes the file for a plain one"
              + " (IMPALA-10115)",
          "rewrite the file by a compaction");
    }
    return true;
  }

  private void checkAttempt(CheckedFile file) {
    if (file.logged().isPresent() && file.name().attempt().isPresent()) {
      findings.warning(
          Check.FILE_NAME,
          file.path(),
          "the name has a task attempt's suffix, with which Trino does not find deletes",
          "major-compact the partition");
    }
  }

  private Optional<RowSource> plain(CheckedFile file, OrcInput input) throws IOException {
    String parent = file.path().substring(0, file.path().lastIndexOf('/'));
    // Originals outside of bases and deltas count together over all sub-directories of a partition.
    String scope = file.directory().isPresent() ? parent : "";
    String key = scope + ":" + file.name().bucket();
    long first = plainRows.getOrDefault(key, 0L);
    plainRows.put(key, first + input.rowCount());
    if (depth == Verification.Depth.ROWS) {
      RowCheck.decode(input);
      findings.insertEvents += input.rowCount();
    }
    long writeId = file.directory().map(directory -> directory.minWriteId()).orElse(0L);
    int property = BucketProperty.encode(file.name().bucket(), Math.max(file.statement(), 0));
    return Optional.of(new RowSource(file, new RowId(writeId, property, first), input.rowCount()));
  }

  /** To be called before the files of another partition. */
  void beginPartition() {
    plainRows.clear();
  }
}
