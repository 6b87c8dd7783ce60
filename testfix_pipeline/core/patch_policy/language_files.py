"""Decides by a language's patterns in `language_files.toml` which files are tests, and which settings of tests."""

from __future__ import annotations

import configparser
import functools
import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

_ROWS = tomllib.loads(Path(__file__).with_name("language_files.toml").read_text(encoding="utf-8"))
_DEEPEST = 4
_ELSEWHERE = ("path", "git", "branch", "tag", "rev", "registry", "registry-index", "package")
_LOCAL = ("file:", "link:", "portal:", "npm:", "patch:", "git", "http", ".", "/")


class LanguageFiles:
    """The part of `LanguagePolicy` that looks at names and settings of files. name: of a table with the patterns."""

    name = ""
    suffixes: tuple[str, ...] = ()
    frameworks = ""

    def is_test_side(self, path: str) -> bool:
        return is_test_side(self.name, path)

    def is_only_named_like_test(self, path: str) -> bool:
        beside = PurePosixPath(path).with_name(f"x{_ROWS[self.name]['suffix']}") if path else PurePosixPath()
        return _matches(self.name, "named", path) and not self.is_test_side(str(beside))

    def is_runner_setup(self, path: str, source: str | bytes) -> bool:
        return _matches(self.name, "setup", path) or _has(_ROWS[self.name].get("setup_code"), source)

    def defines_tests(self, source: str | bytes) -> bool:
        return _has(_ROWS[self.name].get("tests_code"), source)

    def shadows_runner(self, path: str) -> bool:
        return False

    def changed_settings(self, path: str, before: str, after: str) -> list[str]:
        row = _settings_of(self.name, path)
        if row is None or before == after:
            return []
        if "effect" in row:
            lines = row.get("lines")
            return [row["effect"]] if lines is None or _lines(lines, before) != _lines(lines, after) else []
        old, new = _read(path, before) or {}, _read(path, after)
        if new is None:
            return ["the file can't be read any more"]
        was, now = (dict(_tables(one)) for one in (old, new))
        changed = sorted(name for name in was.keys() | now.keys() if was.get(name) != now.get(name))
        tables = [name for name in changed if re.fullmatch(_joined(row["tables"]), name)]
        if not before:
            tables = [name for name in tables if not re.fullmatch(row.get("unless_new", "(?!)"), name)]
        listed = [name for name in changed if re.fullmatch(row.get("packages", "(?!)"), name)]
        known = re.compile(row.get("frameworks") or self.frameworks)
        found = ((table, name) for table in listed for name in _redirected(was.get(table), now.get(table), known))
        return [*tables, *map(".".join, found)]


def is_test_side(language: str, path: str) -> bool:
    """Whether a file belongs to the tests of a language, by its path."""
    *folders, name = PurePosixPath(path).parts or ("",)
    if _matches(language, "outside", path):
        return False
    known = any(_matches(language, "folders", one) for one in folders) or _matches(language, "names", name)
    return known or _matches(language, "paths", path)


def settings_effect(language: str, path: str) -> str:
    """What any change of a file decides for the tests, "" if nothing."""
    return str((_settings_of(language, path) or {}).get("effect", ""))


def _settings_of(language: str, path: str) -> dict[str, Any] | None:
    rows = _ROWS[language]["settings"]
    return next((one for one in rows if re.fullmatch(_joined(one["file"]), path, re.S)), None)


def _joined(pattern: str | list[str]) -> str:
    return pattern if isinstance(pattern, str) else "|".join(pattern)


@functools.cache
def _pattern(language: str, key: str) -> re.Pattern[str]:
    found = _joined(_ROWS[language].get(key, "(?!)"))
    for name, part in _ROWS[language].get("parts", {}).items():
        found = found.replace(f"{{{name}}}", f"(?:{_joined(part)})")
    return re.compile(found, re.S)


def _matches(language: str, key: str, text: str) -> bool:
    return _pattern(language, key).fullmatch(text) is not None


def _has(pattern: str | None, source: str | bytes) -> bool:
    raw = source.encode("utf-8", "replace") if isinstance(source, str) else source
    return pattern is not None and re.search(pattern.encode(), raw, re.M) is not None


def _lines(pattern: str, text: str) -> list[str]:
    """The lines that match, without their layout."""
    return sorted(" ".join(one.split()) for one in re.findall(pattern, text, re.M))


def _tables(value: Mapping[str, Any], holder: str = "", depth: int = 1) -> Iterator[tuple[str, Any]]:
    """Yield what a document has, by dotted names."""
    for name, inner in value.items():
        yield f"{holder}{name}", inner
        if isinstance(inner, dict) and depth < _DEEPEST:
            yield from _tables(inner, f"{holder}{name}.", depth + 1)


def _redirected(before: Any, after: Any, frameworks: re.Pattern[str]) -> list[str]:
    """The packages whose source a change alters, and added test frameworks."""
    old, new = (one if isinstance(one, dict) else {} for one in (before, after))
    changed = [name for name in old.keys() | new.keys() if old.get(name) != new.get(name)]
    return sorted(n for n in changed if frameworks.fullmatch(n) or _source(old.get(n)) != _source(new.get(n)))


def _source(package: Any) -> Any:
    """Where a package comes from, None for a registry."""
    if isinstance(package, dict):
        return {key: package[key] for key in _ELSEWHERE if key in package} or None
    return package if str(package).startswith(_LOCAL) else None


def _read(path: str, text: str) -> dict[str, Any] | None:
    """The tables of a settings file, None if it can't be read."""
    try:
        if path.endswith(".cfg"):
            parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
            parser.read_string(text)
            return {name: dict(parser[name]) for name in parser.sections()}
        is_json = path.endswith(".json") and text
        found = json.loads(text.removeprefix("\ufeff")) if is_json else tomllib.loads(text)
        return found if isinstance(found, dict) else None
    except (ValueError, RecursionError, configparser.Error):
        return None
