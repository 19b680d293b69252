package io.orcacid.store;

import io.orcacid.store.object.DiskObjects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/** Where tables and their logs are. */
enum Place {
  LOCAL,
  HDFS,
  HDFS_LOG_OF_LOCAL_FILES,
  ZOOKEEPER,
  ZOOKEEPER_LOG_OF_HDFS_FILES,
  H2,
  POSTGRESQL,
  OBJECTS;

  Map<String, String> settings() throws Exception {
    return switch (this) {
      case LOCAL, HDFS -> Map.of();
      case HDFS_LOG_OF_LOCAL_FILES ->
          Map.of(
              "orcacid.store.kind",
              "hdfs",
              "orcacid.store.hdfs.directory",
              Servers.hdfs() + "/logs");
      case ZOOKEEPER, ZOOKEEPER_LOG_OF_HDFS_FILES ->
          Map.of(
              "orcacid.store.kind",
              "zookeeper",
              "orcacid.store.zookeeper.connect",
              Servers.zookeeper());
      case H2 -> Map.of("orcacid.store.kind", "jdbc", "orcacid.store.jdbc.url", Servers.h2());
      case OBJECTS ->
          Map.of(
              "fs.objects.impl",
              DiskObjects.class.getName(),
              "fs.objects.root",
              Servers.objects().toString());
      case POSTGRESQL ->
          Map.of(
              "orcacid.store.kind",
              "jdbc",
              "orcacid.store.jdbc.url",
              Servers.postgres().url(),
              "orcacid.store.jdbc.user",
              "orcacid",
              "orcacid.store.jdbc.password",
              "secret");
    };
  }

  String path(Path temporary) {
    if (this == OBJECTS) {
      return DiskObjects.SCHEME + "://bucket/warehouse/" + UUID.randomUUID();
    }
    return this == HDFS || this == ZOOKEEPER_LOG_OF_HDFS_FILES
        ? Servers.hdfs() + "/warehouse/" + UUID.randomUUID()
        : temporary.resolve("table").toString();
  }

  void require() throws IOException {
    if (this == POSTGRESQL && PostgresServer.programs().isEmpty()) {
      System.out.println("SKIPPED: PostgreSQL is not installed; apt-get install postgresql");
      Assumptions.abort("PostgreSQL is not installed");
    }
  }
}
