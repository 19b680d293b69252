package io.orcacid.writer;

import io.orcacid.error.UnsupportedTableException;
import java.time.ZoneId;
import java.util.Optional;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.ListColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.MapColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.StructColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.UnionColumnVector;
import org.apache.orc.TypeDescription;

/** Makes the hash of a type; the nested types, which both versions combine alike, are here. */
final class ColumnHashes {
  private final Optional<ZoneId> hiveTimeZone;

  ColumnHashes(Optional<ZoneId> hiveTimeZone) {
    this.hiveTimeZone = hiveTimeZone;
  }

  ColumnHash of(TypeDescription type, BucketingVersion version) {
    return switch (type.getCategory()) {
      case LIST -> list(of(type.getChildren().get(0), version));
      case MAP -> map(type, version);
      case STRUCT -> new StructHash(children(type, version));
      case UNION -> new UnionHash(children(type, version));
      default ->
          version == BucketingVersion.V1 ? SumHash.of(type, hiveTimeZone) : MurmurHash.of(type);
    };
  }

  static RuntimeException unsupported(TypeDescription type) {
    return new UnsupportedTableException(
        "Hive has no bucket hash for this type: bucket by another column", "type", type);
  }

  private ColumnHash[] children(TypeDescription type, BucketingVersion version) {
    return type.getChildren().stream().map(child -> of(child, version)).toArray(ColumnHash[]::new);
  }

  private static ColumnHash list(ColumnHash element) {
    return ColumnHash.of(
        (column, index) -> {
          ListColumnVector list = (ListColumnVector) column;
          int start = Math.toIntExact(list.offsets[index]);
          int end = start + Math.toIntExact(list.lengths[index]);
          int hash = 0;
          for (int i = start; i < end; i++) {
            hash = 31 * hash + element.hash(list.child, i);
          }
          return hash;
        });
  }

  /**
   * In version 2 too the values of a map are hashed by version 1: Hive's way ever since HIVE-18910.
   */
  private ColumnHash map(TypeDescription type, BucketingVersion version) {
    ColumnHash key = of(type.getChildren().get(0), version);
    ColumnHash value = of(type.getChildren().get(1), BucketingVersion.V1);
    return ColumnHash.of(
        (column, index) -> {
          MapColumnVector map = (MapColumnVector) column;
          int start = Math.toIntExact(map.offsets[index]);
          int end = start + Math.toIntExact(map.lengths[index]);
          int hash = 0;
          for (int i = start; i < end; i++) {
            hash += key.hash(map.keys, i) ^ value.hash(map.values, i);
          }
          return hash;
        });
  }

  private static final class StructHash extends ColumnHash {
    private final ColumnHash[] fields;

    StructHash(ColumnHash[] fields) {
      this.fields = fields;
    }

    @Override
    int present(ColumnVector column, int index, int row) {
      StructColumnVector struct = (StructColumnVector) column;
      int hash = 0;
      for (int i = 0; i < fields.length; i++) {
        hash = 31 * hash + fields[i].hash(struct.fields[i], row);
      }
      return hash;
    }
  }

  private static final class UnionHash extends ColumnHash {
    private final ColumnHash[] alternatives;

    UnionHash(ColumnHash[] alternatives) {
      this.alternatives = alternatives;
    }

    @Override
    int present(ColumnVector column, int index, int row) {
      UnionColumnVector union = (UnionColumnVector) column;
      int tag = union.tags[index];
      return alternatives[tag].hash(union.fields[tag], row);
    }
  }
}
