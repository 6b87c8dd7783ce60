"""Traces criteria to requirements, tests and verdicts, and names the criteria that nothing covers."""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.code_names import code_name, name_in_code, split_code_name
from testfix_pipeline.core.code_view import first_line
from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.plan_records import (
    Criterion,
    CriterionVerdict,
    Generation,
    Requirement,
    TestStatus,
    TracedCriterion,
    TracedTest,
)
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.criteria.expectations import (
    Expectation,
    expectations,
    is_asserted,
    is_asserted_in_javascript,
)
from testfix_pipeline.planning.documents import render_document
from testfix_pipeline.planning.generation.withdrawal import node_id
from testfix_pipeline.planning.python_code.outline import Outline
from testfix_pipeline.planning.python_code.source_file import Source
from testfix_pipeline.planning.python_code.unit_tests import is_assertion, tests_in
from testfix_pipeline.planning.python_code.words import stem, word_stems

MOST_TESTS = 10
_SHOWN = 3


@dataclass(frozen=True)
class CriterionEvidence:
    """The evidence for criteria.

    `outcomes`: status of each test in the last measurement; `coverage`: of the baseline's tests; `outlines`: of the
    files that criteria speak of; `test_texts`: of the test files; and the generated tests.
    """

    outcomes: Mapping[str, str]
    coverage: CoverageMap | None = None
    outlines: Mapping[str, Outline] = field(default_factory=dict)
    test_texts: Mapping[str, str] = field(default_factory=dict)
    generation: Generation = field(default_factory=Generation)

    @functools.cached_property
    def tests(self) -> Mapping[str, TestText]:
        """The tests of all Python test files by id, generated ones included."""
        texts = {**self.test_texts, **self.generation.files}
        return {test.id: test for path, text in texts.items() for test in _tests_of(path, text)}

    def asserts(self, test: TestId, one: Expectation) -> bool:
        """Whether a test asserts an expectation; of JavaScript one of a file whose tests all pass."""
        if test in self.tests:
            return is_asserted(one, self.tests[test].node)
        own = next((each.source for each in self.generation.tests if node_id(each) == test), "")
        green = all(status == "passed" for name, status in self.outcomes.items() if TestId(name).file == test.file)
        return is_asserted_in_javascript(one, own or (self.test_texts.get(test.file, "") if green else ""))

    def status(self, test: str) -> TestStatus:
        """The worst status of a test and its parametrised cases; an expected failure that did not pass has failed."""
        said = {status for name, status in self.outcomes.items() if name == test or name.startswith(f"{test}[")}
        order: tuple[TestStatus, ...] = ("error", "failed", "passed", "skipped")
        found: TestStatus = next((status for status in order if status in said), "not run")
        expected = any(node_id(one) == test for one in self.generation.tests if one.kept and one.expected_failure)
        return "failed" if expected and found != "passed" else found

    def running(self, subject: str) -> list[TestId]:
        """The project's own tests that run a function or file, those that run the least beside it first."""
        path, name = split_code_name(subject)
        spans = self.outlines[path].functions if path in self.outlines else {}
        lines = {line for each, own in spans.items() if name in ("", each) for span in own for line in span}
        if self.coverage is None or not lines:
            return []
        sizes = {
            test: sum(map(len, self.coverage.tests[test].values())) for test in self.coverage.tests_on(path, lines)
        }
        own = (test for test in sizes if TestId(test).file not in self.generation.files)
        return [TestId(test) for test in sorted(own, key=lambda test: (sizes[test], test))]


@dataclass(frozen=True)
class TestText:
    """A test with its source, decorators included."""

    __test__ = False  # pytest: not a class of tests
    id: TestId
    node: FunctionNode
    text: str


@functools.lru_cache(maxsize=512)
def _tests_of(path: str, text: str) -> tuple[TestText, ...]:
    source = Source(path, text, is_test=True)
    return tuple(
        TestText(TestId(f"{path}::{name}"), node, "\n".join(source.lines[first_line(node) - 1 : node.end_lineno]))
        for name, node in tests_in(source)
    )


def trace_criteria(
    criteria: Sequence[Criterion], requirements: Sequence[Requirement], evidence: CriterionEvidence
) -> list[TracedCriterion]:
    """A row for each criterion, with its requirements, tests and verdict.

    A test is tied to it where its text names the criterion; where it was generated for code that the criterion speaks
    of; else where it runs such code and its name shares a word with the criterion, or, where no name does, ten that run
    such code and little beside it. The verdict is `failed` where any of them fails, and `passed` only where a passing
    test names the criterion, or passing tests assert all calls that it shows with their results. Where it shows calls,
    these decide of generated tests, too: running code is no proof that the right thing is checked. A criterion that
    only asks for tests has passed where all that it speaks of has one.
    """
    return [_traced_criterion(one, requirements, evidence) for one in criteria]


def _traced_criterion(
    one: Criterion, requirements: Sequence[Requirement], evidence: CriterionEvidence
) -> TracedCriterion:
    expected = [] if one.wants_tests else expectations(one.text)
    naming = dict(_tests_naming(one, evidence))
    running: dict[TestId, str] = {}
    for subject in one.subjects:
        for test in evidence.running(subject):
            running.setdefault(test, name_in_code(subject))
    asserted = {
        test: [each for each in expected if evidence.asserts(test, each)]
        for test in {*naming, *running, *map(node_id, evidence.generation.tests)}
    }
    asserting = {test: f"runs {name}" for test, name in running.items() if asserted[test]}
    how = {**_most_specific(one, running), **dict(_generated_tests(one, evidence.generation)), **naming}
    tests = []
    for test, why in {**asserting, **how}.items():
        said = " and ".join(each.describe() for each in asserted.get(test, ()))
        tests.append(
            TracedTest(
                test=test,
                status=evidence.status(test),
                how=f"{why}, asserts that {said}" if said else why,
                checks=test in naming or bool(said),
            )
        )
    passing = [test.test for test in tests if test.status == "passed"]
    trusted = [test for test in naming if not (expected and TestId(test).file in evidence.generation.files)]
    stated = {each for test in passing for each in asserted.get(test, ())}
    bare = _untested_text(one, passing, evidence) if one.wants_tests else _missing_text(expected, stated)
    verdict = _verdict_of(tests, "" if set(trusted) & set(passing) else bare)
    if not tests and any(each.covered and one.id in each.criteria for each in requirements):
        verdict, bare = "exercised, not checked", "tests run its code, and which of them is not known"
    unwritten = [test for test in evidence.generation.tests if test.expected_failure and not test.kept]
    violated = [test.reason for test in unwritten if one.id in test.criteria]
    verdict = "failed" if violated else verdict
    notes = {"exercised, not checked": bare, "failed": _failure_text(tests, evidence) or "; ".join(violated)}
    return TracedCriterion(
        id=one.id,
        text=one.text,
        requirements=[each.id for each in requirements if one.id in each.criteria],
        tests=tests,
        verdict=verdict,
        note=notes.get(verdict, ""),
    )


def _verdict_of(tests: Sequence[TracedTest], bare: str) -> CriterionVerdict:
    """The verdict by the tests. `bare` says what no passing test checks, "" if all is checked."""
    said = {test.status for test in tests}
    if not tests:
        return "not covered"
    if said & {"failed", "error"}:
        return "failed"
    if "passed" not in said:
        return "not run"
    return "exercised, not checked" if bare else "passed"


def _missing_text(expected: Sequence[Expectation], stated: set[Expectation]) -> str:
    """The expectations that no passing test asserts, in words; "" if all are asserted."""
    if not expected:
        return "no test names it, and it shows no call with its value"
    open_ones = [one.describe() for one in expected if one not in stated]
    return f"no passing test asserts that {' and '.join(open_ones)}" if open_ones else ""


def _failure_text(tests: Sequence[TracedTest], evidence: CriterionEvidence) -> str:
    """Why a criterion failed: the reason of an expected failure, else the first failing test; "" if none fails."""
    failing = [test.test for test in tests if test.status in ("failed", "error")]
    reasons = {node_id(test): test.reason for test in evidence.generation.tests}
    return next((reasons[test] for test in failing if reasons.get(test)), next(iter(failing), ""))


def _untested_text(one: Criterion, passing: Sequence[TestId], evidence: CriterionEvidence) -> str:
    """What a request for tests asks for and no passing test runs, in words; "" if nothing is left."""
    made = [each.target for each in evidence.generation.tests if node_id(each) in passing]
    bare = [
        name_in_code(subject)
        for subject in _functions_of(one, evidence)
        if not any(evidence.status(test) == "passed" for test in evidence.running(subject))
        and not any(_is_about(subject, target) for target in made)
    ]
    untested = f"no passing test for {first_names(bare, _SHOWN)}" if bare else ""
    lost = f"no code was found for {' and '.join(map(repr, one.without_code))}" if one.without_code else ""
    return "; ".join(filter(None, (untested, lost)))


def _functions_of(one: Criterion, evidence: CriterionEvidence) -> Iterator[str]:
    """Yield the functions that a criterion speaks of; of a whole file the public ones."""
    for subject in one.subjects:
        if split_code_name(subject)[1]:
            yield subject
        elif subject in evidence.outlines:
            names = evidence.outlines[subject].functions
            yield from (code_name(subject, name) for name in names if not name.rpartition(".")[2].startswith("_"))


def _tests_naming(one: Criterion, evidence: CriterionEvidence) -> Iterator[tuple[TestId, str]]:
    """Yield the tests whose own text contains the criterion's id and that assert something.

    Ids that we assign count only in tests that were generated for them.
    """
    spelt = "[-_. ]?".join(map(re.escape, re.split(r"[-.]", one.id)))
    word = re.compile(rf"(?<![A-Za-z0-9]){spelt}(?!\d)", re.IGNORECASE)
    for test in evidence.tests.values():
        known = one.own_id or test.id.file in evidence.generation.files
        if known and word.search(test.text) and any(map(is_assertion, ast.walk(test.node))):
            yield test.id, f"names {one.id}"


def _generated_tests(one: Criterion, generation: Generation) -> Iterator[tuple[TestId, str]]:
    """Yield the admitted tests that were generated for the criterion, its subjects, or the class of one."""
    everything = one.wants_tests and not one.words and not one.subjects
    for test in generation.tests:
        meant = one.id in test.criteria
        about = not test.expected_failure and any(_is_about(subject, test.target) for subject in one.subjects)
        if test.kept and (meant or about or everything):
            yield node_id(test), f"generated for {one.id if meant else name_in_code(test.target)}"


def _is_about(subject: str, target: str) -> bool:
    path, wanted = split_code_name(subject)
    file, name = split_code_name(target)
    return file == path and (not wanted or f"{wanted}.".startswith(f"{name}.") or f"{name}.".startswith(f"{wanted}."))


def _most_specific(one: Criterion, running: Mapping[TestId, str]) -> dict[TestId, str]:
    """At most ten tests that run the criterion's code: those with a word of it in their names, if there are any."""
    words = {stem(part) for said in one.words for part in re.split(r"[-.]", said)}
    named = [test for test in running if words & word_stems(test.function)]
    return {
        test: f"runs {running[test]}" + ("" if named else ", among others")
        for test in (named or [*running])[:MOST_TESTS]
    }


def matrix_lines(rows: Sequence[TracedCriterion]) -> list[str]:
    """The traceability matrix in Markdown; empty if there is no criterion."""
    counts = Counter(row.verdict for row in rows)
    shown = {row.id: sorted(row.tests, key=lambda test: (_ORDER.index(test.status), not test.checks)) for row in rows}
    return render_document("matrix", {"rows": rows, "counts": counts, "shown": shown}).splitlines() if rows else []


_ORDER = ("error", "failed", "not run", "skipped", "passed")
