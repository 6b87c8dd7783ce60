"""Finds the Python interpreter for a project's tests: the user's environment rather than ours."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.errors import InvalidConfig, MeasurementError
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, ProcessResult, run
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.project_files import folders_up_to_repository, read_toml

OUR_OWN = "our own interpreter"
"""How the source of an interpreter begins that is not the project's."""
_FOLDERS = (".venv", "venv", "env")
_OPEN = SandboxPolicy(mode="off")  # poetry is the user's own tool
_CLOSED = SandboxPolicy()  # an interpreter may be the project's
_PROBE_SECONDS = 60.0
_NO_PYTEST = 3
_PROBE = f"""
import sys
if sys.version_info < (3, 9):
    sys.exit("it is Python %d.%d, and 3.9 is the oldest that works" % sys.version_info[:2])
try:
    import pytest
except ImportError:
    sys.exit({_NO_PYTEST})
"""


@dataclass(frozen=True)
class _Candidate:
    path: Path
    source: str


def find_interpreter(project_root: Path, configured: str | None) -> tuple[Path, str]:
    """The absolute path of the interpreter, and how it was found, for people.

    In order: `configured` (a path or a command), the project's `.venv`, `venv` or `env` (also above it, up to the
    repository's root), poetry's, conda's, the active virtual environment, our own. The first that is there is taken;
    raises InvalidConfig or MeasurementError, with the command to run, where it does not run or lacks pytest.
    """
    root = project_root.resolve()
    if configured:
        candidate = _Candidate(_configured_program(root, configured), "the `python` setting")
        _require(candidate, root)
        return candidate.path, candidate.source
    for candidate in _candidates(root):
        if not _lacks_pytest(candidate):
            return candidate.path, candidate.source
        if _declares_requirements(root):
            raise _missing_pytest_error(candidate, root)
        note = f"{OUR_OWN}, since {candidate.source} has no pytest and the project declares no requirements"
        return Path(sys.executable), note
    poetry = " (poetry, which it uses, is not on the PATH)" if _uses_poetry(root) and not shutil.which("poetry") else ""
    return Path(sys.executable), f"{OUR_OWN}, since the project has no environment{poetry}"


def _require(candidate: _Candidate, root: Path) -> None:
    if _lacks_pytest(candidate):
        raise _missing_pytest_error(candidate, root)


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
        path = Path(shutil.which(configured) or path)
    if not path.is_file():
        raise InvalidConfig(
            f"The `python` setting names {configured!r}, which is neither a file nor a command.",
            "Give the path of the interpreter that has the project's dependencies, such as `.venv/bin/python`.",
        )
    return path


def _candidates(root: Path) -> Iterator[_Candidate]:
    repository = folders_up_to_repository(root)
    for folder in repository:
        for name in _FOLDERS:
            if (folder / name / "bin" / "python").is_file():
                manager = " (uv)" if (folder / "uv.lock").is_file() else ""
                yield _Candidate(folder / name / "bin" / "python", f"the project's {name}{manager}")
    for prefix, source in [*_poetry_environments(root), *_conda_environments(root), *_active_environments()]:
        python = prefix / "bin" / "python"
        if python.is_file():
            yield _Candidate(python, source)


def _uses_poetry(root: Path) -> bool:
    return (root / "poetry.lock").is_file() or "poetry" in read_toml(root / "pyproject.toml").get("tool", {})


def _poetry_environments(root: Path) -> list[tuple[Path, str]]:
    program = shutil.which("poetry") if _uses_poetry(root) else None
    if program is None:
        return []
    # Poetry finds its environments by the user's own settings.
    completed = _run([program, "env", "info", "-p"], root, _OPEN, {"HOME": str(Path.home())})
    answer = completed.stdout.decode(errors="replace").strip()
    return [(Path(answer), "poetry's environment")] if completed.returncode == 0 and answer else []


def _conda_environments(root: Path) -> list[tuple[Path, str]]:
    found = []
    active = os.environ.get("CONDA_PREFIX")
    if active:
        found.append((Path(active), "the active conda environment"))
    for file in (root / "environment.yml", root / "environment.yaml"):
        named = (
            re.search(r"^name:\s*[\"']?([\w.-]+)", file.read_text(errors="replace"), re.M) if file.is_file() else None
        )
        listing = Path.home() / ".conda" / "environments.txt"
        if named and listing.is_file():
            prefixes = map(Path, listing.read_text(errors="replace").split())
            found += [(prefix, f"conda's {prefix.name}") for prefix in prefixes if prefix.name == named[1]]
    return found[::-1]


def _active_environments() -> list[tuple[Path, str]]:
    active = os.environ.get("VIRTUAL_ENV")
    return [(Path(active), "the active virtual environment")] if active else []


def _lacks_pytest(candidate: _Candidate) -> bool:
    """Whether an interpreter runs but has no pytest. Raises MeasurementError if it does not run."""
    completed = _run([str(candidate.path), "-c", _PROBE], Path("/"), _CLOSED, {})
    if completed.returncode in (0, _NO_PYTEST):
        return completed.returncode == _NO_PYTEST
    why = completed.stderr.decode(errors="replace").strip().splitlines()[-1:] or ["it gave no answer"]
    raise MeasurementError(
        f"The interpreter {candidate.path} ({candidate.source}) can't be used: {why[0]}.",
        "Make the environment again, or name another interpreter with the `python` setting.",
    )


def _run(argv: list[str], cwd: Path, policy: SandboxPolicy, extra: dict[str, str]) -> ProcessResult:
    environment = clean_environment(extra={"PYTHONDONTWRITEBYTECODE": "1", **extra})
    return run(argv, cwd=cwd, env=environment, limits=ProcessLimits(_PROBE_SECONDS), policy=policy, writable=[])


def _missing_pytest_error(candidate: _Candidate, root: Path) -> MeasurementError:
    uv = (root / "uv.lock").is_file() or not (candidate.path.parent / "pip").exists()
    install = f"uv pip install --python {candidate.path} pytest" if uv else f"{candidate.path} -m pip install pytest"
    return MeasurementError(
        f"pytest is not installed for {candidate.path} ({candidate.source}).", f"Install it with `{install}`."
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
