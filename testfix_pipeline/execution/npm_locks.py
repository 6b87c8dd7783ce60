"""The versions of npm packages that a project's lock file names: of npm, yarn or pnpm."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

import yaml

LOCKS = ("package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml")
_TABLES = ("peerDependencies", "devDependencies", "dependencies", "packages")
_YARN_ENTRY = re.compile(r'^"?(@?[^@\s"]+)@.*:\n(?: {2}.*\n)*? {2}version:? "?(\d[^"\s]*)"?$', re.M)
_PNPM_PACKAGES = re.compile(r"^(?:packages|snapshots):", re.M)
"""Where the lock of pnpm goes on with what the project does not ask for itself."""


@lru_cache(maxsize=8)
def locked_versions(name: str, text: str) -> Mapping[str, str]:
    """By package the version at the top of `node_modules` by a lock file of this name, or what a `package.json`
    requires; none of a damaged one.

    Where a lock of yarn has several versions of a package, the newest: it does not say which the project asks for.
    """
    try:
        if name == "yarn.lock":
            found = _YARN_ENTRY.findall(text)
            return dict(sorted(found, key=lambda one: [int(part) for part in re.findall(r"\d+", one[1])[:3]]))
        is_pnpm = name == "pnpm-lock.yaml"
        content = yaml.safe_load(_PNPM_PACKAGES.split(text, 1)[0]) if is_pnpm else json.loads(text or "{}")
        return dict(_versions(_root_of(content) if is_pnpm else content))
    except (ValueError, RecursionError, yaml.YAMLError):
        return {}


def _root_of(content: object) -> object:
    """The part about the project's own root in a lock of pnpm, which has one for each package of a workspace."""
    importers = content.get("importers") if isinstance(content, dict) else None
    return importers.get(".") if isinstance(importers, dict) else content


def _versions(content: object) -> Iterator[tuple[str, str]]:
    tables: Mapping[str, Any] = content if isinstance(content, dict) else {}
    for entries in map(tables.get, _TABLES):
        for path, entry in entries.items() if isinstance(entries, dict) else ():
            name = str(path).removeprefix("node_modules/")
            version = entry.get("version") if isinstance(entry, dict) else entry
            if isinstance(version, str) and name and "node_modules/" not in name:
                yield name, re.split(r"[(_]", version)[0]  # pnpm writes behind it what it is installed beside
