"""Tests that a model wrote: which files count, and which of their tests are admitted."""

import os
import subprocess
import sys

import pytest

from testfix_pipeline.core.plan_records import Analysis, FrameworkInfo, Generation, Requirement
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.coverage_map import CoverageMap
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline.planning.generation.model_tests import admit_model_tests, problems_with, refused_path
from testfix_pipeline_tests.execution.targets import ours

RATES = """\
def half(n):
    return n // 2


def sign(n):
    if n < 0:
        return -1
    return 1


def broken(n):
    return half(n) + 1
"""
OWN = """\
from rates import broken, half


def test_half():
    assert half(8) == 4


def test_broken():
    assert broken(8) == 4
"""
WRITTEN = """\
import pytest

from rates import half, sign


class TestSign:
    @pytest.mark.parametrize("n, wanted", [(-3, -1), (3, 1)])
    def test_sign(self, n, wanted):
        assert sign(n) == wanted


def test_sign_again():
    assert sign(-1) == -1
    assert sign(0) == 1


def test_sign_once_more():
    assert sign(7) == 1


def test_half_of_an_odd_number():
    assert half(5) == 2


def test_wrong():
    assert sign(0) == 0


def test_unsteady():
    assert sign(-1) == -1 and hash("a") == ZERO


@pytest.mark.skip(reason="later")
def test_skipped():
    assert sign(2) == 1


def test_nothing():
    assert len("ab") == 2
"""
DEFAULT = FrameworkInfo(framework="pytest")


def hash_with(seed: str) -> str:
    """The hash of a letter under a hash seed."""
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    done = subprocess.run([sys.executable, "-c", "print(hash('a'))"], env=environment, capture_output=True, text=True)
    return done.stdout.strip()


@pytest.fixture(scope="module")
def admitted(tmp_path_factory: pytest.TempPathFactory) -> Generation:
    tree = tmp_path_factory.mktemp("written") / "project"
    tree.mkdir()
    (tree / "rates.py").write_text(RATES)
    (tree / "test_rates.py").write_text(OWN)
    target = ours()
    lines = tree.with_name("lines.json")
    run_suite(target, tree, record_coverage=lines)
    wanted = Requirement(id="L1-001", file="rates.py", layer="L1", part="happy", target="sign")
    made = admit_model_tests(
        target,
        tree,
        {
            "test_more.py": WRITTEN.replace("ZERO", hash_with("0")),
            "test_lost.py": "import nowhere\n\n\ndef test_it():\n    assert nowhere.it\n",
        },
        Analysis(session_id="WFS-test-x", requirements=[wanted]),
        tool="gemini",
        coverage=CoverageMap.load(lines),
        failing=[TestId("test_rates.py::test_broken")],
        seconds=600,
    )
    assert sorted(path.name for path in tree.iterdir()) == ["rates.py", "test_rates.py"]
    assert (tree / "rates.py").read_text() == RATES
    return made


def test_what_brings_a_line_or_notices_a_fault_is_kept_and_labelled(admitted: Generation) -> None:
    kept = {test.name: test for test in admitted.tests if test.kept}
    assert set(kept) == {"TestSign::test_sign", "test_sign_again"}
    assert kept["TestSign::test_sign"].new_lines == 3 and kept["TestSign::test_sign"].target == "rates.py::sign"
    assert any("n < 0" in kill or "Lt" in kill for kill in kept["test_sign_again"].kills)  # the edge at zero
    assert {test.label for test in kept.values()} == {"written by gemini; pins current behaviour, not correctness"}
    assert (
        "def test_sign_again" in admitted.files["test_more.py"] and "test_wrong" not in admitted.files["test_more.py"]
    )


def test_each_other_is_dropped_for_its_reason(admitted: Generation) -> None:
    reasons = {test.name: test.reason for test in admitted.tests if not test.kept}
    assert reasons.pop("test_wrong").startswith("fails on the code as it is: assert 1 == 0")
    assert reasons.pop("test_it").startswith("does not run: ")
    assert reasons.pop("test_unsteady") == "is not stable over three runs and two hash seeds"
    assert reasons == {
        "test_sign_once_more": "kills no mutant and covers no line that another does not",
        "test_half_of_an_odd_number": "a failing test executes it",
        "test_skipped": "does not run",
        "test_nothing": "does not exercise its subject",
    }
    assert sum(admitted.dropped.values()) == sum(not test.kept for test in admitted.tests)


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("tests/test_new.py", ""),
        ("test_new.py", ""),
        ("pkg/new_test.py", ""),
        ("tests/conftest.py", "is no test file"),
        ("tests/helpers.py", "is no test file"),
        ("calc.py", "is no test file"),
        ("tests/test_data.json", "is no test file"),
        ("../test_new.py", "lies where no tests belong"),
        (".workflow/test_new.py", "lies where no tests belong"),
        ("/tmp/test_new.py", "lies where no tests belong"),
        ("pytest/test_new.py", "does not lie with the tests"),
        (f"tests/test_{'x' * 300}.py", "lies where no tests belong"),
        ("tests/test_\ud800.py", "lies where no tests belong"),
    ],
)
def test_only_new_test_files_count(path: str, message: str) -> None:
    assert refused_path(path, DEFAULT, is_new=True) == message
    if not message:
        assert refused_path(path, DEFAULT, is_new=False) == "is there already and was not written for this session"


def test_what_another_question_could_repair() -> None:
    assert problems_with({}) == ["There is no new test file in it."]
    good = "def test_a():\n    assert 1\n"
    assert problems_with({"test_a.py": good}) == []
    assert problems_with({"test_a.py": "def test_a(:"}) == ["test_a.py does not parse."]
    assert problems_with({"test_a.py": "x = 1\n"}) == ["test_a.py has no test."]
    assert problems_with({"test_a.py": good + "#" * 200_001}) == ["test_a.py is larger than 200000 bytes."]
    assert problems_with({f"test_{n}.py": good for n in range(31)}) == ["There are 31 files, more than 30."]
