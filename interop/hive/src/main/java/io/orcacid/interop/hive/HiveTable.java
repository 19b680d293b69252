package io.orcacid.interop.hive;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hive.common.ValidTxnList;
import org.apache.hadoop.hive.common.ValidWriteIdList;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.io.AcidUtils;
import org.apache.hadoop.hive.ql.io.IOConstants;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;
import org.apache.hadoop.mapred.JobConf;

/**
 * A table, or one partition of it, as Hive's classes want it described.
 *
 * @param directory member {@code directory} of a request
 * @param columns names, member {@code columns}, separated by commas
 * @param types member {@code types}, separated by colons
 * @param writeIds valid write ids, member {@code writeIds}; null for requests that only write
 * @param transactions valid transactions, member {@code txns}; likewise
 * @param splitBytes bytes from which on Hive ends a split, member {@code splitBytes}; 0 leaves it
 *     to Hive
 * @param more table properties beyond those that make it transactional
 */
public record HiveTable(
    Path directory,
    List<String> columns,
    List<TypeInfo> types,
    String writeIds,
    String transactions,
    long splitBytes,
    Map<String, String> more) {
  private static final JobConf BASE = base();

  static HiveTable of(JsonNode request) {
    return new HiveTable(
        new Path("file://" + request.get("directory").asText()),
        Arrays.asList(request.get("columns").asText().split(",")),
        TypeInfoUtils.getTypeInfosFromTypeString(request.get("types").asText()),
        request.path("writeIds").asText(null),
        request.path("txns").asText(null),
        request.path("splitBytes").asLong(0),
        Map.of());
  }

  /**
   * A table of which every write id is committed.
   *
   * @param directory absolute
   * @param columns names, separated by commas
   * @param types separated by colons
   * @param more table properties beyond those that make it transactional
   */
  public static HiveTable committed(
      String directory, String columns, String types, Map<String, String> more) {
    return new HiveTable(
        new Path("file://" + directory),
        Arrays.asList(columns.split(",")),
        TypeInfoUtils.getTypeInfosFromTypeString(types),
        "default.t:" + Long.MAX_VALUE + ":" + Long.MAX_VALUE + "::",
        Long.MAX_VALUE + ":" + Long.MAX_VALUE + "::",
        0,
        more);
  }

  private static JobConf base() {
    JobConf base = new JobConf(new HiveConf());
    base.set("fs.file.impl", PlainLocalFileSystem.class.getName());
    base.set("fs.defaultFS", "file:///");
    // The listing must be as it is now, not as it was two hours ago.
    base.setInt(HiveConf.ConfVars.HIVE_TXN_ACID_DIR_CACHE_DURATION.varname, 0);
    base.set("orc.compress", "ZLIB");
    return base;
  }

  /** Settings of a job that reads the table at its snapshot. */
  public JobConf jobConf() {
    JobConf conf = new JobConf(BASE);
    Properties properties = properties();
    properties.stringPropertyNames().forEach(key -> conf.set(key, properties.getProperty(key)));
    conf.set(IOConstants.SCHEMA_EVOLUTION_COLUMNS, String.join(",", columns));
    conf.set(IOConstants.SCHEMA_EVOLUTION_COLUMNS_TYPES, typeNames());
    AcidUtils.setAcidOperationalProperties(
        conf, true, AcidUtils.AcidOperationalProperties.getDefault());
    if (writeIds != null) {
      conf.set(ValidWriteIdList.VALID_WRITEIDS_KEY, writeIds);
      conf.set(ValidTxnList.VALID_TXNS_KEY, transactions);
    }
    if (splitBytes > 0) {
      HiveConf.setVar(conf, HiveConf.ConfVars.HIVE_ORC_SPLIT_STRATEGY, "ETL");
      HiveConf.setLongVar(conf, HiveConf.ConfVars.MAPRED_MAX_SPLIT_SIZE, splitBytes);
      HiveConf.setLongVar(conf, HiveConf.ConfVars.MAPRED_MIN_SPLIT_SIZE, 1);
    }
    conf.set("mapreduce.input.fileinputformat.inputdir", directory.toString());
    return conf;
  }

  /** Table properties as the metastore would give them. */
  public Properties properties() {
    Properties properties = new Properties();
    properties.setProperty(IOConstants.COLUMNS, String.join(",", columns));
    properties.setProperty(IOConstants.COLUMNS_TYPES, typeNames());
    properties.setProperty("transactional", "true");
    properties.setProperty("transactional_properties", "default");
    more.forEach(properties::setProperty);
    return properties;
  }

  private String typeNames() {
    return String.join(":", types.stream().map(TypeInfo::getTypeName).toList());
  }
}
