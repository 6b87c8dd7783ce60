"""Tests of what requirements state: also of code that failing tests run, and of the call that they end in."""

from pathlib import Path

import pytest

from testfix_pipeline.core.plan_records import Analysis, Case, FrameworkInfo, Generation, Requirement
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.generation.characterisation import characterise_functions
from testfix_pipeline_tests.execution.targets import ours
from testfix_pipeline_tests.planning.generating import kept
from testfix_pipeline_tests.project_files import write_files

TILL = """
class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance

    def withdraw(self, amount):
        self.balance -= amount
        return self.balance


def fee(amount):
    return max(1, amount * 0.02)


def share(people):
    if people < 1:
        raise ValueError("for nobody")
    return 1 / people


class OutOfStock(Exception):
    pass


class TooFew(OutOfStock):
    pass


def take(number):
    if number > 3:
        raise TooFew
    return 3 - number
"""
TESTS = "from till import fee\n\n\ndef test_fee():\n    assert fee(1000) == 10\n"
RED = TestId("tests/test_till.py::test_fee")


def made_for(root: Path, framework: str, *stated: tuple[str, str]) -> Generation:
    """What is generated for the module, whose test is red, with a requirement for each target and its expectation."""
    write_files(root, {"till.py": TILL, "tests/test_till.py": TESTS})
    wanted = [
        Requirement(
            id=f"L1-{number}",
            file="till.py",
            layer="L1",
            part="happy",
            target=target,
            cases=[Case(given="as asked", expected=text, origin="requirement", source=f"AC-{number}")],
        )
        for number, (target, text) in enumerate(stated)
    ]
    info = FrameworkInfo(framework=framework, test_directory="tests")
    analysis = Analysis(session_id="WFS-test-x", framework=info, requirements=wanted)
    return characterise_functions(ours(), root, analysis, coverage=None, failing=[RED], seconds=120)


def test_what_requirements_state_of_red_code_is_asserted_and_nothing_else(tmp_path: Path) -> None:
    made = made_for(tmp_path, "pytest", ("fee", "`fee(5)` gives 1"), ("fee", "`fee(1000)` gives 10"))
    right, wrong = sorted(kept(made, "fee"), key=lambda test: test.expected_failure)
    assert "assert fee(5) == 1" in right.source and right.source.count("assert") == 1
    assert "assert fee(1000) == 10" in wrong.source and "strict=False" in wrong.source
    write_files(tmp_path, {**made.files, "till.py": TILL.replace("0.02", "0.01")})
    assert not run_suite(ours(), tmp_path, timeout=60).failing, "the repair must not fail for what it repairs"


def test_an_expected_failure_of_unittest_is_not_written_for_red_code(tmp_path: Path) -> None:
    made = made_for(tmp_path, "unittest", ("fee", "`fee(5)` gives 1"), ("fee", "`fee(1000)` gives 10"))
    assert [test.expected_failure for test in kept(made, "fee")] == [False]


@pytest.mark.parametrize("target", ["Account", "Account.withdraw"])
def test_a_chain_of_calls_is_about_its_last_one(tmp_path: Path, target: str) -> None:
    made = made_for(tmp_path, "pytest", (target, '`Account("ann", 100).withdraw(100)` is 0'))
    sources = [test.target for test in made.tests if "withdraw(100) == 0" in test.source]
    assert sources == ["till.py::Account.withdraw"]


def test_of_an_exception_only_what_is_required_is_asserted(tmp_path: Path) -> None:
    made = made_for(tmp_path, "pytest", ("share", "`share(0)` raises ValueError"))
    (test,) = kept(made, "share")
    assert "with pytest.raises(ValueError):" in test.source


@pytest.mark.parametrize(
    ("target", "call", "error", "fulfilled"),
    [
        ("take", "take(4)", "OutOfStock", True),  # the code raises a kind of it
        ("take", "take(-1)", "OutOfStock", False),  # it returns 4
        ("Account.withdraw", 'Account("ann").withdraw("x")', "TypeError", True),  # Python raises it
        ("Account.withdraw", 'Account("ann").withdraw("x")', "ValueError", False),
    ],
)
def test_the_exception_that_is_required_is_asserted(tmp_path, target, call, error, fulfilled):
    (test,) = kept(made_for(tmp_path, "pytest", (target, f"`{call}` raises {error}")), target)
    assert f"with pytest.raises({error}):\n        {call}" in test.source
    assert test.expected_failure is not fulfilled


def test_the_reason_of_an_expected_failure_is_the_same_in_every_run(tmp_path: Path) -> None:
    (test,) = kept(made_for(tmp_path, "pytest", ("Account", '`Account("ann")` gives 3')), "Account.__init__")
    assert test.reason.endswith("but it gives <till.Account object>")
