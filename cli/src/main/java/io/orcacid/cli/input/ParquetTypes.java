package io.orcacid.cli.input;

import io.orcacid.format.value.StructValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.orc.TypeDescription;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DateLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.EnumLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.JsonLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.ListLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapKeyValueTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.MapLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.StringLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimestampLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UUIDLogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/**
 * What types of a Parquet file are in a table, by the rules of its logical types. A timestamp that
 * is adjusted to UTC is an instant, any other a wall clock. Unsigned integers take the next larger
 * type, enum, JSON and UUID are strings. INT96 is refused: some writers mean an instant by it,
 * others a wall clock, and the file does not say; so are times of day, intervals and BSON.
 */
final class ParquetTypes {
  private static final int MOST_DIGITS = 38;
  private static final int UUID_BYTES = 16;

  private ParquetTypes() {}

  /** A type and how its values are taken out of a group. */
  record Column(TypeDescription type, Reading reading) {
    /** The value of a field that is not repeated, null if it is not there. */
    Object of(Group group, int field) throws InvalidValueException {
      return group.getFieldRepetitionCount(field) == 0 ? null : reading.value(group, field, 0);
    }
  }

  /** Takes out one value that is there. */
  interface Reading {
    Object value(Group group, int field, int index) throws InvalidValueException;
  }

  /**
   * The type of a field.
   *
   * @throws InvalidValueException if no type of a table is like it
   */
  static Column of(Type field) throws InvalidValueException {
    if (field.isRepetition(Type.Repetition.REPEATED)) {
      throw refused(field, "it is repeated without being a list");
    }
    return element(field);
  }

  private static Column element(Type field) throws InvalidValueException {
    if (field.isPrimitive()) {
      return primitive(field.asPrimitiveType());
    }
    LogicalTypeAnnotation logical = field.getLogicalTypeAnnotation();
    GroupType group = field.asGroupType();
    if (logical == null) {
      return struct(group);
    }
    if (logical instanceof ListLogicalTypeAnnotation) {
      return list(group);
    }
    if (logical instanceof MapLogicalTypeAnnotation
        || logical instanceof MapKeyValueTypeAnnotation) {
      return map(group);
    }
    throw refused(field, "tables have no such type");
  }

  private static InvalidValueException refused(Type field, String why) {
    return new InvalidValueException(
        field.getName(),
        "the Parquet type '"
            + field.toString().replaceAll("\\s+", " ")
            + "' cannot be taken: "
            + why);
  }

  private static Column primitive(PrimitiveType field) throws InvalidValueException {
    LogicalTypeAnnotation logical = field.getLogicalTypeAnnotation();
    if (logical instanceof DecimalLogicalTypeAnnotation decimal) {
      return decimal(field, decimal);
    }
    return switch (field.getPrimitiveTypeName()) {
      case BOOLEAN -> plain(field, TypeDescription.createBoolean(), Group::getBoolean);
      case FLOAT -> plain(field, TypeDescription.createFloat(), Group::getFloat);
      case DOUBLE -> plain(field, TypeDescription.createDouble(), Group::getDouble);
      case INT32 -> int32(field, logical);
      case INT64 -> int64(field, logical);
      case BINARY, FIXED_LEN_BYTE_ARRAY -> bytes(field, logical);
      case INT96 ->
          throw refused(
              field,
              "INT96 does not say whether it is an instant or a wall clock;"
                  + " write timestamps as INT64 (Spark: spark.sql.parquet.outputTimestampType=TIMESTAMP_MICROS)");
    };
  }

  private static Column plain(PrimitiveType field, TypeDescription type, Reading reading)
      throws InvalidValueException {
    if (field.getLogicalTypeAnnotation() != null) {
      throw refused(field, "tables have no such type");
    }
    return new Column(type, reading);
  }

  private static Column int32(PrimitiveType field, LogicalTypeAnnotation logical)
      throws InvalidValueException {
    if (logical instanceof DateLogicalTypeAnnotation) {
      return new Column(
          TypeDescription.createDate(),
          (group, at, index) -> LocalDate.ofEpochDay(group.getInteger(at, index)));
    }
    if (!(logical instanceof IntLogicalTypeAnnotation integer)) {
      return plain(field, TypeDescription.createInt(), Group::getInteger);
    }
    long mask = integer.isSigned() ? -1 : (1L << integer.getBitWidth()) - 1;
    int bits = integer.isSigned() ? integer.getBitWidth() : 2 * integer.getBitWidth();
    TypeDescription type =
        switch (bits) {
          case 8 -> TypeDescription.createByte();
          case 16 -> TypeDescription.createShort();
          case 32 -> TypeDescription.createInt();
          default -> TypeDescription.createLong();
        };
    Conversion narrowed = Conversion.between(TypeDescription.createLong(), type);
    return new Column(type, (group, at, index) -> narrowed.of(group.getInteger(at, index) & mask));
  }

  private static Column int64(PrimitiveType field, LogicalTypeAnnotation logical)
      throws InvalidValueException {
    if (logical instanceof TimestampLogicalTypeAnnotation timestamp) {
      return timestamp(timestamp);
    }
    if (!(logical instanceof IntLogicalTypeAnnotation integer)) {
      return plain(field, TypeDescription.createLong(), Group::getLong);
    }
    if (integer.isSigned()) {
      return new Column(TypeDescription.createLong(), Group::getLong);
    }
    return new Column(
        TypeDescription.createDecimal().withPrecision(20).withScale(0),
        (group, at, index) -> new BigDecimal(Long.toUnsignedString(group.getLong(at, index))));
  }

  private static Column timestamp(TimestampLogicalTypeAnnotation timestamp) {
    long unitsInSecond =
        switch (timestamp.getUnit()) {
          case MILLIS -> 1_000L;
          case MICROS -> 1_000_000L;
          case NANOS -> 1_000_000_000L;
        };
    int nanos = (int) (1_000_000_000L / unitsInSecond);
    if (timestamp.isAdjustedToUTC()) {
      return new Column(
          TypeDescription.createTimestampInstant(),
          (group, at, index) -> {
            long units = group.getLong(at, index);
            return Instant.ofEpochSecond(
                Math.floorDiv(units, unitsInSecond), Math.floorMod(units, unitsInSecond) * nanos);
          });
    }
    return new Column(
        TypeDescription.createTimestamp(),
        (group, at, index) -> {
          long units = group.getLong(at, index);
          return LocalDateTime.ofEpochSecond(
              Math.floorDiv(units, unitsInSecond),
              (int) Math.floorMod(units, unitsInSecond) * nanos,
              ZoneOffset.UTC);
        });
  }

  private static Column decimal(PrimitiveType field, DecimalLogicalTypeAnnotation decimal)
      throws InvalidValueException {
    int scale = decimal.getScale();
    if (decimal.getPrecision() > MOST_DIGITS) {
      throw refused(field, "decimals have at most 38 digits");
    }
    // The scale first: that of a new type may be more than the precision.
    TypeDescription type =
        TypeDescription.createDecimal().withScale(scale).withPrecision(decimal.getPrecision());
    return switch (field.getPrimitiveTypeName()) {
      case INT32 ->
          new Column(
              type, (group, at, index) -> BigDecimal.valueOf(group.getInteger(at, index), scale));
      case INT64 ->
          new Column(
              type, (group, at, index) -> BigDecimal.valueOf(group.getLong(at, index), scale));
      default ->
          new Column(
              type,
              (group, at, index) -> {
                byte[] bytes = group.getBinary(at, index).getBytes();
                if (bytes.length == 0) {
                  throw new InvalidValueException("a decimal has no bytes");
                }
                return new BigDecimal(new BigInteger(bytes), scale);
              });
    };
  }

  private static Column bytes(PrimitiveType field, LogicalTypeAnnotation logical)
      throws InvalidValueException {
    if (logical instanceof StringLogicalTypeAnnotation
        || logical instanceof EnumLogicalTypeAnnotation
        || logical instanceof JsonLogicalTypeAnnotation) {
      return new Column(
          TypeDescription.createString(),
          (group, at, index) -> {
            byte[] bytes = group.getBinary(at, index).getBytes();
            return Utf8.decode(bytes, 0, bytes.length);
          });
    }
    if (logical instanceof UUIDLogicalTypeAnnotation) {
      return new Column(
          TypeDescription.createString(),
          (group, at, index) -> {
            ByteBuffer bytes = ByteBuffer.wrap(group.getBinary(at, index).getBytes());
            if (bytes.remaining() != UUID_BYTES) {
              throw new InvalidValueException("a UUID has " + bytes.remaining() + " bytes");
            }
            return new UUID(bytes.getLong(), bytes.getLong()).toString();
          });
    }
    return plain(
        field,
        TypeDescription.createBinary(),
        (group, at, index) -> group.getBinary(at, index).getBytes());
  }

  private static Column struct(GroupType group) throws InvalidValueException {
    TypeDescription type = TypeDescription.createStruct();
    List<Column> fields = new ArrayList<>();
    for (Type field : group.getFields()) {
      Column column;
      try {
        column = of(field);
      } catch (InvalidValueException e) {
        throw e.in(group.getName());
      }
      fields.add(column);
      type.addField(field.getName(), column.type());
    }
    return new Column(
        type,
        (parent, at, index) -> {
          Group struct = parent.getGroup(at, index);
          List<Object> values = new ArrayList<>();
          for (int i = 0; i < fields.size(); i++) {
            try {
              values.add(fields.get(i).of(struct, i));
            } catch (InvalidValueException e) {
              throw e.in(group.getFieldName(i));
            }
          }
          return new StructValue(values);
        });
  }

  private static GroupType single(GroupType group, String shape) throws InvalidValueException {
    if (group.getFieldCount() != 1
        || !group.getType(0).isRepetition(Type.Repetition.REPEATED)
        || group.getType(0).isPrimitive()) {
      throw refused(group, shape);
    }
    return group.getType(0).asGroupType();
  }

  /** The form in three levels; older ones are ambiguous. */
  private static Column list(GroupType group) throws InvalidValueException {
    String shape = "its list is not of the standard form, repeated group list { element }";
    GroupType repeated = single(group, shape);
    if (repeated.getFieldCount() != 1
        || repeated.getName().equals("array")
        || repeated.getName().equals(group.getName() + "_tuple")) {
      throw refused(group, shape);
    }
    Column element;
    try {
      element = of(repeated.getType(0));
    } catch (InvalidValueException e) {
      throw e.in(group.getName());
    }
    return new Column(
        TypeDescription.createList(element.type()),
        (parent, at, index) -> {
          Group list = parent.getGroup(at, index);
          int count = list.getFieldRepetitionCount(0);
          List<Object> values = new ArrayList<>(count);
          for (int i = 0; i < count; i++) {
            values.add(element.of(list.getGroup(0, i), 0));
          }
          return values;
        });
  }

  private static Column map(GroupType group) throws InvalidValueException {
    String shape = "its map is not of the standard form, repeated group key_value { key, value }";
    GroupType repeated = single(group, shape);
    if (repeated.getFieldCount() != 2) {
      throw refused(group, shape);
    }
    Column key;
    Column content;
    try {
      key = of(repeated.getType(0));
      content = of(repeated.getType(1));
    } catch (InvalidValueException e) {
      throw e.in(group.getName());
    }
    return new Column(
        TypeDescription.createMap(key.type(), content.type()),
        (parent, at, index) -> {
          Group map = parent.getGroup(at, index);
          Map<Object, Object> values = new LinkedHashMap<>();
          for (int i = 0; i < map.getFieldRepetitionCount(0); i++) {
            Group entry = map.getGroup(0, i);
            Object name = key.of(entry, 0);
            if (values.containsKey(name)) {
              throw new InvalidValueException("a map has a key twice: " + name);
            }
            values.put(name, content.of(entry, 1));
          }
          return values;
        });
  }
}
