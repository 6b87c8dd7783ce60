"""Parts of statements rebuilt by their values: what the probe shows of them, and what fits."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.repair.engine import RepairResult
from testfix_pipeline.repair.languages.python.analysis.edit import FailureEvidence, PythonEditSite
from testfix_pipeline.repair.languages.python.ingredients.predicates import predicates
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.synthesis.action_stages import WrittenAction
from testfix_pipeline.repair.languages.python.synthesis.rebuilding import (
    expectations,
    key_of_value,
    observe_and_rebuild,
    probe_questions,
)
from testfix_pipeline.repair.model.sources import Sources
from testfix_pipeline.repair.validation.validator import Aims, Validator

Fixer = Callable[..., RepairResult]
Writer = Callable[[Mapping[str, str]], Path]

CODE = """\
def fare(rides, price, most):
    paid = sum(price(ride) for ride in rides)
    left = most - paid
    return paid


def speeds(parts):
    way = sum(part[0] for part in parts)
    hours = sum(part[1] for part in parts)
    if not hours:
        return 0.0
    return sum(part[0] / part[1] for part in parts) / len(parts)


def shares(total, weights):
    return {name: total * weight for name, weight in weights.items() if name}
"""
TESTS = """\
from subject import fare, shares, speeds

def cost(ride):
    return 2 * ride

def test_fare_fails():
    assert fare([1, 2, 4], cost, 9) == 9

def test_fare_passes():
    assert fare([1], cost, 9) == 2
    assert fare([1, 2], cost, 9) == 6

def test_speeds_fail():
    assert speeds([(100, 1), (100, 4)]) == 40

def test_speeds_pass():
    assert speeds([(60, 2)]) == 30
    assert speeds([(9, 1)]) == 9
    assert speeds([]) == 0

def test_shares_fail():
    assert shares(10, {"a": 2, "": 7}) == {"a": 10}

def test_shares_pass():
    assert shares(10, {}) == {}
"""
FARE, SPEEDS, SHARES = (
    TestId(f"test_subject.py::test_{name}") for name in ("fare_fails", "speeds_fail", "shares_fail")
)
PASSING = [TestId(f"test_subject.py::test_{name}") for name in ("fare_passes", "speeds_pass", "shares_pass")]


NO_EVIDENCE = FailureEvidence()


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("rebuilding")
    (folder / "subject.py").write_text(CODE)
    (folder / "test_subject.py").write_text(TESTS)
    return folder


@pytest.fixture(scope="module")
def validator(project: TargetProject, root: Path) -> Iterator[Any]:
    lines = {PASSING[0]: {2, 3, 4}, PASSING[1]: {8, 9, 10, 11, 12}, PASSING[2]: {16}}
    coverage = CoverageMap({test: {"subject.py": frozenset(found)} for test, found in lines.items()}, {})
    with Validator(project, root, Aims([FARE, SPEEDS, SHARES], [], PASSING), coverage) as running:
        yield running


def found(
    validator: Validator, root: Path, line: int, failing: str, failure_evidence: FailureEvidence = NO_EVIDENCE
) -> Sequence[WrittenAction]:
    source = Sources(root).source("subject.py")
    assert isinstance(source, SourceFile)
    stmt = source.statements[line]
    return list(
        observe_and_rebuild(
            validator,
            probe_questions(PythonEditSite(source, stmt, source.function_of(stmt), failure_evidence), 1.0),
            [TestId(failing)],
        )
    )


def lines_of(written: Sequence[WrittenAction], line: int) -> dict[str, float]:
    return {one.candidate.texts["subject.py"].split("\n")[line - 1].strip(): one.score for one in written}


def test_an_expression_is_found_that_agrees_where_tests_pass(validator: Validator, root: Path) -> None:
    lines = lines_of(found(validator, root, 4, FARE), 4)
    assert next(line for line in lines if "min" in line) == "return min(paid, most)", "of twins the likelier one first"
    assert not any(line in lines for line in ("return most", "return left", "return max(paid, most)", "return paid"))


def test_what_cannot_be_evaluated_is_seen_when_its_value_passes_by(validator: Validator, root: Path) -> None:
    assert "return way / hours" in lines_of(found(validator, root, 12, SPEEDS), 12)


def test_a_value_inside_of_a_comprehension_is_rebuilt_from_names_around_it(validator: Validator, root: Path) -> None:
    lines = lines_of(found(validator, root, 16, SHARES), 16)
    assert "return {name: total for name, weight in weights.items() if name}" in lines


def test_what_is_expected_is_reported_for_elements_as_well_and_named_as_the_probe_names_it() -> None:
    found = expectations((("[1, 2.0, 'a']", "[1, 3, 'a']"), ("{'x': (1, None)}", "{'x': (1, True)}")))
    assert found["list:(int:1,float:2.0,str:'a')"] == {"list:(int:1,int:3,str:'a')"}
    assert found["int:2"] == {"int:3"} and found["NoneType:None"] == {"bool:True"}
    assert found["tuple:(int:1,NoneType:None)"] == {"tuple:(int:1,bool:True)"}
    assert (
        key_of_value([1, (2, "x")]) == "list:(int:1,tuple:(int:2,str:'x'))"
        and key_of_value({"a": [1.5]}) == "dict:(str:'a'=list:(float:1.5))"
    )
    assert key_of_value({3, 2}) == "set:(int:2,int:3)" and key_of_value(2.0) == "int:2"


def test_texts_with_braces_are_compared_with_like_any_other() -> None:
    source = SourceFile(
        "m.py", b"def f(text):\n    if text == '}' or text[0] == '{':\n        return 1\n    return 2\n"
    )
    (one, *_) = probe_questions(
        PythonEditSite(source, source.statements[2], source.functions[0], FailureEvidence()), 1.0
    )
    assert "text == '}'" in one.for_conditions and "'{' in text" in {p.text for p in predicates(one.place.target)}


def test_a_bug_is_repaired_by_an_expression_that_no_producer_proposes(fix: Fixer, write: Writer) -> None:
    root = write({"subject.py": CODE.split("\n\n\n")[1] + "\n", "test_subject.py": _only("speeds")})
    result = fix(root)
    assert result.patches and result.patches[0].complete
    assert b"return way / hours" in result.patches[0].contents["subject.py"]


def _only(name: str) -> str:
    _, *tests = TESTS.split("\n\ndef test_")
    return "\n\ndef test_".join([f"from subject import {name}\n", *(test for test in tests if test.startswith(name))])


def test_slices_of_several_dimensions_are_no_values() -> None:
    source = SourceFile("m.py", b"def part(image, y, x):\n    return image[y : y + 2, x : x + 2]\n")
    (one, *_) = probe_questions(
        PythonEditSite(source, source.statements[2], source.functions[0], FailureEvidence()), 1.0
    )
    assert "y + 2" in one.texts and "(y:y + 2, x:x + 2)" not in one.texts
