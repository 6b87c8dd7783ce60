"""Which files of tracebacks belong to the project."""

import importlib
from pathlib import Path

import pytest

from testfix_pipeline.execution.processes.environment import IN_TARGET


def test_compiled_code_names_files_that_are_not_in_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(IN_TARGET))
    (tmp_path / "own.py").touch()
    paths = importlib.import_module("testfix_failures").ProjectPaths(str(tmp_path))
    assert paths.relative_path("own.py") == paths.relative_path(str(tmp_path / "own.py")) == "own.py"
    assert paths.relative_path("pandas/_libs/lib.pyx") is None, "relative to where the library was compiled"
