"""The type checker and the linters of JavaScript and TypeScript: each is the project's own, from node_modules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from testfix_pipeline.core.check_records import CheckKind
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.static_checks.static_tools import (
    FindingKind,
    Place,
    StaticFinding,
    StaticTool,
    json_report,
    relative_path,
)

_SCRIPTS = (".js", ".cjs", ".mjs", ".jsx")
_TYPED = (".ts", ".cts", ".mts", ".tsx")
_TSC_LINE = re.compile(
    r"^(?P<file>[^\s(][^(]*)\((?P<line>\d+),\d+\): (?P<severity>error|warning) (?P<rule>TS\d+): (?P<said>.*)$"
)
_ABOUT_SETTINGS = frozenset({"TS2835", "TS2591", "TS2580", "TS2582", "TS5083"})
"""What only other settings, or type packages that are not installed, would change."""
_ESLINT_NAMES = ("eslint.config.js", "eslint.config.mjs", "eslint.config.cjs", "eslint.config.ts", "eslint.config.mts")
_ESLINT_OLD = (".eslintrc", ".eslintrc.js", ".eslintrc.cjs", ".eslintrc.json", ".eslintrc.yml", ".eslintrc.yaml")


@dataclass(frozen=True)
class Tsc(StaticTool):
    """TypeScript's compiler, configured by `tsconfig.json`."""

    name: str = "tsc"
    program: str = "tsc"
    check: CheckKind = "types"
    in_node_modules: bool = True
    by_package: bool = True
    suffixes: tuple[str, ...] = (*_TYPED, *_SCRIPTS)
    places: tuple[Place, ...] = (("tsconfig.json", ()),)

    def arguments(self, folder: Path, files: Sequence[str], project: TargetProject, cache: Path) -> list[str]:
        own = f"tsc-{'-'.join(folder.parts[-2:])}.tsbuildinfo"  # of each package
        known = ["--incremental", "--tsBuildInfoFile", str(cache / own)]
        return ["--noEmit", "--pretty", "false", "-p", "tsconfig.json", *known]

    def findings(self, output: str, folder: Path) -> Iterator[StaticFinding]:
        for found in filter(None, map(_TSC_LINE.match, output.splitlines())):
            kind: FindingKind = "compile" if re.fullmatch(r"TS1\d{3}", found["rule"]) else "types"
            if found["rule"] not in _ABOUT_SETTINGS:
                path, is_error = relative_path(folder, found["file"]), found["severity"] == "error"
                yield StaticFinding("tsc", path, int(found["line"]), found["rule"], found["said"], kind, is_error)


@dataclass(frozen=True)
class ESLint(StaticTool):
    """ESLint, with a configuration in any format."""

    name: str = "eslint"
    program: str = "eslint"
    fix: tuple[str, ...] = ("--fix", "--no-error-on-unmatched-pattern", "--")
    fails_by_warnings: bool = False
    in_node_modules: bool = True
    by_package: bool = True
    suffixes: tuple[str, ...] = (*_SCRIPTS, *_TYPED)
    places: tuple[Place, ...] = (("package.json", ("eslintConfig",)),)

    def configured_in(self, folder: Path) -> str:
        named = (name for name in (*_ESLINT_NAMES, *_ESLINT_OLD) if (folder / name).is_file())
        return next(named, "") or super().configured_in(folder)

    def arguments(self, folder: Path, files: Sequence[str], project: TargetProject, cache: Path) -> list[str]:
        return ["--format", "json", "--no-error-on-unmatched-pattern", "--", *files]

    def findings(self, output: str, folder: Path) -> Iterator[StaticFinding]:
        for file in json_report(output, list):
            for one in file["messages"]:
                if one.get("fatal") or one["ruleId"]:  # else it says that the file is ignored
                    yield _eslint_finding(relative_path(folder, file["filePath"]), one)


def _eslint_finding(path: str, one: dict[str, Any]) -> StaticFinding:
    fatal = bool(one.get("fatal"))
    kind: FindingKind = "compile" if fatal else "lint"
    rule, is_error = one["ruleId"] or "syntax", fatal or one["severity"] > 1
    return StaticFinding("eslint", path, int(one.get("line") or 1), rule, one["message"], kind, is_error)


@dataclass(frozen=True)
class Biome(StaticTool):
    """Biome's linter; its formatter is not used."""

    name: str = "biome"
    program: str = "biome"
    fix: tuple[str, ...] = ("lint", "--write", "--no-errors-on-unmatched", "--")
    fails_by_warnings: bool = False
    in_node_modules: bool = True
    by_package: bool = True
    suffixes: tuple[str, ...] = (*_SCRIPTS, *_TYPED)
    places: tuple[Place, ...] = (("biome.json", ()), ("biome.jsonc", ()))

    def arguments(self, folder: Path, files: Sequence[str], project: TargetProject, cache: Path) -> list[str]:
        return ["lint", "--reporter=json", "--colors=off", "--no-errors-on-unmatched", "--", *files]

    def findings(self, output: str, folder: Path) -> Iterator[StaticFinding]:
        for one in json_report(output, dict)["diagnostics"]:
            place = one.get("location") or {}
            if one["severity"] in ("error", "warning") and place.get("path"):
                rule = one.get("category") or "syntax"
                kind: FindingKind = "compile" if rule.startswith(("parse", "syntax")) else "lint"
                line = int((place.get("start") or {}).get("line") or 1)
                is_error = one["severity"] == "error"
                yield StaticFinding(
                    "biome", relative_path(folder, place["path"]), line, rule, one["message"], kind, is_error
                )


NPM_TOOLS = (Biome(), ESLint(), Tsc())
"""In the order in which they are run: the quick ones first."""
