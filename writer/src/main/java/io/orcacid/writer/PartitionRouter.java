package io.orcacid.writer;

import io.orcacid.format.TableShape;
import io.orcacid.format.layout.PartitionName;
import io.orcacid.format.value.ValueText;
import io.orcacid.format.value.VectorValues;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.orc.TypeDescription;

/** The partition of each row, by the values of its partition columns. Not thread-safe. */
final class PartitionRouter {
  private final TableShape shape;
  private final List<String> names;
  private final Map<List<Object>, String> paths = new HashMap<>();
  private Object[] lastValues = {};
  private String lastPath = PartitionName.UNPARTITIONED;

  PartitionRouter(TableShape shape) {
    this.shape = shape;
    this.names = shape.partitionedBy();
  }

  /** Path of the row's partition below the table. */
  String partition(VectorizedRowBatch batch, int row) {
    int[] columns = shape.partitionColumns();
    if (columns.length == 0) {
      return PartitionName.UNPARTITIONED;
    }
    Object[] values = new Object[columns.length];
    for (int i = 0; i < columns.length; i++) {
      TypeDescription type = shape.row().getChildren().get(columns[i]);
      values[i] = VectorValues.get(type, batch.cols[columns[i]], row);
    }
    if (!Arrays.equals(values, lastValues)) {
      lastValues = values;
      lastPath = paths.computeIfAbsent(Arrays.asList(values), this::path);
    }
    return lastPath;
  }

  private String path(List<Object> values) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      TypeDescription type = shape.row().getChildren().get(shape.partitionColumns()[i]);
      texts.add(values.get(i) == null ? null : ValueText.partition(type, values.get(i)));
    }
    return PartitionName.of(names, texts);
  }
}
