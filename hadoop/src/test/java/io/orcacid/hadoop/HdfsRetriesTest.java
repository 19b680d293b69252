package io.orcacid.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.format.SchemaText;
import io.orcacid.hadoop.FlightData.Delays;
import io.orcacid.hadoop.FlightData.Flight;
import io.orcacid.hadoop.mapreduce.OrcAcidOutputFormat;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.LocatedFileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;

/** Flights are written to HDFS by tasks each of which fails somewhere else, with speculation. */
class HdfsRetriesTest {
  private static final TypeDescription ROW =
      SchemaText.parse("flight_id bigint, delay_minutes bigint, origin string, part int");

  @Test
  void every_flight_is_there_once_in_one_version_and_no_file_is_astray() throws Exception {
    String path = HdfsCluster.address() + "/warehouse/" + UUID.randomUUID();
    Configuration configuration = new Configuration();
    AttemptFailure[] failures = AttemptFailure.values();
    List<Flight> flights = FlightData.all();
    try (AcidTable table = AcidTable.create(path, TableDefinition.of(ROW).partitionedBy("part"))) {
      long before = table.version();
      Job job = Job.getInstance(configuration);
      OrcAcidOutputFormat.configure(job).path(path);
      HandDrivenJob submitted = HandDrivenJob.submit(job, TaskType.MAP, failures.length);
      for (int task = 0; task < failures.length; task++) {
        List<AcidRow> rows = rows(flights, task, failures.length);
        failures[task].happen(submitted.attempt(task, 0), rows);
        HandDrivenJob.Attempt speculative = submitted.attempt(task, 1);
        HandDrivenJob.Attempt second = submitted.attempt(task, 2);
        for (AcidRow row : rows) {
          speculative.write(NullWritable.get(), row);
          second.write(NullWritable.get(), row);
        }
        second.close().commit();
        if (task % 2 == 0) {
          speculative.close().abort();
        }
      }
      submitted.commit();

      assertThat(table.version()).isEqualTo(before + 1);
      assertThat(table.scan().count()).isEqualTo(flights.size());
      assertThat(delays(table)).isEqualTo(FlightData.byOrigin(flights));
      assertThat(table.verify().deep().run().findings()).isEmpty();
      assertThat(files(path, configuration))
          .as("files that the one version does not name")
          .allMatch(
              file ->
                  file.matches(
                      "part=[01]/delta_0000001_0000001_0000/(bucket_0000[0-5]|_orc_acid_version)"));
    }
  }

  private static List<AcidRow> rows(List<Flight> flights, int task, int tasks) {
    List<AcidRow> rows = new ArrayList<>();
    for (int i = task; i < flights.size(); i += tasks) {
      Flight flight = flights.get(i);
      rows.add(AcidRow.of(ROW, flight.id(), flight.delay(), flight.origin(), i / tasks % 2));
    }
    return rows;
  }

  private static Map<String, Delays> delays(AcidTable table) throws IOException {
    Map<String, Delays> found = new TreeMap<>();
    try (Rows rows = table.scan().select("origin", "delay_minutes").rows()) {
      for (Row row : rows) {
        found.merge(
            (String) row.get(0),
            new Delays(1, (Long) row.get(1)),
            (known, one) -> known.plus(one.minutes()));
      }
    }
    return found;
  }

  /** Paths of all files below the table but for its log. */
  private static List<String> files(String path, Configuration configuration) throws IOException {
    Path root = new Path(path);
    FileSystem fileSystem = root.getFileSystem(configuration);
    List<String> files = new ArrayList<>();
    RemoteIterator<LocatedFileStatus> each = fileSystem.listFiles(root, true);
    while (each.hasNext()) {
      String file = each.next().getPath().toString().substring(root.toString().length() + 1);
      if (!file.startsWith("_acid_log/")) {
        files.add(file);
      }
    }
    assertThat(files).hasSize(2 * 7);
    return files;
  }
}
