"""What failures say: values that were compared, and where errors rose."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path

from testfix_pipeline.core.records import Failure
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.model.failure_evidence import FailureEvidence

_LITERAL = re.compile(r"'[^'\n]*'|\"[^\"\n]*\"|(?<![\w.])\d+(?:\.\d+)?")
_AROUND = 3
"""How many lines above the failing one of a test may hold its literals."""


def failure_evidence(
    failures: Sequence[Failure],
    root: Path,
    assertions: Collection[str],
    values: Callable[[str], Iterator[tuple[str, str]]],
) -> FailureEvidence:
    """The evidence of these failures.

    assertions: the types of errors that tests raise themselves. values: finds what was compared in a message, as source
    text.
    """
    crashes: dict[tuple[str, int], str] = {}
    passed: dict[tuple[str, int], str] = {}
    for failure in failures:
        if failure.frames and failure.error_type not in assertions:
            crashes[failure.frames[-1].file, failure.frames[-1].line] = failure.error_type
        passed.update({(frame.file, frame.line): failure.error_type for frame in failure.frames})
    return FailureEvidence(
        errors=frozenset(
            "AssertionError" if failure.error_type in assertions else failure.error_type for failure in failures
        ),
        messages=tuple(dict.fromkeys(failure.error for failure in failures)),
        values=tuple(dict.fromkeys(pair for failure in failures for pair in values(failure.error))),
        test_literals=frozenset(literal for failure in failures for literal in _literals(failure, root)),
        crash_lines=crashes,
        passed_lines=passed,
    )


def _literals(failure: Failure, root: Path) -> Iterator[str]:
    """The literals on the line of the test that failed, and just above it."""
    file = failure.test.file
    line = next((frame.line for frame in failure.frames if frame.file == file), 0)
    lines = read_text(root / file).splitlines() if line else []
    yield from _LITERAL.findall("\n".join(lines[max(0, line - 1 - _AROUND) : line]))
