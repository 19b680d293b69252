package io.orcacid.hadoop;

import io.orcacid.DistributedWrite;
import java.util.Locale;
import org.apache.hadoop.conf.Configuration;

/**
 * Says in a job's configuration what it writes. Each method writes its key at once; what is wrong
 * is told when the job is submitted. Not thread-safe.
 */
public final class OutputConfiguration {
  private final Configuration configuration;

  /**
   * @param configuration the job's
   */
  public OutputConfiguration(Configuration configuration) {
    this.configuration = configuration;
  }

  private OutputConfiguration set(AcidConfKeys key, String value) {
    configuration.set(key.key(), value);
    return this;
  }

  /** Directory of the table. */
  public OutputConfiguration path(String path) {
    return set(AcidConfKeys.OUTPUT_PATH, path);
  }

  /** The job adds the rows that are its values; so it does if nothing is said. */
  public OutputConfiguration insert() {
    return operation(DistributedWrite.Kind.INSERT);
  }

  /** The job takes away the rows whose addresses are its keys. */
  public OutputConfiguration delete() {
    return operation(DistributedWrite.Kind.DELETE);
  }

  /**
   * The job replaces the rows whose addresses are its keys by its values; a key without a value is
   * a row to be taken away, a value without a key a new one.
   */
  public OutputConfiguration update() {
    return operation(DistributedWrite.Kind.UPDATE);
  }

  private OutputConfiguration operation(DistributedWrite.Kind kind) {
    return set(AcidConfKeys.OUTPUT_OPERATION, kind.name().toLowerCase(Locale.ROOT));
  }

  /** The version that the addresses are of, if the job does not read the table itself. */
  public OutputConfiguration asOfVersion(long version) {
    return set(AcidConfKeys.OUTPUT_VERSION, String.valueOf(version));
  }

  /** A conflict policy that is stricter than the table's. */
  public OutputConfiguration policy(String policy) {
    return set(AcidConfKeys.OUTPUT_POLICY, policy);
  }

  /**
   * What the application calls this job, so that it is committed once however often it is
   * submitted; see {@code io.orcacid.Transaction#token}.
   *
   * @param sequence 0 or more, rising from job to job
   */
  public OutputConfiguration token(String application, long sequence) {
    set(AcidConfKeys.OUTPUT_TOKEN_APPLICATION, application);
    return set(AcidConfKeys.OUTPUT_TOKEN_SEQUENCE, String.valueOf(sequence));
  }
}
