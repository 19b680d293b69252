package io.orcacid.hadoop;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;

/** An HDFS with one data node for the tests of this module, started when first asked for. */
final class HdfsCluster {
  private static MiniDFSCluster cluster;

  private HdfsCluster() {}

  /** Its address. */
  static synchronized String address() {
    try {
      if (cluster == null) {
        Path directory = Files.createTempDirectory("orcacid-hdfs");
        Configuration configuration = new Configuration();
        configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
        cluster = new MiniDFSCluster.Builder(configuration).numDataNodes(1).build();
        cluster.waitActive();
        // It ends with the process: Hadoop's clients want it while they close in a hook.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(directory)));
      }
      return "hdfs://127.0.0.1:" + cluster.getNameNodePort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path directory) {
    try (var files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
