package io.orcacid.hadoop;

import io.orcacid.AcidTable;
import io.orcacid.DistributedWrite;
import io.orcacid.error.ValidationException;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.security.TokenCache;
import org.apache.hadoop.security.Credentials;

/** What the client does about a job's output before it submits the job. */
public final class TableOutput {
  private TableOutput() {}

  /**
   * Checks a job's output, and names the job.
   *
   * @param configuration see {@link AcidConfKeys}; the version that the transaction decides on is
   *     put into it if the job takes rows away or reads the same table
   * @param credentials get the tokens for the table's file system
   * @throws ValidationException for unknown keys, too many tasks, or an output that needs reducers
   *     and has none
   */
  public static void check(Configuration configuration, Credentials credentials)
      throws IOException {
    OutputSettings output = new OutputSettings(configuration);
    output.requireFewTasks();
    TokenCache.obtainTokensForNamenodes(
        credentials, new Path[] {output.place().address()}, configuration);
    try (AcidTable table = output.open()) {
      boolean byAddress = output.kind() != DistributedWrite.Kind.INSERT;
      if (!output.isReduced() && (byAddress || table.definition().bucketing().isPresent())) {
        throw new ValidationException(
            "Each bucket has one writer, so that rows have to be sent to it: use reducers, with"
                + " OrcAcidPartitioner",
            "path",
            output.place().address(),
            "operation",
            output.kind());
      }
      if (output.settings().own(AcidConfKeys.OUTPUT_VERSION).isEmpty()
          && (byAddress || readsItself(output))) {
        configuration.setLong(
            AcidConfKeys.OUTPUT_VERSION.key(), versionRead(output).orElse(table.version()));
      }
    }
    configuration.set(AcidConfKeys.OUTPUT_JOB.key(), UUID.randomUUID().toString());
  }

  private static boolean readsItself(OutputSettings output) throws IOException {
    return output.settings().text(AcidConfKeys.INPUT_PATH).isPresent()
        && output
            .settings()
            .place(AcidConfKeys.INPUT_PATH)
            .address()
            .equals(output.place().address());
  }

  private static OptionalLong versionRead(OutputSettings output) throws IOException {
    if (!readsItself(output)) {
      return OptionalLong.empty();
    }
    JobSettings settings = output.settings();
    if (settings.own(AcidConfKeys.INPUT_TIME).isPresent()
        || settings.own(AcidConfKeys.INPUT_TAG).isPresent()) {
      throw new ValidationException(
          "A job that writes the table that it reads says the version by its number",
          "set",
          AcidConfKeys.INPUT_VERSION.key());
    }
    return settings.number(AcidConfKeys.INPUT_VERSION);
  }
}
