package io.orcacid.interop.hive;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.ql.io.AcidOutputFormat;
import org.apache.hadoop.hive.ql.io.RecordIdentifier;
import org.apache.hadoop.hive.ql.io.RecordUpdater;
import org.apache.hadoop.hive.ql.io.orc.OrcFile;
import org.apache.hadoop.hive.ql.io.orc.OrcOutputFormat;
import org.apache.hadoop.hive.ql.io.orc.Writer;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorFactory;
import org.apache.hadoop.hive.serde2.typeinfo.PrimitiveTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.mapred.JobConf;

/**
 * Writes with Hive's own writers. Columns are boolean, int, bigint, double or string; a row is a
 * JSON list of their values.
 */
final class HiveWriter {
  private final HiveTable table;
  private final List<String> names;
  private final List<ObjectInspector> inspectors = new ArrayList<>();

  HiveWriter(HiveTable table) {
    this.table = table;
    this.names = new ArrayList<>(table.columns());
    for (TypeInfo type : table.types()) {
      inspectors.add(TypeInfoUtils.getStandardJavaObjectInspectorFromTypeInfo(type));
    }
  }

  /**
   * Events of one bucket of one statement. Members: {@code writeId}, {@code statement}, {@code
   * bucket}, {@code attempt} (-1 for none); {@code inserts}, a list of rows; {@code deletes}, a
   * list of row ids {@code [writeId, bucketProperty, rowId]} in ascending order; {@code base} true
   * for an overwrite.
   */
  void write(JsonNode request) throws IOException {
    JobConf conf = table.jobConf();
    long writeId = request.get("writeId").asLong();
    int attempt = request.get("attempt").asInt();
    List<String> allNames = new ArrayList<>(names);
    allNames.add("ROW__ID");
    List<ObjectInspector> all = new ArrayList<>(inspectors);
    all.add(RecordIdentifier.StructInfo.oi);
    AcidOutputFormat.Options options =
        new AcidOutputFormat.Options(conf)
            .filesystem(table.directory().getFileSystem(conf))
            .inspector(ObjectInspectorFactory.getStandardStructObjectInspector(allNames, all))
            .recordIdColumn(names.size())
            .tableProperties(table.properties())
            .writingBase(request.get("base").asBoolean())
            .minimumWriteId(writeId)
            .maximumWriteId(writeId)
            .statementId(request.get("statement").asInt())
            .bucket(request.get("bucket").asInt());
    if (attempt >= 0) {
      options.attemptId(attempt);
    }
    RecordUpdater updater = new OrcOutputFormat().getRecordUpdater(table.directory(), options);
    for (JsonNode id : request.get("deletes")) {
      List<Object> row = new ArrayList<>(java.util.Collections.nCopies(names.size(), null));
      row.add(List.of(id.get(0).asLong(), id.get(1).asInt(), id.get(2).asLong()));
      updater.delete(writeId, row);
    }
    for (JsonNode values : request.get("inserts")) {
      List<Object> row = row(values);
      row.add(null);
      updater.insert(writeId, row);
    }
    updater.close(false);
  }

  /**
   * A plain ORC file, as a table has them from before its transactions. Members: {@code file}, its
   * name; {@code rows}.
   */
  void writeOriginal(JsonNode request) throws IOException {
    JobConf conf = table.jobConf();
    Path file = new Path(table.directory(), request.get("file").asText());
    Writer writer =
        OrcFile.createWriter(
            file,
            OrcFile.writerOptions(conf)
                .inspector(
                    ObjectInspectorFactory.getStandardStructObjectInspector(names, inspectors)));
    for (JsonNode values : request.get("rows")) {
      writer.addRow(row(values));
    }
    writer.close();
  }

  private List<Object> row(JsonNode values) {
    List<Object> row = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      row.add(value((PrimitiveTypeInfo) table.types().get(i), values.get(i)));
    }
    return row;
  }

  private static Object value(PrimitiveTypeInfo type, JsonNode value) {
    if (value.isNull()) {
      return null;
    }
    return switch (type.getPrimitiveCategory()) {
      case BOOLEAN -> value.asBoolean();
      case INT -> value.asInt();
      case LONG -> value.asLong();
      case DOUBLE -> value.asDouble();
      case STRING -> value.asText();
      default -> throw new IllegalArgumentException("cannot write " + type);
    };
  }
}
