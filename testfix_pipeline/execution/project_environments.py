"""Where a project's Python environments are: a table of the tools that make them, in the order in which they count."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.project_files import folders_up_to_repository, read_text, read_toml

_OPEN = SandboxPolicy(mode="off")  # for the user's own tools, which find environments by the user's own settings
_SECONDS = 60.0  # poetry's first start takes some 5 s


@dataclass(frozen=True)
class FoundInterpreter:
    """An interpreter that may be the project's, and how it was found, for people.

    is_optional: whether tests may well be run by another one: it may lack pytest, or be unusable, without a word.
    """

    path: Path
    source: str
    is_optional: bool = False


@dataclass(frozen=True)
class _Way:
    """A way to find environments. source: with `{}` for an environment's name. find: folders, or interpreters."""

    source: str
    find: Callable[[Path], Iterable[Path]]
    is_optional: bool = False


def project_interpreters(root: Path) -> Iterator[FoundInterpreter]:
    """Yield the interpreters of all environments of the project in `root` (absolute), those that count most first."""
    for way in _WAYS:
        for place in way.find(root):
            path = place if place.is_file() else place / "bin" / "python"
            if path.is_file():
                uv = " (uv)" if (place.parent / "uv.lock").is_file() else ""
                yield FoundInterpreter(path, f"{way.source.format(place.name)}{uv}", way.is_optional)


def path_interpreters(root: Path) -> Iterator[FoundInterpreter]:
    """Yield what `python` and `python3` mean in the project's folder, by the PATH."""
    for name in ("python", "python3"):
        program = shutil.which(name)
        if program is not None:
            path = Path(program).absolute()
            path = path if is_ours(path) or lies_in(path, root) else started_by(path, root)
            yield FoundInterpreter(path, f"the PATH's `{name}`", is_optional=True)


def is_ours(interpreter: Path) -> bool:
    """Whether an interpreter is of the environment in which testfix runs."""
    return interpreter.parent.resolve() == Path(sys.executable).parent.resolve()


def lies_in(interpreter: Path, root: Path) -> bool:
    """Whether an interpreter lies in the project's repository."""
    return any(interpreter.is_relative_to(folder) for folder in folders_up_to_repository(root))


def uses_poetry(root: Path) -> bool:
    """Whether the project is one of poetry's."""
    return (root / "poetry.lock").is_file() or "poetry" in read_toml(root / "pyproject.toml").get("tool", {})


def started_by(program: Path, root: Path) -> Path:
    """The interpreter that a program starts: pyenv's and asdf's `python` are scripts, mise's is a link to mise."""
    if program.resolve().name.startswith("python") and not _is_script(program):
        return program
    said = _said(root, str(program), "-I", "-c", "import sys; print(sys.executable)")
    return Path(said) if said and Path(said).is_file() else program


def _is_script(program: Path) -> bool:
    with contextlib.suppress(OSError), program.open("rb") as content:
        return content.read(2) == b"#!"
    return True


def _said(root: Path, *command: str) -> str:
    """The output of a tool of the user, started in the project's folder; "" if it fails."""
    theirs = [name for name in os.environ if name.startswith(("PYENV_", "ASDF_", "MISE_", "POETRY_"))]
    environment = clean_environment(theirs, {"HOME": str(Path.home()), "PYTHONDONTWRITEBYTECODE": "1"})
    limits = ProcessLimits(_SECONDS)
    ended = run(command, cwd=root, env=environment, limits=limits, policy=_OPEN, writable=[])
    return ended.stdout.decode(errors="replace").strip() if ended.returncode == 0 else ""


def _in_folders(*patterns: str) -> Callable[[Path], Iterator[Path]]:
    """Finds by patterns in the project's folder and above it, up to the repository's root, the newest first."""

    def find(root: Path) -> Iterator[Path]:
        for folder in folders_up_to_repository(root):
            for pattern in patterns:
                yield from _newest(folder.glob(pattern))

    return find


def _newest(environments: Iterable[Path]) -> list[Path]:
    made = {place: place / "pyvenv.cfg" for place in environments}
    return sorted(made, key=lambda place: -made[place].stat().st_mtime if made[place].is_file() else 0.0)


def _by_variable(name: str, root: Path) -> list[Path]:
    """Finds the environment that a variable names, relative to the project as uv takes it."""
    value = os.environ.get(name)
    return [root / value] if value else []


def _active_conda(root: Path) -> list[Path]:
    """Finds the active environment but for conda's own, which is active always and found by the PATH."""
    return [] if os.environ.get("CONDA_DEFAULT_ENV") == "base" else _by_variable("CONDA_PREFIX", root)


def _declared_conda(root: Path) -> Iterator[Path]:
    listing = read_text(Path.home() / ".conda" / "environments.txt").split()
    for file in (root / "environment.yml", root / "environment.yaml"):
        named = re.search(r"^name:\s*[\"']?([\w.-]+)", read_text(file), re.M)
        yield from (Path(prefix) for prefix in listing if named and Path(prefix).name == named[1])


def _poetry(root: Path) -> list[Path]:
    program = shutil.which("poetry") if uses_poetry(root) else None
    said = _said(root, program, "env", "info", "-p") if program else ""
    return [Path(said)] if said else []


def _pdm(root: Path) -> Iterator[Path]:
    for folder in folders_up_to_repository(root):
        said = read_text(folder / ".pdm-python").strip()
        yield from [Path(said)] if said.startswith("/") else []


def _data_folder() -> Path:
    return Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share")


def _hatch(root: Path) -> Iterator[Path]:
    """Finds hatch's environments, which lie in a folder that is named by a hash of the project's path."""
    data = Path(os.environ.get("HATCH_DATA_DIR") or _data_folder() / "hatch")
    for folder in folders_up_to_repository(root):
        key = base64.urlsafe_b64encode(hashlib.sha256(os.fsencode(folder)).digest())[:8].decode()
        yield from _newest(data.glob(f"env/virtual/*/{key}/*"))


def _pipenv(root: Path) -> Iterator[Path]:
    """Finds pipenv's environments, each of which holds its project's path in a file."""
    home = Path(os.environ.get("WORKON_HOME") or _data_folder() / "virtualenvs")
    folders = [str(folder) for folder in folders_up_to_repository(root) if (folder / "Pipfile").is_file()]
    for file in home.glob("*/.project") if folders else ():
        if read_text(file).strip() in folders:
            yield file.parent


_WAYS = (
    _Way("the project's {}", _in_folders(".venv", "venv", "env")),
    _Way("the active virtual environment", partial(_by_variable, "VIRTUAL_ENV")),
    _Way("conda's {}", _declared_conda),
    _Way("the active conda environment", _active_conda),
    _Way("poetry's environment", _poetry),
    _Way("uv's environment", partial(_by_variable, "UV_PROJECT_ENVIRONMENT")),
    _Way("pdm's interpreter", _pdm),
    _Way("hatch's environment {}", _in_folders(".hatch/*"), is_optional=True),
    _Way("hatch's environment {}", _hatch, is_optional=True),
    _Way("pipenv's environment", _pipenv),
    _Way("tox's environment {}", _in_folders(".tox/*"), is_optional=True),
    _Way("nox's environment {}", _in_folders(".nox/*"), is_optional=True),
)
