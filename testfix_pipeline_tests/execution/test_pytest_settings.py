"""The folder `src` is on the search path unless pytest's settings name another that is not there."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from testfix_pipeline.execution.pytest_settings import imports_from_src
from testfix_pipeline_tests.project_files import write_files

PACKAGES = ".venv/lib/python3.11/site-packages"


@pytest.mark.parametrize(
    ("folder", "installed", "expected"),
    [
        ("source", {}, False),
        ("src", {}, True),
        ("gone', './src", {}, True),
        ("source", {f"{PACKAGES}/sums.py": ""}, True),
        ("source", {f"{PACKAGES}/_sums.pth": "{root}/src\n"}, True),
        ("source", {f"{PACKAGES}/_other.pth": "/elsewhere/src\n"}, False),
    ],
)
def test_a_wrong_search_path_hides_src_unless_it_is_installed(
    tmp_path: Path, folder: str, installed: Mapping[str, str], expected: bool
) -> None:
    settings = f"[tool.pytest.ini_options]\npythonpath = ['{folder}']\n"
    files = {"pyproject.toml": settings, "src/sums.py": "", f"{PACKAGES}/README.txt": "", ".venv/bin/python": ""}
    write_files(tmp_path, {**files, **{name: text.format(root=tmp_path) for name, text in installed.items()}})
    assert imports_from_src(tmp_path, tmp_path / ".venv/bin/python") is expected
