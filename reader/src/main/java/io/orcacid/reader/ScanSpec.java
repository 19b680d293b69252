package io.orcacid.reader;

import io.orcacid.format.TableShape;
import java.io.Serializable;
import java.util.List;
import org.apache.orc.TypeDescription;

/**
 * What all splits of a plan share: columns, filter, snapshot, as text so that it travels.
 * Immutable.
 *
 * @param row schema of the table, all columns in declared order
 * @param partitionedBy names of the partition columns
 * @param columns names of the columns to return
 * @param filter text of the filter, empty for none
 * @param rowIds whether addresses are wanted
 * @param writeIds valid write ids in Hive's text
 */
record ScanSpec(
    TypeDescription row,
    List<String> partitionedBy,
    List<String> columns,
    String filter,
    ScanRequest.RowIds rowIds,
    String writeIds)
    implements Serializable {

  TableShape shape() {
    return TableShape.of(row, partitionedBy);
  }
}
