"""Features from the execution of failing tests: tracebacks, calls of the failing assertion, depth, order, results."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from testfix_pipeline.core.records import Failure
from testfix_pipeline.core.test_ids import TestId, file_of
from testfix_pipeline.repair.language.registry import language_of
from testfix_pipeline.repair.model.profile import Profile
from testfix_pipeline.repair.model.sources import is_test_side
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement, Symptoms

MOST_FAILURES = 20
"""The number of failures that are read."""


class FrameFeatures:
    """Features from tracebacks: the innermost project frame, the others, and their functions."""

    def __init__(self, failures: Sequence[Failure]) -> None:
        self.lines: dict[tuple[str, int], float] = {}
        self.functions: dict[tuple[str, str], float] = {}
        for failure in failures[:MOST_FAILURES]:
            frames = [frame for frame in failure.frames if not is_test_side(frame.file)]
            for distance, frame in enumerate(reversed(frames)):
                near = 1 / (1 + distance)
                line, function = (frame.file, frame.line), (frame.file, frame.function)
                self.lines[line] = max(near, self.lines.get(line, 0.0))
                self.functions[function] = max(near, self.functions.get(function, 0.0))

    def of(self, place: SuspiciousStatement) -> Iterator[tuple[str, float]]:
        """Yields features of a statement's position in the tracebacks of failures."""
        file, source = place.source.path, place.source
        nearness, roles = self._near(file, source.lines_of(place.stmt)), source.roles(place.stmt)
        is_raise = "complaint" in roles
        yield "crash", float(nearness == 1.0 and not is_raise)
        yield "complaint", float(nearness == 1.0 and is_raise)
        yield "frame", nearness if nearness < 1.0 else 0.0
        inside = [one for block in source.blocks(place.stmt) for one in block] if "condition" in roles else []
        yield "guards the crash", float(any(self._near(file, source.lines_of(one)) == 1.0 for one in inside))
        name = place.function.name if place.function else "<module>"
        yield "frame function", self.functions.get((file, name), 0.0)

    def _near(self, file: str, lines: range) -> float:
        return max((self.lines.get((file, line), 0.0) for line in lines), default=0.0)


class ProfileFeatures:
    """Features from the profiles of failing tests that run the statement."""

    def __init__(self, symptoms: Symptoms, root: Path) -> None:
        self.runs = [
            _ProfiledTest(profile, symptoms.failures, test, root)
            for test, profile in list(symptoms.traced.items())[:MOST_FAILURES]
        ]

    def of(self, place: SuspiciousStatement) -> Iterator[tuple[str, float]]:
        """Yields features of a statement in the profiles of failing tests."""
        file, lines = place.source.path, place.source.lines_of(place.stmt)
        seen = [run.at(file, lines) for run in self.runs]
        for position, name in enumerate(("asserted", "related", "shallow", "late", "last lines")):
            yield name, sum(found[position] for found in seen if found) / max(1, len(seen))
        yield "unconfirmed", float(bool(seen) and not any(seen) and place.reason == "coverage")
        key = _key(place)
        yield "gave the wrong value", max((run.wrong.get(key, 0.0) for run in self.runs), default=0.0)
        wrong = "return" in place.source.roles(place.stmt) and any(key in run.wrong for run in self.runs)
        yield "returns the wrong value", float(wrong)


def _key(place: SuspiciousStatement) -> tuple[str, int]:
    first = place.source.lines_of(place.function.node)[0] if place.function else 0
    return place.source.path, first


class _ProfiledTest:
    """One failing test's profile, read together with its own code."""

    def __init__(self, profile: Profile, failures: Sequence[Failure], test: TestId, root: Path) -> None:
        self.profile = profile
        failure = next((f for f in failures if f.test == test), None)
        line = _failing_line(test, failure)
        self.asserted = profile.stages.get(line or -1, {})
        language = language_of(file_of(test))
        related = language.slice_of_test(test, line, root) if line else ()
        self.related = [profile.stages[number] for number in related if number in profile.stages]
        self.wrong = dict(_functions_returning(profile, language.actual_values(failure))) if failure else {}

    def at(self, file: str, lines: range) -> tuple[float, ...] | None:
        runs = [run for line in lines if (run := self.profile.lines.get(file, {}).get(line)) is not None]
        if not runs:
            return None
        last = max(run.last for run in runs)
        steps = max(1, self.profile.steps)
        return (
            float(not self.asserted.get(file, frozenset()).isdisjoint(lines)),
            float(any(not stage.get(file, frozenset()).isdisjoint(lines) for stage in self.related)),
            1 / (1 + min(run.depth for run in runs)),
            last / steps,
            1 / (1 + math.log1p(max(0, steps - last))),
        )


def _failing_line(test: TestId, failure: Failure | None) -> int | None:
    """The line of the test's own file that the failure names; helpers of the test come after it."""
    if failure is None:
        return None
    own = [frame.line for frame in failure.frames if frame.file == file_of(test)]
    return own[0] if own else failure.line


def _functions_returning(profile: Profile, values: Sequence[str]) -> Iterator[tuple[tuple[str, int], float]]:
    """Yields (function, weight) for functions that returned the value the assertion complains about, the deepest most
    suspicious."""
    wrong = set(values)
    returning = [called for called in profile.functions if wrong & set(called.results)]
    deepest = max((called.depth for called in returning), default=0)
    for called in sorted(returning, key=lambda c: c.depth):
        rare = 1 / math.sqrt(len(called.results))
        yield (called.file, called.first_line), rare * (1.0 if called.depth == deepest else 0.7)
