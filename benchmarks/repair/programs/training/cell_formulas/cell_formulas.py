"""A sheet of cells with formulas such as `=A1*2+SUM(B1:B3)`."""
import re

TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Z]+\d+)|([A-Z]+)|(.))")
CELL = re.compile(r"([A-Z]+)(\d+)")
FUNCTIONS = {"SUM": sum, "MIN": min, "MAX": max, "COUNT": len}


class FormulaError(ValueError):
    pass


class CircularReference(FormulaError):
    pass


def expand(first, last):
    """Names of the cells of the block between two corners."""
    (col1, row1), (col2, row2) = CELL.fullmatch(first).groups(), CELL.fullmatch(last).groups()
    columns = [chr(col) for col in range(ord(col1), ord(col2) + 1)]
    return [f"{col}{row}" for row in range(int(row1), int(row2) + 1) for col in columns]


def tokenize(text):
    return [float(number) if number else cell or word or sign
            for number, cell, word, sign in TOKEN.findall(text.strip())]


def references(text):
    """Names of all the cells that a formula uses."""
    tokens = tokenize(text)
    found = set()
    for pos, token in enumerate(tokens):
        if isinstance(token, str) and CELL.fullmatch(token):
            found.add(token)
            if tokens[pos + 1:pos + 2] == [":"]:
                found.update(expand(token, tokens[pos + 2]))
    return found


class Parser:
    def __init__(self, tokens, lookup):
        self.tokens = list(tokens)
        self.lookup = lookup

    def take(self, *expected):
        if self.tokens and (not expected or self.tokens[0] in expected):
            return self.tokens.pop(0)
        if expected:
            return None
        raise FormulaError("unexpected end")

    def total(self):
        value = self.product()
        while sign := self.take("+", "-"):
            value += self.product() * (1 if sign == "+" else -1)
        return value

    def product(self):
        value = self.atom()
        while sign := self.take("*", "/"):
            other = self.atom()
            value = value * other if sign == "*" else value / other
        return value

    def atom(self):
        token = self.take()
        if isinstance(token, float):
            return token
        if token == "-":
            return -self.atom()
        if token == "(":
            value = self.total()
            self.close()
            return value
        if token in FUNCTIONS:
            return self.call(FUNCTIONS[token])
        if CELL.fullmatch(token):
            return self.lookup(token) or 0.0
        raise FormulaError(f"unexpected {token}")

    def close(self):
        if not self.take(")"):
            raise FormulaError("missing )")

    def call(self, function):
        if not self.take("("):
            raise FormulaError("missing (")
        first = self.take()
        last = self.take() if self.take(":") else first
        self.close()
        found = [self.lookup(name) for name in expand(first, last)]
        values = [value for value in found if value is not None]
        return function(values) if values else 0.0


class Sheet:
    """Values are computed when asked for, and kept until something they use changes."""

    def __init__(self):
        self._contents = {}
        self._values = {}
        self._users = {}

    def set(self, name, content):
        refs = self._references(content)
        if any(ref == name or self._depends(ref, name) for ref in refs):
            raise CircularReference(name)
        self.clear(name)
        self._contents[name] = content
        for ref in refs:
            self._users.setdefault(ref, set()).add(name)

    def clear(self, name):
        for ref in self._references(self._contents.pop(name, None)):
            self._users[ref].discard(name)
        self._values.pop(name, None)
        self._drop_users(name)

    def get(self, name):
        """Value of a cell, None if it is empty."""
        if name not in self._contents:
            return None
        if name not in self._values:
            self._values[name] = self._compute(self._contents[name])
        return self._values[name]

    def _compute(self, content):
        if not self._is_formula(content):
            return float(content)
        parser = Parser(tokenize(content[1:]), self.get)
        value = parser.total()
        if parser.tokens:
            raise FormulaError(f"unexpected {parser.tokens[0]}")
        return value

    def _drop_users(self, name):
        for user in self._users.get(name, ()):
            self._values.pop(user, None)

    def _depends(self, name, other):
        refs = self._references(self._contents.get(name))
        return other in refs or any(self._depends(ref, other) for ref in refs)

    def _references(self, content):
        return references(content[1:]) if self._is_formula(content) else set()

    @staticmethod
    def _is_formula(content):
        return isinstance(content, str) and content.startswith("=")
