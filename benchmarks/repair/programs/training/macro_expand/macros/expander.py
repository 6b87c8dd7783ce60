"""Expanding macros in a text."""

from __future__ import annotations

import re

from macros.table import Macro, MacroError, MacroTable

TOKEN = re.compile(r'"[^"]*"|[A-Za-z_]\w*|\d\w*|\s+|.', re.DOTALL)


class Expander:
    """Replaces macros until none is left; strings stay as they are.

    As in C the name of a macro isn't expanded again inside what it stands for.
    """

    def __init__(self, table: MacroTable):
        self.table = table

    def expand(self, text: str) -> str:
        return self._expand(text, frozenset())

    def _expand(self, text: str, active: frozenset[str]) -> str:
        tokens = TOKEN.findall(text)
        out: list[str] = []
        at = 0
        while at < len(tokens):
            token = tokens[at]
            at += 1
            macro = self.table.get(token)
            if macro is None:
                out.append(token)
                continue
            values: list[str] = []
            if macro.params is not None:
                if tokens[at : at + 1] != ["("]:
                    out.append(token)
                    continue
                values, at = self._arguments(macro, tokens, at + 1)
                values = [self._expand(value, active) for value in values]
            body = self._substitute(macro, values)
            out.append(self._expand(body, active | {macro.name}))
        return "".join(out)

    @staticmethod
    def _arguments(macro: Macro, tokens: list[str], at: int) -> tuple[list[str], int]:
        """The arguments of a call and the position after it."""
        values, depth = [""], 1
        for position in range(at, len(tokens)):
            token = tokens[position]
            depth += (token == "(") - (token == ")")
            if depth == 0:
                given = [value.strip() for value in values]
                if given == [""] and not macro.params:
                    given = []
                if len(given) != len(macro.params):
                    raise MacroError(f"{macro.name} takes {len(macro.params)} arguments, not {len(given)}")
                return given, position + 1
            if token == "," and depth == 1:
                values.append("")
            else:
                values[-1] += token
        raise MacroError(f"{macro.name}: no closing parenthesis")

    @staticmethod
    def _substitute(macro: Macro, values: list[str]) -> str:
        given = dict(zip(macro.params or (), values))
        return "".join(given.get(token, token) for token in TOKEN.findall(macro.body))
