"""Reads one file of the registry: its sections, checked, and cached until its text changes."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from testfix_pipeline.core.configuration.retention import Policy, read_policy
from testfix_pipeline.core.configuration.settings import unknown_setting
from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.registry.nightly_window import Digest, Window, read_digest, read_window
from testfix_pipeline.registry.project_entry import BrokenEntry, Entry, check_address, expanded, read_entries, within
from testfix_pipeline.workspace.files.yaml_files import parse_yaml, read_bounded

_SECTIONS = ("projects", "defaults", "retention", "from", "window", "digest")


@dataclass(frozen=True)
class RegistrySource:
    """A source of more projects: a file or folder of this machine, or one in a git repository."""

    path: str = ""
    git: str = ""
    branch: str = ""
    beside: Path = Path()

    @property
    def shown(self) -> str:
        """The source as the user wrote it, for messages."""
        return self.git or self.path


@dataclass(frozen=True)
class RegistryFile:
    """The content of one file. Only the main file may have more than `defaults` and `projects`."""

    entries: tuple[Entry, ...] = ()
    broken: tuple[BrokenEntry, ...] = ()
    sources: tuple[RegistrySource, ...] = ()
    retention: Policy = field(default_factory=Policy)
    retention_given: bool = False
    window: Window = field(default_factory=Window)
    digest: Digest = field(default_factory=Digest)


# By file: the digest of its text, and the parsed content. The key includes the home, as `~` depends on it.
_known: dict[Path, tuple[str, RegistryFile]] = {}


def read_registry_file(file: Path, sections: tuple[str, ...] = _SECTIONS) -> RegistryFile | None:
    """Read a file, None if there is none. Raises InvalidConfig, which names the file and the section."""
    try:
        text = read_bounded(file)
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError, yaml.YAMLError) as error:
        raise _unreadable(file, error) from error
    key = hashlib.sha256(f"{os.environ.get('HOME')}\0{sections}\0{text}".encode("utf-8", "replace")).hexdigest()
    kept = _known.get(file)
    if kept is None or kept[0] != key:
        kept = _known[file] = (key, _read(file, text, sections))
    return kept[1]


def _read(file: Path, text: str, known: tuple[str, ...]) -> RegistryFile:
    try:
        content = parse_yaml(text, _Strict)
    except yaml.YAMLError as error:
        raise _unreadable(file, error) from error
    found = _sections(content, file, known)
    entries, broken = read_entries(found.get("projects") or [], _table(found, "defaults", file), file)
    try:
        section = "retention"
        policy = read_policy(found.get("retention"))
        section = "from"
        sources = _sources(found.get("from"), file)
        section = "window"
        window = read_window(found.get("window"))
        section = "digest"
        digest = read_digest(found.get("digest"))
    except InvalidConfig as error:
        raise within(f"`{section}` in {file}", error) from None
    given = found.get("retention") is not None
    return RegistryFile(tuple(entries), tuple(broken), sources, policy, given, window, digest)


def _unreadable(file: Path, error: Exception) -> InvalidConfig:
    return InvalidConfig(f"{file} can't be read: {_one_line(error)}.", "Correct the file.")


class _Strict(yaml.SafeLoader):
    """A YAML loader that refuses duplicate keys, of which YAML would silently use the last."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys = [key.value for key, _value in node.value if isinstance(key, yaml.ScalarNode)]
        twice = next((key for key in keys if keys.count(key) > 1), None)
        if twice is not None:
            raise yaml.YAMLError(f"{twice!r} is given twice in line {node.start_mark.line + 1} and what follows")
        return super().construct_mapping(node, deep)


def _one_line(error: Exception) -> str:
    """Return a YAML error without the lines that it quotes, which may contain secrets."""
    mark = getattr(error, "problem_mark", None)
    text = f"{getattr(error, 'problem', '')} in line {mark.line + 1}" if mark is not None else str(error)
    return " ".join(text.split()).rstrip(".")


def _sections(content: Any, file: Path, known: tuple[str, ...]) -> dict[str, Any]:
    """The file's sections."""
    content = {} if content is None else content
    if not isinstance(content, dict):
        raise InvalidConfig(f"{file} is no mapping.", "Write `projects:` and a list of projects below it.")
    for key in content:
        if key not in known:
            raise within(str(file), unknown_setting(str(key), list(known), str(key)))
    if not isinstance(content.get("projects") or [], list):
        raise InvalidConfig(f"`projects` in {file} is no list.", "Begin each project with `- name: ...`.")
    return content


def _table(sections: Mapping[str, Any], name: str, file: Path) -> dict[Any, Any]:
    found = sections.get(name) or {}
    if not isinstance(found, dict):
        raise InvalidConfig(f"`{name}` in {file} is no mapping.", f"Write `{name}:` and below it `key: value`.")
    return found


def _sources(given: Any, file: Path) -> tuple[RegistrySource, ...]:
    items = given if isinstance(given, list) else [] if given is None else [given]
    return tuple(_source(item, file) for item in items)


def _source(item: Any, file: Path) -> RegistrySource:
    if isinstance(item, str) and item:
        item = {"git": item} if "://" in item else {"path": item}
    if not isinstance(item, dict) or not all(isinstance(value, str) for value in item.values()):
        raise InvalidConfig("A source is no text and no mapping of texts.", "Write a path or a git address.")
    for key in item:
        if key not in ("git", "branch", "path"):
            raise unknown_setting(str(key), ["git", "branch", "path"], str(key))
    address, path = check_address(item.get("git", "")), item.get("path", "")
    if not address and not path:
        raise InvalidConfig("A source has neither `path` nor `git`.", "Give one of them.")
    if address and (Path(path).is_absolute() or ".." in Path(path).parts):
        raise InvalidConfig(f"path {path[:80]!r} leaves the repository.", "Write a path below its root.")
    if "\0" in path or item.get("branch", "").startswith("-"):
        raise InvalidConfig("A source has a path or branch that there can't be.", "Correct it.")
    place = path if address else str(file.absolute().parent / expanded(path))
    return RegistrySource(place, address, item.get("branch", ""), file.absolute().parent)
