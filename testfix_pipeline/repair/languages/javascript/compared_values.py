"""The values that messages of JavaScript's test frameworks say were compared."""

from __future__ import annotations

import re
from collections.abc import Iterator

ASSERTIONS = frozenset({"AssertionError", "JestAssertionError", "Error", ""})
_VALUE = r"(-?\d+(?:\.\d+)?|'[^'\n]*'|\"[^\"\n]*\"|true|false|null|undefined|NaN)"
_COMPARED = (
    re.compile(rf"^{_VALUE} !==? {_VALUE}$", re.MULTILINE),  # node:assert
    re.compile(rf"expected {_VALUE} to (?:be|equal|deeply equal|strictly equal|deep equal) {_VALUE}"),  # chai, vitest
)
_JEST = re.compile(rf"Expected: {_VALUE}\s+Received: {_VALUE}")


def compared_values(message: str) -> Iterator[tuple[str, str]]:
    """Yields pairs of an actual and an expected value, as source text."""
    for pattern in _COMPARED:
        yield from ((found[1], found[2]) for found in pattern.finditer(message))
    yield from ((found[2], found[1]) for found in _JEST.finditer(message))
