package io.orcacid.interop.hive;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.ValidCompactorWriteIdList;
import org.apache.hadoop.hive.ql.exec.FileSinkOperator;
import org.apache.hadoop.hive.ql.io.AcidDirectory;
import org.apache.hadoop.hive.ql.io.AcidInputFormat;
import org.apache.hadoop.hive.ql.io.AcidOutputFormat;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.io.RecordIdentifier;
import org.apache.hadoop.hive.ql.io.orc.OrcInputFormat;
import org.apache.hadoop.hive.ql.io.orc.OrcOutputFormat;
import org.apache.hadoop.hive.ql.io.orc.OrcStruct;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hive.common.util.Ref;

/**
 * Compacts a directory as the jobs of Hive's MRCompactor do, with the same reader and writer, one
 * bucket after the other in this process.
 */
public final class HiveCompactor {
  private final HiveTable table;
  private final JobConf conf;
  private final FileSystem files;

  /** What one bucket has to be read from. */
  private static final class Bucket {
    final List<Path> deltas = new ArrayList<>();
    final Map<String, Integer> attempts = new HashMap<>();
    boolean hasBase;
  }

  /** Of a table of which no write id is open. */
  public HiveCompactor(HiveTable table) throws IOException {
    this.table = table;
    this.conf = table.jobConf();
    this.files = table.directory().getFileSystem(conf);
  }

  /**
   * Members: {@code major}, whether it is a major one; {@code visibility}, transaction of the
   * compaction. The table's write ids are those of a compactor: none of them open.
   */
  void compact(JsonNode request) throws IOException {
    compact(
        request.get("major").asBoolean() ? Kind.MAJOR : Kind.MINOR,
        request.get("visibility").asLong());
  }

  /** What a compaction makes. */
  public enum Kind {
    /** Deltas out of deltas. */
    MINOR,
    /** A base out of everything. */
    MAJOR
  }

  /**
   * Compacts.
   *
   * @param visibility transaction of the compaction
   * @return directories that were made
   */
  public List<Path> compact(Kind kind, long visibility) throws IOException {
    boolean major = kind == Kind.MAJOR;
    AcidDirectory state =
        AcidUtils.getAcidState(
            files,
            table.directory(),
            conf,
            ValidCompactorWriteIdList.fromValue(table.writeIds()),
            Ref.from(false),
            true);
    Path base = null;
    Map<Integer, Bucket> buckets = new TreeMap<>();
    if (major && state.getBaseDirectory() != null) {
      base = state.getBaseDirectory();
      addDirectory(base, null, buckets);
    } else if (major && !state.getOriginalFiles().isEmpty()) {
      base = table.directory();
      for (var original : state.getOriginalFiles()) {
        add(original.getFileStatus().getPath().getName(), null, buckets);
      }
    }
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    for (AcidUtils.ParsedDelta delta : state.getCurrentDirectories()) {
      addDirectory(delta.getPath(), delta.getPath(), buckets);
      min = Math.min(min, delta.getMinWriteId());
      max = Math.max(max, delta.getMaxWriteId());
    }
    Path temporary = new Path(table.directory(), "_tmp_compaction");
    for (Map.Entry<Integer, Bucket> entry : buckets.entrySet()) {
      compactBucket(
          entry.getKey(),
          entry.getValue(),
          base,
          new Output(major, min, max, visibility, temporary));
    }
    return publish(temporary);
  }

  private record Output(boolean major, long min, long max, long visibility, Path directory) {}

  private void addDirectory(Path directory, Path delta, Map<Integer, Bucket> buckets)
      throws IOException {
    for (FileStatus file : files.listStatus(directory, AcidUtils.bucketFileFilter)) {
      add(file.getPath().getName(), delta, buckets);
    }
  }

  private static void add(String file, Path delta, Map<Integer, Bucket> buckets) {
    Matcher matcher = AcidUtils.BUCKET_PATTERN.matcher(file);
    boolean acid = matcher.find();
    int number = Integer.parseInt(acid ? matcher.group(1) : file.substring(0, file.indexOf('_')));
    Bucket bucket = buckets.computeIfAbsent(number, key -> new Bucket());
    if (delta == null) {
      bucket.hasBase = true;
      return;
    }
    bucket.deltas.add(delta);
    String attempt = matcher.group(2);
    bucket.attempts.put(
        delta.getName(), attempt == null ? null : Integer.valueOf(attempt.substring(1)));
  }

  private void compactBucket(int number, Bucket bucket, Path base, Output output)
      throws IOException {
    AcidInputFormat.RawReader<OrcStruct> reader =
        new OrcInputFormat()
            .getRawReader(
                conf,
                output.major(),
                number,
                ValidCompactorWriteIdList.fromValue(table.writeIds()),
                bucket.hasBase ? base : null,
                bucket.deltas.toArray(new Path[0]),
                bucket.attempts);
    FileSinkOperator.RecordWriter inserts = null;
    FileSinkOperator.RecordWriter deletes = null;
    RecordIdentifier id = reader.createKey();
    OrcStruct event = reader.createValue();
    while (reader.next(id, event)) {
      if (!reader.isDelete(event)) {
        inserts = inserts != null ? inserts : writer(reader, number, output, false);
        inserts.write(event);
      } else if (!output.major()) {
        deletes = deletes != null ? deletes : writer(reader, number, output, true);
        deletes.write(event);
      }
    }
    if (inserts != null) {
      inserts.close(false);
    }
    if (deletes != null) {
      deletes.close(false);
    }
    reader.close();
  }

  private FileSinkOperator.RecordWriter writer(
      AcidInputFormat.RawReader<OrcStruct> reader, int bucket, Output output, boolean deletes)
      throws IOException {
    AcidOutputFormat.Options options =
        new AcidOutputFormat.Options(conf)
            .inspector(reader.getObjectInspector())
            .writingBase(output.major())
            .writingDeleteDelta(deletes)
            .isCompressed(true)
            .tableProperties(table.properties())
            .reporter(Reporter.NULL)
            .minimumWriteId(output.min())
            .maximumWriteId(output.max())
            .bucket(bucket)
            .statementId(-1)
            .visibilityTxnId(output.visibility());
    return new OrcOutputFormat().getRawRecordWriter(output.directory(), options);
  }

  /** Moves the finished directories into place; then their version files, as Hive does. */
  private List<Path> publish(Path temporary) throws IOException {
    List<Path> published = new ArrayList<>();
    if (!files.exists(temporary)) {
      return published;
    }
    for (FileStatus directory : files.listStatus(temporary)) {
      Path place = new Path(table.directory(), directory.getPath().getName());
      files.rename(directory.getPath(), place);
      AcidUtils.OrcAcidVersion.writeVersionFile(place, files);
      published.add(place);
    }
    files.delete(temporary, true);
    return published;
  }
}
