"""Features from the spectrum: which tests run a statement, with which outcome of its condition, and similar tests."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.repair.localise.spectrum import LinePairs, Spectrum, SpectrumCounts, ochiai
from testfix_pipeline.repair.model.source_text import SourceText, Statement, statements_under
from testfix_pipeline.repair.model.sources import is_test_side
from testfix_pipeline.repair.model.symptoms import SuspiciousStatement, Symptoms

NEIGHBOURS = 8
"""Passing tests with the most similar path, to which each failing one is compared (Renieres & Reiss 2003)."""


class CoverageFeatures:
    """Computes the features of executed statements from the lines that each test runs."""

    def __init__(self, symptoms: Symptoms, sources: Collection[SourceText]) -> None:
        self.symptoms = symptoms
        self.spectrum = Spectrum.of(symptoms.executed, symptoms.failing, symptoms.passing)
        self._neighbours = list(_neighbours(symptoms))
        lines = {source.path: _lines_of_conditions(source) for source in sources}
        self._failed = LinePairs(symptoms.executed, symptoms.failing, lines)
        self._passed = LinePairs(symptoms.executed, symptoms.passing, lines)
        self._tests: dict[tuple[str, int], SpectrumCounts] = {}
        self._best: dict[tuple[str, Statement], float] = {}

    def counts(self, source: SourceText, stmt: Statement) -> SpectrumCounts:
        """The numbers of failing and passing tests that run the statement's most suspicious line."""
        key = (source.path, stmt.lineno)
        if key not in self._tests:
            counts_of_lines = [self.spectrum.counts(source.path, line) for line in source.lines_of(stmt)]
            self._tests[key] = max(counts_of_lines, key=lambda c: (c.ef / (1 + c.ep), c.ef, -c.ep))
        return self._tests[key]

    def of(self, place: SuspiciousStatement) -> Iterator[tuple[str, float]]:
        """Yields the features (name, value) of a statement."""
        source, stmt = place.source, place.stmt
        counts = self.counts(source, stmt)
        yield "ochiai", ochiai(counts)
        yield "alone", 1 / math.sqrt(1 + counts.ep) if counts.ef else 0.0
        yield "failing share", counts.ef / max(1, counts.failing)
        yield "explains all", float(counts.ef == counts.failing)
        yield "passing few", 1 - math.log1p(counts.ep) / math.log1p(max(1, counts.passing))
        yield "neighbours", self._share_not_running(source, stmt)
        yield "branch", self._branch_score(source, stmt)
        yield "block", max((ochiai(self.counts(source, s)) for s in _first_in_blocks(source, stmt)), default=0.0)
        yield "function best", self._function_best(place)

    def _share_not_running(self, source: SourceText, stmt: Statement) -> float:
        """The share, weighted by similarity, of the nearest passing tests that do not run the statement."""
        total = sum(weight for weight, _ in self._neighbours)
        lines = source.lines_of(stmt)
        missing = sum(weight for weight, files in self._neighbours if _is_not_run(files.get(source.path), lines))
        return missing / total if total else 0.0

    def _branch_score(self, source: SourceText, stmt: Statement) -> float:
        """The best score of "runs the header, and runs (or does not run) the block under it", over all blocks.

        In a loop only blocks that run always or never are distinguished.
        """
        file, total = source.path, self.spectrum
        best = 0.0
        for header, inside in _branches(source, stmt):
            for taken in (True, False):
                ef = self._failed.count(file, header, inside, taken)
                ep = self._passed.count(file, header, inside, taken) if ef else 0
                best = max(best, ochiai(SpectrumCounts(ef, ep, total.failing, total.passing)))
        return best

    def _function_best(self, place: SuspiciousStatement) -> float:
        """The best score among the statements of the function."""
        if place.function is None:
            return 0.0
        key = (place.source.path, place.function.node)
        if key not in self._best:
            stmts = statements_under(place.source, place.function.node)
            self._best[key] = max((ochiai(self.counts(place.source, s)) for s in stmts), default=0.0)
        return self._best[key]


def _branches(source: SourceText, stmt: Statement) -> Iterator[tuple[int, int]]:
    """Yields the line of a conditional statement with the first line of each of its blocks."""
    if "branching" in source.roles(stmt):
        for block in source.blocks(stmt):
            yield stmt.lineno, block[0].lineno


def _lines_of_conditions(source: SourceText) -> set[int]:
    return {line for stmt in source.statements.values() for pair in _branches(source, stmt) for line in pair}


def _is_not_run(executed: frozenset[int] | None, lines: range) -> bool:
    return executed is None or executed.isdisjoint(lines)


def _first_in_blocks(source: SourceText, stmt: Statement) -> Iterator[Statement]:
    if "definition" not in source.roles(stmt):
        for block in source.blocks(stmt):
            yield block[0]


def _neighbours(symptoms: Symptoms) -> Iterator[tuple[float, Mapping[str, frozenset[int]]]]:
    """Yields (similarity, lines) of the passing tests most similar to the failing ones."""
    failing = [_product_lines(symptoms, test) for test in symptoms.failing[:5]]
    scored = []
    for test in symptoms.passing:
        files = symptoms.executed.get(test, {})
        similarity = max((_similarity(one, files) for one in failing), default=0.0)
        if similarity > 0:
            scored.append((similarity, test))
    scored.sort(key=lambda item: (-item[0], item[1]))
    for similarity, test in scored[:NEIGHBOURS]:
        yield similarity, {file: frozenset(lines) for file, lines in symptoms.executed[test].items()}


def _product_lines(symptoms: Symptoms, test: TestId) -> dict[str, frozenset[int]]:
    files = symptoms.executed.get(test, {})
    return {file: frozenset(lines) for file, lines in files.items() if not is_test_side(file)}


def _similarity(own: Mapping[str, frozenset[int]], other: Mapping[str, Collection[int]]) -> float:
    """Common lines divided by all lines of both, without those of tests."""
    shared = sum(len(lines.intersection(other.get(file, ()))) for file, lines in own.items())
    sizes = sum(map(len, own.values()))
    others = sum(len(lines) for file, lines in other.items() if file in own or not is_test_side(file))
    return shared / max(1, sizes + others - shared)
