"""Which files of tracebacks belong to the project."""

from pathlib import Path

from testfix_pipeline.execution.in_target.testfix_failures import ProjectPaths


def test_compiled_code_names_files_that_are_not_in_the_project(tmp_path: Path) -> None:
    (tmp_path / "own.py").touch()
    paths = ProjectPaths(str(tmp_path))
    assert paths.relative_path("own.py") == paths.relative_path(str(tmp_path / "own.py")) == "own.py"
    assert paths.relative_path("pandas/_libs/lib.pyx") is None, "relative to where the library was compiled"
