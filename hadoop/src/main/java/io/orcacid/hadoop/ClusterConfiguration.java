package io.orcacid.hadoop;

import io.orcacid.error.ValidationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.conf.Configuration;

/** The configuration of the cluster that the environment names, for programs without a platform. */
final class ClusterConfiguration {
  private static final String VARIABLE = "HADOOP_CONF_DIR";

  private static final List<String> FILES =
      List.of("core-site.xml", "hdfs-site.xml", "mapred-site.xml", "yarn-site.xml");

  private ClusterConfiguration() {}

  /**
   * Reads the files of the directory in {@value #VARIABLE}; without it jobs run in this process, by
   * Hadoop's local runner.
   *
   * @param over settings that go over the files, of which those of file systems are taken
   * @throws ValidationException if the variable names no directory
   */
  static Configuration read(Map<String, String> over) {
    Configuration configuration = new Configuration();
    String directory = System.getenv(VARIABLE);
    if (directory != null && !directory.isBlank()) {
      Path place = Path.of(directory);
      if (!Files.isDirectory(place)) {
        throw new ValidationException(
            "The variable names no directory", "variable", VARIABLE, "value", directory);
      }
      for (String name : FILES) {
        if (Files.exists(place.resolve(name))) {
          configuration.addResource(new org.apache.hadoop.fs.Path(place.resolve(name).toUri()));
        }
      }
    }
    over.forEach(
        (key, value) -> {
          if (key.startsWith("fs.")) {
            configuration.set(key, value);
          }
        });
    return configuration;
  }
}
