package io.orcacid.txn;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.error.OrcAcidException;
import io.orcacid.format.layout.AcidDirectory.Base;
import io.orcacid.testkit.Seeds;
import io.orcacid.txn.log.Author;
import io.orcacid.txn.log.CommitLog;
import io.orcacid.txn.log.DataDirectory;
import io.orcacid.txn.log.Fence;
import io.orcacid.txn.log.LogEntry;
import io.orcacid.txn.log.LogTransaction;
import io.orcacid.txn.log.Operation;
import io.orcacid.txn.log.PartitionChange;
import io.orcacid.txn.log.TableState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A check that remembers says what one says that looks at everything. */
class VerifiedLayoutsTest {
  private static final String PARTITION = "p=1";
  private static final int STEPS = 40;

  @TempDir Path directory;

  /** A table with one partition, and the next commits of it. */
  private static final class Commits {
    private final TestTable table;
    private final CommitLog log;
    private final Path place;

    Commits(Path directory) throws IOException {
      table = new TestTable(directory);
      log = table.create();
      place = Path.of(table.path(), PARTITION);
      Files.createDirectories(place);
    }

    LayoutCheck check() {
      return new LayoutCheck(table.storage(), table.path());
    }

    LogEntry insert(long writeId) throws IOException {
      return entry(writeId, table.insertDirectory(PARTITION, writeId, 0, 1), List.of());
    }

    LogEntry overwrite(long writeId) throws IOException {
      String name = new Base(writeId, 0).name();
      table.storage().createDirectories(place + "/" + name);
      List<String> removes =
          log.loaded().directories(PARTITION).stream().map(DataDirectory::name).toList();
      return entry(writeId, DataDirectory.of(name, 0, List.of()), removes);
    }

    private LogEntry entry(long writeId, DataDirectory add, List<String> removes)
        throws IOException {
      PartitionChange change = new PartitionChange(PARTITION, List.of(add), removes, "", "");
      LogTransaction transaction =
          new LogTransaction(
              UUID.randomUUID().toString(),
              Operation.INSERT,
              OptionalLong.of(writeId),
              log.loaded().version(),
              "",
              Author.current(),
              List.of(change),
              "");
      return log.propose(log.loaded(), List.of(transaction), Fence.NONE);
    }

    /** Nothing, or what is wrong. */
    String outcome(LayoutCheck check, LogEntry entry, TableState next) throws IOException {
      try {
        check.check(log.loaded(), next, entry.transactions());
        return "";
      } catch (OrcAcidException e) {
        return e.toString();
      }
    }

    TableState commit(LogEntry entry, TableState next) throws IOException {
      assertThat(log.append(log.loaded(), entry, next)).isEqualTo(CommitLog.Appended.COMMITTED);
      return next;
    }

    List<String> names() throws IOException {
      return table.storage().names(place.toString());
    }
  }

  private static String delta(long first, long last, String suffix) {
    return String.format(Locale.ROOT, "delta_%07d_%07d%s", first, last, suffix);
  }

  @Test
  void a_new_delta_on_what_was_right_needs_no_second_look() throws IOException {
    Commits commits = new Commits(directory);
    VerifiedLayouts verified = new VerifiedLayouts();
    LogEntry first = commits.insert(1);
    TableState base = commits.commit(first, commits.log.preview(commits.log.loaded(), first));
    verified.put(base, PARTITION, commits.names());

    LogEntry second = commits.insert(2);
    TableState next = commits.log.preview(base, second);
    List<String> there = commits.names();

    assertThat(verified.covers(base, next, second.transactions(), PARTITION, there)).isTrue();
    verified.extend(next, second.transactions(), PARTITION);
    commits.commit(second, next);
    LogEntry third = commits.insert(3);
    TableState afterThird = commits.log.preview(next, third);
    assertThat(verified.covers(next, afterThird, third.transactions(), PARTITION, commits.names()))
        .isTrue();
    Files.createDirectory(commits.place.resolve(delta(9, 9, "_0000")));
    assertThat(verified.covers(next, afterThird, third.transactions(), PARTITION, commits.names()))
        .isTrue();
    Files.createDirectory(commits.place.resolve(delta(1, 1, "_0005")));
    assertThat(verified.covers(next, afterThird, third.transactions(), PARTITION, commits.names()))
        .isFalse();
  }

  @Test
  void whatever_lies_in_the_partition_both_checks_say_the_same() {
    Seeds.forEach(
        12,
        random -> {
          Path place = Files.createTempDirectory(directory, "table");
          new Run(new Commits(place), random).run();
        });
  }

  /** Commits in an order that is not that of their write ids, while others meddle. */
  private static final class Run {
    private final Commits commits;
    private final Random random;
    private final LayoutCheck remembering;
    private final List<Path> foreign = new ArrayList<>();
    private final List<Long> open = new ArrayList<>();
    private long claimed;

    Run(Commits commits, Random random) {
      this.commits = commits;
      this.random = random;
      this.remembering = commits.check();
    }

    void run() throws IOException {
      for (int step = 0; step < STEPS; step++) {
        while (open.size() < 3) {
          open.add(++claimed);
        }
        long own = open.remove(random.nextInt(4) == 0 ? random.nextInt(3) : 0);
        if (random.nextInt(3) == 0) {
          meddle(own);
        }
        LogEntry entry = random.nextInt(8) == 0 ? commits.overwrite(own) : commits.insert(own);
        TableState next = commits.log.preview(commits.log.loaded(), entry);
        String fresh = commits.outcome(commits.check(), entry, next);
        assertThat(commits.outcome(remembering, entry, next))
            .as("step %s, write id %s", step, own)
            .isEqualTo(fresh);
        if (fresh.isEmpty()) {
          commits.commit(entry, next);
        } else {
          undo(entry);
        }
      }
    }

    private void meddle(long own) throws IOException {
      long committed = Math.max(1, claimed - 4 - random.nextInt(4));
      List<String> names =
          List.of(
              delta(committed, committed, "_0007"),
              "delete_" + delta(committed, committed, "_0003"),
              delta(own, own, "_0004"),
              delta(claimed + 50, claimed + 50, "_0000"),
              delta(1, committed, "_v0000005"),
              delta(1, claimed + 50, ""),
              String.format(Locale.ROOT, "base_%07d", committed),
              String.format(Locale.ROOT, "base_%07d_v0000009", committed),
              "_hidden",
              "delta_x",
              "000000_0",
              "sub");
      Path path = commits.place.resolve(names.get(random.nextInt(names.size())));
      if (path.endsWith("000000_0")) {
        Files.write(path, new byte[1]);
      } else {
        Files.createDirectories(path);
        if (random.nextBoolean()) {
          Files.write(path.resolve("bucket_00000"), new byte[1]);
        }
      }
      foreign.add(path);
    }

    /** What was foreign goes, and so does what was written in vain. */
    private void undo(LogEntry entry) throws IOException {
      for (Path path : foreign) {
        commits.table.storage().delete(path.toString());
      }
      foreign.clear();
      for (PartitionChange change : entry.transactions().get(0).changes()) {
        for (DataDirectory add : change.adds()) {
          commits.table.storage().delete(commits.place.resolve(add.name()).toString());
        }
      }
    }
  }
}
