package io.orcacid.reader.expression;

import org.apache.orc.TypeDescription;

/** The ranges of the integer types. */
enum IntegerType {
  TINYINT(Byte.MIN_VALUE, Byte.MAX_VALUE),
  SMALLINT(Short.MIN_VALUE, Short.MAX_VALUE),
  INT(Integer.MIN_VALUE, Integer.MAX_VALUE),
  BIGINT(Long.MIN_VALUE, Long.MAX_VALUE);

  private final long minimum;
  private final long maximum;

  IntegerType(long minimum, long maximum) {
    this.minimum = minimum;
    this.maximum = maximum;
  }

  static IntegerType of(TypeDescription type) {
    return switch (type.getCategory()) {
      case BYTE -> TINYINT;
      case SHORT -> SMALLINT;
      case INT -> INT;
      case LONG -> BIGINT;
      default -> throw new IllegalArgumentException("no integer type: " + type);
    };
  }

  boolean contains(long value) {
    return value >= minimum && value <= maximum;
  }
}
