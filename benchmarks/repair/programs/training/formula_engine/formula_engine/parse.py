"""Recursive-descent parser producing nested tuples.

Grammar::

    sum     = product (("+" | "-") product)*
    product = unary (("*" | "/") unary)*
    unary   = "-" unary | power
    power   = atom ["^" unary]
    atom    = NUMBER | NAME ["(" args ")"] | "(" sum ")"
"""

import re

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|(.))")


class FormulaError(Exception):
    pass


def tokenize(text):
    tokens = []
    for number, name, other in _TOKEN.findall(text.rstrip()):
        if number:
            tokens.append(("num", float(number)))
        elif name:
            tokens.append(("name", name))
        elif other in "+-*/^(),":
            tokens.append(("op", other))
        else:
            raise FormulaError(f"unexpected {other!r}")
    return tokens


class _Parser:
    def __init__(self, tokens):
        self.tokens = tokens
        self.pos = 0

    def peek(self, *ops):
        return self.pos < len(self.tokens) and self.tokens[self.pos] in [("op", o) for o in ops]

    def take(self):
        if self.pos == len(self.tokens):
            raise FormulaError("unexpected end")
        self.pos += 1
        return self.tokens[self.pos - 1]

    def expect(self, op):
        if self.take() != ("op", op):
            raise FormulaError(f"expected {op!r}")

    def sum(self):
        node = self.product()
        while self.peek("+", "-"):
            node = (self.take()[1], node, self.product())
        return node

    def product(self):
        node = self.unary()
        while self.peek("*", "/"):
            node = (self.take()[1], node, self.unary())
        return node

    def unary(self):
        if self.peek("-"):
            self.take()
            return ("neg", self.product())
        return self.power()

    def power(self):
        base = self.atom()
        if self.peek("^"):
            self.take()
            return ("^", base, self.unary())
        return base

    def atom(self):
        kind, value = self.take()
        if kind == "num":
            return ("num", value)
        if kind == "name":
            if self.peek("("):
                return ("call", value, self.args())
            return ("var", value)
        if value == "(":
            node = self.sum()
            self.expect(")")
            return node
        raise FormulaError(f"unexpected {value!r}")

    def args(self):
        self.expect("(")
        found = []
        while not self.peek(")"):
            found.append(self.sum())
            if not self.peek(")"):
                self.expect(",")
        self.expect(")")
        return tuple(found)


def parse(text):
    parser = _Parser(tokenize(text))
    node = parser.sum()
    if parser.pos != len(parser.tokens):
        raise FormulaError("trailing input")
    return node
