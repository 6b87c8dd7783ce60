"""The quality gate's own runs: other orders, other hash seeds, faults in the code that the tests are for."""

import sys
from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Analysis, GeneratedTest, Generation
from testfix_pipeline.core.records import Outcome, SuiteRun
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.frameworks.project_suites import pytest_suite
from testfix_pipeline.planning.gates.quality_gate import review_tests
from testfix_pipeline.planning.gates.trial_runs import Trial, try_tests

SHOP = """import os

SEEN = []


def price(number, rate=2):
    if number < 0:
        raise ValueError("number")
    if number > 10:
        return number * rate - 1
    return number * rate


def kinds():
    return os.environ["PYTHONHASHSEED"]


def clean(text, low=False):
    if low:
        return text.lower()
    return text.rstrip()


def first(words):
    SEEN.append(words)
    return words[0]
"""
TESTS = """import pytest

from shop import SEEN, clean, first, kinds, price


def test_price():
    assert price(3) == 6
    assert price(20) == 39
    with pytest.raises(ValueError):
        price(-1)


def test_first_adds():
    assert first("ab") == "a"
    assert SEEN == ["ab"]


def test_second_relies_on_it():
    assert first("cd") == "c"
    assert SEEN[0] == "ab"


def test_kinds():
    assert kinds() == "0"


def test_clean():
    assert clean("A")
"""
TARGET = TargetProject(
    Path(sys.executable), "this one", env={"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}, suites=(pytest_suite(),)
)


@pytest.fixture(scope="module")
def tried(tmp_path_factory) -> tuple[Trial, Generation]:
    """What the gate's trial says of good and bad tests, as one run."""
    tree = tmp_path_factory.mktemp("shop")
    (tree / "shop.py").write_text(SHOP)
    (tree / "tests").mkdir()
    file = "tests/test_shop_made.py"
    (tree / file).write_text(TESTS)
    targets = {
        "test_price": "price", "test_first_adds": "first", "test_second_relies_on_it": "first",
        "test_kinds": "kinds", "test_clean": "clean",
    }  # fmt: skip
    made = [GeneratedTest(name=name, file=file, target=f"shop.py::{of}", kept=True) for name, of in targets.items()]
    generation = Generation(files={file: (tree / file).read_text()}, tests=made)
    return try_tests(TARGET, tree, generation, run_suite(TARGET, tree), seconds=120), generation


def test_what_depends_on_others_or_on_the_hash_seed_is_critical_and_says_what_would_pass(tried):
    trial, generation = tried
    found = {finding.test.rpartition("::")[2]: finding for finding in trial.findings if finding.severity == "critical"}
    assert found["test_second_relies_on_it"].pattern == "unstable_test"  # it needs another test before it: fails alone
    assert found["test_kinds"].pattern == "unstable_test" and "PYTHONHASHSEED" in found["test_kinds"].message
    assert found["test_first_adds"].pattern == "order_dependence"
    assert "passes alone and fails in another order" in found["test_first_adds"].message
    assert not {"test_price", "test_clean"} & set(found)
    report = review_tests(
        generation, Analysis(session_id="WFS-test-a"), coverage_before=None, coverage_after=None,
        trial=trial, repeats=2,
    )  # fmt: skip
    assert report.verdict == "HARD_FAIL" and set(report.withdrawn) == {one.test for one in found.values()}
    assert any("leave nothing behind" in wish for wish in report.requirements)


def test_a_javascript_test_that_is_not_green_in_the_whole_suite_is_critical(tmp_path):
    names = ("right", "wrong", "lost")
    made = [GeneratedTest(name=name, file="a.test.js", target="a.js::f", kept=True) for name in names]
    ends = {"a.test.js::right": "passed", "a.test.js::wrong": "failed"}
    suite = SuiteRun(outcomes={test: Outcome(id=test, status=status) for test, status in ends.items()})
    trial = try_tests(TARGET, tmp_path, Generation(tests=made), suite, seconds=1)
    assert [(one.pattern, one.severity, one.test) for one in trial.findings] == [
        ("unstable_test", "critical", "a.test.js::wrong"), ("unstable_test", "critical", "a.test.js::lost"),
    ]  # fmt: skip
