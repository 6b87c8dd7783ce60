"""Traces criteria to requirements, tests and verdicts, and names the criteria that nothing covers."""

from __future__ import annotations

import ast
import functools
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.code_names import code_name, name_in_code, split_code_name
from testfix_pipeline.core.counted_nouns import first_names
from testfix_pipeline.core.markdown_tables import markdown_table
from testfix_pipeline.core.plan_records import (
    Criterion,
    CriterionVerdict,
    Generation,
    Requirement,
    TestStatus,
    TracedCriterion,
    TracedTest,
)
from testfix_pipeline.core.python_code import FunctionNode, parse_or_empty
from testfix_pipeline.core.test_ids import TestId, name_in_file
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.criteria.expectations import Expectation, expectations, is_asserted
from testfix_pipeline.planning.generation.withdrawal import node_id
from testfix_pipeline.planning.python_code.outline import Outline
from testfix_pipeline.planning.python_code.unit_tests import is_assertion
from testfix_pipeline.planning.python_code.words import stem, word_stems

MOST_TESTS = 10
_SHOWN = 3
_OWN_ID = re.compile(r"^AC-\d\d+'?$")
"""Ids that we gave, and that no test can mean."""


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
    def all_texts(self) -> Mapping[str, str]:
        """The texts of all test files by path, generated ones included."""
        return {**self.test_texts, **self.generation.files}

    @functools.cached_property
    def expected_failures(self) -> frozenset[str]:
        """The generated tests that assert what the code does not do."""
        marked = (test for test in self.generation.tests if test.kept and test.expected_failure)
        return frozenset(map(node_id, marked))


def trace_criteria(
    criteria: Sequence[Criterion], requirements: Sequence[Requirement], evidence: CriterionEvidence
) -> list[TracedCriterion]:
    """A row for each criterion, with its requirements, tests and verdict.

    A test is tied to it where its text names the criterion; where it was generated for code that the criterion speaks
    of; else where it runs such code and its name shares a word with the criterion, or, where no name does, the ten that
    run the least beside it. The verdict is `failed` where any of them fails, and `passed` only where a passing test
    names the criterion (of a generated one only the assertions count, where the text shows what to assert), or passing
    tests assert all that it expects: running code is no proof that the right thing is
    checked. A criterion that only asks for tests has passed where all that it speaks of has one.
    """
    return [_traced_criterion(one, requirements, evidence) for one in criteria]


def _traced_criterion(
    one: Criterion, requirements: Sequence[Requirement], evidence: CriterionEvidence
) -> TracedCriterion:
    naming = dict(_tests_naming(one, evidence))
    how = {**dict(_tests_running(one, evidence)), **dict(_generated_tests(one, evidence.generation)), **naming}
    stating = AssertedExpectations(one, evidence.all_texts)
    tests = [
        TracedTest(
            test=test,
            status=_status(test, evidence),
            how=f"{why}, asserts that {said}" if (said := stating.asserted_text(test)) else why,
            checks=test in naming or bool(said),
        )
        for test, why in {**how, **_asserting_tests(one, evidence, stating)}.items()
    ]
    passing = [test.test for test in tests if test.status == "passed"]
    bare = _untested_text(one, passing, evidence) if one.wants_tests else stating.missing_text(passing)
    trusted = [test for test in naming if not (stating.has_expectations and _is_generated(test, evidence))]
    verdict = _verdict_of(tests, "" if set(trusted) & set(passing) else bare)
    return TracedCriterion(
        id=one.id,
        text=one.text,
        requirements=[each.id for each in requirements if one.id in each.criteria],
        tests=tests,
        verdict=verdict,
        note=bare
        if verdict == "exercised, not checked"
        else _failure_text(tests, evidence)
        if verdict == "failed"
        else "",
    )


def _is_generated(test: str, evidence: CriterionEvidence) -> bool:
    """Whether a test was generated. That it names a criterion says what it was written for, not what it asserts."""
    return TestId(test).file in evidence.generation.files


def _failure_text(tests: Sequence[TracedTest], evidence: CriterionEvidence) -> str:
    """Why a criterion failed: the reason of an expected failure, else the first failing test."""
    failing = [test.test for test in tests if test.status in ("failed", "error")]
    reasons = {node_id(test): test.reason for test in evidence.generation.tests}
    return next((reasons[test] for test in failing if reasons.get(test)), failing[0])


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


class AssertedExpectations:
    """The expectations of a criterion that tests assert, by their texts."""

    def __init__(self, criterion: Criterion, texts: Mapping[str, str]) -> None:
        self._expected = [] if criterion.wants_tests else expectations(criterion.text)
        self._names = {name.rpartition(".")[2] for _, name in map(split_code_name, criterion.subjects) if name}
        self._names |= {one.call.partition("(")[0].rpartition(".")[2] for one in self._expected if one.call}
        self._texts = texts

    @property
    def has_expectations(self) -> bool:
        """Whether the criterion's text has something that can be looked for in a test."""
        return bool(self._expected)

    def _of(self, test: str) -> list[Expectation]:
        node = _tests_by_name(self._texts.get(TestId(test).file, "")).get(name_in_file(test).partition("[")[0])
        return [one for one in self._expected if node is not None and is_asserted(one, node, self._names)]

    def asserted_text(self, test: str) -> str:
        """The expectations that a test asserts, in words; "" if there are none."""
        return " and ".join(one.describe() for one in self._of(test))

    def missing_text(self, passing: Sequence[TestId]) -> str:
        """The expectations that no passing test asserts, in words; "" if all are asserted."""
        if not self._expected:
            return "no test names it, and it shows no call with its value"
        stated = {one for test in passing for one in self._of(test)}
        open_ones = [one.describe() for one in self._expected if one not in stated]
        return f"no passing test asserts that {' and '.join(open_ones)}" if open_ones else ""


def _asserting_tests(one: Criterion, evidence: CriterionEvidence, stating: AssertedExpectations) -> dict[str, str]:
    """All tests that run the criterion's code and assert what it expects, each with the code that it runs."""
    ran = _tests_of_subjects(one, evidence)
    return {test: f"runs {ran[test]}" for test in sorted(ran) if stating.asserted_text(test)}


def _untested_text(one: Criterion, passing: Sequence[TestId], evidence: CriterionEvidence) -> str:
    """What a request for tests asks for and no passing test runs, in words; "" if nothing is left."""
    lost = f"no code was found for {' and '.join(map(repr, one.without_code))}" if one.without_code else ""
    return "; ".join(filter(None, (_functions_without_test(one, passing, evidence), lost)))


def _functions_without_test(one: Criterion, passing: Sequence[TestId], evidence: CriterionEvidence) -> str:
    """The functions in a request for tests that no passing test runs, in words; "" if each has one."""
    made = {each.target for each in evidence.generation.tests if node_id(each) in passing}
    bare = []
    for subject in _routines_of(one, evidence):
        path, name = split_code_name(subject)
        lines = _function_lines(evidence.outlines.get(path), name)
        ran = evidence.coverage.tests_on(path, lines) if evidence.coverage and lines else ()
        own = any(_status(TestId(test), evidence) == "passed" for test in ran)
        if not own and not any(_is_about(subject, target) for target in made):
            bare.append(name)
    return f"no passing test for {first_names(bare, _SHOWN)}" if bare else ""


def _routines_of(one: Criterion, evidence: CriterionEvidence) -> Iterator[str]:
    """Yield the functions that a criterion speaks of; of a whole file the public ones."""
    for subject in one.subjects:
        if split_code_name(subject)[1]:
            yield subject
        elif subject in evidence.outlines:
            names = evidence.outlines[subject].functions
            yield from (code_name(subject, name) for name in names if not name.rpartition(".")[2].startswith("_"))


@functools.lru_cache(maxsize=256)
def _tests_by_name(text: str) -> Mapping[str, FunctionNode]:
    """The tests of a file by their names in node ids."""
    functions = _test_functions(parse_or_empty(text))
    return {name_in_file(_id_of("", owner, node)): node for owner, node in functions}


def _status(test: str, evidence: CriterionEvidence) -> TestStatus:
    """The worst status of a test and its parametrised cases; an expected failure counts as failed."""
    if test in evidence.expected_failures:
        return "failed"
    said = {status for name, status in evidence.outcomes.items() if name == test or name.startswith(f"{test}[")}
    order: tuple[TestStatus, ...] = ("error", "failed", "passed", "skipped")
    return next((status for status in order if status in said), "not run")


def _tests_naming(one: Criterion, evidence: CriterionEvidence) -> Iterator[tuple[str, str]]:
    """Yield the tests whose own text contains the criterion's id and that assert something.

    Ids that we assign count only in tests that were generated for them.
    """
    spelt = "[-_. ]?".join(map(re.escape, re.split(r"[-.]", one.id)))
    word = re.compile(rf"(?<![A-Za-z0-9]){spelt}(?!\d)", re.IGNORECASE)
    ours = _OWN_ID.match(one.id) and not one.own_id
    texts = evidence.generation.files if ours else evidence.all_texts
    for path, text in texts.items():
        if word.search(text):
            yield from ((test, f"names {one.id}") for test in _tests_with_word(path, text, word))


def _tests_with_word(path: str, text: str, word: re.Pattern[str]) -> Iterator[str]:
    for owner, node in _test_functions(parse_or_empty(text)):
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        own = "\n".join(text.split("\n")[first - 1 : node.end_lineno])
        if word.search(own) and any(map(is_assertion, ast.walk(node))):
            yield _id_of(path, owner, node)


def _id_of(path: str, owner: str, node: FunctionNode) -> TestId:
    return TestId.of(path, [owner, node.name] if owner else [node.name])


def _test_functions(tree: ast.Module) -> Iterator[tuple[str, FunctionNode]]:
    for node in tree.body:
        if isinstance(node, FunctionNode) and node.name.startswith("test"):
            yield "", node
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, FunctionNode) and member.name.startswith("test"):
                    yield node.name, member


def _generated_tests(one: Criterion, generation: Generation) -> Iterator[tuple[str, str]]:
    """Yield the admitted tests that were generated for the criterion, its subjects, or the class of one."""
    everything = one.wants_tests and not one.words and not one.subjects
    for test in generation.tests:
        meant = one.id in test.criteria
        about = not test.expected_failure and any(_is_about(subject, test.target) for subject in one.subjects)
        if test.kept and (meant or about or everything):
            name = one.id if meant else name_in_code(test.target)
            yield node_id(test), f"generated for {name}"


def _is_about(subject: str, target: str) -> bool:
    path, wanted = split_code_name(subject)
    file, name = split_code_name(target)
    return file == path and (not wanted or f"{wanted}.".startswith(f"{name}.") or f"{name}.".startswith(f"{wanted}."))


def _tests_running(one: Criterion, evidence: CriterionEvidence) -> Iterator[tuple[str, str]]:
    """Yield measured tests that run the criterion's subjects, the most specific first."""
    own = _tests_of_subjects(one, evidence)
    words = {stem(part) for said in one.words for part in re.split(r"[-.]", said)}
    named = [test for test in own if words & word_stems(TestId(test).function)]
    for test in sorted(named or own, key=lambda test: (_count_lines_run(test, evidence.coverage), test))[:MOST_TESTS]:
        yield test, f"runs {own[test]}" + ("" if named else ", among others")


def _tests_of_subjects(one: Criterion, evidence: CriterionEvidence) -> dict[TestId, str]:
    """The project's own tests that run a subject, each with the subject's name."""
    ran: dict[TestId, str] = {}
    for subject in one.subjects if evidence.coverage is not None else ():
        path, name = split_code_name(subject)
        lines = _function_lines(evidence.outlines.get(path), name)
        for test in evidence.coverage.tests_on(path, lines) if evidence.coverage and lines else ():
            ran.setdefault(TestId(test), name or path)
    return {test: name for test, name in ran.items() if TestId(test).file not in evidence.generation.files}


def _count_lines_run(test: TestId, coverage: CoverageMap | None) -> int:
    return sum(map(len, coverage.tests[test].values())) if coverage else 0


def _function_lines(outline: Outline | None, name: str) -> set[int]:
    if outline is None:
        return set()
    spans: Iterable[Collection[int]] = (
        outline.functions.get(name, []) if name else (span for spans in outline.functions.values() for span in spans)
    )
    return {line for span in spans for line in span}


def matrix_lines(rows: Sequence[TracedCriterion]) -> list[str]:
    """The traceability matrix in Markdown; empty if there is no criterion."""
    if not rows:
        return []
    counts = Counter(row.verdict for row in rows)
    said = ", ".join(f"{counts[verdict]} {words}" for verdict, words in _VERDICTS.items() if counts[verdict])
    lines = [
        "## What was asked for, and what speaks for it",
        "",
        f"{len(rows)} criteria: {said}.",
        "A criterion has passed where a test names it or asserts what it expects; a test that only runs the code "
        "proves nothing of it.",
        "",
        *markdown_table(("id", "criterion", "requirements", "tests", "verdict"), map(_cells, rows)),
        "",
    ]
    bare = [row.id for row in rows if row.verdict == "not covered"]
    return [*lines, f"Nothing covers: {', '.join(bare)}.", ""] if bare else lines


_VERDICTS: Mapping[CriterionVerdict, str] = {
    "passed": "passed",
    "failed": "failed",
    "exercised, not checked": "exercised, not checked",
    "not run": "whose tests did not run",
    "not covered": "that nothing covers",
}


def _cells(row: TracedCriterion) -> tuple[str, ...]:
    tests = [f"`{test.test}` {test.status} ({test.how})" for test in _worst_first(row.tests)[:_SHOWN]]
    more = [f"and {len(row.tests) - _SHOWN} more"] if len(row.tests) > _SHOWN else []
    wanted = ", ".join(row.requirements[:4]) + (f" +{len(row.requirements) - 4}" if len(row.requirements) > 4 else "")
    verdict = f"{row.verdict}: {row.note}" if row.note else row.verdict
    return row.id, row.text, wanted or "-", "; ".join([*tests, *more]) or "-", verdict


def _worst_first(tests: Sequence[TracedTest]) -> list[TracedTest]:
    order = ("error", "failed", "not run", "skipped", "passed")
    return sorted(tests, key=lambda test: (order.index(test.status), not test.checks))
