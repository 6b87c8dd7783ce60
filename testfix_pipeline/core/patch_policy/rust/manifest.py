"""The settings of tests in `Cargo.toml`, and files that decide what the tests are built from."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath
from typing import Any

_TABLES = (
    *("dev-dependencies", "dev_dependencies", "build-dependencies", "build_dependencies", "test", "bench", "example"),
    *("profile", "patch", "replace", "features", "workspace", "cargo-features", "bin", "lib"),
)
"""`features` decide which tests there are, `profile` whether an overflow panics."""
_OF_PACKAGE = (
    *("name", "build", "links", "edition", "workspace", "autotests", "autobenches", "autobins", "autoexamples"),
    *("metadata", "rust-version", "resolver", "include", "exclude", "default-run", "autolib"),
)
_ELSEWHERE = ("path", "git", "branch", "tag", "rev", "registry", "registry-index", "package")
_FRAMEWORKS = frozenset({"libtest-mimic", "test-case", "rstest", "proptest", "quickcheck", "insta", "mockall", "ctor"})


def changed_settings(path: str, before: str, after: str) -> list[str]:
    """The names of the test settings that a change of a file alters."""
    pure = PurePosixPath(path)
    if before == after:
        return []
    if pure.name == "Cargo.lock":
        return ["which packages the tests use"]
    return list(_changed_manifest(before, after)) if pure.name == "Cargo.toml" else []


def _changed_manifest(before: str, after: str) -> Iterator[str]:
    old, new = _read(before) or {}, _read(after) if after else {}
    if new is None:
        yield "the file can't be read any more"
        return
    yield from (name for name in _TABLES if old.get(name) != new.get(name))
    own, now = _table(old, "package"), _table(new, "package")
    yield from (f"package.{name}" for name in _OF_PACKAGE if own.get(name) != now.get(name))
    if _target_tables(old) != _target_tables(new):
        yield "target"
    yield from (f"dependencies.{name}" for name in _redirected_packages(old, new))


def _target_tables(manifest: Mapping[str, Any]) -> dict[str, Any]:
    """The tables for single platforms, without what only the product needs."""
    tables = _table(manifest, "target")
    return {
        name: {inner: value for inner, value in table.items() if inner != "dependencies"}
        for name, table in tables.items()
        if isinstance(table, dict)
    }


def _redirected_packages(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The packages whose source a change alters, and added test frameworks."""
    old, new = _dependencies(before), _dependencies(after)
    changed = [name for name in old.keys() | new.keys() if old.get(name) != new.get(name)]
    return sorted(name for name in changed if name in _FRAMEWORKS or _source(old.get(name)) != _source(new.get(name)))


def _dependencies(manifest: Mapping[str, Any]) -> dict[str, Any]:
    places = [manifest, *(one for one in _table(manifest, "target").values() if isinstance(one, dict))]
    return {name: value for place in places for name, value in _table(place, "dependencies").items()}


def _source(dependency: Any) -> list[Any]:
    return [dependency.get(key) for key in _ELSEWHERE] if isinstance(dependency, dict) else [None] * len(_ELSEWHERE)


def _table(manifest: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = manifest.get(name)
    return found if isinstance(found, dict) else {}


def _read(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError):
        return None
