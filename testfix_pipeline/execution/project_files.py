"""Finds and reads files of the target project: what is missing, damaged or too large reads as empty."""

from __future__ import annotations

import configparser
import json
import tomllib
from pathlib import Path
from typing import Any

import yaml

_MOST_BYTES = 20_000_000  # lock files are the largest that are read


def folders_up_to_repository(root: Path) -> list[Path]:
    """The project's folder and its parents up to the root of its git repository; the folder alone outside of one."""
    folders = [root]
    while not (folders[-1] / ".git").exists() and folders[-1] != folders[-1].parent:
        folders.append(folders[-1].parent)
    return folders if (folders[-1] / ".git").exists() else [root]


def read_text(path: Path) -> str:
    """Return a file's text without a byte order mark; "" if it can't be read. Other bytes than UTF-8 are replaced."""
    try:
        is_small = path.is_file() and path.stat().st_size <= _MOST_BYTES
        return path.read_text("utf-8-sig", "replace") if is_small else ""
    except OSError:
        return ""


def read_toml(path: Path) -> dict[str, Any]:
    """Return the content of a TOML file; {} if it can't be read."""
    try:
        return tomllib.loads(read_text(path))
    except (ValueError, RecursionError):
        return {}


def read_json(path: Path) -> dict[str, Any]:
    """Return the object in a JSON file; {} if it can't be read or is another value."""
    try:
        found = json.loads(read_text(path))
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def read_yaml(path: Path) -> dict[str, Any]:
    """Return the mapping in a YAML file; {} if it can't be read or is another value."""
    try:
        found = yaml.safe_load(read_text(path))
    except (ValueError, RecursionError, yaml.YAMLError):
        return {}
    return found if isinstance(found, dict) else {}


def read_ini(path: Path) -> dict[str, dict[str, str]]:
    """Return the sections of an INI file; {} if it can't be read."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(read_text(path))
    except configparser.Error:
        return {}
    return {name: dict(parser[name]) for name in parser.sections()}
