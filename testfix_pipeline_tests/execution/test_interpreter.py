"""Finding the interpreter of a project, with real environments."""

import os
import sys
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import InvalidConfig, MeasurementError
from testfix_pipeline.execution.interpreter import find_interpreter
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, clean_environment, run
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.worktree_needs import dependency_folders
from testfix_pipeline_tests.execution.targets import environment


@pytest.fixture(autouse=True)
def bare(monkeypatch):
    for name in ("VIRTUAL_ENV", "CONDA_PREFIX"):
        monkeypatch.delenv(name, raising=False)


def git(folder: Path, *arguments: str) -> None:
    completed = run(
        ["git", *arguments],
        cwd=folder,
        env=clean_environment(),
        limits=ProcessLimits(30),
        policy=SandboxPolicy(mode="off"),
        writable=[],
    )
    assert completed.returncode == 0, completed.stderr


def test_the_projects_own_environment_is_taken(tmp_path):
    python = environment(tmp_path / ".venv")
    assert find_interpreter(tmp_path, None) == (python, "the project's .venv")


def test_an_environment_at_the_repositorys_root_serves_a_sub_folder(tmp_path):
    git(tmp_path, "init", "-q")
    (tmp_path / "uv.lock").touch()
    python = environment(tmp_path / "venv")
    (tmp_path / "part").mkdir()
    assert find_interpreter(tmp_path / "part", None) == (python, "the project's venv (uv)")


@pytest.mark.parametrize("configured", ["other/bin/python", "other", "ABSOLUTE"])
def test_the_setting_goes_first(tmp_path, configured):
    environment(tmp_path / ".venv")
    python = environment(tmp_path / "other")
    configured = str(python) if configured == "ABSOLUTE" else configured
    assert find_interpreter(tmp_path, configured) == (python, "the `python` setting")


def test_the_setting_may_be_a_command(tmp_path, monkeypatch):
    python = environment(tmp_path / "tools")
    monkeypatch.setenv("PATH", str(python.parent) + os.pathsep + os.environ["PATH"])
    assert find_interpreter(tmp_path, "python")[0] == python


def test_a_setting_that_leads_nowhere_is_refused(tmp_path):
    with pytest.raises(InvalidConfig, match="neither a file nor a command"):
        find_interpreter(tmp_path, "no-such-python")


def test_an_environment_without_pytest_names_the_command(tmp_path):
    python = environment(tmp_path / ".venv", with_pytest=False)
    (tmp_path / "requirements.txt").write_text("requests\n")
    with pytest.raises(MeasurementError) as error:
        find_interpreter(tmp_path, None)
    assert f"uv pip install --python {python} pytest" in error.value.next_step


def test_without_requirements_our_own_interpreter_steps_in(tmp_path):
    environment(tmp_path / ".venv", with_pytest=False)
    path, source = find_interpreter(tmp_path, None)
    assert path == Path(sys.executable)
    assert "declares no requirements" in source


def test_a_broken_environment_is_an_error(tmp_path):
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text("#!/bin/sh\necho broken >&2\nexit 1\n")
    python.chmod(0o755)
    with pytest.raises(MeasurementError, match="can't be used: broken"):
        find_interpreter(tmp_path, None)


@pytest.mark.parametrize(
    ("name", "source"),
    [("VIRTUAL_ENV", "the active virtual environment"), ("CONDA_PREFIX", "the active conda environment")],
)
def test_active_environments_are_found(tmp_path, monkeypatch, name, source):
    python = environment(tmp_path / "elsewhere")
    monkeypatch.setenv(name, str(tmp_path / "elsewhere"))
    (tmp_path / "project").mkdir()
    assert find_interpreter(tmp_path / "project", None) == (python, source)


def test_without_any_environment_our_own_is_used(tmp_path, monkeypatch):
    path, source = find_interpreter(tmp_path, None)
    assert path == Path(sys.executable)
    assert source.startswith("our own interpreter")
    monkeypatch.setenv("PATH", "/nowhere")
    (tmp_path / "poetry.lock").touch()
    assert "poetry" not in source and "poetry, which it uses, is not on the PATH" in find_interpreter(tmp_path, None)[1]


def test_ignored_dependencies_and_build_output_are_found(tmp_path):
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitignore").write_text(
        "*.so\n.venv/\nnode_modules\n*.egg-info\n_version.py\n__pycache__\n.env\nlogs/\n"
    )
    for file in (
        ".venv/lib/x.so",
        "web/node_modules/a/index.js",
        "src/pkg.egg-info/PKG-INFO",
        "src/pkg/fast.so",
        "src/pkg/_version.py",
        "src/pkg/__pycache__/x.pyc",
        "src/pkg/core.py",
        ".env",
        "logs/today",
    ):
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    git(tmp_path, "add", "src/pkg/core.py")
    assert dependency_folders(tmp_path) == (
        ".venv",
        "src/pkg.egg-info",
        "src/pkg/_version.py",
        "src/pkg/fast.so",
        "web/node_modules",
    )


def test_outside_of_git_the_root_is_looked_through(tmp_path):
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "src").mkdir()
    assert dependency_folders(tmp_path) == ("node_modules",)
