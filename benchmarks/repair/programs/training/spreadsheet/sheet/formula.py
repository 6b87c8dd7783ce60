"""Formulas like `=A1+2*(B2-1)` and `=SUM(A1:A9)`."""

import re

_TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([A-Z]+\d+(?::[A-Z]+\d+)?)|([A-Z]+)(?=\()|(.))")


class FormulaError(Exception):
    pass


def tokens(text):
    found = []
    for number, cell, function, other in _TOKEN.findall(text):
        if number:
            found.append(("number", float(number)))
        elif cell:
            found.append(("cell", cell))
        elif function:
            found.append(("function", function))
        elif other.strip():
            found.append(("sign", other))
    return found


class Evaluator:
    """lookup(name) gives the number of a cell, area(range) the numbers of many."""

    def __init__(self, text, lookup, area):
        self._tokens = tokens(text)
        self._lookup = lookup
        self._area = area

    def _peek(self):
        return self._tokens[0] if self._tokens else (None, None)

    def _take(self, sign):
        if self._peek() != ("sign", sign):
            raise FormulaError(f"{sign} expected")
        self._tokens.pop(0)

    def run(self):
        value = self._sum()
        if self._tokens:
            raise FormulaError(f"unexpected {self._tokens[0][1]}")
        return value

    def _sum(self):
        value = self._product()
        while self._peek() in (("sign", "+"), ("sign", "-")):
            sign = self._tokens.pop(0)[1]
            other = self._product()
            value = value + other if sign == "+" else value - other
        return value

    def _product(self):
        value = self._atom()
        while self._peek() in (("sign", "*"), ("sign", "/")):
            sign = self._tokens.pop(0)[1]
            other = self._atom()
            value = value * other if sign == "*" else value / other
        return value

    def _atom(self):
        kind, content = self._peek()
        if kind is None:
            raise FormulaError("unfinished")
        self._tokens.pop(0)
        if kind == "number":
            return content
        if kind == "cell":
            return self._lookup(content)
        if kind == "function":
            return self._function(content)
        if content == "-":
            return -self._atom()
        if content == "(":
            value = self._sum()
            self._take(")")
            return value
        raise FormulaError(f"unexpected {content}")

    def _function(self, name):
        functions = {"SUM": sum, "MAX": max, "MIN": min}
        if name not in functions:
            raise FormulaError(f"no function {name}")
        self._take("(")
        kind, content = self._peek()
        if kind != "cell":
            raise FormulaError("a range expected")
        self._tokens.pop(0)
        self._take(")")
        return functions[name](self._area(content))
