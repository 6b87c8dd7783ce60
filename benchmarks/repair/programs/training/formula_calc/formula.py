"""Evaluate formulas such as `2 * (price + 1) ^ 2`."""
from tokens import FormulaError, tokenize


class Parser:
    def __init__(self, tokens, names):
        self.tokens = tokens
        self.names = names
        self.pos = 0

    def peek(self):
        return self.tokens[self.pos] if self.pos < len(self.tokens) else (None, None)

    def take(self):
        token = self.peek()
        self.pos += 1
        return token

    def at(self, symbols):
        kind, value = self.peek()
        return kind == "op" and value in symbols

    def expression(self):
        value = self.term()
        while self.at("+-"):
            _, op = self.take()
            right = self.expression()
            value = value + right if op == "+" else value - right
        return value

    def term(self):
        value = self.unary()
        while self.at("*/"):
            _, op = self.take()
            right = self.unary()
            if op == "/" and right == 0:
                raise FormulaError("division by zero")
            value = value * right if op == "*" else value / right
        return value

    def unary(self):
        if self.at("-"):
            self.take()
            return -self.unary()
        return self.power()

    def power(self):
        base = self.atom()
        if self.at("^"):
            self.take()
            return base ** self.unary()
        return base

    def atom(self):
        kind, value = self.take()
        if kind == "num":
            return value
        if kind == "name":
            if value not in self.names:
                raise FormulaError(f"unknown name {value}")
            return self.names[value]
        if (kind, value) == ("op", "("):
            inner = self.expression()
            if self.take() != ("op", ")"):
                raise FormulaError("missing )")
            return inner
        raise FormulaError("value expected")


def evaluate(text, **names):
    parser = Parser(tokenize(text), names)
    value = parser.expression()
    if parser.peek() != (None, None):
        raise FormulaError("trailing input")
    return value
