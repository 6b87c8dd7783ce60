"""The test settings inside files that also hold others: `pyproject.toml` and `setup.cfg`."""

from __future__ import annotations

import configparser
import tomllib
from typing import Any

# Dotted tables; an entry point of pytest11 is a plugin that is loaded into every run.
_TOML_TABLES = (
    "tool.pytest",
    "tool.tox",
    "tool.nox",
    "tool.coverage",
    "tool.hypothesis",
    "tool.hatch.envs",
    "tool.poetry.plugins.pytest11",
    "project.entry-points.pytest11",
)
_INI_SECTIONS = ("tool:pytest", "pytest", "aliases", "tox", "testenv", "coverage:", "hypothesis")


def changed_test_settings(name: str, before: str, after: str) -> list[str]:
    """The test tables that differ between two versions of a file, or why it can't be read. Order is ignored."""
    read = _toml_settings if name.endswith(".toml") else _ini_settings
    try:
        new = read(after)
    except (ValueError, RecursionError, configparser.Error):
        return ["the file can't be read any more"]
    try:
        old = read(before)
    except (ValueError, RecursionError, configparser.Error):
        old = {}
    return sorted(table for table in old.keys() | new.keys() if old.get(table) != new.get(table))


def _toml_settings(text: str) -> dict[str, Any]:
    document = tomllib.loads(text)
    found = {table: _table_at(document, table) for table in _TOML_TABLES}
    return {table: value for table, value in found.items() if value is not None}


def _table_at(document: Any, dotted: str) -> Any:
    for key in dotted.split("."):
        document = document.get(key) if isinstance(document, dict) else None
    return document


def _ini_settings(text: str) -> dict[str, Any]:
    parser = configparser.RawConfigParser(strict=False, allow_no_value=True)
    parser.read_string(text)
    found: dict[str, Any] = {
        section: dict(parser[section]) for section in parser.sections() if section.startswith(_INI_SECTIONS)
    }
    if parser.has_option("options.entry_points", "pytest11"):
        found["options.entry_points pytest11"] = parser["options.entry_points"]["pytest11"]
    return found
