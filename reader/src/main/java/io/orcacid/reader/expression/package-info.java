/**
 * Filter expressions and the assignments of an UPDATE: text to tree, tree and row type to something
 * that works on ORC's batches.
 *
 * <p>The semantics are SQL's, and Hive's where SQL leaves freedom.
 *
 * <h2>Syntax</h2>
 *
 * Comparisons {@code = == <> != < <= > >=} and {@code <=>} (equal, or both NULL); {@code AND OR
 * NOT}; {@code [NOT] IN (...)}, {@code [NOT] BETWEEN a AND b}, {@code [NOT] LIKE}, {@code IS [NOT]
 * NULL}, {@code IS [NOT] TRUE}, {@code IS [NOT] FALSE}; {@code + - * / %}, unary minus, {@code ||};
 * {@code CAST(x AS type)}. There are no functions.
 *
 * <ul>
 *   <li>A number without point is a bigint; beyond its range it is a decimal. With a point it is a
 *       decimal of at most 38 digits, with an exponent ({@code 1e3}) a double.
 *   <li>A string stands in single quotes. Two single quotes are one. Escapes are {@code \\ \' \" \n
 *       \r \t \b \0} and a backslash with {@code u} and four hexadecimal digits; {@code \%} and
 *       {@code \_} keep their backslash, for LIKE. Any other backslash is an error.
 *   <li>{@code DATE 'yyyy-MM-dd'}, {@code TIMESTAMP 'yyyy-MM-dd HH:mm:ss[.n]'} with up to nine
 *       digits. With {@code Z} or an offset such as {@code +01:00} behind it the literal is an
 *       instant, a {@code timestamp with local time zone}. {@code X'0aff'} is binary.
 *   <li>A name of letters, digits, {@code _} and {@code $} is written as it is; every other name in
 *       back-quotes, where two back-quotes are one. Fields of a struct follow behind points. A name
 *       is found in its exact spelling, else in the one spelling that differs in case only.
 * </ul>
 *
 * <h2>Meaning</h2>
 *
 * <ul>
 *   <li>Logic has three values. A comparison with NULL is unknown, {@code x IN (1, NULL)} is TRUE
 *       or unknown. A filter keeps rows for which the whole is TRUE.
 *   <li>Operands of AND and OR are evaluated from left to right, and not for rows that those before
 *       decide.
 *   <li>Integers and decimals are compared exactly; a literal out of a column's range is no error.
 *       As soon as one side is float or double, both are compared as doubles, after rounding to the
 *       nearest: a float column is equal to {@code 0.1} only if the literal is {@code CAST(0.1 AS
 *       float)}. NaN equals NaN and is greater than every other number; -0.0 equals 0.0.
 *   <li>Texts are compared by the bytes of their UTF-8. If one of them is a char, blanks at the end
 *       of both do not count.
 *   <li>A string literal beside a date, timestamp or instant is read as such, once, when the
 *       expression is bound. All other comparisons of texts with other types are refused: CAST says
 *       what is meant.
 *   <li>A timestamp is a wall clock without zone. A date beside a timestamp is its midnight. An
 *       instant is compared with a literal without zone as if that stood in UTC; a timestamp column
 *       beside an instant column needs a CAST, which is in UTC too. A literal with zone is not
 *       compared with a timestamp.
 *   <li>{@code + - *} of integers give bigint; a result out of its range is an error that names the
 *       expression, as is a decimal of more than 38 digits. {@code /} of integers gives double; of
 *       decimals a decimal with Hive's scale, rounded half up. Division and modulo by zero give
 *       NULL, of floating numbers too. Float is reckoned in double.
 *   <li>{@code LIKE}: {@code %} is any text, {@code _} one character, {@code \%} and {@code \_}
 *       stand for themselves, any other backslash is a backslash. The pattern is constant.
 *   <li>A CAST that fails for a value gives NULL. To integers it cuts fractions and gives NULL out
 *       of range (Hive wraps); to decimal it rounds half up; to char and varchar it cuts; to
 *       boolean it takes the texts true and false only (Hive takes every text). Numbers are not
 *       cast to dates and timestamps, nor these to numbers.
 * </ul>
 *
 * <h2>Batches</h2>
 *
 * Timestamps are read with {@code useUTCTimestamp(true)}: the vector's milliseconds are those of
 * the wall clock in UTC. Dates and timestamps are in the proleptic Gregorian calendar.
 */
package io.orcacid.reader.expression;
