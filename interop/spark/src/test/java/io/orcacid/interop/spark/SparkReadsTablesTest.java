package io.orcacid.interop.spark;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.orcacid.AcidTable;
import io.orcacid.TableDefinition;
import io.orcacid.Transaction;
import io.orcacid.hadoop.AcidAddress;
import io.orcacid.hadoop.AcidRow;
import io.orcacid.hadoop.TableInput;
import io.orcacid.hadoop.mapreduce.OrcAcidInputFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code newAPIHadoopRDD} over a table of several commits and deletes. */
class SparkReadsTablesTest {
  @TempDir private static Path directory;

  private static AcidTable table;
  private static JavaSparkContext spark;

  @BeforeAll
  static void start() throws IOException {
    table =
        AcidTable.create(
            directory.resolve("t").toString(),
            TableDefinition.of("id bigint, place string, day string").partitionedBy("day"));
    for (int commit = 0; commit < 3; commit++) {
      try (Transaction transaction = table.begin()) {
        for (long id = commit * 1000; id < commit * 1000 + 1000; id++) {
          transaction.insert().row(id, "p" + id % 10, "d" + id % 2);
        }
        transaction.commit();
      }
    }
    table.delete("place = 'p3'");
    spark =
        new JavaSparkContext(
            new SparkConf()
                .setMaster("local[2]")
                .setAppName("orc-acid")
                .set("spark.ui.enabled", "false")
                .set("spark.driver.bindAddress", "127.0.0.1")
                .set("spark.driver.host", "127.0.0.1")
                .set("spark.local.dir", directory.resolve("spark").toString()));
  }

  @AfterAll
  static void stop() throws IOException {
    spark.stop();
    table.close();
  }

  private static JavaPairRDD<AcidAddress, AcidRow> rows(Configuration configuration) {
    return spark.newAPIHadoopRDD(
        configuration, OrcAcidInputFormat.class, AcidAddress.class, AcidRow.class);
  }

  @Test
  void rows_are_counted() throws IOException {
    Configuration configuration = new Configuration();
    OrcAcidInputFormat.configure(configuration).path(table.path());
    assertEquals(2700, rows(configuration).count());
    TableInput.release(configuration);
    assertTrue(table.leases().isEmpty());
  }

  @Test
  void a_condition_is_met_in_the_format_as_in_Spark() {
    Configuration configuration = new Configuration();
    OrcAcidInputFormat.configure(configuration)
        .path(table.path())
        .select("id")
        .where("day = 'd1' AND id >= 2500");
    List<Long> inFormat =
        rows(configuration)
            .map(pair -> pair._2().getLong("id"))
            .sortBy(id -> id, true, 1)
            .collect();
    TableInput.release(configuration);

    Configuration all = new Configuration();
    OrcAcidInputFormat.configure(all).path(table.path());
    List<Long> inSpark =
        rows(all)
            .filter(
                pair ->
                    pair._2().getString("day").equals("d1")
                        && pair._2().getLong("id") >= 2500
                        && pair._1().partition().equals("day=d1"))
            .map(pair -> pair._2().getLong("id"))
            .sortBy(id -> id, true, 1)
            .collect();
    TableInput.release(all);
    assertEquals(inSpark, inFormat);
    assertEquals(200, inFormat.size());
  }
}
