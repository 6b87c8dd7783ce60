"""Damage to valid content: what torn writes, failing disks, careless edits and ill will leave of a file."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

_ODD_BYTES = (
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"\xed\xa0\x80",
    b"\r\n",
    b"\x1b[31m",
    "٣".encode(),
    b'"',
    b"\\ud800",
)
_ODD_VALUES: tuple[Any, ...] = (
    *(None, True, 0, -1, 10**30, 1e308, float("nan"), float("inf")),
    *("", "\0", "../../etc/passwd", "\ud800", "a" * 3000, "2026-13-45T99:99:99", "-", "${HOME}", "%s"),
    *([], {}, [[]], {"": None}, [None, {}], {"a": {"b": {"c": []}}}),
)
_DEEP = 1500


def damaged(content: bytes, chance: random.Random) -> bytes:
    """The content with one to three damages; structure is damaged where it is JSON."""
    for _ in range(chance.choice((1, 1, 2, 3))):
        content = chance.choice(_WAYS)(content, chance)
    return content


def _cut(content: bytes, chance: random.Random) -> bytes:
    return content[: chance.randrange(len(content) + 1)]


def _hole(content: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(content) + 1)
    return content[:start] + content[start + chance.randrange(1, 40) :]


def _zeros(content: bytes, chance: random.Random) -> bytes:
    """A block that was never written."""
    start = chance.randrange(len(content) + 1)
    length = min(len(content) - start, chance.choice((1, 16, 512)))
    return content[:start] + b"\0" * length + content[start + length :]


def _flip(content: bytes, chance: random.Random) -> bytes:
    if not content:
        return b"\x01"
    place = chance.randrange(len(content))
    return content[:place] + bytes([content[place] ^ (1 << chance.randrange(8))]) + content[place + 1 :]


def _insert(content: bytes, chance: random.Random) -> bytes:
    place = chance.randrange(len(content) + 1)
    return content[:place] + chance.choice(_ODD_BYTES) + content[place:]


def _repeat(content: bytes, chance: random.Random) -> bytes:
    start = chance.randrange(len(content) + 1)
    return content + content[start:]


def _structure(content: bytes, chance: random.Random) -> bytes:
    """Another value at some place of a JSON document, or a key or member gone; of other content its bytes."""
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        return _insert(content, chance)
    changed = _elsewhere(data, chance)
    return json.dumps(changed, ensure_ascii=chance.random() < 0.5).encode("utf-8", "backslashreplace")


def _elsewhere(value: Any, chance: random.Random) -> Any:
    if isinstance(value, dict) and value and chance.random() < 0.85:
        key = chance.choice(list(value))
        if chance.random() < 0.15:
            return {name: one for name, one in value.items() if name != key}
        return {**value, key: _elsewhere(value[key], chance)}
    if isinstance(value, list) and value and chance.random() < 0.8:
        place = chance.randrange(len(value))
        return [*value[:place], _elsewhere(value[place], chance), *value[place + 1 :]]
    return chance.choice(_ODD_VALUES)


def _deep(content: bytes, chance: random.Random) -> bytes:
    """Deeper nesting than a parser that recurses can follow."""
    opening, closing = chance.choice(((b"[", b"]"), (b'{"a":', b"}"), (b"(", b")")))
    return opening * _DEEP * 10 + content + closing * (_DEEP * 10 if chance.random() < 0.5 else 0)


_WAYS: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_cut, _hole, _zeros, _flip, _flip, _insert, _insert, _repeat),
    *(_structure,) * 12,
    _deep,
)
