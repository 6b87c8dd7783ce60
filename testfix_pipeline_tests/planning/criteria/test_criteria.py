"""What the input asks for, the code it speaks of, and the tests that speak for it."""

import ast
from pathlib import Path
from typing import Any

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
from testfix_pipeline.core.test_ids import SessionId, TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.planning.analysis.requirements import analyse, render, targets_of
from testfix_pipeline.planning.criteria.criteria import MOST_CRITERIA, split_criteria
from testfix_pipeline.planning.criteria.expectations import expectations, is_asserted, is_asserted_in_javascript
from testfix_pipeline.planning.criteria.matched_functions import with_subjects
from testfix_pipeline.planning.python_code.outline import outline
from testfix_pipeline.planning.traceability import CriterionEvidence, matrix_lines, trace_criteria

RUN = "assert run([sys.executable, '-m', 'shop', "
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
    found = [(one.id, one.text, one.line) for one in split_criteria(REQUIREMENTS)]
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
        ("| part | rule |\n|--|--|\n| till | sums up |\n| 7 | no cents |", ["till sums up", "no cents"]),
        ("|#|call|returns|\n|-|-|-|\n|1|`half(3)`|`1`|\n|2|`half(0)`|`0`|", ["`half(3)` gives `1`", "`half(0)` gives `0`"]),  # noqa: E501
        ("|call|raises|\n|-|-|\n|`half('')`|TypeError|\n|`half(None)`||", ["`half('')` raises TypeError", "`half(None)`"]),  # noqa: E501
        ("|call|result|\n|-|-|\n|`half('')`|raises TypeError|\n|`half(-1)`|`ValueError`|", ["`half('')` raises TypeError", "`half(-1)` raises `ValueError`"]),  # noqa: E501
        ("|call|returns|raises|\n|-|-|-|\n|`half(2)`|1|-|\n|`half('')`|—|TypeError|", ["`half(2)` gives 1", "`half('')` raises TypeError"]),  # noqa: E501
        ("|input|output|\n|-|-|\n|6|3|", ["6 gives 3"]),
        ("|expected|\n|-|\n|half is exact|", ["half is exact"]),
        ("|result|call|\n|-|-|\n|3|`half(6)`|", ["`half(6)` gives 3"]),
    ],
)  # fmt: skip
def test_a_prompt_is_split_at_its_clauses(text: str, texts: list[str]) -> None:
    assert [one.text for one in split_criteria(text)] == texts


@given(st.text(max_size=300))
def test_any_text_is_split_into_criteria_with_ids_of_their_own(text: str) -> None:
    found = split_criteria(text)
    assert len({one.id for one in found}) == len(found) <= MOST_CRITERIA
    assert all(one.text and len(one.text) <= 400 for one in found)


def spoken_of(text: str) -> list[list[str]]:
    return [one.subjects for one in with_subjects(split_criteria(text), {"till/shop.py": outline(SHOP)})]


def test_a_criterion_speaks_of_code_by_name_by_words_or_not_at_all() -> None:
    assert spoken_of("`total` adds up") == [["till/shop.py::total"]]
    assert spoken_of("Members get a discount") == [["till/shop.py::discounted"]]
    assert spoken_of("`Basket` can be emptied") == [["till/shop.py::Basket.empty"]]
    assert spoken_of("everything in till/shop.py") == [["till/shop.py"]]
    assert spoken_of("the whole shop") == [["till/shop.py"]]
    assert spoken_of("users sign in") == [[]]


CRITERIA = with_subjects(split_criteria(REQUIREMENTS), {"till/shop.py": outline(SHOP)})


def planned(tmp_path: Path, **functions: bool):  # type: ignore[no-untyped-def]
    (tmp_path / "till").mkdir()
    (tmp_path / "till/shop.py").write_text(SHOP)
    file = FileCoverage(line_rate=80, executable_lines=9, functions=functions)
    stats = CoverageStats(source="measured", files={"till/shop.py": file})
    context = ContextPackage(criteria=CRITERIA, test_coverage=CoverageAssessment(coverage_stats=stats))
    assert targets_of(context, tmp_path) == ["till/shop.py"]
    return analyse(SessionId("WFS-test-a"), context, tmp_path)


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


def traced(outcomes: dict[str, str], **more: Any):  # type: ignore[no-untyped-def]
    ran = {
        TestId("tests/test_shop.py::test_member"): {"till/shop.py": frozenset({3, 4, 6})},
        TestId("tests/test_shop.py::test_discount_of_all"): {"till/shop.py": frozenset({3, 4, 6, 10})},
        TestId("tests/test_shop.py::test_sum"): {"till/shop.py": frozenset({10})},
    }
    requirements = [
        Requirement(
            id="L1-001", file="till/shop.py", layer="L1", part="happy", criteria=["AC-1"], cases=[Case(given="x")]
        )
    ]
    evidence = CriterionEvidence(
        outcomes=outcomes, coverage=CoverageMap(ran, {}), outlines={"till/shop.py": outline(SHOP)}, **more
    )
    return {row.id: row for row in trace_criteria(CRITERIA, requirements, evidence)}


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
        test_texts={"tests/test_shop.py": "def test_ac_2():\n    assert 1\n\n\ndef test_ac_22():\n    assert 1\n"},
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
    assert rows["AC-2"].verdict == "failed", "another test of the code fails"
    assert rows["REQ-7"].verdict == "exercised, not checked"
    assert rows["AC-03"].verdict == "not covered"
    text = "\n".join(matrix_lines(list(rows.values())))
    assert "Nothing covers: AC-03" in text and "| AC-1 |" in text


def test_code_that_tests_run_is_not_called_uncovered_where_no_single_test_is_known_to_run_it() -> None:
    one = Criterion(id="C5", text="Adding zero throws a RangeError.", subjects=["src/cart.js::Cart.add"])
    run = Requirement(id="L1-001", file="src/cart.js", layer="L1", part="happy", criteria=["C5"], covered=True)
    (row,) = trace_criteria([one], [run], CriterionEvidence(outcomes={"a.test.js::adds": "passed"}))
    assert row.verdict == "exercised, not checked"
    assert row.note == "tests run its code, and which of them is not known"
    assert trace_criteria([one], [], CriterionEvidence(outcomes={}))[0].verdict == "not covered"


def test_what_was_seen_to_contradict_a_criterion_fails_it_where_no_test_could_be_written() -> None:
    one = Criterion(id="C3", text='`slug("A!")` returns `"a"`.', subjects=["src/cart.js::slug"])
    why = 'C3 says that slug("A!") gives "a", but it gives "a-"'
    seen = GeneratedTest(
        name=why, file="a.test.js", target="src/cart.js::slug", reason=why, criteria=["C3"], expected_failure=True
    )
    (row,) = trace_criteria([one], [], CriterionEvidence(outcomes={}, generation=Generation(tests=[seen])))
    assert (row.verdict, row.note) == ("failed", why)


TILL = """
def discounted(price, member):
    if price < 0:
        raise ValueError(price)
    return price * 0.9 if member else price
"""


def verdict(criterion: str, tests: str, status: str = "passed", new: str = "passed", **made: object) -> tuple[str, str]:
    """The verdict on one criterion about `discounted` whose only tests are `test_price` and what was generated."""
    criteria = [one.model_copy(update={"subjects": ["till.py::discounted"]}) for one in split_criteria(criterion)]
    evidence = CriterionEvidence(
        outcomes={"test_till.py::test_price": status, "test_new.py::test_new": new},
        coverage=CoverageMap({"test_till.py::test_price": {"till.py": frozenset({3, 5})}}, {}),
        outlines={"till.py": outline(TILL)},
        test_texts={"test_till.py": tests},
        **made,  # type: ignore[arg-type]
    )
    (row,) = trace_criteria(criteria, [], evidence)
    return row.verdict, row.note


RAISING = "def test_price():\n    with pytest.raises(ValueError):\n        discounted(-1, True)\n"
PRICED = "def test_price():\n    assert discounted(10, True) == 9.0\n"
BOTH = PRICED + RAISING.partition("\n")[2]


@pytest.mark.parametrize(
    ("criterion", "tests", "wanted"),
    [
        ("- the prices of the lines are added up", RAISING, "exercised, not checked"),
        ("- a negative price is refused with `ValueError`", RAISING, "exercised, not checked"),
        ("- `discounted(-1, True)` raises ValueError", RAISING, "passed"),
        ("- `discounted(-1, True)` raises ValueError", PRICED, "exercised, not checked"),
        ("- `discounted(-1, True)` raises KeyError", RAISING, "exercised, not checked"),
        ("- members get 10 %: `discounted(10, True)` gives `9.0`", PRICED, "passed"),
        ("- members get 10 %: `discounted(20, True)` gives `18.0`", PRICED, "exercised, not checked"),
        ("- `discounted(10, True)` is 9.0, `discounted(10, False)` is 10", PRICED, "exercised, not checked"),
        (
            "# Prices\n\n- REQ-4: `discounted(10, True)` gives `9.0`; a negative price raises ValueError",
            BOTH,
            "exercised, not checked",
        ),
        (
            "# Prices\n\n- REQ-4: `discounted(10, True)` gives `9.0`; `discounted(-1, True)` raises ValueError",
            BOTH,
            "passed",
        ),
        (
            "# Prices\n\n- REQ-4: `discounted(10, True)` gives `9.0`; others must pay the full price",
            PRICED,
            "exercised, not checked",
        ),
        ("- REQ-4: members get 10 %", PRICED, "exercised, not checked"),
        ("- REQ-4: members get 10 %", PRICED + "    # REQ-4 asks for it\n    assert discounted(1, False)\n", "passed"),
        (
            "- REQ-4: members get 10 %",
            "def test_price():\n    discounted(10, True)  # REQ-4\n",
            "exercised, not checked",
        ),
        ("Test the discounts", PRICED, "passed"),
    ],
)
def test_a_criterion_has_passed_only_where_a_test_names_it_or_asserts_it(criterion, tests, wanted) -> None:
    found, note = verdict(criterion, tests)
    assert found == wanted
    assert bool(note) == (wanted != "passed")


def test_a_test_that_was_generated_for_a_function_checks_no_criterion_about_it() -> None:
    test = GeneratedTest(name="test_new", file="test_new.py", target="till.py::discounted", kept=True)
    pinned = Generation(files={"test_new.py": "def test_new():\n    assert discounted(3, False) == 3\n"}, tests=[test])
    assert verdict("- members get 10 %", "", generation=pinned)[0] == "exercised, not checked"
    named = pinned.model_copy(update={"files": {"test_new.py": "def test_new():\n    # AC-01\n    assert x\n"}})
    assert verdict("- members get 10 %", "", generation=named)[0] == "passed"
    half = "# Prices\n\n- REQ-4: `discounted(3, False)` gives `3`; a negative price raises ValueError"
    text = pinned.files["test_new.py"].replace("def test_new():", "def test_new():  # REQ-4")
    found = verdict(half, "", generation=pinned.model_copy(update={"files": {"test_new.py": text}}))
    assert found == ("exercised, not checked", "no passing test asserts that a negative price raises ValueError")


def test_a_generated_test_in_a_class_is_found_among_the_results() -> None:
    test = GeneratedTest(name="TestTill::test_new", file="test_new.py", target="till.py::discounted", kept=True)
    body = "        with self.assertRaises(Sold):\n            discounted(1, 2)\n"
    text = f"class TestTill(TestCase):\n    def test_new(self):\n{body}"
    criteria = [
        one.model_copy(update={"subjects": ["till.py::discounted"]})
        for one in split_criteria("- `discounted(1, 2)` raises Sold")
    ]
    made = Generation(files={"test_new.py": text}, tests=[test])
    (row,) = trace_criteria(
        criteria, [], CriterionEvidence({"test_new.py::TestTill::test_new": "passed"}, generation=made)
    )
    assert (row.verdict, row.tests[0].how) == (
        "passed",
        "generated for discounted, asserts that discounted(1, 2) raises Sold",
    )


def test_an_expected_failure_that_states_a_criterion_fails_it() -> None:
    test = GeneratedTest(
        name="test_new", file="test_new.py", target="till.py::discounted", kept=True, expected_failure=True,
        criteria=["AC-01"], reason="AC-01 says 9, but it gives 10",
    )  # fmt: skip
    made = Generation(tests=[test])
    found = verdict("- members get 10 %", "", new="skipped", generation=made)
    assert found == ("failed", "AC-01 says 9, but it gives 10")
    assert verdict("- members get 10 %", "", generation=made)[0] == "exercised, not checked", "repaired meanwhile"


def test_a_request_for_tests_names_the_functions_that_have_none() -> None:
    assert verdict("Test the discounts", "", status="failed") == ("failed", "test_till.py::test_price")
    criteria = [one.model_copy(update={"subjects": ["till.py"]}) for one in split_criteria("Test the till")]
    both = TILL + "\n\ndef total(basket):\n    return sum(basket)\n"
    coverage = CoverageMap({"test_till.py::test_price": {"till.py": frozenset({3, 5})}}, {})
    evidence = CriterionEvidence({"test_till.py::test_price": "passed"}, coverage, {"till.py": outline(both)})
    (row,) = trace_criteria(criteria, [], evidence)
    assert (row.verdict, row.note) == ("exercised, not checked", "no passing test for total")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("`half(3)` gives `1`", ["half(3) gives 1"]),
        ("`total([{'price': 2}])` returns 6.", ["total([{'price': 2}]) gives 6"]),
        ("half(4) -> 2, half('a') raises TypeError", ["half(4) gives 2", "half('a') raises TypeError"]),
        ("`load` raises ValueError for what is no list", []),
        ("`Account('ann', 100).withdraw(100)` is 0", ["Account('ann', 100).withdraw(100) gives 0"]),
        ("`Stock().take('x')` raises KeyError", ["Stock().take('x') raises KeyError"]),
        ("taking more than there is raises OutOfStock", []),
        ("`take(3)` raises `OutOfStock`", ["take(3) raises OutOfStock"]),
        ("`shout('a')` prints `'A'`", ["shout('a') prints 'A'"]),
        ("`half(2)` gives `1`; a text raises TypeError", ["half(2) gives 1", "a text raises TypeError"]),
        ("`half(2)` gives `1`. Zero must stay zero.", ["half(2) gives 1", "Zero must stay zero"]),
        ("`half(2)` gives `1`; as before", ["half(2) gives 1"]),
        ("`main` prints the total and returns 0", []),
        ("texts of `ValueError` are shown", []),
        ("half('a') throws TypeError", ["half('a') raises TypeError"]),
        ("half(3) raises None", []),
        ("`1 in Stock()` is False", []),
        ("`2 * half(2)` is 2", []),
        ("`x == half(2)` is true", []),
        ("`x = half(2)` gives 1", ["half(2) gives 1"]),
        ("`half(2)` => 1 (`half(4)` => 2)", ["half(2) gives 1", "half(4) gives 2"]),
        ("- half(2) is 1", ["half(2) gives 1"]),
        ("`is_half(3)` returns false, `find(3)` is null", ["is_half(3) gives False", "find(3) gives None"]),
        ("`half(3)` is trueish", []),
        ("the length of `halves(3)` is 2", []),
        ("the sum of `half(2)` and `half(4)` is 3", []),
        ("the sum of half(2), half(4) and half(6) is 6", []),
        ("with the cart of `make(3)`, `total(1)` returns 5", ["total(1) gives 5"]),
        ("either of `half(2)` or `half(3)` returns 1", ["half(3) gives 1"]),
        ("the largest of half(2), half(4) and half(6) is 3", []),
        ("the length of `halves(3)` is 2 and `half(2)` is 1", ["half(2) gives 1"]),
        ("take(4) on `Stock('x')` raises LookupError", []),
        ("the result of `half(2)` is 1", ["half(2) gives 1"]),
        ("`half(2)` gives 1, `half(4)` gives 2.", ["half(2) gives 1", "half(4) gives 2"]),
        ("`half(2)` gives 1 - the floor", ["half(2) gives 1"]),
        *(
            (f"`half(2)` gives {text}", [])
            for text in ("1-3", "1..3", "12:30", "1 + 2", "3 or 4", "10 %", "1,000", "1/2")
        ),
    ],
)
def test_what_a_criterion_expects_in_code(text: str, wanted: list[str]) -> None:
    assert [one.describe() for one in expectations(text)] == wanted


@pytest.mark.parametrize(
    ("text", "body", "wanted"),
    [
        ("`Account('ann', 9).take(4)` is 5", "assert Account('ann', 9).take(4) == 5", True),
        (
            "`Account('ann', 9).take(4)` is 5",
            "a = bank.Account('ann', 9)\n    left = a.take(4)\n    assert 5 == left",
            True,
        ),
        ("`Account('ann', 9).take(4)` is 5", "assert Account('bob', 9).take(4) == 5", False),
        ("`take(4)` is 5", "assert account.take(4) == 5", True),
        ("`Stock().take('x')` raises KeyError", "self.assertRaises(KeyError, Stock().take, 'x')", True),
        ("`shout('a')` prints `'A'`", "shout('a')\n    assert capsys.readouterr().out == 'A'", True),
        ("`shop add pens 3` prints `3 pens`", f"{RUN}'add', 'pens', '3']).stdout == '3 pens\\n'", True),
        ("`shop add pens 3` prints `3 pens`", f"{RUN}'add', 'pens', '4']).stdout == '3 pens\\n'", False),
        ("`shop add pens 3` prints `3 pens`", f"{RUN}'add', 'pens', '3']).stdout == '4 pens\\n'", False),
        ("`shop add pens 3` must print `3 pens`", "main(['add', 'pens', '3'])\n    assert out() == '3 pens'", True),
        ("`shop add` exits with status 2", f"{RUN}'add']).returncode == 2", True),
        ("`shop add` exits with 1", f"{RUN}'add']).returncode == 2\n    assert done", False),
    ],
)
def test_a_call_is_asserted_with_its_object_and_by_way_of_names(text: str, body: str, wanted: bool) -> None:
    test = ast.parse(f"def test_a(self, capsys):\n    {body}\n").body[0]
    assert isinstance(test, ast.FunctionDef)
    assert [is_asserted(one, test) for one in expectations(text)] == [wanted]


def test_a_command_line_with_its_output_is_an_expectation_and_code_is_none() -> None:
    assert [one.describe() for one in expectations("`shop price 10 --kind low` prints `10.70` and ends.")] == [
        "shop price 10 --kind low prints '10.70'"
    ]
    assert [one.describe() for one in expectations("`shop add` fails with status 2")] == ["shop add ends with 2"]
    for text in ("`a in b` prints `x`", "`shop` prints `x`", "`shop add` prints it", "shop add prints `x`"):
        assert not expectations(text)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("expect(label('a book')).toBe(\n  'Book');", True),
        ('assert.strictEqual(label("a book"), "Book");', True),
        ('expect(label("abook")).toBe("Book");', False),
        ('expect(label("a book")).toBe("Toy");', False),
        ('label("a book"); expect("Book").toBe("Book");', False),
        ('// expect(label("a book")).toBe("Book");\n', False),
        ('/* expect(label("a book"))\n.toBe("Book"); */', False),
        ("// it's that\nexpect(label('a book')).toBe(  // a 'toy'\n'Book',\n)", True),
        ('open("http://shop"); expect(label("a book")).toBe("Book");', True),
    ],
)
def test_a_call_is_asserted_in_javascript_where_its_text_is(text: str, wanted: bool) -> None:
    (expected,) = expectations('`label("a book")` returns `"Book"`')
    assert is_asserted_in_javascript(expected, text) is wanted
