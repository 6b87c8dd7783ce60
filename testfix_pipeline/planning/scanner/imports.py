"""hallucinated_imports: checks imports and used names against the project, its dependencies and its environment."""

from __future__ import annotations

import difflib
import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from packaging.utils import canonicalize_name

from testfix_pipeline.core.distribution_names import distribution_of
from testfix_pipeline.core.errors import MeasurementError
from testfix_pipeline.execution.processes.environment import clean_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import SandboxPolicy
from testfix_pipeline.execution.project_files import read_json, read_text, read_toml
from testfix_pipeline.execution.setup_requirements import setup_cfg_requirements, setup_py_requirements
from testfix_pipeline.planning.python_code.imported_names import NeededImport, needed_imports
from testfix_pipeline.planning.python_code.project_modules import ProjectModules
from testfix_pipeline.planning.python_code.source_file import Source
from testfix_pipeline.planning.scanner.table import Hit

_TABLES = ("pyproject.toml", "Pipfile", "poetry.lock", "uv.lock", "pdm.lock", "pylock.toml")
_LISTS = re.compile(r"(.+-)?(dependencies|packages?|requires|dependency-groups|default|develop)")
"""Keys below which dependencies are listed in TOML and JSON."""
_LINES = ("*requirements*.txt", "*requirements*.in", "*requirements*.lock", "requirements/*", "environment.y*ml")


def declared_dependencies(root: Path) -> frozenset[str]:
    """The normalised names in pyproject, lock and requirements files, setup.cfg, setup.py, Pipfile and conda's file."""
    entries = [
        *(name for file in _TABLES for name in _listed_names(read_toml(root / file), listed=False)),
        *_listed_names(read_json(root / "Pipfile.lock"), listed=False),
        *setup_cfg_requirements(read_text(root / "setup.cfg")),
        *setup_py_requirements(read_text(root / "setup.py")),
        *(line for pattern in _LINES for file in root.glob(pattern) for line in read_text(file).splitlines()),
    ]
    found = (re.match(r"\s*(?:- +)?([A-Za-z0-9][A-Za-z0-9._-]*)", one) for one in entries)
    return frozenset(canonicalize_name(one[1]) for one in found if one)


def _listed_names(value: Any, *, listed: bool) -> Iterator[str]:
    """Yield what is listed below the keys of dependencies: texts, `name` of a table, keys of a table of versions."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from [str(inner)] if listed and key == "name" else [key] if listed else []
            yield from _listed_names(inner, listed=(listed and isinstance(inner, list)) or bool(_LISTS.fullmatch(key)))
    elif listed and isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for inner in value:
            yield from _listed_names(inner, listed=listed)


def is_declared(top: str, declared: Iterable[str]) -> bool:
    """Whether an import name probably belongs to one of the declared distributions."""
    wanted = canonicalize_name(top)
    bare = wanted.replace("-", "")
    named = {wanted, bare, distribution_of(top), f"python-{wanted}", f"py{wanted}", f"{wanted}-python", f"{wanted}-py"}
    return any(entry in named or entry.startswith(f"{wanted}-") for entry in declared)


_NEAR = 0.8
_WELL_KNOWN = frozenset({
    "requests", "numpy", "pandas", "scipy", "matplotlib", "flask", "django", "fastapi", "sqlalchemy",
    "pydantic", "pytest", "httpx", "aiohttp", "yaml", "click", "typer", "rich", "jinja2", "boto3", "redis",
    "celery", "attrs", "cryptography", "tensorflow", "torch", "sklearn", "seaborn", "networkx",
    "beautifulsoup4", "selenium", "dateutil", "tqdm", "psutil", "lxml", "werkzeug", "marshmallow",
    "hypothesis", "paramiko", "openpyxl",
})  # fmt: skip
_OTHER_SYSTEMS = frozenset({
    "msvcrt", "winreg", "winsound", "_winapi", "nt", "ntpath", "win32api", "win32con", "win32file",
    "win32com", "pywintypes", "fcntl", "termios", "pwd", "grp", "resource", "syslog", "posix", "readline",
    "curses", "crypt", "spwd", "nis", "ossaudiodev", "tty", "pty",
})  # fmt: skip
"""Modules that only some systems have."""
_OTHER_SYSTEMS_NAMES = frozenset({
    "startfile", "getwindowsversion", "STARTUPINFO", "STARTF_USESHOWWINDOW", "SW_HIDE", "CREATE_NO_WINDOW",
    "CREATE_NEW_PROCESS_GROUP", "CREATE_NEW_CONSOLE", "DETACHED_PROCESS", "CTRL_C_EVENT", "CTRL_BREAK_EVENT",
    "SIGBREAK", "windll", "WinDLL", "WinError", "oledll", "WindowsSelectorEventLoopPolicy",
    "WindowsProactorEventLoopPolicy", "ProactorEventLoop", "O_BINARY", "frozen", "_MEIPASS", "kqueue",
    "kevent", "setting", "lchflags", "chflags", "O_EXLOCK", "AF_SYSTEM", "SO_EXCLUSIVEADDRUSE", "SIO_RCVALL",
    "RCVALL_ON", "RCVALL_OFF", "gettotalrefcount", "pypy_version_info",
})  # fmt: skip
_SECONDS = 60.0
_PROBE = r"""
import importlib, importlib.util, json, os, sys
questions = json.load(sys.stdin)
out = os.fdopen(os.dup(1), "w")
os.dup2(os.open(os.devnull, os.O_WRONLY), 1)

def say(value):
    out.write(json.dumps(value) + "\n")
    out.flush()

def installed():
    names = set(getattr(sys, "stdlib_module_names", sys.builtin_module_names))
    try:
        from importlib.metadata import packages_distributions
        names.update(packages_distributions())
    except Exception:  # an old interpreter, or metadata that is damaged: the folders above still tell
        return sorted(names)
    return sorted(names)

def spec(name):
    try:
        return name in sys.modules or importlib.util.find_spec(name) is not None
    except (ImportError, AttributeError, ValueError):
        return False

def judge(module, name):
    if not spec(module.partition(".")[0]):
        return "no_package"
    if "." not in module and not name:
        return "ok"
    try:
        found = importlib.import_module(module)
    except ModuleNotFoundError as error:
        lacking = error.name or ""
        return "no_module" if (module + ".").startswith(lacking + ".") and "." in lacking else "unknown"
    head, _, attribute = name.partition(".")
    if attribute:
        owner = getattr(found, head, None)  # what is no class or module may be given attributes by anybody
        fixed = isinstance(owner, (type, type(sys))) and not hasattr(type(owner), "__getattr__")
        return "no_name" if fixed and not hasattr(owner, attribute) else "ok"
    if not name or hasattr(found, name) or spec(module + "." + name):
        return "ok"
    return "no_name"

say({"version": list(sys.version_info[:2]), "installed": installed()})
for module, name in questions:
    try:
        answer = judge(module, name)
    except BaseException:
        answer = "unknown"
    say([module, name, answer])
"""


@dataclass(frozen=True)
class ImportFacts:
    """The path and hit of everything that does not resolve, and the version of the interpreter."""

    hits: list[tuple[str, Hit]] = field(default_factory=list)
    version: tuple[int, int] | None = None


class ImportResolution:
    """Resolves the imports of files, in the project first, then in the interpreter's environment."""

    def __init__(self, root: Path, texts: Mapping[str, str] | None = None) -> None:
        self._root = root
        self._project = ProjectModules(root, texts)
        self._first = ""
        self._lacking: list[tuple[NeededImport, str]] = []
        self.is_overridden = self._project.is_overridden

    def add(self, source: Source) -> None:
        """Add a file; what the project itself defines is resolved at once."""
        self._first = self._first or source.path
        answers = ((item, _project_status(self._project, item)) for item in needed_imports(source))
        self._lacking += [(item, answer) for item, answer in answers if answer != "ok"]

    def resolve(self, interpreter: Path | None) -> ImportFacts:
        """Everything that does not resolve.

        Without an interpreter only misspelt packages are reported: others may be installed.
        """
        questions = {(item.module, item.name) for item, _ in self._lacking if not item.level}
        environment = (
            _query_environment(interpreter, self._root, questions) if interpreter and self._first else Environment()
        )
        informed = interpreter is not None and not environment.problem
        judge = _HitFactory(self._root, environment, self._project.top_names, informed)
        hits = [(item.path, hit) for item, answer in self._lacking if (hit := judge.hit(item, answer))]
        if environment.problem:
            hits.append((self._first, Hit("unchecked_imports", 0, f"{interpreter}: {environment.problem}")))
        return ImportFacts(list(dict.fromkeys(hits)), environment.version)


def _project_status(project: ProjectModules, item: NeededImport) -> str:
    return project.attribute_status(item) if item.used else project.status(item)


class _HitFactory:
    """Makes hits of unresolved imports, with similar names that are known."""

    def __init__(self, root: Path, environment: Environment, own: Iterable[str], informed: bool) -> None:
        self._environment = environment
        self._informed = informed
        self._declared = declared_dependencies(root)
        standard = environment.installed or frozenset(sys.stdlib_module_names)
        imported = {name.replace("-", "_") for name in self._declared}
        self._known = {name for name in {*standard, *imported, *own, *_WELL_KNOWN} if not name.startswith("_")}

    def hit(self, item: NeededImport, own: str) -> Hit | None:
        """The hit for an import that the project does not define, None if it is not a finding.

        `own` is its status there.
        """
        if item.top in _OTHER_SYSTEMS or item.name in _OTHER_SYSTEMS | _OTHER_SYSTEMS_NAMES or item.top == "__main__":
            return None
        answer = self._environment.answers.get((item.module, item.name), "unknown") if not item.level else own
        if own in ("no_module", "no_name"):
            # A package of the project that an installed one of the same name completes.
            return None if answer == "ok" else Hit("missing_name", item.line, f"the project has no {item.whole}")
        if answer in ("no_module", "no_name"):
            if item.used and (item.name.startswith("_") or item.top == "builtins"):
                return None  # names of stub files, and what others put there
            what = "uses" if item.used else "imports"
            return Hit("missing_name", item.line, f"{what} {item.whole}, which {item.module} lacks")
        return None if own == "somewhere" or item.used else self._missing_package(item, answer)

    def _missing_package(self, item: NeededImport, answer: str) -> Hit | None:
        installed = answer != "no_package" and self._informed
        if installed or item.top in self._known - _WELL_KNOWN or is_declared(item.top, self._declared):
            return None
        near = self._similar_name(item.top)
        if near:
            return Hit("misspelt_package", item.line, f"{item.top} is not installed; {near} is meant?")
        if answer == "no_package":
            return Hit("unknown_package", item.line, f"{item.top} is neither declared, locked nor installed")
        return None

    def _similar_name(self, name: str) -> str:
        """A known name that this one probably misspells, with letters swapped, left out or doubled; "" if none."""
        known = sorted(self._known - {name})
        swapped = [each for each in known if len(each) > 3 and sorted(each) == sorted(name)]
        return next(iter([*swapped, *difflib.get_close_matches(name, known, n=1, cutoff=_NEAR)]), "")


Question = tuple[str, str]
"""Module and name of it, or `Class.attribute` of it; no name asks for the module alone."""


@dataclass(frozen=True)
class Environment:
    """The answers of the interpreter. `problem` says why there are none; questions without an answer are unknown."""

    version: tuple[int, int] | None = None
    installed: frozenset[str] = frozenset()
    answers: dict[Question, str] = field(default_factory=dict)
    problem: str = ""


def _query_environment(interpreter: Path, root: Path, questions: Iterable[Question]) -> Environment:
    """Import what the questions name in `interpreter`, isolated from the project, and return what exists.

    Importing runs the code of installed packages: hence the sandbox and the limit of 60 s, after which what was
    answered until then counts.
    """
    try:
        completed = run(
            [str(interpreter), "-I", "-B", "-W", "ignore", "-c", _PROBE],
            cwd=root,
            env=clean_environment(),
            limits=ProcessLimits(_SECONDS, output_bytes=64 * 1024 * 1024),
            policy=SandboxPolicy(),
            writable=[],
            stdin=json.dumps(sorted(set(questions))).encode(),
        )
    except MeasurementError as error:
        return Environment(problem=error.what)
    lines = [
        json.loads(line) for line in completed.stdout.decode(errors="replace").splitlines() if line.endswith(("]", "}"))
    ]
    if not lines:
        return Environment(problem=completed.stderr.decode(errors="replace").strip()[-200:] or "it gave no answer")
    major, minor = lines[0]["version"]
    answers = {(module, name): answer for module, name, answer in lines[1:]}
    return Environment((major, minor), frozenset(lines[0]["installed"]), answers)
