package io.orcacid.cli;

import static io.orcacid.cli.CommandProcess.out;
import static io.orcacid.cli.CommandProcess.refused;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Import of files that say the types of their columns: ORC and Parquet. */
class TypedFilesTest {
  private static final MessageType TWO =
      MessageTypeParser.parseMessageType(
          "message m { optional int64 id; optional binary name (STRING); }");

  @TempDir private Path folder;
  private String table;

  @BeforeEach
  void choosePath() {
    table = path("t");
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private List<String> rows() {
    return out("scan", table, "--format", "json", "--ordered").lines().toList();
  }

  private String parquet(MessageType type, CompressionCodecName codec, Group... rows)
      throws IOException {
    Path file = folder.resolve("f.parquet");
    Files.deleteIfExists(file);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(type)
            .withCompressionCodec(codec)
            .build()) {
      for (Group row : rows) {
        writer.write(row);
      }
    }
    return file.toString();
  }

  private String parquet(MessageType type, Group... rows) throws IOException {
    return parquet(type, CompressionCodecName.SNAPPY, rows);
  }

  private static Group two(long id, String name) {
    return new SimpleGroup(TWO).append("id", id).append("name", name);
  }

  private String parquetOf(String field) throws IOException {
    return parquet(MessageTypeParser.parseMessageType("message m { " + field + " }"));
  }

  /** An ORC file of these columns and rows. */
  private String orc(String columns, String values) {
    out("create", path("source"), "--schema", columns);
    out("insert", path("source"), "--values", values);
    out("export", path("source"), path("f.orc"), "--ordered");
    return path("f.orc");
  }

  @Test
  void the_logical_types_of_parquet_become_the_types_of_a_table() throws IOException {
    MessageType type =
        MessageTypeParser.parseMessageType(
            "message m { required boolean b; required int32 i8 (INTEGER(8,true));"
                + " required int32 u16 (INTEGER(16,false)); required int32 u32 (INTEGER(32,false));"
                + " required int64 u64 (INTEGER(64,false)); required float f; required double d;"
                + " required int32 d9 (DECIMAL(9,2)); required int64 d18 (DECIMAL(18,3));"
                + " required binary d30 (DECIMAL(30,1)); required int32 da (DATE);"
                + " required int64 tm (TIMESTAMP(MILLIS,true));"
                + " required int64 tu (TIMESTAMP(MICROS,false));"
                + " required int64 tn (TIMESTAMP(NANOS,false)); required binary s (STRING);"
                + " required binary e (ENUM); required binary j (JSON);"
                + " required fixed_len_byte_array(16) u (UUID); required binary raw;"
                + " optional group l (LIST) { repeated group list { optional int32 element; } }"
                + " optional group m (MAP) { repeated group key_value"
                + " { required binary key (STRING); optional int64 value; } }"
                + " optional group st { optional int32 x; optional binary y (STRING); }"
                + " optional int32 nothing; }");
    Group row =
        new SimpleGroup(type)
            .append("b", true)
            .append("i8", -8)
            .append("u16", 65535)
            .append("u32", -1)
            .append("u64", -1L)
            .append("f", 1.5f)
            .append("d", 0.1)
            .append("d9", -1234)
            .append("d18", 1234L)
            .append("d30", Binary.fromConstantByteArray(new byte[] {1, 0}))
            .append("da", -141_427)
            .append("tm", -1_500L)
            .append("tu", 1_500_001L)
            .append("tn", -5_000_000_001L)
            .append("s", "é")
            .append("e", "RED")
            .append("j", "{}")
            .append("u", Binary.fromConstantByteArray(new byte[16]))
            .append("raw", Binary.fromConstantByteArray(new byte[] {0, -1}));
    Group list = row.addGroup("l");
    list.addGroup("list").append("element", 1);
    list.addGroup("list");
    row.addGroup("m").addGroup("key_value").append("key", "k").append("value", 2L);
    row.addGroup("st").append("x", 3);

    CommandProcess.Run run = CommandProcess.here("import", table, parquet(type, row));

    assertThat(run.exit()).as(run.err()).isZero();
    assertThat(run.err())
        .endsWith(
            "(b boolean, i8 tinyint, u16 int, u32 bigint, u64 decimal(20,0), f float, d double,"
                + " d9 decimal(9,2), d18 decimal(18,3), d30 decimal(30,1), da date,"
                + " tm timestamp with local time zone, tu timestamp, tn timestamp, s string,"
                + " e string, j string, u string, raw binary, l array<int>, m map<string,bigint>,"
                + " st struct<x:int,y:string>, nothing int)\n");
    assertThat(rows())
        .containsExactly(
            "{\"b\":true,\"i8\":-8,\"u16\":65535,\"u32\":4294967295,"
                + "\"u64\":\"18446744073709551615\",\"f\":1.5,\"d\":0.1,\"d9\":\"-12.34\",\"d18\":\"1.234\","
                + "\"d30\":\"25.6\",\"da\":\"1582-10-15\",\"tm\":\"1969-12-31T23:59:58.500000000Z\","
                + "\"tu\":\"1970-01-01 00:00:01.500001000\","
                + "\"tn\":\"1969-12-31 23:59:54.999999999\",\"s\":\"é\",\"e\":\"RED\",\"j\":\"{}\","
                + "\"u\":\"00000000-0000-0000-0000-000000000000\",\"raw\":\"AP8=\","
                + "\"l\":[1,null],\"m\":[[\"k\",2]],\"st\":{\"x\":3,\"y\":null},\"nothing\":null}");
  }

  @Test
  void a_file_of_another_writer_is_read() throws IOException {
    Path file = folder.resolve("duckdb.parquet");
    try (InputStream in = TypedFilesTest.class.getResourceAsStream("input/duckdb.parquet")) {
      Files.copy(in, file);
    }
    assertThat(CommandProcess.here("import", table, file.toString()).err())
        .contains("u8 smallint, u32 bigint, u64 decimal(20,0)")
        .contains("ll array<array<int>>");
    assertThat(rows())
        .hasSize(2)
        .contains(
            "{\"b\":true,\"t\":1,\"s\":2,\"i\":3,\"l\":4,\"u8\":5,\"u32\":6,\"u64\":\"7\",\"f\":1.5,\"d\":0.1,\"d9\":"
                + "\"12.34\",\"d30\":\"123.4\",\"st\":\"é\",\"bl\":\"YQ==\",\"da\":\"1500-01-01\",\"ts\":\"2026-11-30 10"
                + ":00:00.123456000\",\"tz\":\"2026-11-30T10:00:00.000000000Z\",\"tn\":\"2026-11-30 10:00:0"
                + "0.123456789\",\"li\":[1,null,3],\"ma\":[[\"k\",2]],\"sr\":{\"x\":1,\"y\":\"z\"},\"ll\":[[1],[]],\""
                + "uu\":\"00000000-0000-0000-0000-00000000000a\"}")
        .anyMatch(row -> row.matches("\\{(\"\\w+\":null,?){23}\\}"));
  }

  @ParameterizedTest
  @EnumSource(
      value = CompressionCodecName.class,
      names = {"UNCOMPRESSED", "SNAPPY", "GZIP", "ZSTD", "LZ4_RAW"})
  void the_usual_codecs_of_parquet_are_read(CompressionCodecName codec) throws IOException {
    Group[] many = new Group[3000];
    for (int i = 0; i < many.length; i++) {
      many[i] = two(i, "name " + i % 7);
    }
    assertThat(out("import", table, parquet(TWO, codec, many))).startsWith("imported 3000 rows");
    assertThat(rows().get(2999)).isEqualTo("{\"id\":2999,\"name\":\"name 3\"}");
  }

  @Test
  void columns_are_found_by_name_and_missing_ones_are_null() throws IOException {
    out("create", table, "--schema", "n string, NAME varchar(5), ID int");
    out("import", table, parquet(TWO, two(1, "a"), new SimpleGroup(TWO)));
    out("import", table, orc("id tinyint, name string", "(2, 'b')"));
    assertThat(rows())
        .containsExactlyInAnyOrder(
            "{\"n\":null,\"NAME\":\"a\",\"ID\":1}",
            "{\"n\":null,\"NAME\":null,\"ID\":null}",
            "{\"n\":null,\"NAME\":\"b\",\"ID\":2}");
  }

  @Test
  void an_unknown_column_is_refused() throws IOException {
    out("create", table, "--schema", "id bigint");
    assertThat(refused("import", table, parquet(TWO, two(1, "a"))))
        .contains("f.parquet")
        .contains("column=name");
  }

  @Test
  void a_value_that_does_not_fit_names_row_and_column_and_may_be_left_out() throws IOException {
    out("create", table, "--schema", "id tinyint, name string");
    String file = parquet(TWO, two(1, "a"), two(300, "b"), two(3, "c"));
    assertThat(refused("import", table, file))
        .contains("row=2")
        .contains("column=id")
        .contains("'300' does not fit tinyint");
    assertThat(rows()).isEmpty();
    out("import", table, file, "--max-bad-rows", "1", "--bad-rows-file", path("bad"));
    assertThat(rows()).hasSize(2);
    assertThat(folder.resolve("bad")).hasContent("{\"id\":300,\"name\":\"b\"}\n");
  }

  @Test
  void values_that_fit_are_converted_and_others_refused() throws IOException {
    out(
        "create",
        table,
        "--schema",
        "a bigint, b decimal(5,1), c double, d double, e int, f char(3)");
    String columns = "a tinyint, b decimal(10,2), c float, d int, e decimal(9,0), f varchar(10)";
    out("import", table, orc(columns, "(1, 12.30, 1.5, 7, 8, 'xyz')"));
    assertThat(rows())
        .containsExactly("{\"a\":1,\"b\":\"12.3\",\"c\":1.5,\"d\":7.0,\"e\":8,\"f\":\"xyz\"}");
    for (String[] bad :
        new String[][] {
          {"b", "(1, 12.34, 1.5, 7, 8, 'x')"}, {"f", "(1, 1.0, 1.5, 7, 8, 'long')"}
        }) {
      out("truncate", path("source"));
      out("insert", path("source"), "--values", bad[1]);
      out("export", path("source"), path("f.orc"), "--overwrite");
      assertThat(refused("import", table, path("f.orc")))
          .contains("row=1")
          .contains("column=" + bad[0]);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "double:int",
        "string:int",
        "int:string",
        "timestamp:date",
        "double:float",
        "array<string>:array<int>",
        "struct<a:int,b:int>:struct<a:int>",
        "binary:string"
      })
  void types_that_would_lose_are_refused_by_name(String pair) {
    String[] types = pair.split(":(?![^<]*>)");
    out("create", path("source"), "--schema", "x " + types[0]);
    out("export", path("source"), path("f.orc"));
    out("create", table, "--schema", "x " + types[1]);
    assertThat(refused("import", table, path("f.orc")))
        .contains("column=x")
        .contains("typeInFile=" + types[0])
        .contains("typeInTable=" + types[1]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "optional int96 x;",
        "optional int32 x (TIME(MILLIS,true));",
        "optional binary x (BSON);",
        "repeated int32 x;",
        "optional fixed_len_byte_array(12) x (INTERVAL);",
        "required binary x (DECIMAL(39,1));",
        "optional group x (LIST) { repeated int32 array; }",
        "optional group y { optional int96 x; }"
      })
  void types_of_parquet_that_no_table_has_are_refused(String field) throws IOException {
    assertThat(refused("import", table, parquetOf(field)))
        .contains("f.parquet")
        .contains("column=")
        .contains("x");
    assertThat(folder.resolve("t")).doesNotExist();
  }

  @Test
  void days_by_the_julian_calendar_are_refused() throws IOException {
    MessageType type = MessageTypeParser.parseMessageType("message m { optional int32 x (DATE); }");
    Path file = folder.resolve("f.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(type)
            .withExtraMetaData(Map.of("org.apache.spark.legacyDateTime", ""))
            .build()) {
      writer.write(new SimpleGroup(type).append("x", -141_427));
      writer.write(new SimpleGroup(type).append("x", -141_428));
    }
    out("create", table, "--schema", "x date");
    assertThat(refused("import", table, file.toString()))
        .contains("row=2")
        .contains("column=x")
        .contains("calendar");
  }

  @Test
  void other_verbs_take_the_files_too() throws IOException {
    out("create", table, "--schema", "id bigint, name string", "--key", "id");
    String file = parquet(TWO, two(1, "a"), two(2, "b"));
    out("upsert", table, file);
    out("merge", table, file, "--when-matched", "then update", "--when-not-matched", "then insert");
    out("overwrite", table, file);
    assertThat(rows())
        .containsExactlyInAnyOrder("{\"id\":1,\"name\":\"a\"}", "{\"id\":2,\"name\":\"b\"}");
  }

  @Test
  void a_file_of_acid_events_is_refused_with_what_to_do() throws IOException {
    orc("id int", "(1)");
    Path delta;
    try (Stream<Path> files = Files.walk(folder.resolve("source"))) {
      delta =
          files
              .filter(file -> file.getFileName().toString().startsWith("bucket_"))
              .findFirst()
              .orElseThrow();
    }
    assertThat(refused("import", table, delta.toString(), "--format", "orc")).contains("adopt");
  }

  @Test
  void files_of_different_types_make_no_table() throws IOException {
    assertThat(refused("import", table, parquet(TWO, two(1, "a")), orc("id int", "(1)")))
        .contains("column=id");
  }

  @ParameterizedTest
  @ValueSource(strings = {"orc", "parquet"})
  void damaged_files_are_refused_in_one_line_and_change_nothing(String kind) throws IOException {
    Group[] many = new Group[500];
    for (int i = 0; i < many.length; i++) {
      many[i] = two(i * 7919L, "name " + i);
    }
    String file = parquet(TWO, many);
    out("import", table, file);
    if (kind.equals("orc")) {
      file = path("f.orc");
      out("export", table, file);
    }
    byte[] good = Files.readAllBytes(Path.of(file));
    Random random = new Random(11);
    for (int i = 0; i < 60; i++) {
      byte[] bad = damaged(good, random, i);
      Files.write(Path.of(file), bad);
      CommandProcess.Run run = CommandProcess.here("import", table, file);
      if (run.exit() != 0) {
        assertThat(run.exit()).as(run.toString()).isIn(2, 4);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains("f." + kind).doesNotContain("@").doesNotContain("INTERNAL");
      }
      if (bad.length < good.length) {
        assertThat(run.exit()).isNotZero();
      }
    }
  }

  /** Cut off, or with one byte changed. */
  private static byte[] damaged(byte[] good, Random random, int number) {
    if (number % 2 == 0) {
      return Arrays.copyOf(good, number == 0 ? 0 : random.nextInt(good.length));
    }
    byte[] bad = good.clone();
    bad[random.nextInt(bad.length)] ^= (byte) (1 + random.nextInt(255));
    return bad;
  }
}
