"""The matrix criterion -> requirements -> tests -> verdict (SPEC 6.8), with what nothing covers."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.core.plan_records import (
    Criterion,
    CriterionVerdict,
    Generation,
    Requirement,
    TestStatus,
    TracedCriterion,
    TracedTest,
)
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.context_outline import Outline
from testfix_pipeline.planning.scanner.source import FunctionNode, parse
from testfix_pipeline.planning.words import parts, stem

MOST_TESTS = 10
_SHOWN = 3
_OWN_ID = re.compile(r"^AC-\d\d+'?$")
"""Ids that we gave, and that no test can mean."""


@dataclass(frozen=True)
class Evidence:
    """What speaks for criteria: `outcomes` test id -> status of the last measurement, `coverage` of the baseline's
    tests, `outlines` of the files that criteria speak of, `test_texts` of the test files, and what was generated."""

    outcomes: Mapping[str, str]
    coverage: CoverageMap | None = None
    outlines: Mapping[str, Outline] = field(default_factory=dict)
    test_texts: Mapping[str, str] = field(default_factory=dict)
    generation: Generation = field(default_factory=Generation)


def trace(
    criteria: Sequence[Criterion], requirements: Sequence[Requirement], evidence: Evidence
) -> list[TracedCriterion]:
    """One row a criterion.

    A test counts for it where its text names the criterion's own id; where it was generated for code that the
    criterion speaks of; else where it runs such code and its name shares a word with the criterion, or, where no
    name does, the ten that run the least beside it. Running code is no proof that the right thing is checked: `how`
    says which of these it was. The verdict is `failed` where any of them fails.
    """
    return [_traced(one, requirements, evidence) for one in criteria]


def _traced(one: Criterion, requirements: Sequence[Requirement], evidence: Evidence) -> TracedCriterion:
    how = dict([*_running(one, evidence), *_generated(one, evidence.generation), *_naming(one, evidence)])
    tests = [TracedTest(test=test, status=_status(test, evidence.outcomes), how=why) for test, why in how.items()]
    return TracedCriterion(
        id=one.id,
        text=one.text,
        requirements=[each.id for each in requirements if one.id in each.criteria],
        tests=tests,
        verdict=_verdict(tests),
    )


def _verdict(tests: Sequence[TracedTest]) -> CriterionVerdict:
    said = {test.status for test in tests}
    if not tests:
        return "not covered"
    if said & {"failed", "error"}:
        return "failed"
    return "passed" if "passed" in said else "not run"


def _status(test: str, outcomes: Mapping[str, str]) -> TestStatus:
    """The worst status of a test and of its parametrised forms."""
    said = {status for name, status in outcomes.items() if name == test or name.startswith(f"{test}[")}
    order: tuple[TestStatus, ...] = ("error", "failed", "passed", "skipped")
    return next((status for status in order if status in said), "not run")


def _naming(one: Criterion, evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Tests whose own text holds the criterion's id, where the input gave it one."""
    if _OWN_ID.match(one.id):
        return
    spelt = "[-_. ]?".join(map(re.escape, re.split(r"[-.]", one.id)))
    word = re.compile(rf"(?<![A-Za-z0-9]){spelt}(?!\d)", re.IGNORECASE)
    for path, text in evidence.test_texts.items():
        if word.search(text):
            yield from ((test, f"names {one.id}") for test in _tests_with(path, text, word))


def _tests_with(path: str, text: str, word: re.Pattern[str]) -> Iterator[str]:
    tree = parse(text)
    for owner, node in _test_functions(tree) if tree else ():
        first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
        if word.search("\n".join(text.split("\n")[first - 1 : node.end_lineno])):
            yield "::".join(filter(None, (path, owner, node.name)))


def _test_functions(tree: ast.Module) -> Iterator[tuple[str, FunctionNode]]:
    for node in tree.body:
        if isinstance(node, FunctionNode) and node.name.startswith("test"):
            yield "", node
        elif isinstance(node, ast.ClassDef):
            for member in node.body:
                if isinstance(member, FunctionNode) and member.name.startswith("test"):
                    yield node.name, member


def _generated(one: Criterion, generation: Generation) -> Iterator[tuple[str, str]]:
    """Kept tests that were generated for one of the criterion's subjects, or for the class of one."""
    for test in generation.tests:
        if test.kept and not test.expected_failure and any(_means(subject, test.target) for subject in one.subjects):
            name = test.target.rpartition("::")[2]
            yield f"{test.file}::{test.name.rpartition('::')[2]}", f"generated for {name}"


def _means(subject: str, target: str) -> bool:
    path, _, wanted = subject.partition("::")
    file, _, name = target.partition("::")
    return file == path and (not wanted or f"{wanted}.".startswith(f"{name}.") or f"{name}.".startswith(f"{wanted}."))


def _running(one: Criterion, evidence: Evidence) -> Iterator[tuple[str, str]]:
    """Measured tests that run the criterion's subjects, by how closely they are about it."""
    if evidence.coverage is None or not one.subjects:
        return
    ran: dict[str, str] = {}
    for subject in one.subjects:
        path, _, name = subject.partition("::")
        lines = _lines(evidence.outlines.get(path), name)
        for test in evidence.coverage.tests_on(path, lines) if lines else ():
            ran.setdefault(test, name or path)
    generated = set(evidence.generation.files)
    own = {test: name for test, name in ran.items() if test.partition("::")[0] not in generated}
    words = {stem(part) for said in one.words for part in re.split(r"[-.]", said)}
    named = [test for test in own if words & parts(test.rpartition("::")[2].partition("[")[0])]
    for test in sorted(named or own, key=lambda test: (_breadth(test, evidence.coverage), test))[:MOST_TESTS]:
        yield test, f"runs {own[test]}" + ("" if named else ", among others")


def _breadth(test: str, coverage: CoverageMap | None) -> int:
    return sum(map(len, coverage.tests[test].values())) if coverage else 0


def _lines(outline: Outline | None, name: str) -> set[int]:
    if outline is None:
        return set()
    spans: Iterable[Collection[int]] = (
        outline.functions.get(name, []) if name else (span for spans in outline.functions.values() for span in spans)
    )
    return {line for span in spans for line in span}


def matrix_lines(rows: Sequence[TracedCriterion]) -> list[str]:
    """The matrix for a report in Markdown; nothing where there is no criterion."""
    if not rows:
        return []
    covered = [row for row in rows if row.verdict != "not covered"]
    passed = sum(row.verdict == "passed" for row in rows)
    lines = [
        "## What was asked for, and what speaks for it",
        "",
        f"{len(rows)} criteria: {passed} with passing tests, {len(covered) - passed} with tests that fail or did not "
        f"run, {len(rows) - len(covered)} that nothing covers.",
        "A test that runs the code need not check the right thing; how each is tied to its criterion is said with it.",
        "",
        "| id | criterion | requirements | tests | verdict |",
        "|---|---|---|---|---|",
        *(_row(row) for row in rows),
        "",
    ]
    bare = [row.id for row in rows if row.verdict == "not covered"]
    return [*lines, f"Nothing covers: {', '.join(bare)}.", ""] if bare else lines


def _row(row: TracedCriterion) -> str:
    tests = [f"`{test.test}` {test.status} ({test.how})" for test in _worst_first(row.tests)[:_SHOWN]]
    more = [f"and {len(row.tests) - _SHOWN} more"] if len(row.tests) > _SHOWN else []
    wanted = ", ".join(row.requirements[:4]) + (f" +{len(row.requirements) - 4}" if len(row.requirements) > 4 else "")
    cells = (row.id, row.text, wanted or "-", "; ".join([*tests, *more]) or "-", row.verdict)
    return "| " + " | ".join(cell.replace("|", "\\|").replace("\n", " ") for cell in cells) + " |"


def _worst_first(tests: Sequence[TracedTest]) -> list[TracedTest]:
    order = ("error", "failed", "not run", "skipped", "passed")
    return sorted(tests, key=lambda test: order.index(test.status))
