package io.orcacid.reader.expression;

import static org.assertj.core.api.Assertions.assertThat;

import io.orcacid.reader.expression.PredicateGenerator.Column;
import io.orcacid.reader.expression.PredicateGenerator.Pair;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.apache.hadoop.hive.ql.exec.vector.ColumnVector;
import org.apache.hadoop.hive.ql.exec.vector.VectorizedRowBatch;
import org.apache.hadoop.hive.ql.io.sarg.SearchArgument;
import org.apache.orc.TypeDescription;
import org.apache.orc.TypeDescription.RowBatchVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random predicates against another database, and against the statistics of ORC files. */
class RandomPredicateTest {
  private static final int PREDICATES = 300;
  private static final int GENERATED_ROWS = 15_000;
  private static final int NARROW_GROUPS = 9;
  private static final String ALL_TYPES =
      "struct<id:bigint,b:boolean,t:tinyint,s:smallint,i:int,l:bigint,f:float,d:double,"
          + "n:decimal(10,2),m:decimal(38,10),v:string,c:char(6),w:varchar(12),x:binary,day:date,"
          + "at:timestamp,seen:timestamp with local time zone,r:struct<p:int,q:string>>";

  @TempDir Path directory;

  private static long seed() {
    return Long.getLong("orcacid.seed", System.nanoTime());
  }

  @Test
  void birdstrikesAreFoundAsByAnotherDatabase() throws Exception {
    long seed = seed();
    Random random = new Random(seed);
    Table table = birdstrikes();
    String[] types = {
      "BIGINT",
      "VARCHAR",
      "VARCHAR",
      "VARCHAR",
      "DATE",
      "VARCHAR",
      "VARCHAR",
      "VARCHAR",
      "VARCHAR",
      "VARCHAR",
      "VARCHAR",
      "INT",
      "BIGINT",
      "DECIMAL(12,2)",
      "DOUBLE PRECISION"
    };
    check(table, List.of(types), random, seed);
  }

  @Test
  void rowsOfAllTypesAreFoundAsByAnotherDatabase() throws Exception {
    long seed = seed();
    Random random = new Random(seed);
    Table table = generated(random);
    String[] types = {
      "BIGINT",
      "BOOLEAN",
      "TINYINT",
      "SMALLINT",
      "INT",
      "BIGINT",
      "DOUBLE PRECISION",
      "DOUBLE PRECISION",
      "DECIMAL(10,2)",
      "DECIMAL(38,10)",
      "VARCHAR",
      "VARCHAR",
      "VARCHAR",
      "VARBINARY",
      "DATE",
      "TIMESTAMP(9)",
      "TIMESTAMP(9) WITH TIME ZONE",
      "INT",
      "VARCHAR"
    };
    check(table, List.of(types), random, seed);
  }

  private void check(Table table, List<String> types, Random random, long seed) throws Exception {
    List<Column> columns = columns(table, random);
    org.apache.hadoop.fs.Path file =
        new org.apache.hadoop.fs.Path(directory.resolve("rows.orc").toString());
    table.write(file);
    int skipped = 0;
    try (Connection connection = DriverManager.getConnection("jdbc:h2:mem:")) {
      load(connection, table, columns, types);
      PredicateGenerator generator =
          new PredicateGenerator(random, columns.subList(1, columns.size()));
      for (int i = 0; i < PREDICATES; i++) {
        Pair pair = generator.predicate(random.nextInt(4));
        String told = "replay with -Dorcacid.seed=%d: predicate %d: %s".formatted(seed, i, pair);
        BoundPredicate predicate;
        BitSet expected;
        try {
          predicate = BoundPredicate.bind(Expression.parse(pair.ours()), table.type());
          expected = query(connection, pair.theirs());
        } catch (RuntimeException | SQLException e) {
          throw new AssertionError(told, e);
        }
        assertThat(table.matches(predicate)).as(told).isEqualTo(expected);
        checkRepetition(table, predicate, expected, random, told);
        checkSelection(table, predicate, expected, random, told);
        skipped += checkPushDown(file, table, predicate, told);
      }
    }
    assertThat(skipped).as("rows that the statistics saved, seed " + seed).isPositive();
  }

  /** A batch whose vectors repeat one row gives what the row gives. */
  private static void checkRepetition(
      Table table, BoundPredicate predicate, BitSet expected, Random random, String told) {
    int row = random.nextInt(table.rows().size());
    VectorizedRowBatch batch = table.batch(row, row + 1, RowBatchVersion.USE_DECIMAL64);
    for (ColumnVector vector : batch.cols) {
      vector.isRepeating = true;
    }
    batch.size = 1;
    predicate.filter(batch);
    assertThat(batch.size == 1).as(told + " repeating row " + row).isEqualTo(expected.get(row));
  }

  /** Rows that are not selected stay out, and the others give what they give alone. */
  private static void checkSelection(
      Table table, BoundPredicate predicate, BitSet expected, Random random, String told) {
    int from = random.nextInt(table.rows().size() - 100);
    VectorizedRowBatch batch = table.batch(from, from + 100, RowBatchVersion.USE_DECIMAL64);
    BitSet wanted = new BitSet();
    batch.selectedInUse = true;
    batch.size = 0;
    for (int i = 0; i < 100; i++) {
      if (random.nextBoolean()) {
        batch.selected[batch.size++] = i;
        if (expected.get(from + i)) {
          wanted.set(i);
        }
      }
    }
    predicate.filter(batch);
    BitSet found = new BitSet();
    for (int i = 0; i < batch.size; i++) {
      found.set(batch.selected[i]);
    }
    assertThat(found).as(told + " selection from " + from).isEqualTo(wanted);
  }

  private static int checkPushDown(
      org.apache.hadoop.fs.Path file, Table table, BoundPredicate predicate, String told)
      throws IOException {
    Optional<SearchArgument> argument = predicate.searchArgument(name -> true);
    if (argument.isEmpty()) {
      return 0;
    }
    Table.Found all = Table.scan(file, table.type(), null, predicate);
    Table.Found some = Table.scan(file, table.type(), argument.get(), predicate);
    assertThat(some.matching()).as(told + " with " + argument.get()).isEqualTo(all.matching());
    return all.read() - some.read();
  }

  private static List<Column> columns(Table table, Random random) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < table.type().getChildren().size(); i++) {
      TypeDescription type = table.type().getChildren().get(i);
      String name = ColumnReference.quoted(table.type().getFieldNames().get(i));
      if (type.getCategory() == TypeDescription.Category.STRUCT) {
        int column = i;
        columns.add(field(table, column, 0, Kind.INTEGER, name + ".p", random));
        columns.add(field(table, column, 1, Kind.TEXT, name + ".q", random));
      } else {
        boolean small =
            type.getCategory() == TypeDescription.Category.BYTE
                || type.getCategory() == TypeDescription.Category.SHORT
                || (type.getCategory() == TypeDescription.Category.INT);
        boolean character = type.getCategory() == TypeDescription.Category.CHAR;
        columns.add(
            new Column(
                name,
                "c" + columns.size(),
                Kind.of(type),
                character,
                small,
                literals(table.column(i), random)));
      }
    }
    return Collections.unmodifiableList(columns);
  }

  private static Column field(
      Table table, int column, int field, Kind kind, String name, Random random) {
    List<Object> values = new ArrayList<>();
    for (Object value : table.column(column)) {
      values.add(value == null ? null : ((Object[]) value)[field]);
    }
    return new Column(name, "c" + (column + field), kind, false, false, literals(values, random));
  }

  private static List<Object> literals(List<Object> values, Random random) {
    List<Object> literals = new ArrayList<>();
    while (literals.size() < 40) {
      Object value = values.get(random.nextInt(values.size()));
      if (value != null) {
        literals.add(value instanceof String text ? text.stripTrailing() : value);
      }
    }
    return literals;
  }

  private static BitSet query(Connection connection, String predicate) throws SQLException {
    BitSet found = new BitSet();
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT c0 FROM rows WHERE " + predicate)) {
      while (rows.next()) {
        found.set((int) rows.getLong(1));
      }
    }
    return found;
  }

  private static void load(
      Connection connection, Table table, List<Column> columns, List<String> types)
      throws SQLException {
    StringBuilder create = new StringBuilder("CREATE TABLE rows (");
    StringBuilder insert = new StringBuilder("INSERT INTO rows VALUES (");
    for (int i = 0; i < types.size(); i++) {
      create.append(i == 0 ? "" : ", ").append("c").append(i).append(' ').append(types.get(i));
      insert.append(i == 0 ? "?" : ", ?");
    }
    assertThat(columns).hasSameSizeAs(types);
    try (Statement statement = connection.createStatement()) {
      statement.execute(create.append(")").toString());
    }
    try (PreparedStatement statement = connection.prepareStatement(insert.append(")").toString())) {
      for (Object[] row : table.rows()) {
        int parameter = 1;
        for (Object value : flat(table, row)) {
          statement.setObject(parameter++, foreign(value));
        }
        statement.addBatch();
      }
      statement.executeBatch();
    }
  }

  private static List<Object> flat(Table table, Object[] row) {
    List<Object> values = new ArrayList<>();
    for (int i = 0; i < row.length; i++) {
      if (table.type().getChildren().get(i).getCategory() == TypeDescription.Category.STRUCT) {
        Object[] fields = row[i] == null ? new Object[2] : (Object[]) row[i];
        Collections.addAll(values, fields);
      } else {
        values.add(row[i]);
      }
    }
    return values;
  }

  private static Object foreign(Object value) {
    if (value instanceof Bytes bytes) {
      return bytes.content();
    } else if (value instanceof Instant instant) {
      return instant.atOffset(ZoneOffset.UTC);
    }
    return value;
  }

  static Table birdstrikes() throws IOException {
    TypeDescription type =
        TypeDescription.fromString(
            "struct<id:bigint,`Airport Name`:string,`Aircraft Make Model`:string,"
                + "`Effect Amount of damage`:string,`Flight Date`:date,"
                + "`Aircraft Airline Operator`:string,`Origin State`:varchar(14),"
                + "`Phase of flight`:string,`Wildlife Size`:char(8),`Wildlife Species`:string,"
                + "`Time of day`:string,`Cost Other`:int,`Cost Repair`:bigint,"
                + "`Cost Total $`:decimal(12,2),`Speed IAS in knots`:double>");
    List<Object[]> rows = new ArrayList<>();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                RandomPredicateTest.class.getResourceAsStream(
                    "/io/orcacid/testkit/data/birdstrikes.csv"),
                StandardCharsets.UTF_8))) {
      lines.readLine();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        String[] cells = line.split(",", -1);
        Object[] row = new Object[15];
        row[0] = (long) rows.size();
        for (int i = 0; i < cells.length; i++) {
          row[i + 1] = cells[i].isEmpty() ? null : parsed(cells[i], type.getChildren().get(i + 1));
        }
        rows.add(row);
      }
    }
    return new Table(type, rows);
  }

  private static Object parsed(String cell, TypeDescription type) {
    return switch (Kind.of(type)) {
      case INTEGER -> Long.valueOf(cell);
      case FLOATING -> Double.valueOf(cell);
      case DECIMAL -> new BigDecimal(cell);
      case DATE -> LocalDate.parse(cell);
      default -> cell;
    };
  }

  private static Table generated(Random random) {
    List<Object[]> rows = new ArrayList<>();
    for (int i = 0; i < GENERATED_ROWS; i++) {
      // Edges in every third row group only: the others can then be told by their statistics.
      boolean edges = i / Table.BATCH % 3 == 0;
      Object[] row = new Object[18];
      row[0] = (long) i;
      for (int column = 1; column < 17; column++) {
        boolean isNull = random.nextInt(8) == 0 || (i / Table.BATCH == 4 && column % 3 == 0);
        boolean edge = i / Table.BATCH >= NARROW_GROUPS || (edges && random.nextInt(3) == 0);
        row[column] =
            isNull ? null : edge ? edge(column, narrowed(i, random)) : usual(column, i, random);
      }
      row[17] =
          random.nextInt(6) == 0
              ? null
              : new Object[] {
                random.nextInt(6) == 0 ? null : (long) (i / 10),
                random.nextInt(6) == 0 ? null : "q" + random.nextInt(20)
              };
      rows.add(row);
    }
    return new Table(TypeDescription.fromString(ALL_TYPES), rows);
  }

  /** In the last row groups only two edges each: what their statistics then say must be true. */
  private static int narrowed(int row, Random random) {
    int group = row / Table.BATCH;
    return group < NARROW_GROUPS ? random.nextInt(100) : group + random.nextInt(2);
  }

  private static Object usual(int column, int row, Random random) {
    int near = row / 50 + random.nextInt(10);
    return switch (column) {
      case 1 -> row / Table.BATCH % 2 == 0 || random.nextInt(50) == 0;
      case 2 -> (long) (near % 100);
      case 3, 4 -> (long) near;
      case 5 -> near * 1_000_000_000_000L;
      case 6 -> (double) (near * 0.37f);
      case 7 -> near * 0.37;
      case 8 -> BigDecimal.valueOf(near * 25L, 2);
      case 9 -> new BigDecimal(near).movePointRight(12).add(new BigDecimal("0.0000000001"));
      case 10, 12 -> "k" + (1_000 + near);
      case 11 -> "k" + (1_000 + near) % 10_000;
      case 13 -> new Bytes(new byte[] {(byte) near, (byte) random.nextInt(4)});
      case 14 -> LocalDate.of(2020, 1, 1).plusDays(near);
      case 15 -> LocalDateTime.of(2020, 1, 1, 0, 0).plusHours(near * 5L).plusNanos(near);
      default -> Instant.parse("2020-01-01T00:00:00Z").plusSeconds(near * 9_000L);
    };
  }

  private static Object edge(int column, int choice) {
    Object[] edges =
        switch (column) {
          case 1 -> new Object[] {true, false};
          case 2 -> new Object[] {-128L, 127L, 0L, -1L};
          case 3 -> new Object[] {-32768L, 32767L, 0L};
          case 4 -> new Object[] {(long) Integer.MIN_VALUE, (long) Integer.MAX_VALUE, 0L};
          case 5 -> new Object[] {Long.MIN_VALUE, Long.MAX_VALUE, 0L, 9_007_199_254_740_993L};
          case 6 -> new Object[] {0.0, -0.0, Double.NaN, (double) Float.MAX_VALUE, (double) 0.1f};
          case 7 ->
              new Object[] {
                0.0,
                -0.0,
                Double.NaN,
                Double.POSITIVE_INFINITY,
                Double.NEGATIVE_INFINITY,
                Double.MIN_VALUE,
                -1.5
              };
          case 8 -> new Object[] {new BigDecimal("-99999999.99"), new BigDecimal("0.00")};
          case 9 ->
              new Object[] {
                new BigDecimal("9999999999999999999999999999.9999999999"), new BigDecimal("-0.5")
              };
          case 10 -> new Object[] {"", " ", "a'b", "50%", "a_b", "ä", "Zürich", "k", "~", "a\\b"};
          case 11 -> new Object[] {"", "ab", "ab\u0001", "ä", "abcdef"};
          case 12 -> new Object[] {"", "ab", "ab ", "ä", "k1000 and up"};
          case 13 -> new Object[] {new Bytes(new byte[0]), new Bytes(new byte[] {-1, 0})};
          case 14 ->
              new Object[] {
                LocalDate.of(1969, 12, 31),
                LocalDate.of(1, 1, 1),
                LocalDate.of(1582, 10, 10),
                LocalDate.of(9999, 12, 31)
              };
          case 15 ->
              new Object[] {
                LocalDateTime.of(1969, 12, 31, 23, 59, 58, 999_500_000),
                LocalDateTime.of(1970, 1, 1, 0, 0, 0, 500),
                LocalDateTime.of(1969, 12, 31, 23, 59, 59, 999_500_000),
                LocalDateTime.of(1500, 2, 28, 1, 2, 3)
              };
          default ->
              new Object[] {
                Instant.parse("1969-12-31T23:59:58.000000001Z"),
                Instant.parse("1969-12-31T23:59:59.999500Z"),
                Instant.parse("2038-01-19T03:14:08Z")
              };
        };
    return edges[choice % edges.length];
  }
}
