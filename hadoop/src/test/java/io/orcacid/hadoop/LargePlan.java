package io.orcacid.hadoop;

import io.orcacid.hadoop.mapreduce.OrcAcidInputFormat;
import java.nio.file.Path;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.mapreduce.InputSplit;

/** Plans a table in a JVM of its own. */
final class LargePlan {
  private LargePlan() {}

  public static void main(String[] arguments) throws Exception {
    long start = System.nanoTime();
    Configuration configuration = new Configuration(false);
    OrcAcidInputFormat.configure(configuration).path(arguments[0]).schema("id bigint");
    configuration.set(AcidConfKeys.INPUT_ALL_COMMITTED.key(), "true");
    configuration.set(
        AcidConfKeys.STAGING_DIRECTORY.key(), Path.of(arguments[1]).toUri().toString());
    List<InputSplit> splits = InputRows.splits(new OrcAcidInputFormat(), configuration);
    long bytes = 0;
    int longest = 0;
    for (InputSplit split : splits) {
      bytes += split.getLength();
      longest = Math.max(longest, InputRows.serialisedLength((AcidInputSplit) split));
    }
    int deletes = ((AcidInputSplit) splits.get(0)).open(configuration).deletes().size();
    System.out.println("splits " + splits.size());
    System.out.println("bytes " + bytes);
    System.out.println("longest " + longest);
    System.out.println("deletes " + deletes);
    System.out.println("milliseconds " + (System.nanoTime() - start) / 1_000_000);
  }
}
