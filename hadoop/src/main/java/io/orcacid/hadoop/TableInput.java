package io.orcacid.hadoop;

import io.orcacid.AcidOption;
import io.orcacid.AcidOptions;
import io.orcacid.AcidTable;
import io.orcacid.Scan;
import io.orcacid.error.UnsupportedTableException;
import io.orcacid.error.ValidationException;
import io.orcacid.reader.AcidSplit;
import io.orcacid.reader.DeleteFile;
import io.orcacid.reader.ScanPlan;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.security.Credentials;

/**
 * The splits of a job: the client opens the table, takes one snapshot, and puts all into the splits
 * that tasks need. What is read stays readable until the job ends, see {@link #release}.
 */
public final class TableInput {
  private static final String LEAST_SIZE = "mapreduce.input.fileinputformat.split.minsize";
  private static final String MOST_SIZE = "mapreduce.input.fileinputformat.split.maxsize";

  /** Whether a job's rows come with their addresses. */
  public enum Addresses {
    WANTED,
    NOT_WANTED
  }

  private final JobSettings settings;
  private final TablePlace place;
  private final Map<List<DeleteFile>, StagedDeletes> staged = new HashMap<>();

  private TableInput(JobSettings settings, TablePlace place) {
    this.settings = settings;
    this.place = place;
  }

  /**
   * Plans a job's input.
   *
   * @param configuration see {@link AcidConfKeys}
   * @param credentials get the tokens for the table's file system
   * @throws ValidationException for unknown keys, and without a list of valid write ids for a table
   *     that has no log
   */
  public static List<AcidInputSplit> splits(
      Configuration configuration, Credentials credentials, Addresses addresses)
      throws IOException {
    JobSettings settings = new JobSettings(configuration);
    TablePlace place = settings.place(AcidConfKeys.INPUT_PATH);
    TokenCache.obtainTokensForNamenodes(credentials, new Path[] {place.address()}, configuration);
    return new TableInput(settings, place).plan(addresses);
  }

  /**
   * Lets go of what a job reads, before its end is noticed: a program that runs many jobs outside
   * of MapReduce, which has no staging directories, should. Jobs of MapReduce need not.
   *
   * @param configuration that the input was configured with
   */
  public static void release(Configuration configuration) {
    Optional.ofNullable(configuration.get(AcidConfKeys.INPUT_JOB.key()))
        .ifPresent(JobPins::release);
  }

  private List<AcidInputSplit> plan(Addresses addresses) throws IOException {
    AcidOptions options = settings.options(Map.of(AcidOption.SCAN_SPLIT_SIZE, splitSize()));
    boolean hasLog = AcidTable.exists(place.storage(), place.root(), options);
    AcidTable table =
        hasLog
            ? AcidTable.open(place.storage(), place.root(), options)
            : new HiveTable(settings, place).open(options);
    boolean planned = false;
    ScanPlan plan = null;
    try {
      Scan scan = scan(table, hasLog);
      plan = (addresses == Addresses.WANTED ? scan.withRowId() : scan).plan();
      List<AcidInputSplit> splits = travelling(plan.splits());
      planned = true;
      ScanPlan held = plan;
      JobPins.hold(
          settings,
          () -> {
            try (table) {
              held.close();
            }
          });
      return splits;
    } finally {
      if (!planned) {
        try (table) {
          if (plan != null) {
            plan.close();
          }
        }
      }
    }
  }

  /** As {@code FileInputFormat} decides: a block, unless the job wants more or less. */
  private String splitSize() {
    Configuration configuration = settings.configuration();
    long block = place.storage().fileSystem().getDefaultBlockSize(new Path(place.root()));
    long least = configuration.getLong(LEAST_SIZE, 1);
    long most = configuration.getLong(MOST_SIZE, Long.MAX_VALUE);
    return String.valueOf(Math.max(1, Math.max(least, Math.min(most, block))));
  }

  private Scan scan(AcidTable table, boolean hasLog) throws IOException {
    Scan scan = hasLog ? scanOfLog(table) : scanOfHive(table);
    Optional<List<String>> columns = columns(table);
    if (columns.isPresent()) {
      scan = scan.select(columns.get());
    }
    Optional<String> condition =
        settings
            .own(AcidConfKeys.INPUT_WHERE)
            .or(() -> SearchArguments.condition(settings.configuration()));
    return condition.isPresent() ? scan.where(condition.get()) : scan;
  }

  private Scan scanOfHive(AcidTable table) {
    for (AcidConfKeys key :
        List.of(AcidConfKeys.INPUT_VERSION, AcidConfKeys.INPUT_TIME, AcidConfKeys.INPUT_TAG)) {
      if (settings.own(key).isPresent()) {
        throw new UnsupportedTableException(
            "A table without a commit log has one snapshot: that of its lists",
            "key",
            key.key(),
            "path",
            place.address());
      }
    }
    return table.scan();
  }

  private Scan scanOfLog(AcidTable table) throws IOException {
    List<AcidConfKeys> said =
        Stream.of(AcidConfKeys.INPUT_VERSION, AcidConfKeys.INPUT_TIME, AcidConfKeys.INPUT_TAG)
            .filter(key -> settings.own(key).isPresent())
            .toList();
    if (said.size() > 1) {
      throw new ValidationException(
          "Only one key may say which version is read",
          "keys",
          said.stream().map(AcidConfKeys::key).toList());
    }
    Optional<String> time = settings.own(AcidConfKeys.INPUT_TIME);
    if (time.isPresent()) {
      return table.scanAsOfTime(instant(time.get()));
    }
    Optional<String> tag = settings.own(AcidConfKeys.INPUT_TAG);
    if (tag.isPresent()) {
      return table.scanAsOfTag(tag.get());
    }
    OptionalLong version = settings.number(AcidConfKeys.INPUT_VERSION);
    return table.scanAsOfVersion(
        version.isPresent() ? version.getAsLong() : ownVersion().orElse(table.version()));
  }

  /** What a job takes away from the table that it reads it must have read at one version. */
  private OptionalLong ownVersion() throws IOException {
    OptionalLong version = settings.number(AcidConfKeys.OUTPUT_VERSION);
    return version.isPresent()
            && settings.text(AcidConfKeys.OUTPUT_PATH).isPresent()
            && settings.place(AcidConfKeys.OUTPUT_PATH).address().equals(place.address())
        ? version
        : OptionalLong.empty();
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new ValidationException(
          "Not a time such as 2026-11-30T12:00:00Z",
          e,
          "key",
          AcidConfKeys.INPUT_TIME.key(),
          "value",
          text);
    }
  }

  private Optional<List<String>> columns(AcidTable table) throws IOException {
    Configuration configuration = settings.configuration();
    // An own key without any name asks for rows without columns.
    String own = configuration.get(AcidConfKeys.INPUT_COLUMNS.key());
    if (own != null) {
      return Optional.of(own.isBlank() ? List.of() : JobSettings.split(own));
    }
    String hive = configuration.get("hive.io.file.readcolumn.names", "");
    if (!hive.isBlank()) {
      return Optional.of(List.of(hive.split(",")));
    }
    String orc = configuration.get("orc.include.columns", "");
    if (orc.isBlank()) {
      return Optional.empty();
    }
    List<String> names = table.definition().row().getFieldNames();
    List<String> chosen = new ArrayList<>();
    for (String id : orc.split(",")) {
      chosen.add(name(id.trim(), names));
    }
    return Optional.of(chosen);
  }

  private static String name(String id, List<String> names) {
    try {
      return names.get(Integer.parseInt(id));
    } catch (NumberFormatException | IndexOutOfBoundsException e) {
      throw new ValidationException(
          "Not the number of a column from 0",
          e,
          "key",
          "orc.include.columns",
          "value",
          id,
          "columns",
          names);
    }
  }

  private List<AcidInputSplit> travelling(List<AcidSplit> splits) throws IOException {
    SplitLocations locations = new SplitLocations(place.storage());
    List<AcidInputSplit> travelling = new ArrayList<>(splits.size());
    for (AcidSplit split : splits) {
      travelling.add(
          AcidInputSplit.of(
              place.fileSystem(), split, locations.of(split), staged(split.deletes())));
    }
    return travelling;
  }

  private StagedDeletes staged(List<DeleteFile> deletes) throws IOException {
    // A name alone takes some bytes: short lists need not be tried.
    if (deletes.size() < 100) {
      return StagedDeletes.NONE;
    }
    StagedDeletes known = staged.get(deletes);
    if (known == null) {
      byte[] bytes = StagedDeletes.serialise(deletes);
      Optional<Path> directory = settings.text(AcidConfKeys.STAGING_DIRECTORY).map(Path::new);
      known =
          bytes.length > StagedDeletes.LONGEST_IN_SPLIT && directory.isPresent()
              ? StagedDeletes.write(bytes, directory.get(), settings.configuration())
              : StagedDeletes.NONE;
      staged.put(deletes, known);
    }
    return known;
  }
}
