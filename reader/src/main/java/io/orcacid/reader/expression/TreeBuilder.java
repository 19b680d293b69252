package io.orcacid.reader.expression;

import io.orcacid.error.ValidationException;
import io.orcacid.reader.expression.grammar.ExpressionGrammarBaseVisitor;
import io.orcacid.reader.expression.grammar.ExpressionGrammarParser;
import io.orcacid.reader.expression.grammar.ExpressionGrammarParser.ExpressionContext;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Turns the tree of the grammar into expressions. */
final class TreeBuilder extends ExpressionGrammarBaseVisitor<Expression> {
  /** A chain of operators is a tree as deep as the chain is long. */
  private static final int MAXIMUM_CHAIN = 500;

  Expression expression(ParseTree tree) {
    return tree.accept(this);
  }

  Assignment assignment(ExpressionGrammarParser.AssignmentContext context) {
    return new Assignment(name(context.identifier()), expression(context.expression()));
  }

  static ValidationException refused(ParserRuleContext where, String why) {
    return new ValidationException(
        "The expression cannot be read: " + why,
        "line",
        where.getStart().getLine(),
        "column",
        where.getStart().getCharPositionInLine() + 1,
        "at",
        where.getText());
  }

  @Override
  public Expression visitExpression(ExpressionContext context) {
    return joined(Logical.Operator.OR, context.conjunction());
  }

  @Override
  public Expression visitConjunction(ExpressionGrammarParser.ConjunctionContext context) {
    return joined(Logical.Operator.AND, context.negation());
  }

  private Expression joined(Logical.Operator operator, List<? extends ParserRuleContext> contexts) {
    return contexts.size() == 1
        ? expression(contexts.get(0))
        : new Logical(operator, contexts.stream().map(this::expression).toList());
  }

  @Override
  public Expression visitNot(ExpressionGrammarParser.NotContext context) {
    return new Negation(expression(context.negation()));
  }

  @Override
  public Expression visitPredicate(ExpressionGrammarParser.PredicateContext context) {
    Expression operand = expression(context.sum());
    ExpressionGrammarParser.TestContext test = context.test();
    return test == null ? operand : test(operand, test);
  }

  private Expression test(Expression operand, ExpressionGrammarParser.TestContext test) {
    if (test instanceof ExpressionGrammarParser.ComparisonContext comparison) {
      return new Comparison(
          Comparison.Operator.of(comparison.comparisonOperator().getText()),
          operand,
          expression(comparison.sum()));
    } else if (test instanceof ExpressionGrammarParser.NullTestContext isNull) {
      return negated(isNull.NOT(), new NullTest(operand));
    } else if (test instanceof ExpressionGrammarParser.TruthTestContext truth) {
      return negated(truth.NOT(), new TruthTest(operand, truth.TRUE() != null));
    } else if (test instanceof ExpressionGrammarParser.MembershipContext in) {
      List<Expression> items = in.expression().stream().map(this::expression).toList();
      return negated(in.NOT(), new InList(operand, items));
    } else if (test instanceof ExpressionGrammarParser.RangeContext range) {
      Expression lower = expression(range.lower);
      return negated(range.NOT(), new Between(operand, lower, expression(range.upper)));
    }
    ExpressionGrammarParser.LikeContext like = (ExpressionGrammarParser.LikeContext) test;
    return negated(like.NOT(), new Like(operand, expression(like.sum())));
  }

  private static Expression negated(TerminalNode not, Expression test) {
    return not == null ? test : new Negation(test);
  }

  @Override
  public Expression visitSum(ExpressionGrammarParser.SumContext context) {
    return chain(context, context.product(), context.sumOperator());
  }

  @Override
  public Expression visitProduct(ExpressionGrammarParser.ProductContext context) {
    return chain(context, context.factor(), context.productOperator());
  }

  private Expression chain(
      ParserRuleContext where,
      List<? extends ParserRuleContext> operands,
      List<? extends ParserRuleContext> operators) {
    if (operators.size() > MAXIMUM_CHAIN) {
      throw refused(where.getParent(), "more than " + MAXIMUM_CHAIN + " operators in a row");
    }
    Expression result = expression(operands.get(0));
    for (int i = 0; i < operators.size(); i++) {
      result =
          new Arithmetic(
              Arithmetic.Operator.of(operators.get(i).getText()),
              result,
              expression(operands.get(i + 1)));
    }
    return result;
  }

  @Override
  public Expression visitNegativeNumber(ExpressionGrammarParser.NegativeNumberContext context) {
    return number(context.number(), "-");
  }

  @Override
  public Expression visitMinus(ExpressionGrammarParser.MinusContext context) {
    return new Minus(expression(context.factor()));
  }

  @Override
  public Expression visitPlus(ExpressionGrammarParser.PlusContext context) {
    return expression(context.factor());
  }

  @Override
  public Expression visitParenthesised(ExpressionGrammarParser.ParenthesisedContext context) {
    return expression(context.expression());
  }

  @Override
  public Expression visitCast(ExpressionGrammarParser.CastContext context) {
    return new Cast(expression(context.expression()), TypeNames.type(context.type()));
  }

  @Override
  public Expression visitColumn(ExpressionGrammarParser.ColumnContext context) {
    List<String> path = new ArrayList<>();
    context.identifier().forEach(part -> path.add(name(part)));
    return new ColumnReference(path);
  }

  private static String name(ExpressionGrammarParser.IdentifierContext context) {
    String text = context.getText();
    return context.QUOTED() == null
        ? text
        : text.substring(1, text.length() - 1).replace("``", "`");
  }

  @Override
  public Expression visitNullLiteral(ExpressionGrammarParser.NullLiteralContext context) {
    return new Literal(null);
  }

  @Override
  public Expression visitBooleanLiteral(ExpressionGrammarParser.BooleanLiteralContext context) {
    return new Literal(context.TRUE() != null);
  }

  @Override
  public Expression visitNumberLiteral(ExpressionGrammarParser.NumberLiteralContext context) {
    return number(context.number(), "");
  }

  private static Expression number(ExpressionGrammarParser.NumberContext context, String sign) {
    String text = sign + context.getText();
    if (context.DOUBLE() != null) {
      double value = Double.parseDouble(text);
      if (Double.isInfinite(value)) {
        throw refused(context, "the number is out of the range of double");
      }
      return new Literal(value);
    }
    BigDecimal value = new BigDecimal(text);
    if (context.INTEGER() != null && value.precision() <= 19 && isLong(value)) {
      return new Literal(value.longValueExact());
    }
    if (Math.max(value.precision(), value.scale()) > DecimalType.MAXIMUM_PRECISION) {
      throw refused(context, "a decimal has at most 38 digits; write a double such as 1e40");
    }
    return new Literal(value);
  }

  private static boolean isLong(BigDecimal value) {
    return value.compareTo(BigDecimal.valueOf(Long.MIN_VALUE)) >= 0
        && value.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) <= 0;
  }

  @Override
  public Expression visitStringLiteral(ExpressionGrammarParser.StringLiteralContext context) {
    return new Literal(StringEscapes.unescape(context));
  }

  @Override
  public Expression visitDateLiteral(ExpressionGrammarParser.DateLiteralContext context) {
    return new Literal(
        CivilTime.date(unquoted(context.STRING().getText()))
            .orElseThrow(() -> refused(context, "a date is written DATE 'yyyy-MM-dd'")));
  }

  @Override
  public Expression visitTimestampLiteral(ExpressionGrammarParser.TimestampLiteralContext context) {
    return new Literal(
        CivilTime.timestamp(unquoted(context.STRING().getText()))
            .orElseThrow(
                () ->
                    refused(
                        context,
                        "a timestamp is written TIMESTAMP 'yyyy-MM-dd HH:mm:ss[.n]', with Z or an"
                            + " offset such as +01:00 behind it for an instant")));
  }

  @Override
  public Expression visitBinaryLiteral(ExpressionGrammarParser.BinaryLiteralContext context) {
    String digits = unquoted(context.getText().substring(1));
    if (digits.length() % 2 != 0) {
      throw refused(context, "a binary literal takes two hexadecimal digits for each byte");
    }
    return new Literal(new Bytes(HexFormat.of().parseHex(digits)));
  }

  private static String unquoted(String text) {
    return text.substring(1, text.length() - 1);
  }
}
