# ruff: noqa: E501 - one line an example

import pytest

from testfix_pipeline.core.plan_records import (
    Analysis,
    CoverageStats,
    FileCoverage,
    GeneratedTest,
    Generation,
    Requirement,
)
from testfix_pipeline.planning.gates.gate_reports import render_report
from testfix_pipeline.planning.gates.quality_gate import review_tests
from testfix_pipeline.planning.generation.withdrawal import source_of_test_file, withdraw
from testfix_pipeline.planning.scanner.antipatterns import ADVICE, anti_patterns

HEAD = """import os
import unittest
from unittest.mock import Mock, patch

import pytest

import shop
from shop import price

SEEN = []


"""
PRICE = "shop.py::price"

BAD = {
    "empty_test": ["def test_a():\n    '''Later.'''\n    pass\n"],
    "no_assertion": ["def test_a():\n    price(3)\n"],
    "tautology": [
        "def test_a():\n    price(3)\n    assert True\n",
        "def test_a():\n    assert price(3) == price(3)\n",
        "def test_a():\n    assert (price(3) == 4, 'four')\n",
        "def test_a():\n    assert price(3) == 4 or True\n",
        "def test_a():\n    assert len(price(3)) >= 0\n",
        "class TestA(unittest.TestCase):\n    def test_a(self):\n        x = price(3)\n        self.assertEqual(x, x)\n",
    ],
    "asserts_only_mock": [
        "def test_a():\n    m = Mock(return_value=3)\n    price(m)\n    m.assert_called_once()\n",
        "@patch('shop.tax')\ndef test_a(tax):\n    price(3)\n    assert tax.called\n",
    ],
    "never_exercises_subject": [
        "def test_a():\n    assert shop.tax(3) == 4\n",
        "def test_a():\n    with patch('shop.price') as p:\n        assert shop.tax(p) == 1\n",
    ],
    "focused_test": ["@pytest.mark.only\ndef test_a():\n    assert price(3) == 4\n"],
    "skip_without_reason": [
        "@pytest.mark.skip\ndef test_a():\n    assert price(3) == 4\n",
        "@pytest.mark.xfail(strict=True)\ndef test_a():\n    assert price(3) == 4\n",
        "@unittest.skip('')\ndef test_a():\n    assert price(3) == 4\n",
        "def test_a():\n    pytest.skip()\n    assert price(3) == 4\n",
    ],
    "order_dependence": [
        "def test_a():\n    global SEEN\n    SEEN = price(3)\n    assert SEEN == 4\n",
        "def test_a():\n    SEEN.append(price(3))\n    assert SEEN == [4]\n",
        "def test_a():\n    SEEN.sort()\n    assert price(3) == 4\n",
        "def test_a():\n    shop.QUEUE.popleft()\n    assert price(3) == 4\n",
        "def test_a():\n    shop.RATE = 2\n    assert price(3) == 6\n",
        "def test_a():\n    os.environ['RATE'] = '2'\n    assert price(3) == 6\n",
        "@pytest.mark.order(1)\ndef test_a():\n    assert price(3) == 4\n",
    ],
    "swallowed_assertion": [
        "def test_a():\n    try:\n        assert price(3) == 4\n    except AssertionError:\n        pass\n",
        "import contextlib\n\n\ndef test_a():\n    with contextlib.suppress(AssertionError):\n        assert price(3) == 4\n",
        "def test_a():\n    with pytest.raises(AssertionError):\n        assert price(3) == 4\n",
    ],
    "unreached_assertion": [
        "def test_a():\n    if False:\n        assert price(3) == 4\n",
        "def test_a():\n    for x in []:\n        assert price(x) == 4\n",
        "def test_a():\n    x = price(3)\n    return\n    assert x == 4\n",
    ],
    "empty_parametrize": [
        "CASES = []\n\n\n@pytest.mark.parametrize('x', CASES)\ndef test_a(x):\n    assert price(x) == 4\n",
        "@pytest.mark.parametrize('x', [])\ndef test_a(x):\n    assert price(x) == 4\n",
    ],
    "shadowed_test": [
        "def test_a():\n    assert price(3) == 4\n\n\ndef test_a():  # again\n    assert price(4) == 5\n"
    ],
}
GOOD = [
    "def test_a():\n    assert price(3) == price(3)\n    assert price(3) == 4\n",
    "def test_a():\n    assert shop.Price(3) == shop.Price(3)\n    assert price(3)\n",
    "@patch('shop.tax')\ndef test_a(tax):\n    price(3)\n    tax.assert_called_once_with(3)\n",
    "def test_a():\n    before = shop.RATE\n    shop.RATE = 2\n    assert price(3) == 6\n    shop.RATE = before\n",
    "def test_a():\n    try:\n        price(-1)\n    except ValueError:\n        pass\n    else:\n        raise AssertionError('no error')\n",
    "import warnings\n\n\ndef test_a():\n    with warnings.catch_warnings():\n        warnings.simplefilter('error')\n        price(3)\n",
    "def test_a():\n    pytest.skip('until the rates are known')\n",
    "class TestA:\n    def teardown_method(self):\n        shop.RATE = 1\n\n    def test_a(self):\n        shop.RATE = 2\n        assert price(3) == 6\n",
    "def test_a():\n    assert price(3) == 4\n    assert price(0) == 0\n",
    "def test_a():\n    with pytest.raises(ValueError):\n        price(-1)\n",
    "def check_it(x, wanted):\n    assert x == wanted\n\n\ndef test_a():\n    check_it(price(3), 4)\n",
    "@pytest.fixture\ndef paid():\n    return price(3)\n\n\ndef test_a(paid):\n    assert paid == 4\n",
    "def test_a(monkeypatch):\n    monkeypatch.setattr(shop, 'RATE', 2)\n    monkeypatch.setenv('RATE', '2')\n    assert price(3) == 6\n",
    "def test_a():\n    m = Mock(return_value=3)\n    assert price(m) == 3\n    m.assert_called_once()\n",
    "@pytest.mark.xfail(strict=True, reason='the documentation says 5')\ndef test_a():\n    assert price(3) == 5\n",
    "class TestA(unittest.TestCase):\n    @unittest.expectedFailure\n    def test_a(self):\n        self.assertEqual(price(3), 5)\n",
    "def test_a():\n    found = []\n    found.append(price(3))\n    assert found == [4]\n",
    "def test_a():\n    assert shop.price(3) == 4\n    assert shop.add(1, 2) == 3\n",
    "import django.urls\n\n\ndef test_a():\n    assert price(django.urls.reverse('index')) == 4\n",
    "@pytest.mark.parametrize('x', [1, 2])\ndef test_a(x):\n    assert price(x) == x + 1\n",
]


def patterns(text: str) -> set[str]:
    name = "TestA::test_a" if "class TestA" in text else "test_a"
    return {
        finding.pattern for finding in anti_patterns(source_of_test_file("tests/test_a.py", HEAD + text), {name: PRICE})
    }


@pytest.mark.parametrize(("pattern", "text"), [(pattern, text) for pattern, texts in BAD.items() for text in texts])
def test_each_anti_pattern_is_found_alone(pattern: str, text: str):
    assert patterns(text) == {pattern}


@pytest.mark.parametrize("text", GOOD)
def test_sound_tests_pass(text: str):
    assert patterns(text) == set()


def test_every_anti_pattern_has_an_example_and_advice():
    assert set(BAD) == set(ADVICE)


@pytest.mark.parametrize(("conftest", "wanted"), [(True, []), (False, ["never_exercises_subject"])])
def test_a_special_method_is_exercised_by_what_a_fixture_of_another_file_gives(conftest: bool, wanted: list[str]):
    fixture = "" if conftest else "@pytest.fixture\ndef money():\n    return 3\n\n\n"
    source = source_of_test_file(
        "tests/test_a.py", f"{HEAD}{fixture}def test_a(money):\n    assert money + money == 6\n"
    )
    assert [one.pattern for one in anti_patterns(source, {"test_a": "shop.py::Money.__add__"})] == wanted


def generation(text: str = GOOD[0]) -> Generation:
    kept = GeneratedTest(name="test_a", file="tests/test_a.py", target=PRICE, kept=True)
    return Generation(files={"tests/test_a.py": HEAD + text}, tests=[kept])


def measured(line: float, branch: float | None = None, **files: int) -> CoverageStats:
    missing = {f"{name}.py": FileCoverage(missing_lines=list(range(1, count + 1))) for name, count in files.items()}
    return CoverageStats(source="measured", line_rate=line, branch_rate=branch, files=missing)


OPEN = Analysis(
    session_id="WFS-test-a",
    requirements=[
        Requirement(id="L1-001", file="tax.py", layer="L1", part="happy", title="tax: normal use", cases=["`tax(3)`"]),
        Requirement(
            id="L1-002", file="shop.py", layer="L1", part="happy", title="price: normal use", cases=["`price(3)`"]
        ),
    ],
)


def review(before: CoverageStats | None, after: CoverageStats | None, made: Generation | None = None, **options):
    made = generation() if made is None else made
    return review_tests(made, OPEN, coverage_before=before, coverage_after=after, **options)


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (measured(50, 50), measured(80, 70), "PASS"),
        (measured(50, 50), measured(79, 70), "SOFT_FAIL"),
        (measured(50, 50), measured(80, 69), "SOFT_FAIL"),
        (measured(90, 50), measured(90, 51), "SOFT_FAIL"),
        (measured(85), measured(82), "PASS"),
        (measured(50, 50), measured(50, 50), "SOFT_FAIL"),
        (measured(50, 50), measured(60, 40), "SOFT_FAIL"),
        (measured(85, 75), measured(79, 75), "SOFT_FAIL"),
        (None, None, "PASS"),
        (None, CoverageStats(source="name_matching"), "PASS"),
    ],
)
def test_coverage_is_reached_whatever_it_was_before(before, after, verdict: str):
    report = review(before, after)
    assert report.verdict == verdict
    assert bool(report.requirements) == (verdict != "PASS")


def test_coverage_below_its_aim_after_the_last_round_fails_with_the_figures():
    report = review(measured(10, 10), measured(79.4, 62.5), repeats=2)
    assert report.verdict == "HARD_FAIL"
    assert "line coverage 79.4 % is below 80 % and branch coverage 62.5 % is below 70 %" in report.reason
    assert report.withdrawn == [], "tests that raise the coverage stay"


def test_no_tests_at_all_fail_a_gap_and_pass_where_nothing_was_missing():
    nothing = Generation()
    assert review(measured(50), measured(50), nothing).verdict == "SOFT_FAIL"
    done = Analysis(session_id="WFS-test-a", no_gap=True)
    report = review_tests(nothing, done, coverage_before=measured(50), coverage_after=measured(50))
    assert report.verdict == "PASS"


def test_bad_tests_are_asked_for_again_twice_and_then_named_for_withdrawal():
    made = generation(BAD["no_assertion"][0])
    first = review(measured(50), measured(90), made)
    assert (first.verdict, first.withdrawn) == ("SOFT_FAIL", [])
    assert first.requirements[0].startswith("tests/test_a.py::test_a asserts nothing: compare")
    last = review(measured(50), measured(90), made, repeats=2)
    assert (last.verdict, last.withdrawn) == ("HARD_FAIL", ["tests/test_a.py::test_a"])
    assert withdraw(made, dict.fromkeys(last.withdrawn, "no assertion")).files == {}


def test_the_report_says_verdict_findings_and_what_must_be_better():
    report = review(measured(50), measured(40), generation(BAD["tautology"][0]))
    text = render_report(report)
    assert text.startswith("# Test quality (IMPL-001.5): SOFT_FAIL\n")
    assert "line coverage: 50.0 % before, 40.0 % after" in text
    assert "`assert True` can't fail (tautology)" in text and "## What IMPL-001 must do better" in text


TWO = HEAD + (
    "@pytest.mark.parametrize('x', [1])\ndef test_a(x):\n    assert price(x)\n\n\n"
    "class TestB:\n    def test_b(self):\n        assert price(2)\n\n    def test_c(self):\n        assert price(3)\n"
)


def two_tests() -> Generation:
    names = ("test_a", "TestB::test_b", "TestB::test_c")
    kept = [GeneratedTest(name=name, file="tests/test_a.py", target=PRICE, kept=True) for name in names]
    return Generation(files={"tests/test_a.py": TWO}, tests=kept)


@pytest.mark.parametrize(
    ("gone", "left"),
    [
        (["test_a"], ["TestB::test_b", "TestB::test_c"]),
        (["TestB::test_b"], ["test_a", "TestB::test_c"]),
        (["TestB::test_b", "TestB::test_c"], ["test_a"]),
    ],
)
def test_withdrawing_takes_tests_out_and_leaves_a_file_that_compiles(gone: list[str], left: list[str]):
    after = withdraw(two_tests(), {f"tests/test_a.py::{name}": "because" for name in gone})
    text = after.files["tests/test_a.py"]
    compile(text, "test_a.py", "exec")
    assert [test.name for test in after.tests if test.kept] == left
    assert after.dropped == {"because": len(gone)}
    assert all((f"def {name.rpartition('::')[2]}(" in text) == (name in left) for name in [*gone, *left])
    assert ("class TestB" in text) == any("TestB" in name for name in left)


def test_withdrawing_every_test_takes_the_file_and_unknown_names_change_nothing():
    made = two_tests()
    assert withdraw(made, {"tests/test_a.py::test_z": "x", "other.py::test_a": "x"}) == made
    after = withdraw(made, {f"tests/test_a.py::{test.name}": "x" for test in made.tests})
    assert after.files == {} and not any(test.kept for test in after.tests)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("no_assertion", "def test_a():\n    def verify():\n        assert price(3) == 4\n"),
        ("skip_without_reason", "@pytest.mark.skipif(True)\ndef test_a():\n    assert price(3) == 4\n"),
        ("order_dependence", "def test_a():\n    os.chdir('/')\n    assert price(3) == 4\n"),
        ("order_dependence", "def test_a():\n    setattr(shop, 'RATE', 2)\n    assert price(3) == 4\n"),
        ("never_exercises_subject", "def test_a():\n    assert callable(price)\n"),
    ],
)
def test_disguises_are_seen_through(pattern: str, text: str):
    assert patterns(text) == {pattern}
