"""The values that messages of Go's tests say were compared: by habit got and want, or by testify."""

from __future__ import annotations

import re
from collections.abc import Iterator

ASSERTIONS = frozenset({"TestFailed", "OutputDiffers", ""})
_WANT = r"(?:want|wanted|expected)(?:ed)?"
_GOT = r"(?:got|have|was|returned|actual)"
_VALUE = r"(-?\d+(?:\.\d+)?|\"[^\"\n]*\"|true|false|nil|<nil>|[\w.-]+)"
_LITERAL = re.compile(r"-?\d+(?:\.\d+)?|\".*\"|true|false|nil", re.DOTALL)
_COMPARED = (
    re.compile(rf"(?:{_GOT}|=)[:=]?\s*{_VALUE}[,;:)]?\s*\(?{_WANT}[:=]?\s*{_VALUE}", re.IGNORECASE),
    re.compile(rf"{_VALUE} != {_VALUE}"),
)
_TURNED = re.compile(
    rf"{_WANT}(?: to get)?\s*[:=]?\s*{_VALUE}[,;:)]?\s*(?:but )?\(?{_GOT}\s*[:=]?\s*{_VALUE}", re.IGNORECASE
)


def compared_values(message: str) -> Iterator[tuple[str, str]]:
    """Yields pairs of an actual and an expected value, as source text; words also as texts."""
    pairs = [(found[1], found[2]) for pattern in _COMPARED for found in pattern.finditer(message)]
    pairs += [(found[2], found[1]) for found in _TURNED.finditer(message)]
    for actual, expected in pairs:
        yield _as_code(actual), _as_code(expected)


def _as_code(value: str) -> str:
    if value == "<nil>":
        return "nil"
    return value if _LITERAL.fullmatch(value) else f'"{value}"'
