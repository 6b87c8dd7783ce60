"""A project of the registry that is named by its address."""

from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.workspace.git.clones import refresh


def test_a_clone_is_made_and_then_follows_its_remote(repo: Any, tmp_path: Path) -> None:
    clone = tmp_path / "clones" / "project"
    refresh(f"file://{repo.root}", clone)
    assert (clone / "calc.py").is_file()
    repo.commit("second", **{"calc.py": "x = 2\n"})
    refresh(f"file://{repo.root}", clone, "main")
    assert (clone / "calc.py").read_text() == "x = 2\n"
    (clone / "calc.py").write_text("x = 3\n")
    with pytest.raises(ProjectError, match="uncommitted"):
        refresh(f"file://{repo.root}", clone)
    assert (clone / "calc.py").read_text() == "x = 3\n"


def test_an_address_that_leads_nowhere_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ProjectError, match=r"nowhere can't be reached.*Check the address"):
        refresh(f"file://{tmp_path}/nowhere", tmp_path / "clone")
