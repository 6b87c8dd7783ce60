"""Features from what failing tests do: tracebacks, what the failing assertion called, how deep, how late, results."""

from __future__ import annotations

import ast
import math
from collections.abc import Iterator, Sequence
from pathlib import Path

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.languages.python.failure_evidence import function_of_test
from testfix_pipeline.repair.languages.python.localisation.messages import actual_values
from testfix_pipeline.repair.languages.python.source import blocks
from testfix_pipeline.repair.localise.coverage_features import lines_of
from testfix_pipeline.repair.localise.symptoms import Place, Symptoms
from testfix_pipeline.repair.profile import Profile
from testfix_pipeline.repair.sources import is_test_side

LOOKED_AT = 20
"""Failures that are read, of all of them."""


class FrameFeatures:
    """Tracebacks: the innermost project frame, the others, and the functions they lie in."""

    def __init__(self, failures: Sequence[Failure]) -> None:
        self.lines: dict[tuple[str, int], float] = {}
        self.functions: dict[tuple[str, str], float] = {}
        for failure in failures[:LOOKED_AT]:
            frames = [frame for frame in failure.frames if not is_test_side(frame.file)]
            for distance, frame in enumerate(reversed(frames)):
                near = 1 / (1 + distance)
                line, function = (frame.file, frame.line), (frame.file, frame.function)
                self.lines[line] = max(near, self.lines.get(line, 0.0))
                self.functions[function] = max(near, self.functions.get(function, 0.0))

    def of(self, place: Place) -> Iterator[tuple[str, float]]:
        file = place.source.path
        here = self._near(file, lines_of(place.stmt))
        raised = _complains(place.stmt)
        yield "crash", float(here == 1.0 and not raised)
        yield "complaint", float(here == 1.0 and raised)
        yield "frame", here if here < 1.0 else 0.0
        inside = [s for block in blocks(place.stmt) for s in block] if isinstance(place.stmt, ast.If) else []
        guarded = (s for s in inside if self._near(file, lines_of(s)) == 1.0)
        yield "guards the crash", float(any(True for _ in guarded))
        name = place.function.name if place.function else "<module>"
        yield "frame function", self.functions.get((file, name), 0.0)

    def _near(self, file: str, lines: range) -> float:
        return max((self.lines.get((file, line), 0.0) for line in lines), default=0.0)


def _complains(stmt: ast.stmt) -> bool:
    """Whether a statement is there to complain: what raises is then not what is wrong."""
    if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call):
        return last_name(stmt.value.func) == "warn"
    return isinstance(stmt, (ast.Raise, ast.Assert))


class ProfileFeatures:
    """Of the best failing test that was profiled and runs the statement."""

    def __init__(self, symptoms: Symptoms, root: Path) -> None:
        self.runs = [
            _Run(profile, symptoms.failures, test, root) for test, profile in list(symptoms.traced.items())[:LOOKED_AT]
        ]

    def of(self, place: Place) -> Iterator[tuple[str, float]]:
        file, lines = place.source.path, lines_of(place.stmt)
        seen = [run.at(file, lines) for run in self.runs]
        for position, name in enumerate(("asserted", "related", "shallow", "late", "last lines")):
            yield name, sum(found[position] for found in seen if found) / max(1, len(seen))
        yield "unconfirmed", float(bool(seen) and not any(seen) and place.reason == "coverage")
        key = _key(place)
        yield "gave the wrong value", max((run.wrong.get(key, 0.0) for run in self.runs), default=0.0)
        wrong = isinstance(place.stmt, ast.Return) and any(key in run.wrong for run in self.runs)
        yield "returns the wrong value", float(wrong)


def _key(place: Place) -> tuple[str, int]:
    node = place.function.node if place.function else None
    first = min([node.lineno, *(d.lineno for d in node.decorator_list)]) if node else 0
    return place.source.path, first


class _Run:
    """One failing test's profile, read together with its own code."""

    def __init__(self, profile: Profile, failures: Sequence[Failure], test: str, root: Path) -> None:
        self.profile = profile
        failure = next((f for f in failures if f.test == test), None)
        line = _failing_line(test, failure)
        self.asserted = profile.stages.get(line or -1, {})
        node = function_of_test(test, root)
        related = slice_of(node, line) if node is not None and line else set()
        self.related = [profile.stages[number] for number in related if number in profile.stages]
        self.wrong = dict(_givers(profile, actual_values(failure))) if failure else {}

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


def _failing_line(test: str, failure: Failure | None) -> int | None:
    """The line of the test's own file that the failure names; helpers of the test come after it."""
    if failure is None:
        return None
    own = [frame.line for frame in failure.frames if frame.file == test.partition("::")[0]]
    return own[0] if own else failure.line


def slice_of(node: ast.AST, line: int) -> set[int]:
    """The lines of a test's statements that make what the statement at `line` reads: a backward slice by names."""
    stmts = [stmt for stmt in ast.walk(node) if isinstance(stmt, ast.stmt) and stmt is not node]
    stmts = sorted((stmt for stmt in stmts if stmt.lineno <= line), key=lambda stmt: stmt.lineno)
    at = [stmt for stmt in stmts if stmt.lineno <= line <= (stmt.end_lineno or stmt.lineno)]
    wanted = {n.id for stmt in at[-1:] for n in ast.walk(stmt) if isinstance(n, ast.Name)}
    found: set[int] = {stmt.lineno for stmt in at[-1:]}
    for stmt in reversed(stmts):
        if any(isinstance(n, ast.stmt) for n in ast.iter_child_nodes(stmt)):
            continue
        names = {n.id for n in ast.walk(stmt) if isinstance(n, ast.Name)}
        bound = {n.id for n in ast.walk(stmt) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        acts = isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call)
        if bound & wanted or (acts and names & wanted):
            found |= set(range(stmt.lineno, (stmt.end_lineno or stmt.lineno) + 1))
            wanted |= names
    return found


def _givers(profile: Profile, values: Sequence[str]) -> Iterator[tuple[tuple[str, int], float]]:
    """Functions that gave the value the assertion complains about, the deepest of them most suspicious."""
    wrong = set(values)
    givers = [called for called in profile.functions if wrong & set(called.results)]
    deepest = max((called.depth for called in givers), default=0)
    for called in sorted(givers, key=lambda c: c.depth):
        rare = 1 / math.sqrt(len(called.results))
        yield (called.file, called.first_line), rare * (1.0 if called.depth == deepest else 0.7)
