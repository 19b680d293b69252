package io.orcacid;

import io.orcacid.format.TableShape;
import io.orcacid.format.io.Storage;
import io.orcacid.txn.log.Bucketing;
import io.orcacid.txn.log.PartitionColumn;
import io.orcacid.txn.log.TableMetadata;
import io.orcacid.writer.BucketingVersion;
import io.orcacid.writer.WriteTarget;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.apache.orc.TypeDescription;

/** Between a table's definition and what its log keeps. */
final class TableSchema {
  private TableSchema() {}

  static TableMetadata metadata(TableDefinition definition) {
    TableShape shape = TableShape.of(definition.row(), definition.partitionedBy());
    List<PartitionColumn> partitions = new ArrayList<>();
    for (int column : shape.partitionColumns()) {
      partitions.add(
          new PartitionColumn(
              definition.row().getFieldNames().get(column).toLowerCase(Locale.ROOT),
              definition.row().getChildren().get(column).toString()));
    }
    TableMetadata metadata =
        TableMetadata.of(definition.row().toString())
            .partitionedBy(partitions)
            .keyedBy(definition.key())
            .withProperties(definition.properties());
    return definition
        .bucketing()
        .map(
            buckets ->
                metadata.bucketedBy(
                    new Bucketing(buckets.columns(), buckets.count(), buckets.hashVersion())))
        .orElse(metadata);
  }

  static TableShape shape(TableMetadata metadata) {
    return TableShape.of(
        TypeDescription.fromString(metadata.schema()),
        metadata.partitionColumns().stream().map(PartitionColumn::name).toList());
  }

  static TableDefinition definition(TableMetadata metadata) {
    return new TableDefinition(
        TypeDescription.fromString(metadata.schema()),
        shape(metadata).partitionedBy(),
        metadata
            .bucketing()
            .map(
                bucketing ->
                    new TableDefinition.Buckets(
                        bucketing.columns(), bucketing.count(), bucketing.version())),
        metadata.keyColumns(),
        metadata.properties());
  }

  static WriteTarget target(Storage storage, String root, TableMetadata metadata) {
    Optional<WriteTarget.Bucketing> bucketing =
        metadata
            .bucketing()
            .map(
                buckets ->
                    new WriteTarget.Bucketing(
                        buckets.columns(),
                        buckets.count(),
                        buckets.version() == 1 ? BucketingVersion.V1 : BucketingVersion.V2));
    return new WriteTarget(storage, root, shape(metadata), bucketing, metadata.properties());
  }
}
