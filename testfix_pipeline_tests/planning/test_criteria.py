"""What the input asks for, the code it speaks of, and the tests that speak for it (SPEC 3 and 6.8)."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from testfix_pipeline.core.plan_records import (
    Case,
    ContextPackage,
    CoverageAssessment,
    CoverageStats,
    Criterion,
    FileCoverage,
    GeneratedTest,
    Generation,
    Requirement,
)
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.analysis import analyse, render, targets_of
from testfix_pipeline.planning.context_outline import outline
from testfix_pipeline.planning.criteria import MOST_CRITERIA, split
from testfix_pipeline.planning.criteria_subjects import with_subjects
from testfix_pipeline.planning.traceability import Evidence, matrix_lines, trace
from testfix_pipeline.planning.words import parts, stem

REQUIREMENTS = """# Till

Background prose about the shop.

## Discounts

- AC-1: Members get a discount of 10 %.
- [ ] AC-2: A negative price must be refused with `ValueError`.
- Errors:
  - an unknown currency raises KeyError

The total should never be negative. The weather is nice.

| id | text |
|---|---|
| REQ-7 | Rounding is half even |

```
- this is code
```

Given a full basket
When it is emptied
Then the total is 0

## Non-goals

- Taxes
"""
SHOP = '''
def discounted(price, member):
    """The price with the discount of members."""
    if price < 0:
        raise ValueError(price)
    return price * 0.9 if member else price


def total(basket):
    return sum(basket)


def rounded(price):
    return round(price)


class Basket:
    def empty(self):
        self.items = []
'''


def test_a_requirements_file_is_split_where_it_demands_something() -> None:
    found = [(one.id, one.text, one.line) for one in split(REQUIREMENTS)]
    assert found == [
        ("AC-1", "Members get a discount of 10 %.", 7),
        ("AC-2", "A negative price must be refused with `ValueError`.", 8),
        ("AC-03", "Errors: an unknown currency raises KeyError", 10),
        ("AC-04", "The total should never be negative.", 12),
        ("REQ-7", "Rounding is half even", 16),
        ("AC-06", "Given a full basket When it is emptied Then the total is 0", 22),
    ]


@pytest.mark.parametrize(
    ("text", "texts"),
    [
        ("Test the parsing and the help of options", ["Test the parsing", "the help of options"]),
        ("Test read and write", ["Test read and write"]),
        ("cover `a`; cover `b`", ["cover `a`", "cover `b`"]),
        ("Improve coverage", ["Improve coverage"]),
        ("测试登录；支持重置", ["测试登录", "支持重置"]),
        ("One sentence.\n\nAnother one, longer.", ["One sentence.", "Another one, longer."]),
    ],
)  # fmt: skip
def test_a_prompt_is_split_at_its_clauses(text: str, texts: list[str]) -> None:
    assert [one.text for one in split(text)] == texts


def test_words_that_say_nothing_of_the_code_mean_all_of_it() -> None:
    assert [one.words for one in split("Improve the test coverage")] == [[]]


@given(st.text(max_size=300))
def test_any_text_is_split_into_criteria_with_ids_of_their_own(text: str) -> None:
    found = split(text)
    assert len({one.id for one in found}) == len(found) <= MOST_CRITERIA
    assert all(one.text and len(one.text) <= 400 for one in found)


def test_words_meet_names() -> None:
    assert len({stem(word) for word in ("parsing", "Parser", "parsed", "parse", "parses")}) == 1
    assert len({stem(word) for word in ("validate", "validation", "validator")}) == 1
    assert parts("HTTPServer.parse_args") == {"http", "serv", "pars", "arg"}


def spoken_of(text: str) -> list[list[str]]:
    return [one.subjects for one in with_subjects(split(text), {"till/shop.py": outline(SHOP)})]


def test_a_criterion_speaks_of_code_by_name_by_words_or_not_at_all() -> None:
    assert spoken_of("`total` adds up") == [["till/shop.py::total"]]
    assert spoken_of("Members get a discount") == [["till/shop.py::discounted"]]
    assert spoken_of("`Basket` can be emptied") == [["till/shop.py::Basket.empty"]]
    assert spoken_of("everything in till/shop.py") == [["till/shop.py"]]
    assert spoken_of("the whole shop") == [["till/shop.py"]]
    assert spoken_of("users sign in") == [[]]


CRITERIA = with_subjects(split(REQUIREMENTS), {"till/shop.py": outline(SHOP)})


def planned(tmp_path: Path, **functions: bool):  # type: ignore[no-untyped-def]
    (tmp_path / "till").mkdir()
    (tmp_path / "till/shop.py").write_text(SHOP)
    file = FileCoverage(line_rate=80, executable_lines=9, functions=functions)
    stats = CoverageStats(source="measured", files={"till/shop.py": file})
    context = ContextPackage(criteria=CRITERIA, test_coverage=CoverageAssessment(coverage_stats=stats))
    assert targets_of(context, tmp_path) == ["till/shop.py"]
    return analyse("WFS-test-a", context, tmp_path)


def test_requirements_name_the_criteria_that_they_serve(tmp_path: Path) -> None:
    called = {"discounted": False, "total": True, "rounded": True, "Basket.empty": True}
    analysis = planned(tmp_path, **called)
    serving = {(item.target, item.part): (item.criteria, item.covered) for item in analysis.requirements}
    assert serving["discounted", "happy"] == (["AC-1", "AC-2"], False)
    assert serving["discounted", "negative"][0] == ["AC-1", "AC-2"]
    assert serving["rounded", "happy"] == (["REQ-7"], True)
    (happy,) = [item for item in analysis.requirements if (item.target, item.part) == ("discounted", "happy")]
    assert [(case.origin, case.source) for case in happy.cases][:2] == [
        ("requirement", "AC-1"),
        ("requirement", "AC-2"),
    ]
    text = render(analysis)
    assert "| AC-1 | Members get a discount of 10 %. | `till/shop.py::discounted` | L1-001" in text
    assert "No code was found for AC-03" in text


def traced(outcomes: dict[str, str], **more: object):  # type: ignore[no-untyped-def]
    ran = {
        "tests/test_shop.py::test_member": {"till/shop.py": frozenset({3, 4, 6})},
        "tests/test_shop.py::test_discount_of_all": {"till/shop.py": frozenset({3, 4, 6, 10})},
        "tests/test_shop.py::test_sum": {"till/shop.py": frozenset({10})},
    }
    requirements = [
        Requirement(
            id="L1-001", file="till/shop.py", layer="L1", part="happy", criteria=["AC-1"], cases=[Case(given="x")]
        )
    ]
    evidence = Evidence(
        outcomes=outcomes, coverage=CoverageMap(ran, {}), outlines={"till/shop.py": outline(SHOP)}, **more
    )  # type: ignore[arg-type]
    return {row.id: row for row in trace(CRITERIA, requirements, evidence)}


def generated(name: str, kept: bool) -> GeneratedTest:
    return GeneratedTest(name=name, file="tests/test_new.py", target="till/shop.py::rounded", kept=kept)


def test_the_matrix_ties_tests_to_criteria_and_says_what_nothing_covers() -> None:
    rows = traced(
        {
            "tests/test_shop.py::test_member": "passed",
            "tests/test_shop.py::test_discount_of_all[1]": "failed",
            "tests/test_shop.py::test_discount_of_all[2]": "passed",
            "tests/test_shop.py::test_ac_2": "passed",
            "tests/test_new.py::test_rounded_1": "passed",
        },
        test_texts={"tests/test_shop.py": "def test_ac_2():\n    pass\n\n\ndef test_ac_22():\n    pass\n"},
        generation=Generation(
            files={"tests/test_new.py": ""},
            tests=[generated("test_rounded_1", kept=True), generated("test_rounded_2", kept=False)],
        ),
    )  # fmt: skip
    assert {test.test: (test.status, test.how) for test in rows["AC-1"].tests} == {
        "tests/test_shop.py::test_member": ("passed", "runs discounted"),
        "tests/test_shop.py::test_discount_of_all": ("failed", "runs discounted"),
    }
    assert (rows["AC-1"].verdict, rows["AC-1"].requirements) == ("failed", ["L1-001"])
    assert rows["AC-2"].tests[0].how == "names AC-2" or rows["AC-2"].tests[-1].how == "names AC-2"
    assert "tests/test_shop.py::test_ac_22" not in {test.test for test in rows["AC-2"].tests}
    assert [(test.test, test.how) for test in rows["REQ-7"].tests] == [
        ("tests/test_new.py::test_rounded_1", "generated for rounded")
    ]
    assert rows["REQ-7"].verdict == "passed"
    assert rows["AC-03"].verdict == "not covered"
    text = "\n".join(matrix_lines(list(rows.values())))
    assert "Nothing covers: AC-03" in text and "| AC-1 |" in text


def test_a_test_that_was_not_run_proves_nothing() -> None:
    assert traced({})["AC-1"].verdict == "not run"


def test_without_criteria_there_is_no_matrix() -> None:
    assert matrix_lines([]) == []
    assert trace([Criterion(id="AC-01", text="x")], [], Evidence({}))[0].verdict == "not covered"
