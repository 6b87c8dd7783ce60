"""Finding the interpreter of a project, with real environments."""

import base64
import hashlib
import os
import sys
from pathlib import Path

import pytest

from testfix_pipeline.core.errors import InvalidConfig, MeasurementError
from testfix_pipeline.execution import project_environments
from testfix_pipeline.execution.interpreter import find_interpreter, is_our_own
from testfix_pipeline.execution.processes.environment import target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, clean_environment, run
from testfix_pipeline.execution.project import SandboxPolicy, TargetProject
from testfix_pipeline.execution.worktree_needs import worktree_needs
from testfix_pipeline_tests.execution.targets import environment


@pytest.fixture(autouse=True)
def bare(monkeypatch):
    for name in (
        "VIRTUAL_ENV",
        "CONDA_PREFIX",
        "UV_PROJECT_ENVIRONMENT",
        "WORKON_HOME",
        "HATCH_DATA_DIR",
        "XDG_DATA_HOME",
    ):
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


def first_on_path(monkeypatch, folder: Path) -> None:
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def hatch_folder(root: Path) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(str(root).encode()).digest())[:8].decode()


@pytest.mark.parametrize(
    ("place", "source", "files"),
    [
        ("made", "uv's environment", {}),
        ("home/pdms", "pdm's interpreter", {".pdm-python": "{home}/pdms/bin/python"}),
        (".hatch/test", "hatch's environment test", {}),
        ("home/.local/share/hatch/env/virtual/shop/HASH/shop", "hatch's environment shop", {}),
        ("home/.local/share/virtualenvs/shop-1a2B", "pipenv's environment", {"Pipfile": ""}),
        (".tox/py311", "tox's environment py311", {}),
        (".nox/tests-3-12", "nox's environment tests-3-12", {}),
    ],
)
def test_each_tools_environment_is_found(tmp_path, own_world, monkeypatch, place, source, files):
    root = tmp_path / "shop"
    root.mkdir()
    folder = root / place.replace("home/", f"{own_world}/").replace("HASH", hatch_folder(root))
    python = environment(folder)
    (folder / ".project").write_text(f"{root}\n")  # as pipenv's virtualenv writes it
    for name, text in files.items():
        (root / name).write_text(text.replace("{home}", str(own_world)))
    if source.startswith("uv"):
        monkeypatch.setenv("UV_PROJECT_ENVIRONMENT", "made")
    assert find_interpreter(root, None) == (python, source)


def test_the_newest_environment_of_tox_that_has_pytest_is_taken(tmp_path):
    for age, name in enumerate(("lint", "py312", "py39")):
        environment(tmp_path / ".tox" / name, with_pytest=name != "lint")
        os.utime(tmp_path / ".tox" / name / "pyvenv.cfg", (1_000_000 - age, 1_000_000 - age))
    assert find_interpreter(tmp_path, None)[1] == "tox's environment py312"


@pytest.mark.parametrize("by_script", [False, True])
def test_the_paths_python_is_taken_where_it_has_pytest(tmp_path, monkeypatch, by_script):
    python = environment(tmp_path / "tools")
    shims = tmp_path / "shims"
    shims.mkdir()
    (shims / "python").write_text(f'#!/bin/sh\nexec {python} "$@"\n')  # as pyenv's, asdf's and mise's are
    (shims / "python").chmod(0o755)
    first_on_path(monkeypatch, shims if by_script else python.parent)
    (tmp_path / "project").mkdir()
    asked, start = [], project_environments.run
    monkeypatch.setattr(project_environments, "run", lambda *argv, **named: asked.append(argv) or start(*argv, **named))
    assert find_interpreter(tmp_path / "project", None) == (python, "the PATH's `python`")
    assert len(asked) == by_script, "only a script is asked what it starts"
    if by_script:
        assert find_interpreter(tmp_path / "project", "python") == (python, "the `python` setting")


def test_the_paths_python_without_pytest_is_named_and_not_taken(tmp_path, monkeypatch):
    python = environment(tmp_path / "tools", with_pytest=False)
    first_on_path(monkeypatch, python.parent)
    (tmp_path / "project").mkdir()
    path, source = find_interpreter(tmp_path / "project", None)
    assert path == Path(sys.executable)
    assert f"our own interpreter, since the project has no environment, and the PATH's `python` ({python})" in source


def test_an_environment_without_pytest_gives_way_to_the_active_one(tmp_path, monkeypatch):
    environment(tmp_path / "project" / ".venv", with_pytest=False)
    (tmp_path / "project" / "requirements.txt").write_text("requests\n")
    python = environment(tmp_path / "elsewhere")
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "elsewhere"))
    assert find_interpreter(tmp_path / "project", None) == (python, "the active virtual environment")


def test_our_own_environment_is_the_last_though_it_is_active_and_the_paths_first(tmp_path, monkeypatch):
    ours = Path(sys.executable)
    monkeypatch.setenv("VIRTUAL_ENV", str(ours.parent.parent))
    path, source = find_interpreter(tmp_path, None)
    assert path == ours and source == "our own interpreter, since the project has no environment"
    assert is_our_own(path, source)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "testfix_pipeline"\nversion = "1"\n')
    path, source = find_interpreter(tmp_path, None)  # the project is installed in it
    assert path.parent == ours.parent and "testfix's own and the project's" in source and not is_our_own(path, source)
    python = environment(tmp_path / ".venv")
    assert find_interpreter(tmp_path, None)[0] == python


def test_what_the_user_installed_for_himself_is_found_outside_of_an_environment(tmp_path, own_world):
    base = Path(sys.base_prefix) / "bin" / "python3"
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    module = own_world / ".local" / "lib" / version / "site-packages" / "only_of_the_user.py"
    module.parent.mkdir(parents=True)
    module.touch()
    target = TargetProject(base, "the PATH's `python3`")
    done = run(
        [str(base), "-c", "import only_of_the_user"],
        cwd=tmp_path,
        env=target_environment(target, tmp_path),
        limits=ProcessLimits(30),
        policy=SandboxPolicy(),
        writable=[],
    )
    assert done.returncode == 0, done.stderr


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
    assert worktree_needs(tmp_path).dependencies == (
        ".venv",
        "src/pkg.egg-info",
        "src/pkg/_version.py",
        "src/pkg/fast.so",
        "web/node_modules",
    )


def test_ignored_build_output_that_scripts_import_is_found(tmp_path):
    git(tmp_path, "init", "-q")
    (tmp_path / ".gitignore").write_text("build\ncoverage\nlib/parser.js\npackages/*/dist\nnode_modules\n")
    for file, text in {
        "index.mjs": "import { ui } from './build/lib/index.js'",
        "test/parser.test.cjs": "const { parse } = require('../lib/parser')",
        "packages/a/package.json": '{"main": "./dist/a.js"}',
        "packages/a/test/a.test.ts": "import a from '..'; import './unknown'",
        "packages/b/test/b.test.ts": "import b from '../src/b'",
        "lib/words.js": "",
        "build/lib/index.js": "",
        "coverage/report.js": "",
        "lib/parser.js": "",
        "packages/a/dist/a.js": "",
        "packages/b/dist/b.js": "",
        "node_modules/a/index.js": "",
    }.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text)
    git(tmp_path, "add", ".")
    assert sorted(worktree_needs(tmp_path).build_output) == ["build", "lib/parser.js", "packages/a/dist"]


def test_outside_of_git_the_root_is_looked_through(tmp_path):
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "src").mkdir()
    assert worktree_needs(tmp_path).dependencies == ("node_modules",)
