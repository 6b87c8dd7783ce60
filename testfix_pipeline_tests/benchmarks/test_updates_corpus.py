"""Cases of real projects: how they are read, laid out and distinguished as red or green."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.updates import corpus
from benchmarks.updates.corpus import outcome_of, read_case, ready_tree
from benchmarks.updates.corpus_repair import measured
from testfix_pipeline.core.records import Outcome, SuiteRun
from testfix_pipeline.workspace.git.new_repository import make_repository

PATCH = """\
--- requirements.txt
+++ requirements.txt
@@ -1,1 +1,1 @@
-click==7.0
+click
--- setup_some__tool.sh
+++ setup_some__tool.sh
@@ -0,0 +1,1 @@
+pip install -r requirements.txt
"""


def line(**changed: Any) -> str:
    known = {
        "repo_name": "some/tool", "commit_hash": "c" * 40, "migration_target_version": "3.12.11", "patch": PATCH,
        "test_files": "tests/test_a.py, test_b.py", "dependency_versions": "# Editable\\ntool @ file:///x\\nclick==8.2.1",
    }  # fmt: skip
    return json.dumps({**known, **changed})


@pytest.mark.program("patch")
def test_a_tree_has_the_loosened_requirements_as_its_last_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESTFIX_BENCH_CACHE", str(tmp_path / "cache"))
    source = tmp_path / "checkouts" / "some+tool" / "repo"
    source.mkdir(parents=True)
    (source / "requirements.txt").write_text("click==7.0\n")
    commit = make_repository(source, "theirs")
    tree = ready_tree(read_case(line(commit_hash=commit)), tmp_path / "checkouts")
    log = subprocess.run(["git", "log", "--format=%s"], cwd=tree, capture_output=True, text=True).stdout.split("\n")
    assert log[:2] == ["Loosen the requirements", "as it was"]
    assert sorted(path.name for path in tree.iterdir()) == [".git", "requirements.txt"]
    assert (tree / "requirements.txt").read_text() == "click\n"


def test_red_is_distinguished_from_green() -> None:
    good = Outcome(id="a.py::test_a", status="passed")
    bad = Outcome(id="b.py", status="error", error_type="ImportError", message="no  x")
    assert outcome_of(SuiteRun(outcomes={"a.py::test_a": good}))["status"] == "green"
    red = outcome_of(SuiteRun(outcomes={"a.py::test_a": good, "b.py": bad}))
    assert (red["status"], red["passed"], red["failing"], red["uncollected"]) == ("red", 1, 1, 1)
    assert red["errors"] == ["ImportError: no x"]
    assert outcome_of(SuiteRun())["status"] == "no measurement"


def test_the_engine_gets_the_test_files_that_a_case_names(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    tree.mkdir()
    (tree / "circle.py").write_text("import math\n\n\ndef area(r):\n    return math.tau * r * r / 2\n")
    (tree / "checks.py").write_text(
        "from circle import area\n\n\ndef test_area():\n    assert area(0) == 1\n    assert area(0) == 2\n"
    )
    make_repository(tree, "as it was")
    case = {"id": "a", "errors": [], "tree": str(tree), "python": sys.executable, "tests": ["checks.py"]}
    assert measured(case, 1.0, 1)["failing"] == [1, 1]


def test_the_rows_of_old_releases_are_cases_of_their_own() -> None:
    rows = Path(corpus.__file__).with_name("old-projects.jsonl").read_text(encoding="utf-8").splitlines()
    cases = [read_case(row) for row in rows]
    assert len({case.name for case in cases}) == len(cases) >= 10
    assert all(case.tests and any(pin.startswith("pytest==") for pin in case.pins) for case in cases)
