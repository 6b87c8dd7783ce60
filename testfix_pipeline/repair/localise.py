"""Where the bug may be: statements ranked by how failing and passing tests run over them, and by what the failures say.

Spectrum-based localisation with Ochiai: ef / sqrt(F * (ef + ep)), where ef and ep are the failing and passing tests
that run a line and F all failing tests. Ties are many, so tracebacks, the names used on the failing line of the test
and the name of the test weigh in. Lines that run at import can't be told apart by tests: they get a share of the
score of the code that uses them.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.clues import called_names
from testfix_pipeline.repair.project import Sources, is_data, is_docstring, is_test_side, targets
from testfix_pipeline.repair.source import Function, SourceFile, first_line, own_nodes

IMPORT_SHARE = 0.45
HEADER_SHARE = 0.6
SINGLE_TEST_SHARE = 0.75
INNERMOST_FRAME, OTHER_FRAME, NEAR_NAME, TEST_NAME = 1.6, 1.2, 1.35, 1.25

Executed = Mapping[str, Mapping[str, Collection[int]]]
"""Test id -> file -> executed lines."""


@dataclass(frozen=True)
class Suspect:
    """One statement with its score (0..1); `reason` says where the score comes from."""

    file: str
    line: int
    score: float
    function: str
    reason: str = "coverage"


def line_scores(executed: Executed, failing: Collection[str], passing: Collection[str]) -> dict[str, dict[int, float]]:
    """Ochiai of every line that a failing test runs, by file; with several failing tests each counts alone too."""
    known = [test for test in failing if test in executed]
    failed: dict[str, dict[int, int]] = {}
    for test in known:
        _count(executed[test], failed, None)
    passed: dict[str, dict[int, int]] = {}
    for test in passing:
        _count(executed.get(test, {}), passed, failed)
    return {
        file: {line: _ochiai(ef, len(known), passed.get(file, {}).get(line, 0)) for line, ef in lines.items()}
        for file, lines in failed.items()
    }


def _count(
    files: Mapping[str, Collection[int]], counts: dict[str, dict[int, int]], only: Collection[str] | None
) -> None:
    for file, lines in files.items():
        if only is None or file in only:
            of_file = counts.setdefault(file, {})
            for line in lines:
                of_file[line] = of_file.get(line, 0) + 1


def _ochiai(ef: int, total: int, ep: int) -> float:
    return max(ef / math.sqrt(total * (ef + ep)), SINGLE_TEST_SHARE / math.sqrt(1 + ep))


class Localiser:
    """Ranks the statements of a project for a set of failures."""

    def __init__(self, sources: Sources, failures: Sequence[Failure]) -> None:
        self.sources = sources
        self.failures = failures[:50]
        self.scores: dict[tuple[str, ast.stmt], tuple[float, str]] = {}
        self.near = {name for failure in failures[:20] for name in called_names(failure, sources.root)[0]}
        self.test_words = [set(_words(failure.test.split("::")[-1].split("[")[0])) for failure in failures[:20]]
        self.frames = dict(_frame_weights(self.failures))

    def rank(self, scores: Mapping[str, Mapping[int, float]]) -> list[Suspect]:
        """Suspects, most suspicious first; deterministic."""
        for file, lines in scores.items():
            source = self.sources.source(file)
            if source is not None:
                self._covered(source, lines)
        for failure in self.failures:
            self._from_frames(failure)
        self._headers()
        self._import_time()
        return self._sorted()

    def _covered(self, source: SourceFile, lines: Mapping[int, float]) -> None:
        for line, score in lines.items():
            stmt = source.statements.get(line)
            if stmt is not None and not is_docstring(stmt):
                self._raise(source, stmt, score * self._weight(source, stmt), "coverage")

    def _raise(self, source: SourceFile, stmt: ast.stmt, score: float, reason: str) -> None:
        key = (source.path, stmt)
        if score > self.scores.get(key, (0.0, ""))[0]:
            self.scores[key] = (score, reason)

    def _weight(self, source: SourceFile, stmt: ast.stmt) -> float:
        lines = range(first_line(stmt), min((stmt.end_lineno or stmt.lineno), stmt.lineno + 20) + 1)
        weight = max(self.frames.get((source.path, line), 1.0) for line in lines)
        function = source.function_of(stmt)
        return weight * self._function_weight(source, function) if function else weight

    def _function_weight(self, source: SourceFile, function: Function) -> float:
        weight = math.sqrt(self.frames.get((source.path, function.name), 1.0))
        names = {function.name} | ({function.owner.name} if function.owner and function.name == "__init__" else set())
        if names & self.near:
            weight *= NEAR_NAME
        words = set(_words(function.name))
        if words and any(words <= test for test in self.test_words):
            weight *= TEST_NAME
        return weight

    def _from_frames(self, failure: Failure) -> None:
        """Code on the traceback is suspicious even where no coverage was recorded."""
        for depth, frame in enumerate(reversed(failure.frames)):
            source = self.sources.source(frame.file)
            stmt = source.statements.get(frame.line) if source else None
            if source is None or stmt is None:
                continue
            self._raise(source, stmt, 0.8 / (1 + 0.5 * depth), "traceback")
            function = source.function_of(stmt)
            for other in function.node.body if function else ():
                self._raise(source, other, 0.3 / (1 + depth), "traceback")

    def _headers(self) -> None:
        """Signatures (defaults, decorators) of the functions that hold suspects."""
        best: dict[tuple[str, ast.stmt], float] = {}
        for (file, stmt), (score, _) in self.scores.items():
            source = self.sources.source(file)
            function = source.function_of(stmt) if source else None
            if function is not None:
                key = (file, function.node)
                best[key] = max(score, best.get(key, 0.0))
        for (file, node), score in best.items():
            source = self.sources.source(file)
            if source is not None:
                self._raise(source, node, HEADER_SHARE * score, "signature")

    def _import_time(self) -> None:
        """Module and class level statements that bind names the suspects read."""
        for (file, stmt), (score, reason) in list(self.scores.items()):
            source = self.sources.source(file)
            if source is None or reason == "import":
                continue
            for place, definition in self._definitions(source, stmt):
                self._raise(place, definition, IMPORT_SHARE * score, "import")

    def _definitions(self, source: SourceFile, stmt: ast.stmt) -> Iterator[tuple[SourceFile, ast.stmt]]:
        function = source.function_of(stmt)
        for node in own_nodes(stmt):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                yield from self._bound(source, node.id)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                yield from self._class_level(source, function, node.value.id, node.attr)

    def _bound(self, source: SourceFile, name: str) -> Iterator[tuple[SourceFile, ast.stmt]]:
        for stmt in self.sources.bindings(source).get(name, ()):
            if isinstance(stmt, ast.ImportFrom):
                other = self.sources.imported(source, stmt)
                original = next((a.name for a in stmt.names if (a.asname or a.name) == name), name)
                if other is not None and other is not source:
                    yield from ((other, s) for s in self.sources.bindings(other).get(original, ()) if is_data(s))
            elif is_data(stmt):
                yield source, stmt

    def _class_level(
        self, source: SourceFile, function: Function | None, owner: str, attr: str
    ) -> Iterator[tuple[SourceFile, ast.stmt]]:
        cls = function.owner if function and owner in ("self", "cls") else source.classes.get(owner)
        bases = {getattr(base, "id", getattr(base, "attr", "")) for base in cls.bases} if cls else set()
        for place in self.sources.loaded() if cls else ():
            for candidate in place.classes.values():
                if candidate is cls or candidate.name in bases:
                    yield from ((place, stmt) for stmt in candidate.body if is_data(stmt) and attr in targets(stmt))

    def _sorted(self) -> list[Suspect]:
        top = max((score for score, _ in self.scores.values()), default=1.0)
        found = [self._suspect(file, stmt, score / top, why) for (file, stmt), (score, why) in self.scores.items()]
        return sorted(found, key=lambda s: (-s.score, s.file, s.line))

    def _suspect(self, file: str, stmt: ast.stmt, score: float, reason: str) -> Suspect:
        source = self.sources.source(file)
        assert source is not None
        function = source.function_of(stmt)
        own = next((f for f in source.functions if f.node is stmt), None)
        name = (own or function).qualname if own or function else "<module>"  # type: ignore[union-attr]
        return Suspect(file, stmt.lineno, score, name, reason)


def _words(name: str) -> list[str]:
    spaced = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name)
    return [word for word in spaced.lower().split("_") if word and word != "test"]


def _frame_weights(failures: Sequence[Failure]) -> Iterator[tuple[tuple[str, int | str], float]]:
    for failure in failures:
        frames = [frame for frame in failure.frames if not is_test_side(frame.file)]
        for depth, frame in enumerate(reversed(frames)):
            weight = INNERMOST_FRAME if depth == 0 else OTHER_FRAME
            yield (frame.file, frame.line), weight
            yield (frame.file, frame.function), weight
