"""Small real projects to run, and the interpreter to run them with."""

import textwrap
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.suite_runs import run_suite
from testfix_pipeline_tests.execution.library_probe import Probe, probe_library
from testfix_pipeline_tests.execution.targets import ours


def write_files(root: Path, files: Mapping[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(textwrap.dedent(text))
    return root


@pytest.fixture
def tree(tmp_path: Path) -> Callable[..., Path]:
    """Call with file names and their text (`tests__test_a_py="..."` or a mapping); gives the project's folder."""

    def make(files: Mapping[str, str], name: str = "tree") -> Path:
        return write_files(tmp_path / name, files)

    return make


@pytest.fixture
def target() -> TargetProject:
    """Our own interpreter, contained as well as this machine can."""
    return ours()


@pytest.fixture
def run_files(tree: Callable[..., Path], target: TargetProject) -> Callable[..., SuiteRun]:
    """Run the suite of a project given by its files."""

    def run(files: Mapping[str, str], timeout: float = 60, **options: Any) -> SuiteRun:
        return run_suite(target, tree(files), timeout=timeout, **options)

    return run


@pytest.fixture
def probed(tmp_path: Path, write: Callable[[Mapping[str, str]], Path]) -> Probe:
    """What the probe answers for a project of these files, beside version 2 of a library."""

    def ask(files: Mapping[str, str], *arguments: Any, **options: Any) -> dict[str, Any]:
        return probe_library(tmp_path, write(files), files, *arguments, **options)

    return ask
