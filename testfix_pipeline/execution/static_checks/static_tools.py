"""The supported linters and type checkers: how each is configured and run, and how its output is parsed.

A further tool is one more class in TOOLS, NPM_TOOLS, GO_TOOLS or CARGO_TOOLS, a further formatter one more row of
FORMATTERS; nothing else knows their names.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeVar

from testfix_pipeline.core.check_records import CheckKind, FixScope
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.project_files import read_ini, read_text, read_toml, read_yaml
from testfix_pipeline.execution.static_checks.npm_scripts import CheckCall, call_in_scripts

T = TypeVar("T", list[Any], dict[str, Any])
FindingKind = Literal["types", "lint", "compile", "format"]


@dataclass(frozen=True)
class StaticFinding:
    """One complaint of a tool. `file` is relative to the project's root, `line` counts from 1, `rule` is the tool's own
    name for it. `is_error`: the tool, or its kind, calls it wrong and not only bad style.
    """

    tool: str
    file: str
    line: int
    rule: str
    message: str
    kind: FindingKind = "lint"
    is_error: bool = False

    def describe(self) -> str:
        """The finding as one line: place, tool, rule and message."""
        return f"{self.file}:{self.line} {self.tool} {self.rule}: {self.message}"


# A configuration file, and the tables or sections in it that are the tool's; none: the whole file is.
Place = tuple[str, tuple[str, ...]]
_LINE = re.compile(
    r"^(?P<file>[^:\n]+):(?P<line>\d+):(?:\d+:)?(?:\d+:\d+:)? (?P<severity>error|warning): (?P<message>.*?)"
    r"(?:  \[(?P<rule>[\w-]+)\])?$"
)
# pycodestyle's E9 and pyflakes' F63, F7 and F82 say that code does not run; all other rules are about style.
_WRONG = re.compile(r"E9|F63|F7|F82|PLE")
_HOOKS = ".pre-commit-config.yaml"
_UNPARSED = re.compile(r"E9|invalid-syntax|syntax")


@dataclass(frozen=True)
class StaticTool(ABC):
    """A linter or type checker, which a configuration file in a folder activates.

    program: its name on the command line. suffixes: the files it reads. in_node_modules: only the project's own npm
    package is used. reads_log: its report is on the error stream. by_package: the configuration nearest to a file
    counts, as in workspaces; else that of the project. build_cache: see `shared_build_cache`, "" = it has a folder of
    the session's. by_folder: asked about the whole project it gets the folder, since it excludes only files that it
    finds itself. check: what kind of check it is. fix: the arguments that make it apply its own safe fixes to the files
    that follow. fix_scope: what these change. fails_by_warnings: whether it ends as failed for findings that are no
    errors, too.
    """

    name: str = ""
    program: str = ""
    places: tuple[Place, ...] = ()
    suffixes: tuple[str, ...] = (".py", ".pyi")
    in_node_modules: bool = False
    reads_log: bool = False
    by_package: bool = False
    build_cache: str = ""
    by_folder: bool = False
    check: CheckKind = "lint"
    fix: tuple[str, ...] = ()
    fix_scope: FixScope = "code"
    fails_by_warnings: bool = True

    def read_folders(self) -> Sequence[Path]:
        """Folders outside of the project and of its installation that the tool reads."""
        return ()

    def environment(self, cache: Path) -> Mapping[str, str]:
        """Variables that the tool is started with. cache: a folder for what it keeps between runs."""
        return {}

    def configured_in(self, folder: Path) -> str:
        """The name of the file in a folder that configures the tool, "" where none does."""
        return next((name for name, sections in self.places if _has_section(folder / name, sections)), "")

    def asked_for_in(self, folder: Path) -> str:
        """The name of the file in a folder that configures the tool or calls it: a hook of pre-commit, a script."""
        configured = self.configured_in(folder)
        if not configured and self._hooks(folder):
            return _HOOKS
        return configured or ("package.json" if any(self.call_in(folder)) else "")

    def call_in(self, folder: Path) -> tuple[CheckCall | None, list[str]]:
        """How the scripts of a folder call the tool, and those of which that can't be read: see `call_in_scripts`."""
        return call_in_scripts(folder, self.name) if self.in_node_modules else (None, [])

    def files_of_hooks(self, folder: Path, files: Iterable[str]) -> list[str]:
        """Those of the files below a folder for which pre-commit calls the tool there; all where it does not."""
        hooks, everywhere = self._hooks(folder), read_yaml(folder / _HOOKS)
        return [one for one in files if not hooks or (_is_for(everywhere, one) and any(_is_for(x, one) for x in hooks))]

    def _hooks(self, folder: Path) -> list[dict[str, Any]]:
        """The hooks of pre-commit in a folder that call the tool; none of a file that it refuses."""
        ids = {self.name, self.name.replace(" ", "-"), f"{self.name}-check"}
        try:
            repos = read_yaml(folder / _HOOKS).get("repos") or ()
            return [hook for one in repos for hook in one["hooks"] if str(hook["id"]) in ids]
        except (KeyError, TypeError):
            return []

    def settings(self, folder: Path) -> dict[str, Any]:
        """The tool's own settings in the file that configures it, as far as they can be read."""
        named = dict(self.places)
        name = self.configured_in(folder)
        return next(iter(_read_sections(folder / name, named[name])), {}) if name else {}

    @abstractmethod
    def arguments(self, folder: Path, files: Sequence[str], project: TargetProject, cache: Path) -> list[str]:
        """The program's arguments, to check `files` (relative to `folder`) by the configuration in `folder`.

        A tool that the project itself tells which files to check checks those. `cache` is a folder it may write to.
        """

    @abstractmethod
    def findings(self, output: str, folder: Path) -> Iterator[StaticFinding]:
        """The findings in the standard output. Raises ValueError if it is not a report."""


@dataclass(frozen=True)
class Mypy(StaticTool):
    """mypy with the project's configuration."""

    name: str = "mypy"
    program: str = "mypy"
    by_folder: bool = True
    check: CheckKind = "types"
    fails_by_warnings: bool = False
    places: tuple[Place, ...] = (
        ("mypy.ini", ("mypy",)),
        (".mypy.ini", ("mypy",)),
        ("pyproject.toml", ("tool.mypy",)),
        ("setup.cfg", ("mypy",)),
    )

    def arguments(self, folder: Path, files: Sequence[str], project: TargetProject, cache: Path) -> list[str]:
        chosen = {"files", "packages", "modules"} & self.settings(folder).keys()
        flags = ["--no-pretty", "--show-error-codes", "--no-color-output", "--no-error-summary", "--hide-error-context"]
        where = [f"--cache-dir={cache / 'mypy'}", f"--python-executable={project.interpreter}"]
        return [*flags, *where, *([] if chosen else ["--", *files])]

    def findings(self, output: str, folder: Path) -> Iterator[StaticFinding]:
        for line in output.splitlines():
            if found := _LINE.match(line):
                kind: FindingKind = "compile" if found["rule"] == "syntax" else "types"
                path = relative_path(folder, found["file"])
                yield StaticFinding("mypy", path, int(found["line"]), found["rule"] or "error", found["message"], kind,
                                    found["severity"] == "error")  # fmt: skip


@dataclass(frozen=True)
class Pyright(StaticTool):
    """pyright with the project's configuration."""

    name: str = "pyright"
    program: str = "pyright"
    check: CheckKind = "types"
    fails_by_warnings: bool = False
    places: tuple[Place, ...] = (("pyrightconfig.json", ()), ("pyproject.toml", ("tool.pyright",)))

    def arguments(self, folder: Path, files: Sequence[str], project: TargetProject, cache: Path) -> list[str]:
        chosen = {"include", "exclude", "strict", "ignore"} & self.settings(folder).keys()
        return ["--outputjson", f"--pythonpath={project.interpreter}", *([] if chosen else files)]

    def findings(self, output: str, folder: Path) -> Iterator[StaticFinding]:
        for one in json_report(output, dict)["generalDiagnostics"]:
            if one["severity"] in ("error", "warning"):
                yield StaticFinding(
                    "pyright",
                    relative_path(folder, one["file"]),
                    int(one.get("range", {}).get("start", {}).get("line", 0)) + 1,
                    one.get("rule", "error"),
                    one["message"],
                    "types" if one.get("rule") else "compile",
                    one["severity"] == "error",
                )


@dataclass(frozen=True)
class Ruff(StaticTool):
    """ruff with the project's configuration."""

    name: str = "ruff"
    program: str = "ruff"
    fix: tuple[str, ...] = ("check", "--fix", "--no-unsafe-fixes", "--exit-zero", "--no-cache", "--force-exclude", "--")
    places: tuple[Place, ...] = (("ruff.toml", ()), (".ruff.toml", ()), ("pyproject.toml", ("tool.ruff",)))

    def arguments(self, folder: Path, files: Sequence[str], project: TargetProject, cache: Path) -> list[str]:
        return ["check", "--output-format=json", "--no-fix", "--no-cache", "--force-exclude", "--", *files]

    def findings(self, output: str, folder: Path) -> Iterator[StaticFinding]:
        for one in json.loads(output):
            line = (one.get("location") or {}).get("row", 1)
            yield _make_finding(
                "ruff", relative_path(folder, one["filename"]), line, one["code"] or "syntax", one["message"]
            )


@dataclass(frozen=True)
class Flake8(StaticTool):
    """flake8 with the project's configuration."""

    name: str = "flake8"
    program: str = "flake8"
    places: tuple[Place, ...] = ((".flake8", ("flake8",)), ("setup.cfg", ("flake8",)), ("tox.ini", ("flake8",)))

    def arguments(self, folder: Path, files: Sequence[str], project: TargetProject, cache: Path) -> list[str]:
        return ["--format=%(path)s:%(row)d:%(code)s:%(text)s", "--exit-zero", "--jobs=1", "--", *files]

    def findings(self, output: str, folder: Path) -> Iterator[StaticFinding]:
        for found in re.finditer(r"^(.+?):(\d+):([A-Z]+\d+):(.*)$", output, re.M):
            yield _make_finding("flake8", relative_path(folder, found[1]), int(found[2]), found[3], found[4])


TOOLS: tuple[StaticTool, ...] = (Ruff(), Flake8(), Mypy(), Pyright())
"""In the order in which they are run: the quick ones first."""


def _make_finding(tool: str, file: str, line: int, rule: str, message: str) -> StaticFinding:
    kind: FindingKind = "compile" if _UNPARSED.match(rule) else "lint"
    return StaticFinding(tool, file, line, rule, message, kind, kind == "compile" or bool(_WRONG.match(rule)))


def relative_path(folder: Path, name: str) -> str:
    """A path printed by a tool, relative to the folder it ran in; one outside of it unchanged."""
    path = Path(name)
    if not path.is_absolute():
        return path.as_posix()
    for base in (folder, folder.resolve()):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.as_posix()


def _is_for(said: Mapping[str, Any], path: str) -> bool:
    """Whether patterns of pre-commit are for a file."""
    try:
        named = re.search(str(said.get("files", "")), path) is not None
        return named and re.search(str(said.get("exclude", "^$")), path) is None
    except re.error:
        return True


def _has_section(file: Path, sections: tuple[str, ...]) -> bool:
    return file.is_file() and (not sections or bool(_read_sections(file, sections)))


def _read_sections(file: Path, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The named tables in a configuration file; the whole file if none is named."""
    content = _read(file)
    tables = (_table(content, name) for name in names)
    return [one for one in tables if isinstance(one, dict)] if names else [content]


def _table(content: dict[str, Any], name: str) -> Any:
    """The table of a dotted name; None if there is none."""
    found: Any = content.get(name.split(".")[0])
    for part in name.split(".")[1:]:
        found = found.get(part) if isinstance(found, dict) else None
    return found


def _read(file: Path) -> dict[str, Any]:
    """A configuration file as its tables."""
    if file.suffix == ".toml":
        return read_toml(file)
    if file.suffix == ".json":
        try:
            return json_report(re.sub(r"^\s*//.*$|,(?=\s*[}\]])", "", read_text(file), flags=re.M), dict)
        except (ValueError, RecursionError):
            return {}
    return read_ini(file)


def json_report(text: str, kind: type[T]) -> T:
    """A report in JSON. Raises ValueError if it is not of that kind."""
    found = json.loads(text)
    if not isinstance(found, kind):
        raise ValueError(f"the report is no {kind.__name__}")
    return found
