// Filter expressions, and the assignments of an UPDATE. What they mean is told in the
// documentation of the package io.orcacid.reader.expression.
grammar ExpressionGrammar;

singleExpression : expression EOF ;

assignmentList : assignment (COMMA assignment)* EOF ;

assignment : identifier EQUAL expression ;

expression : conjunction (OR conjunction)* ;

conjunction : negation (AND negation)* ;

negation
    : NOT negation     # not
    | predicate        # plain
    ;

predicate : sum test? ;

// Each begins with a word of its own, so that reading never has to look ahead over an operand.
test
    : comparisonOperator sum                                     # comparison
    | IS NOT? NULL                                               # nullTest
    | IS NOT? (TRUE | FALSE)                                     # truthTest
    | NOT? IN LEFT expression (COMMA expression)* RIGHT          # membership
    | NOT? BETWEEN lower=sum AND upper=sum                       # range
    | NOT? LIKE sum                                              # like
    ;

comparisonOperator : EQUAL | UNEQUAL | LESS | LESS_OR_EQUAL | GREATER | GREATER_OR_EQUAL | NULL_SAFE_EQUAL ;

sum : product (sumOperator product)* ;

sumOperator : PLUS | MINUS | CONCATENATE ;

product : factor (productOperator factor)* ;

productOperator : STAR | SLASH | PERCENT ;

factor
    : MINUS number     # negativeNumber
    | MINUS factor     # minus
    | PLUS factor      # plus
    | primary          # value
    ;

primary
    : LEFT expression RIGHT                     # parenthesised
    | CAST LEFT expression AS type RIGHT        # cast
    | literal                                   # constant
    | identifier (DOT identifier)*              # column
    ;

literal
    : NULL                  # nullLiteral
    | (TRUE | FALSE)        # booleanLiteral
    | number                # numberLiteral
    | STRING                # stringLiteral
    | DATE STRING           # dateLiteral
    | TIMESTAMP STRING      # timestampLiteral
    | BINARY_LITERAL        # binaryLiteral
    ;

number : INTEGER | DECIMAL | DOUBLE ;

type
    : TIMESTAMP WITH LOCAL TIME ZONE                              # instantType
    | DOUBLE_WORD PRECISION                                       # doublePrecisionType
    | (WORD | DATE | TIMESTAMP | DOUBLE_WORD)
        (LEFT INTEGER (COMMA INTEGER)? RIGHT)?                    # namedType
    ;

identifier : WORD | QUOTED | unreservedWord ;

unreservedWord : DATE | TIMESTAMP | WITH | LOCAL | TIME | ZONE | DOUBLE_WORD | PRECISION ;

OR : [oO][rR] ;
AND : [aA][nN][dD] ;
NOT : [nN][oO][tT] ;
IS : [iI][sS] ;
NULL : [nN][uU][lL][lL] ;
TRUE : [tT][rR][uU][eE] ;
FALSE : [fF][aA][lL][sS][eE] ;
IN : [iI][nN] ;
BETWEEN : [bB][eE][tT][wW][eE][eE][nN] ;
LIKE : [lL][iI][kK][eE] ;
CAST : [cC][aA][sS][tT] ;
AS : [aA][sS] ;
DATE : [dD][aA][tT][eE] ;
TIMESTAMP : [tT][iI][mM][eE][sS][tT][aA][mM][pP] ;
WITH : [wW][iI][tT][hH] ;
LOCAL : [lL][oO][cC][aA][lL] ;
TIME : [tT][iI][mM][eE] ;
ZONE : [zZ][oO][nN][eE] ;
DOUBLE_WORD : [dD][oO][uU][bB][lL][eE] ;
PRECISION : [pP][rR][eE][cC][iI][sS][iI][oO][nN] ;

NULL_SAFE_EQUAL : '<=>' ;
EQUAL : '=' | '==' ;
UNEQUAL : '<>' | '!=' ;
LESS_OR_EQUAL : '<=' ;
GREATER_OR_EQUAL : '>=' ;
LESS : '<' ;
GREATER : '>' ;
PLUS : '+' ;
MINUS : '-' ;
CONCATENATE : '||' ;
STAR : '*' ;
SLASH : '/' ;
PERCENT : '%' ;
LEFT : '(' ;
RIGHT : ')' ;
COMMA : ',' ;
DOT : '.' ;

BINARY_LITERAL : [xX] '\'' [0-9a-fA-F]* '\'' ;
STRING : '\'' ('\'\'' | '\\' . | ~['\\])* '\'' ;
QUOTED : '`' ('``' | ~'`')+ '`' ;

DOUBLE : (DIGIT+ ('.' DIGIT*)? | '.' DIGIT+) [eE] [+-]? DIGIT+ ;
DECIMAL : DIGIT+ '.' DIGIT* | '.' DIGIT+ ;
INTEGER : DIGIT+ ;
WORD : LETTER (LETTER | DIGIT | '_' | '$')* | '_' (LETTER | DIGIT | '_' | '$')* ;

BLANK : [ \t\r\n\f]+ -> skip ;
UNKNOWN : . ;

fragment DIGIT : [0-9] ;
fragment LETTER : [\p{L}] ;
