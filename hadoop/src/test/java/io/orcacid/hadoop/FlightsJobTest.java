package io.orcacid.hadoop;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.AcidTable;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.TransactionInfo;
import io.orcacid.format.SchemaText;
import io.orcacid.hadoop.FlightData.Delays;
import io.orcacid.hadoop.mapreduce.OrcAcidInputFormat;
import io.orcacid.hadoop.mapreduce.OrcAcidOutputFormat;
import io.orcacid.hadoop.mapreduce.OrcAcidRowInputFormat;
import io.orcacid.testkit.MemoryDirectories;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapred.JobClient;
import org.apache.hadoop.mapred.JobConf;
import org.apache.hadoop.mapred.OutputCollector;
import org.apache.hadoop.mapred.Reporter;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole jobs by Hadoop's own runner, on HDFS and on a local disk. */
class FlightsJobTest {
  private static final TypeDescription DELAYS =
      SchemaText.parse("origin string, flights bigint, minutes bigint");

  @TempDir(factory = MemoryDirectories.class)
  private Path directory;

  /** Of each flight its origin and delay. */
  public static final class DelayMapper extends Mapper<NullWritable, AcidRow, Text, LongWritable> {
    @Override
    protected void map(NullWritable key, AcidRow row, Context context)
        throws IOException, InterruptedException {
      context.write(
          new Text(row.getString("origin")), new LongWritable(row.getLong("delay_minutes")));
    }
  }

  /** A row for each origin. */
  public static final class DelayReducer
      extends Reducer<Text, LongWritable, NullWritable, AcidRow> {
    @Override
    protected void reduce(Text origin, Iterable<LongWritable> delays, Context context)
        throws IOException, InterruptedException {
      Delays sum = new Delays(0, 0);
      for (LongWritable delay : delays) {
        sum = sum.plus(delay.get());
      }
      context.write(
          NullWritable.get(), AcidRow.of(DELAYS, origin.toString(), sum.flights(), sum.minutes()));
    }
  }

  private Configuration configuration(String fileSystem) {
    Configuration configuration = new Configuration();
    configuration.set("fs.defaultFS", fileSystem);
    configuration.set("mapreduce.framework.name", "local");
    configuration.set("hadoop.tmp.dir", directory.resolve("hadoop").toString());
    configuration.set("mapreduce.job.maps.speculative.execution", "true");
    configuration.setInt("mapreduce.client.completion.pollinterval", 50);
    configuration.setInt("mapreduce.client.progressmonitor.pollinterval", 50);
    configuration.setInt("mapreduce.local.map.tasks.maximum", 2);
    return configuration;
  }

  private static Map<String, Delays> delays(AcidTable table) throws IOException {
    Map<String, Delays> found = new TreeMap<>();
    try (Rows rows = table.scan().rows()) {
      for (Row row : rows) {
        Delays other =
            found.put(
                row.get("origin", String.class),
                new Delays(row.get("flights", Long.class), row.get("minutes", Long.class)));
        assertThat(other).isNull();
      }
    }
    return found;
  }

  private static Map<String, Delays> scanned(AcidTable flights) throws IOException {
    Map<String, Delays> found = new TreeMap<>();
    try (Rows rows = flights.scan().select("origin", "delay_minutes").rows()) {
      for (Row row : rows) {
        found.merge(
            (String) row.get(0),
            new Delays(1, (Long) row.get(1)),
            (known, one) -> known.plus(one.minutes()));
      }
    }
    return found;
  }

  private static void requireNothingStray(AcidTable table, FileSystem fileSystem)
      throws IOException {
    assertThat(table.verify().deep().run().findings()).isEmpty();
    for (FileStatus status : fileSystem.listStatus(new org.apache.hadoop.fs.Path(table.path()))) {
      assertThat(status.getPath().getName()).doesNotStartWith("_tmp.");
    }
  }

  /** The runner removes its staging directory a little after it says that the job is done. */
  private static void awaitRelease(AcidTable table) throws Exception {
    for (int look = 0; look < 200 && !table.leases().isEmpty(); look++) {
      Thread.sleep(50);
      JobPins.releaseFinished();
    }
    assertThat(table.leases()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"hdfs", "file"})
  void delays_by_origin_are_those_of_a_scan_and_of_the_file(String scheme) throws Exception {
    String fileSystem = scheme.equals("hdfs") ? HdfsCluster.address() : "file:///";
    String place =
        scheme.equals("hdfs")
            ? fileSystem + "/warehouse"
            : directory.resolve("warehouse").toString();
    try (AcidTable flights = FlightData.load(place + "/flights");
        AcidTable delays = AcidTable.create(place + "/delays", TableDefinition.of(DELAYS))) {
      long before = delays.version();
      Job job = Job.getInstance(configuration(fileSystem), "delays by origin");
      job.setMapperClass(DelayMapper.class);
      job.setReducerClass(DelayReducer.class);
      job.setMapOutputKeyClass(Text.class);
      job.setMapOutputValueClass(LongWritable.class);
      job.setNumReduceTasks(3);
      OrcAcidRowInputFormat.configure(job)
          .path(place + "/flights")
          .select("origin", "delay_minutes");
      OrcAcidOutputFormat.configure(job).path(place + "/delays").insert();
      if (scheme.equals("hdfs")) {
        assertThat(InputRows.splits(new OrcAcidInputFormat(), job.getConfiguration()))
            .allSatisfy(split -> assertThat(split.getLocations()).isNotEmpty());
        TableInput.release(job.getConfiguration());
      }
      assertThat(job.waitForCompletion(false)).isTrue();

      awaitRelease(flights);
      Map<String, Delays> expected = FlightData.byOrigin(FlightData.all());
      assertThat(delays(delays)).isEqualTo(expected).isEqualTo(scanned(flights));
      assertThat(delays.version()).isEqualTo(before + 1);
      requireNothingStray(delays, FileSystem.get(job.getConfiguration()));
    }
  }

  /** Passes on late flights by their addresses. */
  public static final class LateMapper extends Mapper<AcidAddress, AcidRow, AcidAddress, AcidRow> {
    @Override
    protected void map(AcidAddress address, AcidRow row, Context context)
        throws IOException, InterruptedException {
      context.write(address, row);
    }
  }

  /** Sets the delay of some to 0, takes others away. */
  public static final class LateReducer
      extends Reducer<AcidAddress, AcidRow, AcidAddress, AcidRow> {
    @Override
    protected void reduce(AcidAddress address, Iterable<AcidRow> rows, Context context)
        throws IOException, InterruptedException {
      for (AcidRow row : rows) {
        boolean even = row.getLong("flight_id") % 2 == 0;
        context.write(address, even ? row.set("delay_minutes", 0L) : null);
      }
    }
  }

  @Test
  void a_job_updates_and_deletes_rows_of_the_table_that_it_reads() throws Exception {
    String path = directory.resolve("flights").toString();
    try (AcidTable flights = FlightData.load(path)) {
      Job job = Job.getInstance(configuration("file:///"), "late flights");
      job.setMapperClass(LateMapper.class);
      job.setReducerClass(LateReducer.class);
      job.setMapOutputKeyClass(AcidAddress.class);
      job.setMapOutputValueClass(AcidRow.class);
      job.setNumReduceTasks(2);
      OrcAcidInputFormat.configure(job).path(path).where("delay_minutes > 60");
      OrcAcidOutputFormat.configure(job).path(path).update();
      long before = flights.version();
      assertThat(job.waitForCompletion(false)).isTrue();

      var expected =
          FlightData.all().stream()
              .filter(flight -> flight.delay() <= 60 || flight.id() % 2 == 0)
              .map(
                  flight ->
                      new FlightData.Flight(
                          flight.id(),
                          flight.departure(),
                          flight.delay() > 60 ? 0 : flight.delay(),
                          flight.origin()))
              .toList();
      assertThat(expected).hasSizeLessThan(19_500);
      assertThat(scanned(flights)).isEqualTo(FlightData.byOrigin(expected));
      assertThat(flights.version()).isEqualTo(before + 1);
      requireNothingStray(flights, FileSystem.get(job.getConfiguration()));
    }
  }

  /** Fails at its five hundredth row. */
  public static final class FailingMapper
      extends Mapper<NullWritable, AcidRow, NullWritable, AcidRow> {
    private int rows;

    @Override
    protected void map(NullWritable key, AcidRow row, Context context)
        throws IOException, InterruptedException {
      if (++rows == 500) {
        throw new IOException("on purpose");
      }
      context.write(key, row);
    }
  }

  @Test
  void a_job_that_fails_leaves_the_table_as_it_was() throws Exception {
    String path = directory.resolve("flights").toString();
    try (AcidTable flights = FlightData.load(path)) {
      Job job = Job.getInstance(configuration("file:///"), "fails");
      job.setMapperClass(FailingMapper.class);
      job.setNumReduceTasks(0);
      OrcAcidRowInputFormat.configure(job).path(path);
      OrcAcidOutputFormat.configure(job).path(path);
      long before = flights.version();
      assertThat(job.waitForCompletion(false)).isFalse();
      assertThat(flights.version()).isEqualTo(before);
      assertThat(flights.transactions())
          .allMatch(left -> left.state() == TransactionInfo.State.ABORTED);
      assertThat(flights.scan().count()).isEqualTo(20_000);
      requireNothingStray(flights, FileSystem.get(job.getConfiguration()));
    }
  }

  /** Of each flight its origin and delay, by the older interface. */
  public static final class OlderMapper extends org.apache.hadoop.mapred.MapReduceBase
      implements org.apache.hadoop.mapred.Mapper<AcidAddress, AcidRow, Text, LongWritable> {
    @Override
    public void map(
        AcidAddress key, AcidRow row, OutputCollector<Text, LongWritable> out, Reporter reporter)
        throws IOException {
      out.collect(
          new Text(row.getString("origin")), new LongWritable(row.getLong("delay_minutes")));
    }
  }

  /** A row for each origin, by the older interface. */
  public static final class OlderReducer extends org.apache.hadoop.mapred.MapReduceBase
      implements org.apache.hadoop.mapred.Reducer<Text, LongWritable, NullWritable, AcidRow> {
    @Override
    public void reduce(
        Text origin,
        Iterator<LongWritable> delays,
        OutputCollector<NullWritable, AcidRow> out,
        Reporter reporter)
        throws IOException {
      Delays sum = new Delays(0, 0);
      while (delays.hasNext()) {
        sum = sum.plus(delays.next().get());
      }
      out.collect(
          NullWritable.get(), AcidRow.of(DELAYS, origin.toString(), sum.flights(), sum.minutes()));
    }
  }

  @Test
  void the_older_interface_does_the_same() throws Exception {
    String path = directory.resolve("flights").toString();
    String target = directory.resolve("delays").toString();
    try (AcidTable flights = FlightData.load(path);
        AcidTable delays = AcidTable.create(target, TableDefinition.of(DELAYS))) {
      JobConf job = new JobConf(configuration("file:///"));
      job.setMapperClass(OlderMapper.class);
      job.setReducerClass(OlderReducer.class);
      job.setMapOutputKeyClass(Text.class);
      job.setMapOutputValueClass(LongWritable.class);
      job.setNumReduceTasks(2);
      io.orcacid.hadoop.mapred.OrcAcidInputFormat.configure(job).path(path);
      io.orcacid.hadoop.mapred.OrcAcidOutputFormat.configure(job).path(target);
      assertThat(JobClient.runJob(job).isSuccessful()).isTrue();
      assertThat(delays(delays)).isEqualTo(scanned(flights));
      requireNothingStray(delays, FileSystem.get(job));
    }
  }
}
