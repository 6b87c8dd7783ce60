"""Semantic versions and npm-like ranges."""

from __future__ import annotations

import re
from functools import total_ordering

_VERSION = re.compile(r"(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.]+))?$")


@total_ordering
class Version:
    """``major.minor.patch[-pre.release]``; missing numbers are zero."""

    def __init__(self, text: str) -> None:
        match = _VERSION.match(text.strip())
        if not match:
            raise ValueError(f"bad version {text!r}")
        *numbers, pre = match.groups()
        self.given = sum(n is not None for n in numbers)
        self.numbers = tuple(int(n or 0) for n in numbers)
        self.pre = tuple(pre.split(".")) if pre else ()

    def _key(self):
        pre = tuple((0, int(p), "") if p.isdigit() else (1, 0, p) for p in self.pre)
        return self.numbers, not self.pre, pre

    def __eq__(self, other):
        return isinstance(other, Version) and self._key() == other._key()

    def __lt__(self, other):
        return self._key() < other._key()

    def __hash__(self):
        return hash(self._key())

    def __str__(self):
        text = ".".join(map(str, self.numbers))
        return text + ("-" + ".".join(self.pre) if self.pre else "")

    def bumped(self, index: int) -> Version:
        """Next version with the number at *index* increased."""
        numbers = [n if i < index else 0 for i, n in enumerate(self.numbers)]
        numbers[index] = self.numbers[index] + 1
        return Version(".".join(map(str, numbers)))


def _bounds(term: str) -> list[tuple[str, Version]]:
    """Expand one range term into simple comparisons."""
    match = re.match(r"(\^|~|>=|<=|>|<|=)?\s*(.+)$", term.strip())
    if not match:
        raise ValueError("empty range term")
    op, text = match.groups()
    version = Version(text)
    if op == "^":
        index = next((i for i, n in enumerate(version.numbers[: version.given]) if n), version.given - 1)
        return [(">=", version), ("<", version.bumped(index))]
    if op == "~":
        index = 1 if version.given > 2 else 0
        return [(">=", version), ("<", version.bumped(index))]
    return [(op or "=", version)]


_TESTS = {
    "=": lambda a, b: a == b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
}


class Range:
    """Comma means "and", ``||`` means "or"; ``*`` matches everything.

    Pre-releases only match when a bound of the same version numbers
    mentions a pre-release, too.
    """

    def __init__(self, text: str) -> None:
        self.choices = [
            [] if part.strip() == "*" else [b for t in part.split(",") for b in _bounds(t)]
            for part in text.split("||")
        ]

    def __contains__(self, version: str | Version) -> bool:
        if isinstance(version, str):
            version = Version(version)
        return any(self._fits(version, bounds) for bounds in self.choices)

    @staticmethod
    def _fits(version, bounds):
        if version.pre and not any(
            b.pre and b.numbers == version.numbers for _, b in bounds
        ):
            return False
        return all(_TESTS[op](version, bound) for op, bound in bounds)

    def best(self, versions) -> str | None:
        """The newest of *versions* (strings) in the range."""
        return max((v for v in versions if v in self), key=Version, default=None)
