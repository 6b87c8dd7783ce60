"""From the list of jobs to a running fix of a project that a code location knows, in a real browser."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline_tests.conftest import Repository
from testfix_pipeline_tests.cycle.projects import calc_files

pytestmark = [pytest.mark.browser]

FEWEST = 2  # the job, Materialize
LOCATION = """\
from testfix_pipeline.defs.component.project_component import TestfixProject

defs = TestfixProject.of(name="calc", path={root!r}, schedule="off").definitions()
"""


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    made = Repository(tmp_path_factory.mktemp("registered") / "calc")
    made.commit("first", **calc_files("add"))
    return made


@pytest.fixture(scope="module")
def workspace(repo: Repository, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A code location of one project alone."""
    place = tmp_path_factory.mktemp("location")
    module = place / "one_project.py"
    module.write_text(LOCATION.format(root=str(repo.root)))
    file = place / "workspace.yaml"
    file.write_text(json.dumps({"load_from": [{"python_file": {"relative_path": str(module)}}]}))
    return file


def test_a_registered_project_goes_green_in_two_clicks(screen: Any, repo: Repository) -> None:
    screen.open_job("testfix_calc_fix")
    assert screen.clicks == FEWEST
    screen.sees(re.compile("^Materializing"), seconds=60)
    screen.open("/runs")
    screen.page.locator("a[href*='/runs/']").filter(has_text=re.compile("^[0-9a-f]{8}$")).first.click()
    assert screen.ending() == "Success"
    assert any("testfix/WFS-" in ref for ref in repo.git("for-each-ref", "--format=%(refname)").split())
