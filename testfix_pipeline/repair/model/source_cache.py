"""Answers about source files that are computed once in a search and forgotten when it is over.

They hold the files with their syntax trees, so that a process that repairs one project after the other would grow.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
_caches: list[functools._lru_cache_wrapper[object]] = []


def remembered(maxsize: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Like `functools.lru_cache`, for functions of this package, until `forget`."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached = functools.lru_cache(maxsize=maxsize)(function)
        _caches.append(cast("functools._lru_cache_wrapper[object]", cached))
        return cast(Callable[P, R], cached)

    return decorate


def forget() -> None:
    """Let go of all answers. A search that runs beside computes again what it needs."""
    for cached in _caches:
        cached.cache_clear()
