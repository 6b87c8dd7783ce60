"""Which versions of npm packages a project had before the commits that changed its lock file last, from git."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.updates.earlier_pins import changed_files, text_at
from testfix_pipeline.workspace.git.git_client import GitClient

LOCKS = ("package-lock.json", "npm-shrinkwrap.json")
NPM = "npm:"
"""Before the name of a package, which a Python library may have, too."""


def earlier_packages(git: GitClient, commit: str, root: Path, subdir: str = "") -> dict[str, str]:
    """By package, as `npm:NAME`, its version before the newest change of it, with what says so: `3.4.0 in
    package-lock.json until commit 1a2b3c4 (2024-05-01)`. A change that is not committed and one of the repository's
    own files count, too. root: the project's folder, which is `subdir` of the repository."""
    found = dict[str, str]()
    for name in (*LOCKS, "package.json"):
        path = f"{subdir}/{name}" if subdir else name
        changes = [("as committed", text_at(git, commit, path), read_text(root / name) or None)]
        for changed, date, *files in changed_files(git, commit, [path, name]):
            changes += [
                (f"until commit {changed} ({date})", text_at(git, f"{changed}^", one), text_at(git, changed, one))
                for one in files
            ]
        for said, before, after in changes:
            now = versions_in(after)
            for package, version in versions_in(before).items():
                if now.get(package, version) != version:
                    found.setdefault(f"{NPM}{package}", f"{version} in {name} {said}")
    return found


def versions_in(text: str | None) -> dict[str, str]:
    """The versions of the packages at the top of `node_modules` by a lock file, or what a `package.json` requires."""
    try:
        content = json.loads(text or "{}")
    except ValueError:
        return {}
    return dict(_versions(content)) if isinstance(content, dict) else {}


def _versions(content: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for table in ("peerDependencies", "devDependencies", "dependencies", "packages"):
        entries = content.get(table)
        for path, entry in entries.items() if isinstance(entries, dict) else ():
            name = path.removeprefix("node_modules/")
            version = entry.get("version") if isinstance(entry, dict) else entry
            if isinstance(version, str) and name and "node_modules/" not in name:
                yield name, version
