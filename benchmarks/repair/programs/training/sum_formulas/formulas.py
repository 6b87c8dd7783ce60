"""Evaluates formulas with + - * / and brackets, and names of values."""

import re

TOKEN = re.compile(r"\s*(\d+\.?\d*|[A-Za-z_]\w*|[-+*/()])")


class FormulaError(ValueError):
    pass


def tokens(text):
    found, at = [], 0
    text = text.rstrip()
    while at < len(text):
        match = TOKEN.match(text, at)
        if not match:
            raise FormulaError(f"unexpected {text[at]!r}")
        found.append(match.group(1))
        at = match.end()
    return found


class Parser:
    def __init__(self, text, names):
        self.tokens = tokens(text)
        self.at = 0
        self.names = names

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else None

    def take(self):
        token = self.peek()
        self.at += 1
        return token

    def sum(self):
        value = self.product()
        while self.peek() in ("+", "-"):
            if self.take() == "+":
                value += self.product()
            else:
                value -= self.sum()
        return value

    def product(self):
        value = self.factor()
        while self.peek() in ("*", "/"):
            if self.take() == "*":
                value *= self.factor()
            else:
                value /= self.factor()
        return value

    def factor(self):
        token = self.take()
        if token == "-":
            return -self.factor()
        if token == "(":
            value = self.sum()
            if self.take() != ")":
                raise FormulaError("a bracket is open")
            return value
        if token is None:
            raise FormulaError("the formula ends too soon")
        if token[0].isdigit():
            return float(token)
        if token in self.names:
            return self.names[token]
        raise FormulaError(f"unknown name {token}")


def evaluate(text, **names):
    parser = Parser(text, names)
    value = parser.sum()
    if parser.peek() is not None:
        raise FormulaError(f"left over: {parser.peek()}")
    return value
