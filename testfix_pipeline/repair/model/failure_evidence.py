"""Evidence from failing tests: exception types, where they were raised, actual and expected values, literals of the
tests."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class FailureEvidence:
    """Facts read from the failures.

    errors: exception types. messages: of the exceptions. values: pairs (actual, expected) as source text if the failing
    assertion names both. test_literals: the constants in the failing tests; a patch made of them is suspicious.
    crash_lines: the type of the exception raised at a file and line. passed_lines: the same for all lines of its
    traceback. expected_errors: the class and the message ("" for any) of errors that failing assertions expect, as far
    as the language reads them here. lost_names: names that a library's module no longer has. has_unfit_calls: a
    library's callable complains about its arguments, or since an update an object of a library lacks what it is asked
    for. refused_calls: the names of callables of libraries that complain so, perhaps since an update. has_updates: a
    library's update certainly causes a failure. has_earlier_requirements: the project required other versions before,
    so that an update may do so. follows_update: some failure of the suite has, or had, an update behind it, perhaps.
    newer_modules: top-level modules of libraries that are newer than what the project required.
    """

    errors: frozenset[str] = frozenset()
    messages: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    test_literals: frozenset[str] = frozenset()
    crash_lines: Mapping[tuple[str, int], str] = field(default_factory=dict)
    passed_lines: Mapping[tuple[str, int], str] = field(default_factory=dict)
    expected_errors: tuple[tuple[str, str], ...] = ()
    lost_names: frozenset[str] = frozenset()
    has_unfit_calls: bool = False
    refused_calls: frozenset[str] = frozenset()
    has_updates: bool = False
    has_earlier_requirements: bool = False
    follows_update: bool = False
    newer_modules: frozenset[str] = frozenset()
