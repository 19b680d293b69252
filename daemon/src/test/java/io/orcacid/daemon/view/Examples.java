package io.orcacid.daemon.view;

import io.orcacid.TransactionInfo;
import io.orcacid.compactor.policy.CompactionEstimate;
import io.orcacid.daemon.view.DaemonStatus.Check;
import io.orcacid.daemon.view.DaemonStatus.PoolStatus;
import io.orcacid.daemon.view.HistoryEntry.Outcome;
import io.orcacid.daemon.view.TableDetail.Directory;
import io.orcacid.daemon.view.TableDetail.OpenWriteId;
import io.orcacid.daemon.view.TableDetail.Partition;
import io.orcacid.txn.ClaimKind;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.CompactionKind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A warehouse on a working day, with ages as of a given instant. */
public final class Examples {
  public static final String CLICKS = "/warehouse/web.db/clicks";
  public static final String ORDERS = "/warehouse/shop.db/orders";
  public static final String SESSIONS = "/warehouse/web.db/sessions";
  public static final String IMPRESSIONS = "/warehouse/ads.db/impressions";
  private static final String REQUESTS = "/warehouse/logs.db/requests";
  private static final String CUSTOMERS = "/warehouse/shop.db/customers";
  private static final String STOCK = "/warehouse/shop.db/stock";
  private static final String VISITS = "/warehouse/web.db/visits";

  /** A name that would be a script, a tag, an attribute, a label and a line of its own. */
  public static final String HOSTILE =
      "/warehouse/x\"><img src=x onerror=document.title='owned'><script>alert(1)</script>'\\\n{a=\"b\"} 1";

  private static final long MB = 1L << 20;
  private static final long GB = 1L << 30;

  private final Instant now;

  private Examples(Instant now) {
    this.now = now;
  }

  public static Example workingDay(Instant now) {
    Examples at = new Examples(now);
    return new Example(
        at.status(),
        at.tables(),
        List.of(at.clicks()),
        at.queue(),
        at.history(),
        at.blocks(),
        at.transactions(),
        at.leases());
  }

  /** The same with every check passed. */
  public static Example wellBehaved(Instant now) {
    Example day = workingDay(now);
    return day.with(
        as(
            day.status(),
            day.status().state(),
            day.status().checks().stream()
                .filter(check -> check.result() == Check.Result.OK)
                .toList()));
  }

  /** The same after the operator paused it. */
  public static Example paused(Instant now) {
    Example day = workingDay(now);
    return day.with(as(day.status(), DaemonStatus.State.PAUSED, day.status().checks()));
  }

  private static DaemonStatus as(DaemonStatus one, DaemonStatus.State state, List<Check> checks) {
    return new DaemonStatus(
        one.version(),
        one.host(),
        one.processId(),
        one.started(),
        state,
        one.workers(),
        one.working(),
        one.waiting(),
        one.window(),
        one.pools(),
        checks);
  }

  /** One table whose name, like everything said of it, is written to break what shows it. */
  public static Example hostile(Instant now) {
    Examples at = new Examples(now);
    TableStatus table =
        at.table(HOSTILE, TableStatus.State.DUE, HOSTILE, 9, "p=" + HOSTILE, 3, 1, 4 * MB);
    TableDetail detail =
        new TableDetail(
            table,
            HOSTILE,
            3,
            List.of(
                new Partition(
                    "p=" + HOSTILE,
                    Optional.of(CompactionKind.MINOR),
                    HOSTILE,
                    9,
                    Optional.empty(),
                    Optional.of(HOSTILE))),
            List.of(
                new Directory(
                    "p=" + HOSTILE,
                    "delta_0000001_0000003_0000" + HOSTILE,
                    "delta",
                    "obsolete",
                    1,
                    3,
                    1,
                    10,
                    0,
                    MB,
                    Optional.of(HOSTILE))),
            List.of(new OpenWriteId(3, HOSTILE)));
    return new Example(
        at.status(),
        List.of(table),
        List.of(detail),
        List.of(at.waiting(HOSTILE, HOSTILE, QueueEntry.State.READY, 1, HOSTILE)),
        List.of(at.ended(HOSTILE, HOSTILE, Outcome.FAILED, 5, 3, HOSTILE)),
        List.of(new CleanerBlock(HOSTILE, HOSTILE, HOSTILE, MB, HOSTILE)),
        List.of(at.open(HOSTILE, 3, 5, HOSTILE, HOSTILE)),
        List.of(at.pin(HOSTILE, HOSTILE, 4, 10)));
  }

  /** A table of which nothing is due. */
  public static TableStatus quiet(String path) {
    return new Examples(Instant.EPOCH)
        .table(path, TableStatus.State.QUIET, "Nothing due.", 1, "", 1, 0, MB);
  }

  private DaemonStatus status() {
    return new DaemonStatus(
        "0.1.0",
        "compactor-1",
        4711,
        now.minus(Duration.ofHours(53)),
        DaemonStatus.State.RUNNING,
        4,
        2,
        5,
        "Automatic compactions run now: the window 20:00-06:00 UTC is open for another 3 h 12 min",
        List.of(new PoolStatus("default", 3, 4, 1, 4), new PoolStatus("ads", 1, 2, 1, 1)),
        List.of(
            new Check("initiator", Check.Result.OK, "last round 41 s ago, 8 tables in 1.3 s"),
            new Check("worker", Check.Result.OK, "2 of 4 workers are busy"),
            new Check(
                "tables",
                Check.Result.FAILED,
                "1 of 8 tables cannot be read: see what is said of /warehouse/shop.db/stock"),
            new Check("queue", Check.Result.OK, "the oldest entry waits for 22 min")));
  }

  private TableStatus table(
      String path,
      TableStatus.State state,
      String reason,
      int amplification,
      String worst,
      int partitions,
      int due,
      long bytes) {
    return new TableStatus(
        path,
        path.contains("ads") ? "ads" : "default",
        state,
        reason,
        amplification,
        worst,
        partitions,
        due,
        state == TableStatus.State.UNREADABLE ? OptionalLong.empty() : OptionalLong.of(9_040),
        amplification * 3L,
        bytes,
        state == TableStatus.State.BACKING_OFF ? 2 : 0,
        state == TableStatus.State.BACKING_OFF
            ? Optional.of(now.plus(Duration.ofMinutes(7)))
            : Optional.empty(),
        state == TableStatus.State.UNREADABLE
            ? Optional.empty()
            : Optional.of(now.minus(Duration.ofMinutes(amplification * 31L))),
        Optional.of(now.minusSeconds(41)));
  }

  private List<TableStatus> tables() {
    return List.of(
        table(
            IMPRESSIONS,
            TableStatus.State.WORKING,
            "A minor compaction of day=2026-11-30 runs: 57 deltas, more than 10.",
            58,
            "day=2026-11-30",
            214,
            2,
            1_740 * GB),
        table(
            CLICKS,
            TableStatus.State.DUE,
            "Major compaction due in 1 of 3 partitions: the deltas of day=2026-11-29 are 18.6 % of"
                + " its base, more than 10 %.",
            14,
            "day=2026-11-29",
            3,
            1,
            38 * GB + 411 * MB),
        table(
            SESSIONS,
            TableStatus.State.BACKING_OFF,
            "The last compaction failed: No space left on device. Tried again in 7 min, the third"
                + " time.",
            12,
            "day=2026-11-30",
            31,
            1,
            212 * GB),
        table(
            ORDERS,
            TableStatus.State.WORKING,
            "A major compaction runs, asked for by ann@ops-2.",
            6,
            "",
            1,
            1,
            91 * GB),
        table(
            REQUESTS,
            TableStatus.State.PAUSED,
            "Paused by the operator; 4 deltas in hour=2026-11-30T17, not more than 10.",
            5,
            "hour=2026-11-30T17",
            720,
            0,
            655 * GB),
        table(
            CUSTOMERS,
            TableStatus.State.QUIET,
            "Not due: 2 deltas, not more than 10; they are 0.4 % of the base, not more than 10 %.",
            3,
            "",
            1,
            0,
            640 * MB),
        table(
            VISITS,
            TableStatus.State.QUIET,
            "Not due: one directory without a base has nothing to be merged with.",
            1,
            "",
            1,
            0,
            12 * MB),
        table(
            STOCK,
            TableStatus.State.UNREADABLE,
            "The log cannot be read: its last entry _v00000000000000000311.json is damaged. See"
                + " 'orc-acid verify --repair-log'.",
            0,
            "",
            0,
            0,
            0));
  }

  private TableDetail clicks() {
    String old = "day=2026-11-28";
    String worst = "day=2026-11-29";
    String today = "day=2026-11-30";
    String pinned = "pinned by spark@etl-4 (spark-app-17) at version 8123 since 41 min ago";
    return new TableDetail(
        tables().get(1),
        "web.clicks:142:139:139:127",
        142,
        List.of(
            new Partition(
                worst,
                Optional.of(CompactionKind.MAJOR),
                "Major: deltas are 18.6 % of the base, more than 10 %.",
                14,
                Optional.of(new CompactionEstimate(1_467 * MB, 1_290 * MB, 14, 3, 9, 2, 90_231)),
                Optional.of(
                    "transaction 139 of nifi@ingest-2 is open since 3 min ago; what is above it"
                        + " waits")),
            new Partition(
                today,
                Optional.empty(),
                "Nothing due: 6 deltas, not more than 10, and no base to compare with.",
                6,
                Optional.empty(),
                Optional.of("transaction 139 of nifi@ingest-2 is open since 3 min ago")),
            new Partition(
                old,
                Optional.empty(),
                "Nothing due: one base, nothing above it.",
                1,
                Optional.empty(),
                Optional.empty())),
        List.of(
            base(old, 96, 9011, "used", 1_910 * MB, Optional.empty()),
            base(worst, 80, 8123, "obsolete", 1_126 * MB, Optional.of(pinned)),
            base(worst, 100, 8800, "used", 1_228 * MB, Optional.empty()),
            delta(
                worst,
                "delta",
                101,
                118,
                "obsolete",
                140 * MB,
                Optional.of("removed at the next cleaning: replaced 25 h ago")),
            delta(worst, "delta", 101, 126, "used", 210 * MB, Optional.empty()),
            delta(worst, "delete_delta", 101, 126, "used", 4 * MB, Optional.empty()),
            delta(
                worst,
                "delta",
                127,
                127,
                "aborted",
                8 * MB,
                Optional.of("removed at the next cleaning: write id 127 is aborted")),
            delta(worst, "delta", 128, 131, "used", 17 * MB, Optional.empty()),
            delta(worst, "delta", 132, 138, "used", 31 * MB, Optional.empty()),
            delta(worst, "delete_delta", 133, 133, "used", MB, Optional.empty()),
            delta(worst, "delta", 139, 139, "open", 6 * MB, Optional.empty()),
            delta(today, "delta", 121, 126, "used", 66 * MB, Optional.empty()),
            delta(today, "delta", 130, 130, "used", 9 * MB, Optional.empty()),
            delta(today, "delta", 134, 136, "used", 22 * MB, Optional.empty()),
            delta(today, "delete_delta", 135, 135, "used", MB, Optional.empty()),
            delta(today, "delta", 140, 142, "used", 22 * MB, Optional.empty())),
        List.of(new OpenWriteId(139, "nifi@ingest-2 (nifi-1.27)")));
  }

  private static Directory base(
      String partition,
      long max,
      long visibility,
      String state,
      long bytes,
      Optional<String> kept) {
    String name = "base_0000" + (max < 100 ? "0" : "") + max + "_v000" + visibility;
    return new Directory(partition, name, "base", state, 0, max, 4, bytes / 41, 0, bytes, kept);
  }

  private static Directory delta(
      String partition,
      String kind,
      long min,
      long max,
      String state,
      long bytes,
      Optional<String> kept) {
    long events = bytes / 47;
    boolean deletes = kind.equals("delete_delta");
    return new Directory(
        partition,
        kind + "_0000" + min + "_0000" + max + (min == max ? "_0000" : "_v0008912"),
        kind,
        state,
        min,
        max,
        min == max ? 1 : 4,
        deletes ? 0 : events,
        deletes ? events : 0,
        bytes,
        kept);
  }

  private List<QueueEntry> queue() {
    return List.of(
        new QueueEntry(
            ORDERS,
            "",
            Optional.of(CompactionKind.MAJOR),
            QueueEntry.Origin.REQUEST,
            QueueEntry.State.WORKING,
            "default",
            100,
            "Asked for by ann@ops-2.",
            now.minusSeconds(600),
            Optional.of(now.minusSeconds(412)),
            Optional.of(
                new QueueEntry.Progress(66 * GB, 91 * GB, 710_000_000, 990_000_000, 164 * MB))),
        new QueueEntry(
            IMPRESSIONS,
            "day=2026-11-30",
            Optional.of(CompactionKind.MINOR),
            QueueEntry.Origin.THRESHOLD,
            QueueEntry.State.WORKING,
            "ads",
            58,
            "57 deltas, more than 10.",
            now.minusSeconds(95),
            Optional.of(now.minusSeconds(31)),
            Optional.of(
                new QueueEntry.Progress(900 * MB, 4_100 * MB, 24_100_000, 109_000_000, 29 * MB))),
        waiting(
            IMPRESSIONS,
            "day=2026-11-29",
            QueueEntry.State.HELD_ELSEWHERE,
            31,
            "Another daemon has the lock of this partition: orcacid@compactor-2 since 2 min ago."),
        waiting(
            CLICKS,
            "day=2026-11-29",
            QueueEntry.State.READY,
            14,
            "Deltas are 18.6 % of the base, more than 10 %. Begins when a worker is free."),
        waiting(
            SESSIONS,
            "day=2026-11-30",
            QueueEntry.State.BACKING_OFF,
            12,
            "No space left on device; tried again in 7 min."),
        waiting(
            CUSTOMERS,
            "",
            QueueEntry.State.OUTSIDE_WINDOW,
            4,
            "Waits for its window, 02:00-05:00 UTC."),
        waiting(
            REQUESTS, "hour=2026-11-30T16", QueueEntry.State.PAUSED, 5, "Its table is paused."));
  }

  private QueueEntry waiting(
      String table, String partition, QueueEntry.State state, double priority, String reason) {
    return new QueueEntry(
        table,
        partition,
        Optional.of(priority > 10 ? CompactionKind.MAJOR : CompactionKind.MINOR),
        QueueEntry.Origin.THRESHOLD,
        state,
        table.equals(IMPRESSIONS) ? "ads" : "default",
        priority,
        reason,
        now.minusSeconds((long) (priority * 93)),
        Optional.empty(),
        Optional.empty());
  }

  private List<HistoryEntry> history() {
    return List.of(
        ended(IMPRESSIONS, "day=2026-11-30", Outcome.READY_FOR_CLEANING, 11, 512, ""),
        ended(ORDERS, "", Outcome.OVERTAKEN, 19, 0, "another compaction published first"),
        ended(CLICKS, "day=2026-11-28", Outcome.READY_FOR_CLEANING, 64, 1_910, ""),
        ended(SESSIONS, "day=2026-11-30", Outcome.FAILED, 71, 0, "No space left on device"),
        ended(IMPRESSIONS, "day=2026-11-29", Outcome.SUCCEEDED, 180, 21_340, ""),
        ended(REQUESTS, "hour=2026-11-30T09", Outcome.SUCCEEDED, 410, 844, ""),
        ended(CUSTOMERS, "", Outcome.SUCCEEDED, 1_411, 611, ""),
        ended(
            STOCK,
            "",
            Outcome.REFUSED,
            2_900,
            0,
            "a former compaction's input is still there: clean first"),
        ended(VISITS, "", Outcome.HANDED_BACK, 3_180, 0, "the daemon was stopped first"));
  }

  private HistoryEntry ended(
      String table, String partition, Outcome outcome, long minutes, long mb, String reason) {
    boolean made = mb > 0 && outcome != Outcome.FAILED;
    long copied = mb / 3;
    return new HistoryEntry(
        table,
        partition,
        Optional.of(mb > 600 ? CompactionKind.MAJOR : CompactionKind.MINOR),
        outcome,
        reason.isEmpty() ? "Deltas are more than 10 % of the base." : reason,
        made ? 9_000 + mb % 40 : 0,
        made ? OptionalLong.of(9_000 + mb % 37) : OptionalLong.empty(),
        now.minus(Duration.ofMinutes(minutes)),
        outcome == Outcome.REFUSED
            ? Optional.empty()
            : Optional.of(Duration.ofMillis(1_300 + mb * 71)),
        made ? OptionalLong.of(mb * MB * 107 / 100) : OptionalLong.empty(),
        made ? OptionalLong.of(mb * MB) : OptionalLong.empty(),
        made ? OptionalLong.of(copied) : OptionalLong.empty(),
        made ? OptionalLong.of(mb / 11) : OptionalLong.empty(),
        made ? OptionalLong.of(mb * 21_000) : OptionalLong.empty(),
        made ? OptionalLong.of(mb * 20_700) : OptionalLong.empty(),
        minutes > 100 ? "orcacid@compactor-2 (daemon)" : "orcacid@compactor-1 (daemon)");
  }

  private List<CleanerBlock> blocks() {
    return List.of(
        new CleanerBlock(
            IMPRESSIONS,
            "day=2026-11-29",
            "base_0004100_v0021100",
            21 * GB,
            "inside retention until 23:41 UTC"),
        new CleanerBlock(
            CLICKS,
            "day=2026-11-29",
            "base_0000080_v0008123",
            1_126 * MB,
            "pinned by spark@etl-4 (spark-app-17) at version 8123 since 41 min ago"),
        new CleanerBlock(
            ORDERS,
            "",
            "delta_0000311_0000340_v0000912",
            904 * MB,
            "read at version 902 by open transaction 347 of bob@laptop-7"),
        new CleanerBlock(
            CUSTOMERS,
            "",
            "base_0000012_v0000031",
            588 * MB,
            "kept by tag end-of-2025 of version 31"),
        new CleanerBlock(
            CLICKS,
            "day=2026-11-29",
            "delta_0000101_0000118_v0008912",
            140 * MB,
            "removed at the next cleaning"));
  }

  private List<TransactionStatus> transactions() {
    return List.of(
        open(ORDERS, 347, 26 * 60, "bob", "laptop-7"),
        open(CLICKS, 139, 3, "nifi", "ingest-2"),
        new TransactionStatus(
            ORDERS,
            new TransactionInfo(
                513,
                ClaimKind.COMPACTION,
                TransactionInfo.State.OPEN,
                TransactionInfo.Process.BEATS,
                now.minusSeconds(412),
                new Author("orcacid", "compactor-1", "daemon"),
                902,
                "")),
        new TransactionStatus(
            SESSIONS,
            new TransactionInfo(
                88,
                ClaimKind.WRITE_ID,
                TransactionInfo.State.ABORTED,
                TransactionInfo.Process.ENDED,
                now.minusSeconds(8_000),
                new Author("etl", "etl-4", "spark-app-16"),
                440,
                "")));
  }

  private TransactionStatus open(
      String table, long number, long minutes, String user, String host) {
    return new TransactionStatus(
        table,
        new TransactionInfo(
            number,
            ClaimKind.WRITE_ID,
            TransactionInfo.State.OPEN,
            number == 347 ? TransactionInfo.Process.GONE : TransactionInfo.Process.BEATS,
            now.minus(Duration.ofMinutes(minutes)),
            new Author(user, host, "notebook"),
            902,
            ""));
  }

  private List<LeaseStatus> leases() {
    return List.of(
        pin(CLICKS, "spark@etl-4 (spark-app-17)", 8123, 41),
        pin(ORDERS, "bob@laptop-7 (notebook)", 902, 26 * 60),
        new LeaseStatus(
            IMPRESSIONS,
            LeaseStatus.Kind.LOCK,
            "compact day=2026-11-30",
            "orcacid@compactor-1 (daemon)",
            OptionalLong.empty(),
            OptionalLong.of(17),
            now.minusSeconds(31),
            "beats"),
        new LeaseStatus(
            IMPRESSIONS,
            LeaseStatus.Kind.WAITER,
            "compact day=2026-11-30",
            "orcacid@compactor-2 (daemon)",
            OptionalLong.empty(),
            OptionalLong.empty(),
            now.minusSeconds(12),
            "beats"));
  }

  private LeaseStatus pin(String table, String owner, long version, long minutes) {
    return new LeaseStatus(
        table,
        LeaseStatus.Kind.PIN,
        "",
        owner,
        OptionalLong.of(version),
        OptionalLong.empty(),
        now.minus(Duration.ofMinutes(minutes)),
        "beats");
  }
}
