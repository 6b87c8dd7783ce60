"""Evaluates sums as they are typed: `2 * (3 - 1)`."""

import re

TOKEN = re.compile(r"\s*(\d+\.?\d*|[-+*/()])")


def tokenise(text):
    """Numbers and signs of a text. Raises ValueError for anything else."""
    tokens, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if match is None:
            raise ValueError(f"not understood: {text[at:]!r}")
        tokens.append(match.group(1))
        at = match.end()
    return tokens


def evaluate(text):
    tokens = tokenise(text)
    if not tokens:
        raise ValueError("nothing to evaluate")
    value = _sum(tokens)
    if tokens:
        raise ValueError(f"unexpected {tokens[0]}")
    return value


def _sum(tokens):
    value = _product(tokens)
    if tokens and tokens[0] in "+-":
        sign = tokens.pop(0)
        other = _product(tokens)
        value = value + other if sign == "+" else value - other
    return value


def _product(tokens):
    value = _factor(tokens)
    while tokens and tokens[0] in "*/":
        sign = tokens.pop(0)
        other = _factor(tokens)
        if sign == "/" and other == 0:
            raise ValueError("division by zero")
        value = value * other if sign == "*" else value / other
    return value


def _factor(tokens):
    if not tokens:
        raise ValueError("something is missing at the end")
    token = tokens.pop(0)
    if token == "-":
        return -_factor(tokens)
    if token == "(":
        value = _sum(tokens)
        if not tokens or tokens.pop(0) != ")":
            raise ValueError("a bracket is not closed")
        return value
    if token in "+*/)":
        raise ValueError(f"unexpected {token}")
    return float(token) if "." in token else int(token)
