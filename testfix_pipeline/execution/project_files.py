"""Finds and reads files of the target project: what is missing, damaged or too large reads as empty."""

from __future__ import annotations

import codecs
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
    """Return a file's text; "" if it can't be read."""
    try:
        is_small = path.is_file() and path.stat().st_size <= _MOST_BYTES
        return decode_text(path.read_bytes()) if is_small else ""
    except OSError:
        return ""


def why_unread(path: Path, within: Path) -> str:
    """Why a file's text is not to be read; "" where it is, or there is no file.

    within: where it has to lie, since a link may lead to what nobody is to see.
    """
    if not path.is_file():
        return ""
    if not path.resolve().is_relative_to(within.resolve()):
        return "it is a link that leads out of the project"
    return f"it is larger than {_MOST_BYTES // 1_000_000} MB" if path.stat().st_size > _MOST_BYTES else ""


def decode_text(raw: bytes) -> str:
    """Return the text of a file's bytes: UTF-8, or UTF-16 if its mark is there, as PowerShell writes files.

    The mark is left out, other bytes are replaced, lines end with a newline alone.
    """
    coding = "utf-16" if raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8-sig"
    return raw.decode(coding, "replace").replace("\r\n", "\n").replace("\r", "\n")


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


_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The same in C, where PyYAML was built with it: workflows of CI took a tenth of a second."""


def declared_npm_packages(folder: Path) -> set[str]:
    """Return the npm packages that a folder's `package.json` declares."""
    manifest = read_json(folder / "package.json")
    tables = [manifest.get(name) for name in ("dependencies", "devDependencies", "peerDependencies")]
    return {str(name) for table in tables if isinstance(table, dict) for name in table}


def read_yaml(path: Path) -> dict[str, Any]:
    """Return the mapping in a YAML file; {} if it can't be read or is another value."""
    try:
        found = yaml.load(read_text(path), Loader=_LOADER)
    except (ValueError, RecursionError, yaml.YAMLError):
        return {}
    return found if isinstance(found, dict) else {}


def read_ini(path: Path) -> dict[str, dict[str, str]]:
    """Return the sections of an INI file; {} if it can't be read."""
    return parse_ini(read_text(path))


def parse_ini(text: str) -> dict[str, dict[str, str]]:
    """Return the sections of an INI file's text; {} if it is damaged."""
    parser = configparser.ConfigParser(interpolation=None, strict=False)
    try:
        parser.read_string(text)
    except configparser.Error:
        return {}
    return {name: dict(parser[name]) for name in parser.sections()}
