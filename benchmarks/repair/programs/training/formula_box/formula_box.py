"""Arithmetic formulas with names and functions."""
import math
import re
from collections import namedtuple

Token = namedtuple("Token", "kind text")

TOKEN = re.compile(
    r"\s*(?:(?P<number>\d+(?:\.\d*)?|\.\d+)|(?P<name>[A-Za-z_]\w*)|(?P<op>[-+*/^%(),]))"
)

FUNCTIONS = {
    "min": min,
    "max": max,
    "abs": abs,
    "sqrt": math.sqrt,
    "round": lambda x, digits=0: round(x, int(digits)),
}


class FormulaError(ValueError):
    pass


def tokenize(text):
    tokens = []
    text = text.rstrip()
    pos = 0
    while pos < len(text):
        match = TOKEN.match(text, pos)
        if match is None:
            raise FormulaError(f"cannot read {text[pos:]!r}")
        tokens.append(Token(match.lastgroup, match.group(match.lastgroup)))
        pos = match.end()
    return tokens


class Formula:
    """A formula in text form, to be evaluated for various values of its names."""

    def __init__(self, text):
        self.text = text
        self.tokens = tokenize(text)

    def names(self):
        """Names of the variables, in alphabetical order."""
        return sorted(
            {t.text for t in self.tokens if t.kind == "name" and t.text not in FUNCTIONS}
        )

    def evaluate(self, **values):
        reader = _Reader(self.tokens, values)
        result = reader.sum()
        if reader.peek() is not None:
            raise FormulaError(f"unexpected {reader.peek()!r}")
        return result


class _Reader:
    """Recursive descent: sum > product > unary > power > atom."""

    def __init__(self, tokens, values):
        self.tokens = tokens
        self.values = values
        self.pos = 0

    def peek(self):
        return self.tokens[self.pos].text if self.pos < len(self.tokens) else None

    def next(self):
        if self.pos >= len(self.tokens):
            raise FormulaError("formula ends too early")
        self.pos += 1
        return self.tokens[self.pos - 1]

    def expect(self, text):
        found = self.next().text
        if found != text:
            raise FormulaError(f"expected {text!r}, found {found!r}")

    def sum(self):
        total = self.product()
        while self.peek() in ("+", "-"):
            if self.next().text == "+":
                total += self.product()
            else:
                total -= self.product()
        return total

    def product(self):
        result = self.unary()
        while self.peek() in ("*", "/", "%"):
            op = self.next().text
            right = self.unary()
            if op == "*":
                result *= right
            elif right == 0:
                raise FormulaError("division by zero")
            elif op == "/":
                result /= right
            else:
                result %= right
        return result

    def unary(self):
        if self.peek() == "-":
            self.next()
            return -self.unary()
        if self.peek() == "+":
            self.next()
            return self.unary()
        return self.power()

    def power(self):
        base = self.atom()
        if self.peek() == "^":
            self.next()
            return base ** self.atom()
        return base

    def atom(self):
        token = self.next()
        if token.kind == "number":
            return float(token.text) if "." in token.text else int(token.text)
        if token.kind == "name":
            return self.named(token.text)
        if token.text == "(":
            result = self.sum()
            self.expect(")")
            return result
        raise FormulaError(f"unexpected {token.text!r}")

    def named(self, name):
        if self.peek() == "(" and name in FUNCTIONS:
            return FUNCTIONS[name](*self.arguments())
        if name not in self.values:
            raise FormulaError(f"unknown name {name!r}")
        return self.values[name]

    def arguments(self):
        self.expect("(")
        found = [self.sum()]
        while self.peek() == ",":
            self.next()
            found.append(self.sum())
        self.expect(")")
        return found


def calc(text, **values):
    return Formula(text).evaluate(**values)
