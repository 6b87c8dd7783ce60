"""`testfix repair` as people use it."""

import os
import signal
import subprocess
import sys

import pytest

from testfix_pipeline.standalone.report import ProjectRepair
from testfix_pipeline_tests.cli.conftest import COMMAND


def test_a_bug_is_reported_written_and_reported_how_to_undo(calc, testfix, tmp_path) -> None:
    before = calc.fingerprint()
    found = testfix("repair", "--project", calc.root, "--json", "--seconds", "60", cold=True)
    assert found.code == 0, found.err
    report = ProjectRepair.model_validate(found.found)
    assert report.outcome == "fixed" and report.bugs[0].tests == ["test_calc.py::test_half"]
    assert calc.fingerprint() == before, "not even .workflow is written"

    ended = testfix("repair", "--project", calc.root, "--apply", "--output", tmp_path / "report", "--seconds", "60")
    assert ended.code == 0, ended.err
    assert "return n * 2" not in (calc.root / "calc.py").read_text()
    assert "every test passes: 1 of 1 bugs fixed, 1 → 0 failing of 3 tests" in ended.out
    assert "now passes: test_calc.py::test_half" in ended.out
    assert "undo with: git -C" in ended.out
    assert "running the tests" in ended.err and "candidates tried" in ended.err
    written = (tmp_path / "report" / "repair-report.md").read_text()
    assert "## Bug 1: AssertionError" in written and "```diff" in written and "| suspicious |" in written

    again = testfix("repair", "--project", calc.root)
    assert (again.code, again.out.strip()) == (0, "nothing to repair: no test fails (3 tests)")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--project", "{tmp}/nowhere"], "There is no folder"),
        (["--project", "{calc}", "--test", "test_calc.py::test_hlf"], "There is no test"),
        (["--project", "{calc}", "--test-command", "make check"], "is not a call of pytest"),
        (["--project", "{calc}", "--output", "/proc/nowhere/report.md"], "can't be written"),
        (["--project", "{tmp}"], "no tests"),
    ],
)
def test_what_is_refused_is_refused_in_a_sentence(calc, testfix, tmp_path, arguments, sentence) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    ended = testfix("repair", *(a.format(tmp=empty, calc=calc.root) for a in arguments))
    assert (ended.code, ended.out) == (2, "")
    assert sentence in ended.err and "next:" in ended.err and "Traceback" not in ended.err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_ctrl_c_and_kill_end_the_search_and_show_what_there_is(calc, warm, number) -> None:
    impossible = "from calc import half\n\ndef test_odd():\n    for n in range(9):\n        assert half(n) != half(n)\n"
    calc.commit("impossible", **{"test_odd.py": impossible})
    given = ("repair", "--project", str(calc.root), "--seconds", "600", "--test", "test_odd.py")
    with warm.start(COMMAND, *given) as running:
        assert any("0 candidates tried" in line for line in running.stderr)
        os.kill(running.pid, number)
        code, out, err = running.communicate()
    assert code == 1, err
    assert "what was found so far is kept" in err
    assert "Bug 1: AssertionError in half (test_odd.py): open" in out and "cancelled" in out


def test_the_engine_alone_loads_no_scheduler_and_no_tables() -> None:
    heavy = ("dagster", "pandas", "pyarrow", "matplotlib", "sqlalchemy")
    code = (
        f"import sys, testfix_pipeline.cli.use_cases.repair_use_case; print([m for m in {heavy} if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
