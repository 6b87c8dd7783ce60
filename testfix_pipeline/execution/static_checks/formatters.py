"""The supported formatters, a row each: how it is configured, how it names files that it would change, how it does."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.check_records import CheckKind, FixScope
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.static_checks.cargo_tools import CargoCheck
from testfix_pipeline.execution.static_checks.static_tools import Place, StaticFinding, StaticTool, relative_path

_PRETTIER_NAMES = (
    ".prettierrc",
    *(f"{stem}.{suffix}" for stem in (".prettierrc", "prettier.config") for suffix in ("js", "cjs", "mjs", "ts")),
    *(f".prettierrc.{suffix}" for suffix in ("json", "json5", "yaml", "yml", "toml")),
)
_PRETTIER_SUFFIXES = (
    *(".js", ".cjs", ".mjs", ".jsx", ".ts", ".cts", ".mts", ".tsx", ".vue"),
    *(".json", ".css", ".scss", ".less", ".html", ".md", ".yml", ".yaml", ".graphql"),
)


@dataclass(frozen=True)
class Formatter(StaticTool):
    """A formatter. checking: the arguments that make it name the files that it would change, without a change.

    line: matches a line of its output about such a file, with the path as its group. unparsed: the same about a file
    that it can't parse, for which it is red, too.
    """

    checking: tuple[str, ...] = ()
    line: str = r"(.+)"
    unparsed: str = r"(?!)()"
    check: CheckKind = "format"
    fix_scope: FixScope = "layout"
    reads_log: bool = True

    def arguments(self, folder: Path, files: Sequence[str], project: TargetProject, cache: Path) -> list[str]:
        return [*self.checking, *files]

    def findings(self, output: str, folder: Path) -> Iterator[StaticFinding]:
        for line, rule, message in (
            (self.line, "format", "it is not formatted"),
            (self.unparsed, "syntax", "it can't be parsed"),
        ):
            named = (relative_path(folder, found[1]) for found in re.finditer(rf"^{line}$", output, re.M))
            for path in dict.fromkeys(named):  # cargo names a file for each target
                yield StaticFinding(self.name, path, 1, rule, message, "format", True)


@dataclass(frozen=True)
class CargoFmt(Formatter):
    """`cargo fmt`, which formats all files of a package."""

    def environment(self, cache: Path) -> Mapping[str, str]:
        return CargoCheck().environment(cache)

    def read_folders(self) -> Sequence[Path]:
        return CargoCheck().read_folders()


_RUFF = ("--no-cache", "--force-exclude", "--")
_ISORT_PLACES: tuple[Place, ...] = (
    (".isort.cfg", ("settings",)), ("pyproject.toml", ("tool.isort",)), ("setup.cfg", ("isort", "tool:isort")),
    ("tox.ini", ("isort",)),
)  # fmt: skip
FORMATTERS: tuple[Formatter, ...] = (
    Formatter(
        name="isort", program="isort", places=_ISORT_PLACES,
        checking=("--check-only", "--filter-files", "--"), fix=("--quiet", "--filter-files", "--"),
        line=r"ERROR: (.+?) Imports are incorrectly sorted.*",
    ),
    Formatter(
        name="black", program="black", places=(("pyproject.toml", ("tool.black",)),), by_folder=True,
        checking=("--check", "--"), fix=("--quiet", "--"), line=r"would reformat (.+)",
        unparsed=r"error: cannot (?:format|parse:) (.+?):(?: .*|\d+:\d+)",
    ),
    Formatter(
        name="ruff format", program="ruff",
        places=(("pyproject.toml", ("tool.ruff.format",)), ("ruff.toml", ("format",)), (".ruff.toml", ("format",))),
        checking=("format", "--check", *_RUFF), fix=("format", "--quiet", *_RUFF),
        line=r"(?:Would reformat: |unformatted: .*\n +--> )(.+?)(?::\d+:\d+)?",
        unparsed=r"(?:error: Failed to parse |invalid-syntax: .*\n +--> )(.+?):\d+:\d+(?:: .*)?",
    ),
    Formatter(
        name="prettier", program="prettier", in_node_modules=True, by_package=True, suffixes=_PRETTIER_SUFFIXES,
        places=(*((name, ()) for name in _PRETTIER_NAMES), ("package.json", ("prettier",))),
        checking=("--list-different", "--ignore-unknown", "--"),
        fix=("--write", "--ignore-unknown", "--log-level", "warn", "--"),
        line=r"(?!\[)(.+)", unparsed=r"\[error\] (.+): SyntaxError: .*",
    ),
    Formatter(
        name="gofmt", program="gofmt", by_package=True, suffixes=(".go",), places=(("go.mod", ()),),
        checking=("-l",), fix=("-w",), line=r"(\S.*\.go)", unparsed=r"(.+\.go):\d+:\d+: .*",
    ),
    CargoFmt(
        name="cargo fmt", program="cargo", by_package=True, suffixes=(".rs",), places=(("Cargo.toml", ("package",)),),
        checking=("fmt", "--", "--check", "-l"), fix=("fmt", "--"), line=r"(/.+\.rs)",
    ),
)  # fmt: skip
"""In the order in which they run: imports first, since what sorts them may leave them otherwise formatted."""
