"""Caches of results about source files, which are cleared at the end of a search.

They hold the files with their syntax trees: a process that repairs many projects would grow without end.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import ParamSpec, TypeVar, cast

P = ParamSpec("P")
R = TypeVar("R")
_caches: list[functools._lru_cache_wrapper[object]] = []


def cached_per_search(maxsize: int) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """Like `functools.lru_cache`, for functions of this package, until `clear_caches`."""

    def decorate(function: Callable[P, R]) -> Callable[P, R]:
        cached = functools.lru_cache(maxsize=maxsize)(function)
        _caches.append(cast("functools._lru_cache_wrapper[object]", cached))
        return cast(Callable[P, R], cached)

    return decorate


def clear_caches() -> None:
    """Clears all caches. A search that runs at the same time computes again what it needs."""
    for cached in _caches:
        cached.cache_clear()
