package io.orcacid.reader.expression;

import io.orcacid.error.ValidationException;
import io.orcacid.reader.expression.grammar.ExpressionGrammarLexer;
import io.orcacid.reader.expression.grammar.ExpressionGrammarParser;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.misc.IntervalSet;
import org.antlr.v4.runtime.tree.ErrorNode;
import org.antlr.v4.runtime.tree.ParseTreeListener;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Reads text into expressions. What the tree means is the business of {@link TreeBuilder}. */
final class ExpressionParser {
  /** Parentheses within parentheses; each takes eight rules, and the stack is not endless. */
  private static final int MAXIMUM_RULE_DEPTH = 2_000;

  private static final int EXPECTED_SHOWN = 12;

  private ExpressionParser() {}

  static Expression expression(String text) {
    return new TreeBuilder().expression(parser(text).singleExpression().expression());
  }

  static List<Assignment> assignments(String text) {
    List<Assignment> assignments =
        parser(text).assignmentList().assignment().stream()
            .map(new TreeBuilder()::assignment)
            .toList();
    Set<String> names = new HashSet<>();
    for (Assignment assignment : assignments) {
      if (!names.add(assignment.column().toLowerCase(Locale.ROOT))) {
        throw new ValidationException(
            "A column is assigned twice; keep one of the assignments",
            "column",
            assignment.column(),
            "text",
            text);
      }
    }
    return assignments;
  }

  private static ExpressionGrammarParser parser(String text) {
    FirstError errors = new FirstError(text);
    ExpressionGrammarLexer lexer = new ExpressionGrammarLexer(CharStreams.fromString(text));
    lexer.removeErrorListeners();
    lexer.addErrorListener(errors);
    ExpressionGrammarParser parser = new ExpressionGrammarParser(new CommonTokenStream(lexer));
    parser.removeErrorListeners();
    parser.addErrorListener(errors);
    parser.addParseListener(new DepthLimit(text));
    return parser;
  }

  /** Turns the first error into an exception: a tree that was repaired is a guess. */
  private static final class FirstError extends BaseErrorListener {
    private final String text;

    FirstError(String text) {
      this.text = text;
    }

    @Override
    public void syntaxError(
        Recognizer<?, ?> recognizer,
        Object symbol,
        int line,
        int column,
        String message,
        RecognitionException cause) {
      throw new ValidationException(
          "The expression cannot be read: " + message,
          "line",
          line,
          "column",
          column + 1,
          "expected",
          expected(recognizer, cause),
          "text",
          text);
    }

    private static String expected(Recognizer<?, ?> recognizer, RecognitionException cause) {
      if (!(recognizer instanceof Parser parser)) {
        return "a name, a literal or an operator";
      }
      IntervalSet tokens =
          cause == null || cause.getExpectedTokens() == null
              ? parser.getExpectedTokens()
              : cause.getExpectedTokens();
      List<String> names =
          tokens.toList().stream()
              .map(type -> parser.getVocabulary().getDisplayName(type))
              .toList();
      return names.size() <= EXPECTED_SHOWN
          ? String.join(" ", names)
          : String.join(" ", names.subList(0, EXPECTED_SHOWN)) + " ...";
    }
  }

  private static final class DepthLimit implements ParseTreeListener {
    private final String text;
    private int depth;

    DepthLimit(String text) {
      this.text = text;
    }

    @Override
    public void enterEveryRule(ParserRuleContext context) {
      if (++depth > MAXIMUM_RULE_DEPTH) {
        throw new ValidationException(
            "The expression is nested too deeply; write it with fewer parentheses or signs",
            "column",
            context.getStart().getCharPositionInLine() + 1,
            "characters",
            text.length());
      }
    }

    @Override
    public void exitEveryRule(ParserRuleContext context) {
      depth--;
    }

    @Override
    public void visitTerminal(TerminalNode node) {}

    @Override
    public void visitErrorNode(ErrorNode node) {}
  }
}
