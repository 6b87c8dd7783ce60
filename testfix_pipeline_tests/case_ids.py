"""Ids of parametrized cases that say the case: `[{'max_iterations': 0}-at least 1]`, not `[values3-at least 1]`.

pytest writes texts and numbers into an id, and calls everything else by the argument's name and a number.
"""

from __future__ import annotations

import reprlib
from collections.abc import Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from pathlib import PurePath
from types import FunctionType
from typing import Any

import pytest
from pydantic import BaseModel

LONGEST = 60  # characters of one value: a node id with two of them still fits on a line of a report


class _Words(reprlib.Repr):
    """`repr` in the same order in each process of a run, which has to collect the same ids as the others."""

    def __init__(self) -> None:
        super().__init__()
        self.maxlevel = 4
        self.maxdict = self.maxlist = self.maxtuple = self.maxset = self.maxfrozenset = 8
        self.maxstring = self.maxlong = self.maxother = LONGEST

    def repr_instance(self, x: Any, level: int) -> str:
        if isinstance(x, Enum):
            return x.name
        if isinstance(x, PurePath):
            return x.as_posix()
        if isinstance(x, BaseModel) or (is_dataclass(x) and not isinstance(x, type)):
            given = (f"{name}={self.repr1(value, level - 1)}" for name, value in _given(x))
            return f"{type(x).__name__}({', '.join(given)})"
        if isinstance(x, type | FunctionType) and "<" not in x.__qualname__:
            return x.__qualname__
        if x is None or isinstance(x, bytes | bool | float):
            return repr(x)
        raise TypeError(x)  # its `repr` may hold an address, or a set in any order


def _given(value: Any) -> Iterator[tuple[str, Any]]:
    """The fields of a record or data class that say something: those that aren't as they are by default."""
    if isinstance(value, BaseModel):
        yield from ((name, getattr(value, name)) for name in type(value).model_fields if name in value.model_fields_set)
    else:
        own = ((field, getattr(value, field.name)) for field in fields(value) if field.repr)
        yield from ((field.name, one) for field, one in own if one != _default(field))


def _default(field: Field[Any]) -> Any:
    return field.default if field.default_factory is MISSING else field.default_factory()


def case_id(value: object) -> str | None:
    """What stands for a value in a test's id, at most `LONGEST` characters; None where pytest's own choice is right."""
    if isinstance(value, str):
        return _cut(value.encode("unicode_escape").decode()) if len(value) > LONGEST else None
    if isinstance(value, int | float | complex | Enum | bytes) or value is None or hasattr(value, "__name__"):
        return None
    try:
        return _cut(_Words().repr(value).encode("ascii", "backslashreplace").decode())
    except TypeError:
        return None


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 3]}..."


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    return case_id(val)
