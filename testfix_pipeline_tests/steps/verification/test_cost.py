"""How many runs of the whole suite a verification makes: none that decides nothing, none twice."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.core.verification import Verification
from testfix_pipeline.execution.parallel_runs import can_run_in_parallel
from testfix_pipeline.steps.measurement.suite_measurement import ensure_coverage
from testfix_pipeline.steps.session.ownership import release
from testfix_pipeline.steps.session.workbench import detect_target, resolve_config
from testfix_pipeline.steps.verification.compared_commits import ChangeToVerify
from testfix_pipeline.steps.verification.tree_measurement import measure_tree
from testfix_pipeline.steps.verification.verify_change import verify
from testfix_pipeline_tests.steps.verification.test_verify_change import CART, FIXED, TESTS, TOTAL

COUNTING = """\
import os


def pytest_runtestloop(session):
    if os.environ.get("COUNTED"):
        with open(os.environ["COUNTED"], "a") as file:
            file.write(f"{len(session.items)}\\n")
"""
MORE = "def test_more():\n    assert 1\n\n\ndef test_most():\n    assert 2\n"
WHOLE = 6  # tests
NEW = f"{TESTS}\n\ndef test_two():\n    assert total([5], 5) == 5\n"


@pytest.fixture
def counted(repository: Callable[..., Any], tmp_path: Path) -> Callable[..., tuple[Verification, list[int]]]:
    """Call with changed files for what is found and the size of each run; without the sandbox, which hides it."""
    repo = repository()
    repo.commit(**{"cart.py": CART, "test_cart.py": TESTS, "test_more.py": MORE, "conftest.py": COUNTING})
    count = tmp_path / "counted"

    def run(files: Mapping[str, str]) -> tuple[Verification, list[int]]:
        repo.git("checkout", "-q", ".")
        for path, content in files.items():
            repo.write(path, content)
        count.write_text("")
        launch = {"project": str(repo.root), "sandbox": {"mode": "off"}, "env": {"COUNTED": str(count)}}
        found = verify(launch, ChangeToVerify()) if files else measure_tree(launch)
        return found, [int(line) for line in count.read_text().split()]  # type: ignore[return-value]

    return run


def test_a_repair_takes_two_runs_of_the_suite_and_one_where_the_first_is_known(counted: Any) -> None:
    found, runs = counted({"cart.py": FIXED})
    assert found.newly_passing == [TOTAL] and runs.count(WHOLE) == 2
    assert max(one for one in runs if one != WHOLE) == 1  # what failed, again, and what newly passes
    found, runs = counted({"cart.py": FIXED.replace("result = 0", "result = 0 + 0")})
    assert found.newly_passing == [TOTAL] and runs.count(WHOLE) == 1


def test_a_measurement_is_one_for_verifying(counted: Any) -> None:
    counted({})
    assert counted({"cart.py": FIXED})[1].count(WHOLE) == 1


def test_changed_tests_run_without_the_others(counted: Any) -> None:
    counted({})
    found, runs = counted({"test_cart.py": TESTS.replace("test_none", "test_nothing")})
    assert (found.verdict, runs) == ("not verified", [4])  # nothing newly passes
    found, runs = counted({"cart.py": FIXED, "test_cart.py": NEW})
    assert found.verdict == "verified" and runs.count(WHOLE) == 1
    assert set(runs) - {WHOLE} == {
        5,
        1,
    }  # those of the file; what newly passes: by the second look, and on the old code


def test_another_environment_is_measured_by_itself(repository: Callable[..., Any], tmp_path: Path) -> None:
    repo = repository()
    repo.commit(**{"cart.py": CART, "test_cart.py": TESTS, "conftest.py": COUNTING})
    count = tmp_path / "counted"
    for seconds, runs in ((50.0, 1), (50.0, 1), (60.0, 2)):
        launch = {"sandbox": {"mode": "off"}, "env": {"COUNTED": str(count)}, "test_timeout_seconds": seconds}
        measure_tree({"project": str(repo.root), **launch})
        assert [int(line) for line in count.read_text().split()].count(4) == runs


def test_the_baseline_of_a_session_is_one_for_verifying(repository: Callable[..., Any], tmp_path: Path) -> None:
    repo = repository()
    repo.commit(**{"cart.py": CART, "test_cart.py": TESTS, "conftest.py": COUNTING})
    count = tmp_path / "counted"
    launch = {"sandbox": {"mode": "off"}, "env": {"COUNTED": str(count)}}
    cycle.measure(cycle.start({"project": str(repo.root), "agents": ["builtin"], **launch}, "owner-1"))
    release("owner-1")
    assert count.read_text().split().count("4") >= 1
    count.write_text("")
    repo.write("cart.py", FIXED)
    found = verify({"project": str(repo.root), **launch}, ChangeToVerify())
    assert found.verdict == "verified" and count.read_text().split().count("4") == 1


def test_both_sides_run_at_once_where_they_can_not_meet_and_the_verdict_is_the_same(repository) -> None:
    repo = repository()
    repo.commit(**{"cart.py": CART, "test_cart.py": TESTS})
    repo.write("cart.py", FIXED)
    project, config = resolve_config({"project": str(repo.root)})
    if not can_run_in_parallel(detect_target(project, config)):
        pytest.skip("runs can't be kept apart without bubblewrap and two processors")
    found = verify({"project": str(repo.root)}, ChangeToVerify())
    assert (found.verdict, found.newly_passing) == ("verified", [TOTAL])


def test_what_has_no_gain_is_verified_by_all_tests_even_where_coverage_is_known(repository, tmp_path) -> None:
    repo = repository()
    slow = "def test_slow():\n    assert sum(range(40_000_000))\n"
    other = "from cart import mean\n\n\ndef test_other():\n    assert mean([1]) == 1\n"
    files = {"cart.py": FIXED, "test_cart.py": TESTS, "test_other.py": other, "test_slow.py": slow}
    repo.commit(**files, **{"conftest.py": COUNTING})
    count = tmp_path / "counted"
    launch = {"project": str(repo.root), "sandbox": {"mode": "off"}, "env": {"COUNTED": str(count)}}
    wb = cycle.measure(cycle.start({"agents": ["builtin"], **launch}, "owner-1"))
    ensure_coverage(wb, wb.baseline)
    release("owner-1")
    count.write_text("")
    repo.write("cart.py", FIXED.replace("price <= limit", "limit >= price"))
    assert verify(launch, ChangeToVerify()).verdict == "verified"
    assert count.read_text().split() == ["6"]
