"""Queries as conditions on records, which are dicts."""

import operator
from collections.abc import Callable, Iterable

from query_lexer.lexer import QueryError, Token, tokenize

Condition = Callable[[dict], bool]
OPERATORS = {
    "=": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _comparison(tokens: list[Token]) -> Condition:
    """The condition of three tokens such as age >= 18. A record without the field never fits."""
    if [token.kind for token in tokens[:2]] != ["word", "operator"] or len(tokens) != 3:
        raise QueryError("expected: field operator value")
    if tokens[2].kind not in ("number", "text"):
        raise QueryError(f"{tokens[2].value} is no value")
    field, compare, value = tokens[0].value, OPERATORS[tokens[1].value], tokens[2].value
    return lambda record: field in record and compare(record[field], value)


def _split(tokens: list[Token], keyword: str) -> list[list[Token]]:
    """The tokens between the places of a keyword."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token == Token("keyword", keyword):
            parts.append([])
        else:
            parts[-1].append(token)
    return parts


def compile_query(query: str) -> Condition:
    """The condition of a query; `and` binds tighter than `or`. Raises QueryError."""
    choices = [[_comparison(part) for part in _split(choice, "and")] for choice in _split(tokenize(query), "or")]
    return lambda record: any(all(holds(record) for holds in choice) for choice in choices)


def select(records: Iterable[dict], query: str) -> list[dict]:
    """The records that fit a query, in their order."""
    fits = compile_query(query)
    return [record for record in records if fits(record)]
