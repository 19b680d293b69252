package io.orcacid.store;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.curator.test.TestingServer;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.h2.tools.Server;

/** The servers of a test run, each started when first asked for and ended with the process. */
public final class Servers {
  private static MiniDFSCluster hdfs;
  private static TestingServer zookeeper;
  private static PostgresServer postgres;
  private static Server h2;
  private static Path objects;
  private static S3Server s3;

  private Servers() {}

  /** Address of an HDFS with one data node. */
  public static synchronized String hdfs() {
    try {
      if (hdfs == null) {
        Path directory = Files.createTempDirectory("orcacid-hdfs");
        Configuration configuration = new Configuration();
        configuration.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.toString());
        hdfs = new MiniDFSCluster.Builder(configuration).numDataNodes(1).build();
        hdfs.waitActive();
        // It ends with the process: Hadoop's clients want it while they close in a hook of their
        // own.
        atEnd(() -> {}, directory);
      }
      return "hdfs://127.0.0.1:" + hdfs.getNameNodePort();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Address of a ZooKeeper of one server. */
  public static synchronized String zookeeper() throws Exception {
    if (zookeeper == null) {
      Path directory = Files.createTempDirectory("orcacid-zookeeper");
      zookeeper = new TestingServer(-1, directory.toFile(), true);
      atEnd(
          () -> {
            try {
              zookeeper.close();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          },
          directory);
    }
    return zookeeper.getConnectString();
  }

  /** JDBC address of an H2 that serves a database in a directory to other processes. */
  public static synchronized String h2() throws Exception {
    if (h2 == null) {
      Path directory = Files.createTempDirectory("orcacid-h2");
      h2 =
          Server.createTcpServer("-tcpPort", "0", "-ifNotExists", "-baseDir", directory.toString())
              .start();
      atEnd(() -> h2.stop(), directory);
    }
    return "jdbc:h2:tcp://127.0.0.1:" + h2.getPort() + "/./logs";
  }

  /** What a program sets for S3A, to reach a server that is none of Amazon's. */
  public static Map<String, String> s3Settings() throws IOException {
    return Map.of(
        "fs.s3a.endpoint",
        s3(),
        "fs.s3a.endpoint.region",
        "us-east-1",
        "fs.s3a.path.style.access",
        "true",
        "fs.s3a.connection.ssl.enabled",
        "false",
        "fs.s3a.aws.credentials.provider",
        "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider",
        "fs.s3a.access.key",
        "painter",
        "fs.s3a.secret.key",
        "turquoise");
  }

  /** Address of a server that speaks S3, with the bucket {@link S3Server#BUCKET}. */
  private static synchronized String s3() throws IOException {
    if (s3 == null) {
      Path directory = Files.createTempDirectory("orcacid-s3");
      s3 = S3Server.start(directory);
      atEnd(s3::close, directory);
    }
    return s3.endpoint();
  }

  /** Directory of an object store that other processes use too. */
  public static synchronized Path objects() throws IOException {
    if (objects == null) {
      Path memory = Path.of("/dev/shm");
      objects =
          Files.isWritable(memory)
              ? Files.createTempDirectory(memory, "orcacid-objects")
              : Files.createTempDirectory("orcacid-objects");
      Path directory = objects;
      atEnd(() -> {}, directory);
    }
    return objects;
  }

  /** A PostgreSQL, if its programs are installed. */
  public static synchronized PostgresServer postgres() throws Exception {
    if (postgres == null) {
      Path directory = Files.createTempDirectory("orcacid-postgres");
      postgres = PostgresServer.start(directory);
      atEnd(() -> postgres.stop(), directory);
    }
    return postgres;
  }

  private static void atEnd(Runnable stop, Path directory) {
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  stop.run();
                  delete(directory);
                }));
  }

  private static void delete(Path directory) {
    try (var files = Files.walk(directory)) {
      files.sorted(java.util.Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
