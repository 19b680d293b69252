package io.orcacid.interop.hive;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TimeZone;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspector;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorUtils;
import org.apache.hadoop.hive.serde2.objectinspector.ObjectInspectorUtils.ObjectInspectorCopyOption;
import org.apache.hadoop.hive.serde2.typeinfo.StructTypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfo;
import org.apache.hadoop.hive.serde2.typeinfo.TypeInfoUtils;

/**
 * Prints values and the bucket hashes that Hive's own classes give them: the golden file of the
 * writer's bucket hash.
 *
 * <p>In Hive every reduce sink of an INSERT, row by row or vectorised, takes its hash function from
 * {@code ReduceSinkDesc.getPartitionFunction}, and the file sink chooses between the same two:
 * {@code ObjectInspectorUtils.getBucketHashCode} for bucketing version 2 and {@code
 * getBucketHashCodeOld} for version 1. Where Hive does not agree with itself:
 *
 * <ul>
 *   <li>binary, version 2: Hive hashes the whole buffer of the {@code BytesWritable}, not the value
 *       in it. Vectorised, that is the value and zeros up to one and a half of its length; row by
 *       row, what earlier rows left in the buffer as well. Here, and in our writer, it is the
 *       value: what the Java object inspector gives.
 *   <li>timestamp, version 1 (and as value of a map in version 2): the hash is that of the instant
 *       which the wall clock means in the default time zone of the JVM, by the hybrid calendar.
 *   <li>map, version 2: keys are hashed by version 2, values by version 1.
 *   <li>the reduce sinks of UPDATE and DELETE always use version 1, on the bucket of ROW__ID, not
 *       on the bucket columns.
 *   <li>the vectorised {@code hash()} of SQL has code of its own and is no part of the write path.
 * </ul>
 */
final class HiveBucketHash {
  private static final int PRIMITIVE_VALUES = 10_000;
  private static final int OTHER_VALUES = 2_000;
  private static final long SEED = 18_910;

  private static final List<String> PRIMITIVES =
      List.of(
          "smallint",
          "int",
          "bigint",
          "float",
          "double",
          "decimal(38,10)",
          "decimal(10,2)",
          "string",
          "char(8)",
          "varchar(12)",
          "binary",
          "date",
          "timestamp",
          "timestamp with local time zone");

  private static final List<String> OTHERS =
      List.of(
          "c:array<int>",
          "c:array<string>",
          "c:array<timestamp>",
          "c:map<string,int>",
          "c:map<int,timestamp>",
          "c:map<string,string>",
          "c:map<bigint,double>",
          "c:map<int,array<map<string,float>>>",
          "c:struct<a:int,b:string,c:double>",
          "c:uniontype<int,string,decimal(10,2)>",
          "c:array<struct<a:smallint,b:array<date>>>",
          "c:struct<m:map<string,binary>,u:uniontype<float,char(8)>>",
          "a:int,b:string",
          "a:bigint,b:decimal(38,10),c:date",
          "a:string,b:timestamp,c:double,d:char(8)",
          "a:timestamp with local time zone,b:binary,c:varchar(12),d:boolean,e:tinyint,f:smallint,g:float");

  private static final String HEADER =
      """
      # Bucket hashes as Hive 4.1.0's own classes compute them (ObjectInspectorUtils of hive-serde), made by
      # io.orcacid.interop.hive.HiveBucketHash of the module interop/hive, which also checks that this file is what Hive says.
      # A section starts with @, the default time zone of the JVM and the columns of the key.
      # A line is: hash of bucketing version 1 and of version 2 (hexadecimal), then the columns, one blank between.
      # Values: ~ null; 'text', bytes of UTF-8 that are no ASCII letter or digit as %XX; x and hexadecimal digits:
      # binary; [list]; {key=value}; (struct); <tag|union>; timestamp: wall clock; with local time zone: UTC.
      """;

  private final StringBuilder golden = new StringBuilder(HEADER);
  private final ValueSource values = new ValueSource(SEED);

  private HiveBucketHash() {}

  /**
   * Writes the golden file.
   *
   * @param arguments its path
   */
  public static void main(String[] arguments) throws IOException {
    write(Path.of(arguments[0]));
  }

  static void write(Path file) throws IOException {
    byte[] text = golden().getBytes(StandardCharsets.US_ASCII);
    Files.createDirectories(file.toAbsolutePath().getParent());
    try (var out =
        new GZIPOutputStream(Files.newOutputStream(file)) {
          {
            def.setLevel(Deflater.BEST_COMPRESSION);
          }
        }) {
      out.write(text);
    }
  }

  /** The text of the golden file. Sets the default time zone of the JVM while it runs. */
  static String golden() {
    TimeZone before = TimeZone.getDefault();
    try {
      HiveBucketHash run = new HiveBucketHash();
      run.sections();
      return run.golden.toString();
    } finally {
      TimeZone.setDefault(before);
    }
  }

  private void sections() {
    section("UTC", "c:boolean", 0);
    section("UTC", "c:tinyint", 0);
    PRIMITIVES.forEach(type -> section("UTC", "c:" + type, PRIMITIVE_VALUES));
    OTHERS.forEach(columns -> section("UTC", columns, OTHER_VALUES));
    for (String zone : List.of("America/New_York", "Europe/Berlin", "Australia/Lord_Howe")) {
      section(zone, "c:timestamp", OTHER_VALUES);
      section(zone, "c:timestamp with local time zone,d:map<int,timestamp>", 200);
    }
  }

  private void section(String zone, String columns, int lines) {
    TimeZone.setDefault(TimeZone.getTimeZone(zone));
    golden.append("@ ").append(zone).append(" struct<").append(columns).append(">\n");
    StructTypeInfo row =
        (StructTypeInfo) TypeInfoUtils.getTypeInfoFromTypeString("struct<" + columns + ">");
    List<TypeInfo> types = new ArrayList<>(row.getAllStructFieldTypeInfos());
    List<String> edges = types.size() == 1 ? ValueSource.edges(types.get(0)) : List.of();
    edges.forEach(edge -> line(types, List.of(edge)));
    for (int i = edges.size(); i < lines; i++) {
      line(types, types.size() == 1 ? List.of(values.next(types.get(0))) : key(types));
    }
  }

  private List<String> key(List<TypeInfo> types) {
    return types.stream().map(values::nullable).toList();
  }

  private void line(List<TypeInfo> types, List<String> texts) {
    Object[] fields = new Object[types.size()];
    Object[] writables = new Object[types.size()];
    ObjectInspector[] inspectors = new ObjectInspector[types.size()];
    ObjectInspector[] writableInspectors = new ObjectInspector[types.size()];
    for (int i = 0; i < fields.length; i++) {
      fields[i] = HiveValueText.parse(texts.get(i), types.get(i));
      inspectors[i] = TypeInfoUtils.getStandardJavaObjectInspectorFromTypeInfo(types.get(i));
      writables[i] =
          ObjectInspectorUtils.copyToStandardObject(
              fields[i], inspectors[i], ObjectInspectorCopyOption.WRITABLE);
      writableInspectors[i] =
          TypeInfoUtils.getStandardWritableObjectInspectorFromTypeInfo(types.get(i));
    }
    int[] hashes = hashes(fields, inspectors);
    if (!Arrays.equals(hashes, hashes(writables, writableInspectors))) {
      throw new IllegalStateException("Java and writable objects disagree: " + types + " " + texts);
    }
    golden.append(String.format("%08x %08x %s\n", hashes[0], hashes[1], String.join(" ", texts)));
  }

  @SuppressWarnings("deprecation")
  private static int[] hashes(Object[] fields, ObjectInspector[] inspectors) {
    return new int[] {
      ObjectInspectorUtils.getBucketHashCodeOld(fields, inspectors),
      ObjectInspectorUtils.getBucketHashCode(fields, inspectors)
    };
  }
}
