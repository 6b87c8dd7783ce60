"""Finds unresolved imports of JavaScript and TypeScript files by the resolution rules; nothing is run.

What a bundler, a path of `tsconfig.json` or a loader may resolve is left alone: only what surely is missing is found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.javascript.grammar import SUFFIXES
from testfix_pipeline.core.patch_policy.syntax_nodes import line
from testfix_pipeline.execution.project_files import declared_npm_packages, read_json, read_text
from testfix_pipeline.execution.static_checks.static_tools import StaticFinding

# Node 20's `module.builtinModules`, without the inner ones that begin with an underscore.
_BUILTIN = frozenset(
    {
        *("assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants", "crypto"),
        *("dgram", "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2", "https"),
        *("inspector", "module", "net", "os", "path", "perf_hooks", "process", "punycode", "querystring"),
        *("readline", "repl", "stream", "string_decoder", "sys", "timers", "tls", "trace_events", "tty", "url"),
        *("util", "v8", "vm", "wasi", "worker_threads", "zlib", "test", "sqlite", "sea"),
    }
)
_ENDINGS = ("", *SUFFIXES, ".json", ".node", ".d.ts", ".vue", ".svelte", ".css")
_COMPILED = {".js": (".ts", ".tsx"), ".mjs": (".mts",), ".cjs": (".cts",), ".jsx": (".tsx",)}
"""TypeScript names the file that will be there."""
_PACKAGE = re.compile(r"(@[a-z0-9~][\w.~-]*/)?[a-z0-9~][\w.~-]*", re.I)
_ALIASES = ("tsconfig.json", "jsconfig.json", "vite.config.*", "vitest.config.*", "webpack.config.*", "babel.config.*")


def unresolved_imports(tree: Path, root: Path, files: Iterable[str], *, declared: bool = False) -> list[StaticFinding]:
    """The imports in `files` (relative to `root`, a folder of the checkout `tree`) that can't be resolved.

    declared: what a `package.json` depends on counts as found, installed or not.
    """
    return [one for file in files if file.endswith(SUFFIXES) for one in _unresolved_in_file(tree, root, file, declared)]


def _unresolved_in_file(tree: Path, root: Path, file: str, declared: bool) -> Iterator[StaticFinding]:
    path = root / file
    code = Code(file, path.read_bytes())
    for node, name in code.imports:
        plain = name.partition("?")[0]
        is_own = plain.startswith(".")
        if _is_missing_file(path, plain) if is_own else _is_missing_package(tree, path, plain, declared):
            said = f"Nothing is found for {name!r}."
            yield StaticFinding("imports", file, line(node), "unresolved-import", said, "compile", True)


def _is_missing_file(path: Path, name: str) -> bool:
    place = path.parent / name
    stem, suffix = place.with_suffix(""), place.suffix
    candidates = [place.with_name(place.name + ending) for ending in _ENDINGS]
    candidates += [stem.with_name(stem.name + ending) for ending in _COMPILED.get(suffix, ())]
    return not (place.is_dir() or any(one.is_file() for one in candidates))


def _is_missing_package(tree: Path, path: Path, name: str, declared: bool) -> bool:
    package = _PACKAGE.match(name)
    if not name or package is None or ":" in name or name.startswith(("/", "~", "#")):
        return False
    if name.partition("/")[0] in _BUILTIN:
        return False
    return not any(_may_resolve(folder, package.group(), declared) for folder in folders_upwards(path.parent, tree))


def folders_upwards(folder: Path, tree: Path) -> list[Path]:
    """A folder and its parents up to the tree's root."""
    return [folder, *(one for one in folder.parents if one == tree or tree in one.parents)]


def _may_resolve(folder: Path, package: str, declared: bool) -> bool:
    """Whether a package is installed (or `declared`) for a folder, is its own, or may be an alias of its."""
    modules = folder / "node_modules"
    if (modules / package).exists() or (modules / "@types" / package.strip("@").replace("/", "__")).exists():
        return True
    return package in _declared_packages(folder, declared) or any(
        re.search(r"\b(paths|baseUrl|alias|extends|rootDirs)\b", read_text(one))
        for name in _ALIASES
        for one in folder.glob(name)
    )


def _declared_packages(folder: Path, declared: bool) -> set[str]:
    """The name of a folder's own package, and its dependencies if `declared`."""
    own = read_json(folder / "package.json")
    optional = own.get("optionalDependencies") or {}
    return {str(own.get("name", "")), *([*declared_npm_packages(folder), *optional] if declared else ())}
