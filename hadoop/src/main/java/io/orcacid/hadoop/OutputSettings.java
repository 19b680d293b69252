package io.orcacid.hadoop;

import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.DistributedWrite;
import io.orcacid.WriteTask;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.txn.BeginOptions;
import io.orcacid.txn.TemporaryName;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.Token;
import io.orcacid.txn.policy.ConflictPolicy;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.apache.hadoop.conf.Configuration;

/** What a job's configuration says of its output. Not thread-safe. */
final class OutputSettings {
  private static final String MAPS = "mapreduce.job.maps";
  private static final String REDUCES = "mapreduce.job.reduces";

  private final JobSettings settings;
  private final TablePlace place;
  private final DistributedWrite.Kind kind;

  OutputSettings(Configuration configuration) throws IOException {
    this.settings = new JobSettings(configuration);
    this.place = settings.place(AcidConfKeys.OUTPUT_PATH);
    this.kind = kind(settings.require(AcidConfKeys.OUTPUT_OPERATION));
  }

  private static DistributedWrite.Kind kind(String text) {
    return Arrays.stream(DistributedWrite.Kind.values())
        .filter(kind -> kind.name().toLowerCase(Locale.ROOT).equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                new ValidationException(
                    "A job inserts, deletes or updates",
                    "key",
                    AcidConfKeys.OUTPUT_OPERATION.key(),
                    "value",
                    text,
                    "values",
                    "insert, delete, update"));
  }

  JobSettings settings() {
    return settings;
  }

  TablePlace place() {
    return place;
  }

  DistributedWrite.Kind kind() {
    return kind;
  }

  AcidOptions options() {
    return settings.options(Map.of());
  }

  AcidTable open() throws IOException {
    if (!AcidTable.exists(place.storage(), place.root(), options())) {
      throw new UnsupportedTableException(
          "There is no table with a commit log to write to: create it, or adopt a table of Hive's",
          "path",
          place.address());
    }
    return AcidTable.open(place.storage(), place.root(), options());
  }

  /** Name of the directory for unfinished files, which all processes of the job know. */
  String temporary() {
    return TemporaryName.of(settings.require(AcidConfKeys.OUTPUT_JOB));
  }

  BeginOptions begin() {
    Operation operation =
        switch (kind) {
          case INSERT -> Operation.INSERT;
          case DELETE -> Operation.DELETE;
          case UPDATE -> Operation.UPDATE;
        };
    BeginOptions begin = BeginOptions.of(operation).withTemporary(temporary()).withToken(token());
    OptionalLong version = settings.number(AcidConfKeys.OUTPUT_VERSION);
    if (version.isPresent()) {
      begin = begin.atVersion(version.getAsLong());
    }
    Optional<String> policy = settings.own(AcidConfKeys.OUTPUT_POLICY);
    return policy.isPresent() ? begin.withPolicy(ConflictPolicy.parse(policy.get())) : begin;
  }

  private Token token() {
    String application =
        settings
            .own(AcidConfKeys.OUTPUT_TOKEN_APPLICATION)
            .orElseGet(() -> "job " + settings.require(AcidConfKeys.OUTPUT_JOB));
    return new Token(application, settings.number(AcidConfKeys.OUTPUT_TOKEN_SEQUENCE).orElse(0));
  }

  /** Whether reduce tasks write, not map tasks. */
  boolean isReduced() {
    return settings.configuration().getInt(REDUCES, 1) > 0;
  }

  /** How many tasks write; empty where the platform does not say. */
  OptionalInt tasks() {
    Configuration configuration = settings.configuration();
    int reduces = configuration.getInt(REDUCES, 1);
    if (reduces > 0) {
      return OptionalInt.of(reduces);
    }
    int maps = configuration.getInt(MAPS, 0);
    return maps > 0 ? OptionalInt.of(maps) : OptionalInt.empty();
  }

  /** Each task has a number of its own in row ids, of which there are not more (FORMAT.md §5.3). */
  void requireFewTasks() {
    int tasks = tasks().orElse(0);
    if (tasks > WriteTask.MOST_TASKS) {
      throw new ValidationException(
          "A job writes a table with 4,096 tasks at most: take fewer reducers, or larger splits"
              + " where map tasks write",
          "tasks",
          tasks);
    }
  }
}
