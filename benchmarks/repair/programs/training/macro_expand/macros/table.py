"""Definitions of macros, as in C: ``NAME text`` or ``NAME(a, b) text``."""

from __future__ import annotations

import re
from dataclasses import dataclass

DEFINITION = re.compile(r"(?P<name>[A-Za-z_]\w*)(?:\((?P<params>[^)]*)\))?(?:\s+(?P<body>.*))?")


class MacroError(ValueError):
    """A wrong definition or call."""


@dataclass(frozen=True)
class Macro:
    """params is None for a macro that takes no parentheses."""

    name: str
    body: str
    params: tuple[str, ...] | None = None


class MacroTable:
    def __init__(self, *definitions: str):
        self._macros: dict[str, Macro] = {}
        for line in definitions:
            self.define(line)

    def define(self, line: str) -> None:
        """Add a definition; a later one replaces an earlier one."""
        match = DEFINITION.fullmatch(line.strip())
        if match is None:
            raise MacroError(f"bad definition: {line!r}")
        params = None
        if match["params"] is not None:
            params = tuple(part.strip() for part in match["params"].split(",") if part.strip())
        self._macros[match["name"]] = Macro(match["name"], match["body"] or "", params)

    def undefine(self, name: str) -> None:
        self._macros.pop(name, None)

    def get(self, name: str) -> Macro | None:
        return self._macros.get(name)
