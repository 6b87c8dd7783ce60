"""What the failing tests say: exception types, where they rose, actual against expected, literals of the tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class FailureEvidence:
    """What the failures say: exception types, messages, and literals met in assertions.

    `values` are pairs (actual, expected) as source text where the failing assertion named both. `test_literals` are
    the constants that stand in the failing tests; a patch made of them is suspicious. `crash_lines`: where an exception
    rose, `passed_lines`: all lines that it came through. `lost_names`: what a library's module is said to lack;
    `has_unfit_calls`: a library's callable complains about its arguments.
    """

    errors: frozenset[str] = frozenset()
    messages: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    test_literals: frozenset[str] = frozenset()
    crash_lines: Mapping[tuple[str, int], str] = field(default_factory=dict)
    passed_lines: Mapping[tuple[str, int], str] = field(default_factory=dict)
    lost_names: frozenset[str] = frozenset()
    has_unfit_calls: bool = False
