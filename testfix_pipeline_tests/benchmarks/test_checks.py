"""Projects of the benchmark of red checks: real tools, safe fixes on the branch, nothing silenced, the rest named."""

import os
import shutil
import sys
from pathlib import Path
from typing import Any

import pytest

from benchmarks.checks.__main__ import can_run, judged, projects
from testfix_pipeline_tests.frameworks.conftest import build_marks

RUN = ("missing-import", "missing-return", "layout-beside-a-template", "stale-uv-lock", "stale-npm-lock", "go-layout",
       "script-with-a-path", "typescript-name", "snapshot")  # fmt: skip
NEEDED = {"stale-uv-lock": "uv", "stale-npm-lock": "npm"}


def _case(name: str) -> Any:
    project, places = projects()[name], f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    is_absent = shutil.which(NEEDED.get(name, "git"), path=places) is None
    absent = pytest.mark.skipif(is_absent, reason=f"{NEEDED.get(name)} is not installed")
    marks = build_marks("go") if project["language"] == "go" else [pytest.mark.npm] if project.get("npm") else [absent]
    return pytest.param(name, marks=marks)


@pytest.mark.parametrize("name", [_case(one) for one in RUN])
def test_a_red_project_is_repaired_or_named(tmp_path: Path, name: str) -> None:
    project = projects()[name]
    if not can_run(project):
        pytest.skip("npm packages are not installed: make test-full installs them")
    row = judged(project, tmp_path / "project")
    assert row["verdict"] == row["expected"], row["said"]


def test_each_project_has_what_it_is_judged_by() -> None:
    """Where a person has to decide, nothing may land but the layout of files that parse."""
    known = projects()
    assert len(known) >= 36 and len({one["class"] for one in known.values()}) >= 8
    for name, one in known.items():
        is_as_it_was = one["holds"] in one["files"][one["file"]]
        assert is_as_it_was or one.get("expect") != "named" or one["class"] == "format", name
