"""What a plan asked for and its tests lack."""

import pytest

from testfix_pipeline.core.plan_records import (
    REDUNDANT,
    Case,
    CoverageStats,
    CriterionVerdict,
    GeneratedTest,
    Generation,
    Layer,
    Part,
    Requirement,
    TracedCriterion,
)
from testfix_pipeline.planning.gates.fulfilment import missed_thresholds, open_criteria, open_requirements


def wanted(layer: Layer = "L1", part: Part = "happy", target: str = "price", **more: object) -> Requirement:
    return Requirement(
        id=f"{layer}-001", file="shop.py", layer=layer, part=part, target=target, title=f"{target}: use",
        cases=[Case(given="x")], **more,  # type: ignore[arg-type]
    )  # fmt: skip


def made(name: str = "price", **more: object) -> GeneratedTest:
    fields = {"source": "def test_a():\n    assert price(3)\n", "kept": True, **more}
    return GeneratedTest(name="test_a", file="test_shop.py", target=f"shop.py::{name}", **fields)  # type: ignore[arg-type]


RAISING = "def test_a():\n    with pytest.raises(ValueError):\n        price(-1)\n"


@pytest.mark.parametrize(
    ("item", "tests", "is_open"),
    [
        (wanted(), [made()], False),
        (wanted(), [made("tax")], True),
        (wanted(), [made(kept=False, reason="is slow")], True),
        (wanted(), [made(kept=False, reason=REDUNDANT)], False),
        (wanted(part="negative"), [made()], True),
        (wanted(part="negative"), [made(kept=False, reason=REDUNDANT)], True),
        (wanted(part="negative"), [made(kept=False, reason=REDUNDANT, source=RAISING)], False),
        (wanted(part="negative"), [made(source=RAISING)], False),
        (wanted(part="negative"), [made(source=RAISING.replace("pytest.raises", "self.assertRaisesRegex"))], False),
        (wanted(target="Till"), [made("Till.open")], False),
        (wanted(covered=True), [], False),
        (wanted("L2", "integration", "tax, rate"), [made()], True),
        (wanted("L2", "integration", "tax, rate"), [made(requirements=["L2-001"])], False),
        (wanted("L3", "journey"), [], False),
    ],
)
def test_a_requirement_without_a_kept_test_is_open(item, tests, is_open) -> None:
    found = list(open_requirements([item], Generation(tests=tests)))
    assert bool(found) == is_open


@pytest.mark.parametrize(
    ("line", "branch", "expected"),
    [
        (80.0, 70.0, []),
        (80.0, None, []),
        (79.9, 90.0, ["line coverage 79.9 % is below 80 %"]),
        (50.0, 69.0, ["line coverage 50.0 % is below 80 %", "branch coverage 69.0 % is below 70 %"]),
    ],
)
def test_a_missed_threshold_has_its_figures(line: float, branch: float | None, expected: list[str]) -> None:
    stats = CoverageStats(source="measured", line_rate=line, branch_rate=branch)
    assert [one.why for one in missed_thresholds(stats)] == expected


def test_coverage_that_was_not_measured_is_no_threshold_reached() -> None:
    (found,) = missed_thresholds(CoverageStats(source="name_matching", reason="the suite does not run"))
    assert found.why == "not measured: the suite does not run"
    assert len(list(missed_thresholds(None))) == 1


def test_every_criterion_that_has_not_passed_is_open() -> None:
    verdicts: list[CriterionVerdict] = ["passed", "failed", "exercised, not checked", "not run", "not covered"]
    rows = [TracedCriterion(id=verdict, text="x", verdict=verdict) for verdict in verdicts]
    assert [one.what for one in open_criteria(rows)] == verdicts[1:]
