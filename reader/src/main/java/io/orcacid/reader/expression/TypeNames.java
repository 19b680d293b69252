package io.orcacid.reader.expression;

import io.orcacid.reader.expression.grammar.ExpressionGrammarParser;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.tree.ParseTree;
import org.apache.orc.TypeDescription;

/** The types that CAST names. */
final class TypeNames {
  private TypeNames() {}

  static TypeDescription type(ExpressionGrammarParser.TypeContext context) {
    if (context instanceof ExpressionGrammarParser.InstantTypeContext) {
      return TypeDescription.createTimestampInstant();
    } else if (context instanceof ExpressionGrammarParser.DoublePrecisionTypeContext) {
      return TypeDescription.createDouble();
    }
    ExpressionGrammarParser.NamedTypeContext named =
        (ExpressionGrammarParser.NamedTypeContext) context;
    List<Integer> sizes;
    try {
      sizes = named.INTEGER().stream().map(ParseTree::getText).map(Integer::valueOf).toList();
    } catch (NumberFormatException e) {
      throw TreeBuilder.refused(context, "the size of the type is too large");
    }
    String name = named.getChild(0).getText().toLowerCase(Locale.ROOT);
    return switch (name) {
      case "decimal", "numeric", "dec" -> decimal(context, sizes);
      case "varchar" ->
          TypeDescription.createVarchar().withMaxLength(length(context, sizes, 65535));
      case "char" -> TypeDescription.createChar().withMaxLength(length(context, sizes, 255));
      default -> plain(context, name, sizes);
    };
  }

  private static TypeDescription plain(
      ExpressionGrammarParser.TypeContext context, String name, List<Integer> sizes) {
    if (!sizes.isEmpty()) {
      throw TreeBuilder.refused(context, "the type takes no size");
    }
    return switch (name) {
      case "boolean" -> TypeDescription.createBoolean();
      case "tinyint" -> TypeDescription.createByte();
      case "smallint" -> TypeDescription.createShort();
      case "int", "integer" -> TypeDescription.createInt();
      case "bigint" -> TypeDescription.createLong();
      case "float" -> TypeDescription.createFloat();
      case "double" -> TypeDescription.createDouble();
      case "string" -> TypeDescription.createString();
      case "binary" -> TypeDescription.createBinary();
      case "date" -> TypeDescription.createDate();
      case "timestamp" -> TypeDescription.createTimestamp();
      default ->
          throw TreeBuilder.refused(
              context,
              "unknown type; expected boolean, tinyint, smallint, int, bigint, float, double,"
                  + " decimal(p,s), string, char(n), varchar(n), binary, date, timestamp or"
                  + " timestamp with local time zone");
    };
  }

  private static TypeDescription decimal(
      ExpressionGrammarParser.TypeContext context, List<Integer> sizes) {
    int precision = sizes.isEmpty() ? 10 : sizes.get(0);
    int scale = sizes.size() < 2 ? 0 : sizes.get(1);
    if (precision < 1 || precision > DecimalType.MAXIMUM_PRECISION || scale > precision) {
      throw TreeBuilder.refused(
          context, "a decimal has a precision of 1 to 38 and a scale of at most its precision");
    }
    return DecimalType.of(precision, scale);
  }

  private static int length(
      ExpressionGrammarParser.TypeContext context, List<Integer> sizes, int maximum) {
    if (sizes.size() != 1 || sizes.get(0) < 1 || sizes.get(0) > maximum) {
      throw TreeBuilder.refused(context, "the type takes one length, of 1 to " + maximum);
    }
    return sizes.get(0);
  }
}
