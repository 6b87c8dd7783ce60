"""Selects the tests that a change can affect. The rule is safe rather than tight: in doubt, the full suite.

A change inside of function bodies selects the tests that executed those functions, widened to whatever shares state
with them: their class, and the users of the same long-lived fixtures. A change that code sees at import selects the
test files that import it. Everything else (configuration, data, new and deleted files) selects the full suite.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.records import Outcome
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.affected_tests.import_graph import ImportGraph
from testfix_pipeline.execution.coverage_map import CoverageMap

# Seconds of all tests together up to which a run of some of them saves nothing: what starting the interpreter and
# collecting them takes in any case (`make bench-fix` prints it).
SHORT_SUITE_S = 0.5

_CONFIGURATION = {"conftest.py", "setup.py", "noxfile.py", "sitecustomize.py", "usercustomize.py"}
_REMEMBERS = re.compile(r"cache|memo|once|singleton|lazy", re.IGNORECASE)


@dataclass(frozen=True)
class SourceChange:
    """One changed file, relative to the project's root. None means absent; "" is also used for binary files."""

    path: str
    before: str | None
    after: str | None


@dataclass(frozen=True)
class TestSelection:
    """The tests to run, in the suite's order, None for all; and the reason, as a sentence."""

    tests: tuple[TestId, ...] | None
    reason: str


def is_short(outcomes: Mapping[TestId, Outcome]) -> bool:
    """Whether a suite is so short that it always runs as a whole."""
    return sum(outcome.duration for outcome in outcomes.values()) <= SHORT_SUITE_S


class _FullSuiteNeeded(Exception):
    """Raised with the reason why only the full suite is safe."""


def affected_tests(
    root: Path,
    coverage: CoverageMap | None,
    changes: Sequence[SourceChange],
    known: Sequence[TestId],
    always: Iterable[TestId] = (),
) -> TestSelection:
    """The tests of `known` that `changes` can affect, `always` (the last failures), and those with no sure record.

    `coverage` must be recorded on the commit, interpreter and dependencies that the changes start from; `root` is the
    project's folder in a tree before or after the changes.
    """
    if coverage is None:
        return TestSelection(None, "Full suite: no per-test coverage is recorded for this state.")
    selector = _Selector(root, coverage, changes, known)
    try:
        chosen = selector.choose()
    except _FullSuiteNeeded as doubt:
        return TestSelection(None, f"Full suite: {doubt}.")
    chosen |= (set(always) & set(known)) | _uncertain_tests(coverage, known)
    if len(chosen) >= len(known):
        return TestSelection(None, "Full suite: the change can affect every test.")
    tests = tuple(test for test in known if test in chosen)
    return TestSelection(
        tests, f"{len(tests)} of {len(known)} tests: {'; '.join(selector.reasons) or 'no code changed'}."
    )


@dataclass
class _Selector:
    root: Path
    coverage: CoverageMap
    changes: Sequence[SourceChange]
    known: Sequence[TestId]
    reasons: list[str] = field(default_factory=list)
    _graph: ImportGraph | None = None

    def __post_init__(self) -> None:
        self._of_file: dict[str, set[TestId]] = {}
        for test in self.known:
            self._of_file.setdefault(TestId(test).file, set()).add(test)

    def choose(self) -> set[TestId]:
        for change in self.changes:
            _refuse_special(change)
        chosen: set[TestId] = set()
        for change in self.changes:
            chosen |= self._affected(change)
        return chosen

    def _affected(self, change: SourceChange) -> set[TestId]:
        path = change.path
        if path in self._of_file:
            self.reasons.append(f"the test file {path} changed")
            return self._tests_importing(path)
        try:
            bodies = changed_bodies(change.before or "", change.after or "")
        except SyntaxError as error:
            raise _FullSuiteNeeded(f"{path} can't be parsed ({error.msg})") from None
        if bodies is None:
            self.reasons.append(f"{path} changed outside of function bodies, so all that import it run")
            return self._tests_importing(path)
        return {test for body in bodies for test in self._tests_of_body(path, body)}

    def _tests_of_body(self, path: str, body: _ChangedBody) -> set[TestId]:
        """The tests that execute a changed body; if that is not fully known, those that import its file."""
        at_import = not self.coverage.import_lines.get(path, frozenset()).isdisjoint(body.lines)
        hits = set(map(TestId, self.coverage.tests_on(path, body.lines)))
        if at_import or body.caches_results or not hits:
            why = (
                "runs at import"
                if at_import
                else "keeps its results"
                if body.caches_results
                else "no test is seen in it"
            )
            self.reasons.append(f"{body.name} of {path}: {why}, so all that import it run")
            return self._tests_importing(path)
        widened = self._add_sharing_tests(hits)
        self.reasons.append(
            f"{len(hits)} execute {body.name} of {path}, {len(widened) - len(hits)} share state with them"
        )
        return widened

    def _tests_importing(self, path: str) -> set[TestId]:
        """The tests in files that import `path`, and the tests that executed any line of it."""
        if self._graph is None:
            versions = {c.path: [text for text in (c.before, c.after) if text is not None] for c in self.changes}
            self._graph = ImportGraph(self.root, versions)
        reached = self._graph.importers_of(path)
        found = {test for file, tests in self._of_file.items() if file in reached for test in tests}
        if not found:
            raise _FullSuiteNeeded(f"no test file is seen to import {path}")
        return found | {TestId(test) for test, files in self.coverage.tests.items() if path in files}

    def _add_sharing_tests(self, hits: set[TestId]) -> set[TestId]:
        """`hits` with the tests that share a class, or a long-lived fixture and its module, with them."""
        groups = {group for group in map(_class_of, hits) if group}
        shared = {fixture for test in hits for fixture in self.coverage.fixtures.get(test, ())}
        modules = {TestId(test).file for test in hits if test in self.coverage.fixtures}
        return hits | {
            test
            for test in self.known
            if _class_of(test) in groups
            or TestId(test).file in modules
            or not shared.isdisjoint(self.coverage.fixtures.get(test, ()))
        }


def _refuse_special(change: SourceChange) -> None:
    name = PurePosixPath(change.path).name
    if name in _CONFIGURATION:
        raise _FullSuiteNeeded(f"{change.path} is configuration")
    if not name.endswith(".py"):
        raise _FullSuiteNeeded(f"{change.path} is not a Python module")
    if change.before is None or change.after is None:
        raise _FullSuiteNeeded(f"{change.path} is {'new' if change.before is None else 'deleted'}")


def _uncertain_tests(coverage: CoverageMap, known: Sequence[TestId]) -> set[TestId]:
    """The tests without a record, with an uncertain one, or that executed only test files."""
    test_files = {TestId(test).file for test in known}
    return {test for test in known if test in coverage.unsure or not set(coverage.tests.get(test, ())) - test_files}


def _class_of(test: TestId) -> str:
    """The id of the class that a test belongs to, "" for a plain function."""
    known = TestId(test)
    return TestId.of(known.file, known.titles[:-1]) if len(known.titles) > 1 else ""


@dataclass(frozen=True)
class _ChangedBody:
    """A function whose body changed: its name and the lines of the body before the change.

    remembers: a decorator keeps its results, so that only the first test to call it is seen to execute it.
    """

    name: str
    first: int
    last: int
    caches_results: bool

    @property
    def lines(self) -> range:
        """The lines of the body, from 1."""
        return range(self.first, self.last + 1)


def changed_bodies(before: str, after: str) -> list[_ChangedBody] | None:
    """The outermost functions and methods whose bodies differ; None if anything outside of bodies differs.

    Raises SyntaxError where one of the texts is no Python.
    """
    old, new = _parse(before), _parse(after)
    old_functions, new_functions = list(_outermost_functions(old)), list(_outermost_functions(new))
    old_bodies, new_bodies = [_take_body(f) for f in old_functions], [_take_body(f) for f in new_functions]
    if ast.dump(old) != ast.dump(new):
        return None
    pairs = zip(old_functions, old_bodies, new_bodies, strict=True)
    return [_describe(function, body) for function, body, other in pairs if _dump(body) != _dump(other)]


def _parse(text: str) -> ast.Module:
    try:
        return python_code.parse(text)
    except (ValueError, RecursionError) as error:
        raise SyntaxError(str(error)) from error


def _outermost_functions(node: ast.AST) -> Iterator[FunctionNode]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, FunctionNode):
            yield child
        else:
            yield from _outermost_functions(child)


def _take_body(function: FunctionNode) -> list[ast.stmt]:
    body, function.body = function.body, []
    return body


def _dump(body: list[ast.stmt]) -> str:
    return ast.dump(ast.Module(body=body, type_ignores=[]))


def _describe(function: FunctionNode, body: list[ast.stmt]) -> _ChangedBody:
    remembers = any(_REMEMBERS.search(ast.unparse(decorator)) for decorator in function.decorator_list)
    return _ChangedBody(function.name, body[0].lineno, function.end_lineno or body[-1].lineno, remembers)
