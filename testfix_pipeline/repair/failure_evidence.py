"""What the failing tests say: exception types, where they rose, actual against expected, literals of the tests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.languages import language_of


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


def gather(failures: Sequence[Failure], root: Path) -> FailureEvidence:
    """The failure evidence of these failures, read by the languages of their tests; `root` is the project's folder."""
    by_language: dict[str, list[Failure]] = {}
    for failure in failures:
        by_language.setdefault(language_of(failure.test.partition("::")[0]).name, []).append(failure)
    found = [language_of(some[0].test.partition("::")[0]).failure_evidence(some, root) for some in by_language.values()]
    return found[0] if len(found) == 1 else _together(found)


def _together(found: Sequence[FailureEvidence]) -> FailureEvidence:
    return FailureEvidence(
        errors=frozenset[str]().union(*(one.errors for one in found)),
        messages=tuple(dict.fromkeys(message for one in found for message in one.messages)),
        values=tuple(dict.fromkeys(pair for one in found for pair in one.values)),
        test_literals=frozenset[str]().union(*(one.test_literals for one in found)),
        crash_lines={line: error for one in found for line, error in one.crash_lines.items()},
        passed_lines={line: error for one in found for line, error in one.passed_lines.items()},
        lost_names=frozenset[str]().union(*(one.lost_names for one in found)),
        has_unfit_calls=any(one.has_unfit_calls for one in found),
    )
