"""Tests in Rust that `cargo build --tests` leaves out: targets behind features, with `test = false`, and doc tests."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.core.session_parts import LeftOutFile
from testfix_pipeline.execution.project_files import read_text, read_toml
from testfix_pipeline.frameworks.project_walk import project_files

_TEST = re.compile(r"#\[\s*[\w:]*test\b(?!\s*\()")
_FEATURE = re.compile(r"#!?\[cfg\([^\]]*\bfeature\s*=\s*\"([^\"]+)\"")
_FENCE = re.compile(r"^[ \t]*//[/!][ \t]*```[ \t]*(.*)$", re.MULTILINE)
_RUN_WORDS = re.compile(r"(rust|should_panic|no_run|compile_fail|edition\d+|E\d+)?")


def uncollected_rust(root: Path) -> Iterator[LeftOutFile]:
    """Yield the files of each package with tests that its settings or features keep out, and those with doc tests."""
    for manifest in (path for path in project_files(root) if path.rpartition("/")[2] == "Cargo.toml"):
        data, folder = read_toml(root / manifest), manifest.rpartition("/")[0]
        if isinstance(data.get("package"), dict):
            for one in _of_package(root / folder, data):
                yield one.model_copy(update={"file": f"{folder}/{one.file}" if folder else one.file})


def _of_package(folder: Path, data: Mapping[str, Any]) -> Iterator[LeftOutFile]:
    enabled = default_features(data)
    why = dict(_targets_left_out(data, enabled))
    library = data.get("lib") if isinstance(data.get("lib"), dict) else {}
    documented = (folder / str((library or {}).get("path", "src/lib.rs"))).is_file()
    for part in ("src", "tests", "examples", "benches"):
        for place in sorted((folder / part).rglob("*.rs")):
            path, text = place.relative_to(folder).as_posix(), read_text(place)
            feature = next((name for name in _FEATURE.findall(text) if name not in enabled), "")
            reason = why.get(path) or why.get(part) or (f"tests behind the feature {feature}" if feature else "")
            if _TEST.search(text) and reason:
                yield LeftOutFile(file=path, why=reason)
            if part == "src" and documented and (library or {}).get("doctest") is not False and _has_doctests(text):
                yield LeftOutFile(file=path, why="doc tests, which `cargo test` runs", beside=True)


def default_features(data: Mapping[str, Any]) -> frozenset[str]:
    """The features of a package that are on by default, with those that they switch on."""
    table, found, waiting = data.get("features"), set[str](), ["default"]
    while isinstance(table, dict) and waiting:
        name = str(waiting.pop())
        if name not in found:
            found.add(name)
            waiting += table.get(name) or ()
    return frozenset(found)


def _targets_left_out(data: Mapping[str, Any], enabled: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield a file, or `src` for the library, and why its tests are not built."""
    tables = {"lib": [data.get("lib")], **{kind: data.get(kind) for kind in ("bin", "test", "example", "bench")}}
    folders = {"lib": "src", "bin": "src/bin", "test": "tests", "example": "examples", "bench": "benches"}
    for kind, found in tables.items():
        for one in (table for table in found or () if isinstance(table, dict)):
            path = str(one.get("path") or ("src" if kind == "lib" else f"{folders[kind]}/{one.get('name')}.rs"))
            features = ", ".join(name for name in map(str, one.get("required-features") or ()) if name not in enabled)
            if one.get("test") is False:
                yield path, "its target has `test = false`"
            elif features:
                yield path, f"its target needs the features {features}"


def _has_doctests(text: str) -> bool:
    opening = [words.strip() for words in _FENCE.findall(text)][::2]
    return any(all(_RUN_WORDS.fullmatch(word) for word in re.split(r"[,\s]+", words)) for words in opening)
