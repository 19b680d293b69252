package io.orcacid.interop.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.orcacid.AcidTable;
import io.orcacid.Row;
import io.orcacid.Rows;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.format.SchemaText;
import io.orcacid.hadoop.AcidRow;
import io.orcacid.hadoop.mapreduce.OrcAcidOutputFormat;
import io.orcacid.hadoop.mapreduce.OrcAcidRowInputFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.io.LongWritable;
import org.apache.hadoop.io.NullWritable;
import org.apache.hadoop.io.Text;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.Mapper;
import org.apache.hadoop.mapreduce.Reducer;
import org.apache.hadoop.util.VersionInfo;
import org.apache.orc.TypeDescription;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job that reads a table and writes another, with nothing but Hadoop's client beside it. */
class UserJobTest {
  private static final TypeDescription SUMS = SchemaText.parse("place string, total bigint");

  @TempDir private Path directory;

  /** Of each row its place and amount. */
  public static final class AmountMapper extends Mapper<NullWritable, AcidRow, Text, LongWritable> {
    @Override
    protected void map(NullWritable key, AcidRow row, Context context)
        throws IOException, InterruptedException {
      context.write(new Text(row.getString("place")), new LongWritable(row.getLong("amount")));
    }
  }

  /** A row for each place. */
  public static final class SumReducer extends Reducer<Text, LongWritable, NullWritable, AcidRow> {
    @Override
    protected void reduce(Text place, Iterable<LongWritable> amounts, Context context)
        throws IOException, InterruptedException {
      long total = 0;
      for (LongWritable amount : amounts) {
        total += amount.get();
      }
      context.write(NullWritable.get(), AcidRow.of(SUMS, place.toString(), total));
    }
  }

  @Test
  void a_job_reads_a_table_and_writes_another() throws Exception {
    assertEquals(System.getProperty("orcacid.interop.hadoop"), VersionInfo.getVersion());
    String from = directory.resolve("from").toString();
    String to = directory.resolve("to").toString();
    Map<String, Long> expected = new TreeMap<>();
    try (AcidTable table =
            AcidTable.create(
                from, TableDefinition.of("id bigint, place string, amount int").key("id"));
        AcidTable sums = AcidTable.create(to, TableDefinition.of(SUMS))) {
      try (Transaction transaction = table.begin()) {
        for (long id = 0; id < 3000; id++) {
          transaction.insert().row(id, "p" + id % 7, (int) id);
          if (id >= 1000) {
            expected.merge("p" + id % 7, id, Long::sum);
          }
        }
        transaction.commit();
      }
      table.delete("id < 1000");

      Configuration configuration = new Configuration();
      configuration.set("mapreduce.framework.name", "local");
      configuration.set("hadoop.tmp.dir", directory.resolve("hadoop").toString());
      configuration.setInt("mapreduce.client.completion.pollinterval", 50);
      Job job = Job.getInstance(configuration);
      job.setMapperClass(AmountMapper.class);
      job.setReducerClass(SumReducer.class);
      job.setMapOutputKeyClass(Text.class);
      job.setMapOutputValueClass(LongWritable.class);
      job.setNumReduceTasks(2);
      OrcAcidRowInputFormat.configure(job).path(from).select("place", "amount");
      OrcAcidOutputFormat.configure(job).path(to);
      assertTrue(job.waitForCompletion(false));

      Map<String, Long> found = new TreeMap<>();
      try (Rows rows = sums.scan().rows()) {
        for (Row row : rows) {
          found.put(row.get("place", String.class), row.get("total", Long.class));
        }
      }
      assertEquals(expected, found);
    }
  }
}
