"""Arithmetic expressions with variables and functions.

    sum     := product (("+" | "-") product)*
    product := unary (("*" | "/" | "%") unary)*
    unary   := "-" unary | power
    power   := atom ["^" unary]
    atom    := number | name | name "(" arguments ")" | "(" sum ")"
"""
import operator
import re

TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Za-z_]\w*)|([-+*/%^(),]))")
OPERATORS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "%": operator.mod,
    "^": operator.pow,
}
FUNCTIONS = {
    "abs": abs,
    "max": max,
    "min": min,
    "sum": lambda *numbers: sum(numbers),
    "count": lambda *numbers: len(numbers),
    "dozen": lambda: 12,
}


class ExprError(ValueError):
    """The expression can't be parsed or evaluated."""


def tokenize(text):
    tokens, pos = [], 0
    text = text.rstrip()
    while pos < len(text):
        match = TOKEN.match(text, pos)
        if not match:
            raise ExprError(f"bad character at {pos}")
        tokens.append(match.group(match.lastindex))
        pos = match.end()
    return tokens


def apply(op, left, right):
    if op in "/%" and right == 0:
        raise ExprError("division by zero")
    return OPERATORS[op](left, right)


class Evaluator:
    """Evaluates an expression while reading its tokens from left to right."""

    def __init__(self, text, variables):
        self.tokens = tokenize(text)
        self.pos = 0
        self.variables = variables

    def run(self):
        value = self._sum()
        if self._peek() is not None:
            raise ExprError(f"unexpected {self._peek()}")
        return value

    def _peek(self):
        return self.tokens[self.pos] if self.pos < len(self.tokens) else None

    def _accept(self, *wanted):
        token = self._peek()
        if token in wanted:
            self.pos += 1
            return token
        return None

    def _expect(self, wanted):
        if not self._accept(wanted):
            raise ExprError(f"expected {wanted}")

    def _sum(self):
        value = self._product()
        while op := self._accept("+", "-"):
            value = apply(op, value, self._product())
        return value

    def _product(self):
        value = self._unary()
        while op := self._accept("*", "/", "%"):
            value = apply(op, value, self._unary())
        return value

    def _unary(self):
        if self._accept("-"):
            return -self._unary()
        return self._power()

    def _power(self):
        value = self._atom()
        if self._accept("^"):
            return apply("^", value, self._unary())
        return value

    def _arguments(self):
        args = [self._sum()]
        while self._accept(","):
            args.append(self._sum())
        self._expect(")")
        return args

    def _atom(self):
        token = self._peek()
        if token is None:
            raise ExprError("unexpected end")
        self.pos += 1
        if token == "(":
            value = self._sum()
            self._expect(")")
            return value
        if token[0].isdigit():
            return float(token) if "." in token else int(token)
        if token[0].isalpha() or token[0] == "_":
            if self._accept("("):
                return self._call(token, self._arguments())
            return self._variable(token)
        raise ExprError(f"unexpected {token}")

    def _variable(self, name):
        if name not in self.variables:
            raise ExprError(f"unknown variable {name}")
        return self.variables[name]

    def _call(self, name, args):
        if name not in FUNCTIONS:
            raise ExprError(f"unknown function {name}")
        try:
            return FUNCTIONS[name](*args)
        except TypeError:
            raise ExprError(f"wrong arguments for {name}") from None


def evaluate(text, **variables):
    return Evaluator(text, variables).run()
