"""Finds the Python interpreter for a project's tests: the user's environment rather than ours."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from importlib.metadata import distributions
from pathlib import Path

from testfix_pipeline.core.errors import InvalidConfig, MeasurementError
from testfix_pipeline.execution.processes.environment import clean_environment, interpreter_variables
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.project_environments import (
    FoundInterpreter,
    is_ours,
    lies_in,
    path_interpreters,
    project_interpreters,
    started_by,
    uses_poetry,
)
from testfix_pipeline.execution.project_files import read_toml

OUR_OWN = "our own interpreter"
"""How the source of an interpreter begins that is not the project's."""
_PROJECTS = "which is testfix's own and the project's"
_PROBE_SECONDS = 60.0
_NO_PYTEST = 3
_PROBE = f"""
import sys
if sys.version_info < (3, 9):
    sys.exit("it is Python %d.%d, and 3.9 is the oldest that works" % sys.version_info[:2])
from importlib.util import find_spec
for name in ("pytest", "_pytest", "pluggy"):
    found = find_spec(name)
    if found is None or found.origin is None:
        sys.exit({_NO_PYTEST})
"""
"""Importing pytest would take twenty times as long."""


def find_interpreter(project_root: Path, configured: str | None) -> tuple[Path, str]:
    """The absolute path of the interpreter, and how it was found, for people.

    In order: `configured` (a path or a command), the project's environments (see `project_environments`), the PATH's
    `python` and `python3`, our own. The first that has pytest is taken; an environment in which testfix itself runs is
    our own, unless the project lies in it or is installed there. Raises InvalidConfig or MeasurementError, with the
    command to run, where an environment does not run or lacks pytest while the project declares requirements.
    """
    root = project_root.resolve()
    if configured:
        candidate = FoundInterpreter(_configured_program(root, configured), "the `python` setting")
        if _lacks_pytest(candidate):
            raise _missing_pytest_error(candidate, root)
        return candidate.path, candidate.source
    lacking: list[FoundInterpreter] = []
    for candidate in project_interpreters(root):
        found = _usable(candidate, root, lacking)
        if found is not None:
            return found
    if lacking and _declares_requirements(root):
        raise _missing_pytest_error(lacking[0], root)
    why = [f"{one.source} has no pytest and the project declares no requirements" for one in lacking[:1]]
    why = why or ["the project has no environment"]
    for candidate in path_interpreters(root):
        found = _usable(candidate, root, [])
        if found is not None:
            return found
        why += [] if is_ours(candidate.path) else [f"{candidate.source} ({candidate.path}) has no pytest that works"]
    poetry = " (poetry, which it uses, is not on the PATH)" if uses_poetry(root) and not shutil.which("poetry") else ""
    return Path(sys.executable), f"{OUR_OWN}, since {', and '.join(why)}{poetry}"


def is_our_own(interpreter: Path, source: str) -> bool:
    """Whether tests run in testfix's own environment, which knows nothing of the project."""
    return is_ours(interpreter) and _PROJECTS not in source


def install_command(interpreter: Path, source: str, packages: str, root: Path | None = None) -> str:
    """The command that installs packages where the tests look for them; ours gets an environment of the project.

    source: how the interpreter was found. root: the project's folder in the user's checkout.
    """
    if is_our_own(interpreter, source):
        venv = shlex.quote(str((root or Path()) / ".venv"))
        return f"python3 -m venv {venv} && {venv}/bin/python -m pip install pytest {packages}"
    python = shlex.quote(str(interpreter))
    uv = (root is not None and (root / "uv.lock").is_file()) or not installed_module(interpreter, "pip")
    return f"uv pip install --python {python} {packages}" if uv else f"{python} -m pip install {packages}"


def _usable(candidate: FoundInterpreter, root: Path, lacking: list[FoundInterpreter]) -> tuple[Path, str] | None:
    """The interpreter with its source; None where it is not to be used, noted in `lacking` where it should have been.

    Raises MeasurementError where an environment of the project does not run.
    """
    if is_ours(candidate.path):
        holds = lies_in(candidate.path, root) or _is_installed_beside_us(root)
        return (candidate.path, f"{candidate.source}, {_PROJECTS}") if holds else None
    try:
        lacks = _lacks_pytest(candidate)
    except MeasurementError:
        if not candidate.is_optional:
            raise
        lacks = True
    if lacks and not candidate.is_optional:
        lacking.append(candidate)
    return None if lacks else (candidate.path, candidate.source)


def _is_installed_beside_us(root: Path) -> bool:
    """Whether the project itself is installed in the environment in which testfix runs."""
    name = read_toml(root / "pyproject.toml").get("project", {}).get("name")
    return isinstance(name, str) and bool(name) and any(distributions(name=name))


def installed_module(interpreter: Path, name: str) -> bool:
    """Whether a top-level module of this name is installed beside an interpreter."""
    folders = interpreter.parent.parent.glob("lib/python3*/*-packages")
    return any((folder / name).is_dir() or (folder / f"{name}.py").is_file() for folder in folders)


def _configured_program(root: Path, configured: str) -> Path:
    """The program that a `python` setting means: a path, an environment's folder, or a command."""
    path = Path(os.path.normpath(root / Path(configured).expanduser()))
    if path.is_dir():
        path = path / "bin" / "python"
    if not path.is_file() and os.sep not in configured:
        program = shutil.which(configured)
        path = started_by(Path(program), root) if program else path
    if not path.is_file():
        raise InvalidConfig(
            f"The `python` setting names {configured!r}, which is neither a file nor a command.",
            "Give the path of the interpreter that has the project's dependencies, such as `.venv/bin/python`.",
        )
    return path


def _lacks_pytest(candidate: FoundInterpreter) -> bool:
    """Whether an interpreter runs but has no pytest. Raises MeasurementError if it does not run."""
    environment = clean_environment(extra={"PYTHONDONTWRITEBYTECODE": "1", **interpreter_variables(candidate.path)})
    completed = run(
        [str(candidate.path), "-c", _PROBE],
        cwd=Path("/"),
        env=environment,
        limits=ProcessLimits(_PROBE_SECONDS),
        policy=SandboxPolicy(),  # it may be the project's
        writable=[],
    )
    if completed.returncode in (0, _NO_PYTEST):
        return completed.returncode == _NO_PYTEST
    why = completed.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it gave no answer"]
    raise MeasurementError(
        f"The interpreter {candidate.path} ({candidate.source}) can't be used: {why[0]}.",
        "Make the environment again, or name another interpreter with the `python` setting.",
    )


def _missing_pytest_error(candidate: FoundInterpreter, root: Path) -> MeasurementError:
    install = install_command(candidate.path, candidate.source, "pytest", root)
    return MeasurementError(
        f"pytest is not installed for {candidate.path} ({candidate.source}).",
        f"Install it with `{install}`, or name another interpreter with `--python`.",
    )


def _declares_requirements(root: Path) -> bool:
    if any(_has_content(file) for file in root.glob("*requirements*.txt")):
        return True
    if any((root / name).is_file() for name in ("Pipfile", "environment.yml", "environment.yaml")):
        return True
    setup = [root / "setup.py", root / "setup.cfg"]
    if any("install_requires" in file.read_text(errors="replace") for file in setup if file.is_file()):
        return True
    settings = read_toml(root / "pyproject.toml")
    poetry = settings.get("tool", {}).get("poetry", {}).get("dependencies", {})
    return bool(settings.get("project", {}).get("dependencies")) or bool(set(poetry) - {"python"})


def _has_content(file: Path) -> bool:
    lines = file.read_text(errors="replace").splitlines()
    return any(line.strip() and not line.lstrip().startswith("#") for line in lines)
