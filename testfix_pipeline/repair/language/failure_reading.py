"""Reads failures with the languages of their tests."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import file_of
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence


def gather(failures: Sequence[Failure], root: Path) -> FailureEvidence:
    """The failure evidence of these failures, read with the languages of their tests; `root` is the
    project's folder."""
    by_language: dict[str, list[Failure]] = {}
    for failure in failures:
        by_language.setdefault(language_of(file_of(failure.test)).name, []).append(failure)
    found = [language_of(file_of(some[0].test)).failure_evidence(some, root) for some in by_language.values()]
    return found[0] if len(found) == 1 else _combined_evidence(found)


def _combined_evidence(found: Sequence[FailureEvidence]) -> FailureEvidence:
    return FailureEvidence(
        errors=frozenset[str]().union(*(one.errors for one in found)),
        messages=tuple(dict.fromkeys(message for one in found for message in one.messages)),
        values=tuple(dict.fromkeys(pair for one in found for pair in one.values)),
        test_literals=frozenset[str]().union(*(one.test_literals for one in found)),
        crash_lines={line: error for one in found for line, error in one.crash_lines.items()},
        passed_lines={line: error for one in found for line, error in one.passed_lines.items()},
        expected_errors=tuple(dict.fromkeys(error for one in found for error in one.expected_errors)),
        lost_names=frozenset[str]().union(*(one.lost_names for one in found)),
        has_unfit_calls=any(one.has_unfit_calls for one in found),
        refused_calls=frozenset[str]().union(*(one.refused_calls for one in found)),
        has_updates=any(one.has_updates for one in found),
    )
