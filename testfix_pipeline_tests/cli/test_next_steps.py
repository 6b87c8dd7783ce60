"""The step that a refusal names: that of its cause, the same from every command, and never `status` in a circle."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.next_commands import next_command
from testfix_pipeline_tests.execution.targets import environment, packages


def test_a_conftest_that_ends_pytest_gives_the_step_of_its_cause(calc: Any, testfix: Callable[..., Any]) -> None:
    calc.commit("more", **{"conftest.py": "import hypothesis_of_none\n"})
    said = f"{calc.root}/.venv/bin/python -m pip install pytest hypothesis-of-none`"
    refused = testfix("fix", "--project", calc.root, "--json")
    assert refused.code == 2 and said in refused.found["next_step"], refused.err
    assert refused.found["next_step"] not in refused.found["error"] and "status" not in refused.found["next_step"]
    (session,) = testfix("status", "--project", calc.root, "--json").found["sessions"]
    named = ("status", "--project", calc.root, "--session", session["session_id"], "--once")
    shown = testfix(*named, "--json").found
    assert (shown["status"], shown["next_step"]) == ("failed", refused.found["next_step"])
    assert f"  next: {shown['next_step']}" in testfix(*named).out and shown["next_step"] not in shown["error"]
    for command in (["measure"], ["ci"], ["run", "Test the calculator"]):
        again = testfix(*command, "--project", calc.root, "--json")
        assert (again.code, again.found["next_step"]) == (2, refused.found["next_step"]), (command, again.err)


def test_a_package_that_only_the_paths_python_has_is_found_there_and_else_reported_with_who_was_asked(
    repository: Callable[..., Any], testfix: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shelf = repository(
        files={
            "shelf.py": "import shelving\n\n\ndef fits(books, places):\n    return books < places * shelving.ONE\n",
            "tests/test_shelf.py": "from shelf import fits\n\n\ndef test_exactly():\n    assert fits(5, 5)\n"
            "    assert [fits(books, 3) for books in range(1, 6)] == [True] * 3 + [False] * 2\n",
            "pyproject.toml": '[project]\nname = "shelf"\nversion = "1"\ndependencies = ["shelving"]\n',
        }
    )
    report = tmp_path / "report.xml"
    report.write_text(
        '<testsuite><testcase classname="tests.test_shelf" name="test_exactly"><failure/></testcase></testsuite>'
    )
    job = ("ci", "--project", shelf.root, "--junit", report, "--python", "", "--output", tmp_path / "out", "--json")
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    lacking = testfix(*job)
    assert (lacking.code, lacking.found["outcome"]) == (1, "failed"), lacking.err
    again = next_command({**lacking.found, "outcome": "blocked", "project": shelf.root})
    assert "-m pip install pytest shelving && testfix resume --resume-session WFS-" in again
    (reason,) = lacking.found["failure_reasons"].values()
    assert "our own interpreter, since the project has no environment" in reason and "`--python`" in reason
    (other,) = lacking.found["reasons"]
    assert "tests/test_shelf.py can't be imported here, and its tests ran for the report: another interpreter" in other
    assert lacking.found["reported"] == {"tests.test_shelf::test_exactly": "fails here and is not fixed"}
    python = environment(tmp_path / "setup")  # as actions/setup-python leaves it: first on the PATH, no variable set
    (packages(tmp_path / "setup") / "shelving.py").write_text("ONE = 1\n")
    monkeypatch.setenv("PATH", f"{python.parent}{os.pathsep}{os.environ['PATH']}")
    resumed = testfix("resume", "--project", shelf.root, "--json")  # it was our own interpreter's, which gives way
    assert (resumed.code, resumed.found["outcome"]) == (0, "success"), resumed.err
    fixed = testfix(*job)
    assert (fixed.code, fixed.found["outcome"]) == (0, "fixed"), fixed.found
    doctor = testfix("doctor", "--project", shelf.root)
    assert f"{python} (the PATH's `python`)" in doctor.out
