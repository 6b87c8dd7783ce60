"""A calculator: + - * / ^, signs and parentheses. ^ binds from the right and closer than a sign."""

import re


class Calculator:
    def __init__(self, text):
        self.tokens = [*re.findall(r"\d+(?:\.\d+)?|\S", text), ""]

    def _take(self, *symbols):
        return self.tokens.pop(0) if self.tokens[0] in symbols else None

    def result(self):
        value = self._sum()
        if self.tokens != [""]:
            raise SyntaxError(f"unexpected {self.tokens[0]}")
        return value

    def _sum(self):
        value = self._product()
        while symbol := self._take("+", "-"):
            value += self._product() if symbol == "+" else -self._product()
        return value

    def _product(self):
        value = self._signed()
        while symbol := self._take("*", "/"):
            value *= self._signed() if symbol == "*" else 1 / self._signed()
        return value

    def _signed(self):
        if self._take("-"):
            return -self._signed()
        base = self._atom()
        return base ** self._atom() if self._take("^") else base

    def _atom(self):
        if self._take("("):
            value = self._sum()
            if not self._take(")"):
                raise SyntaxError("a parenthesis isn't closed")
            return value
        if not self.tokens[0][:1].isdigit():
            raise SyntaxError("a number is missing")
        return float(self.tokens.pop(0))
