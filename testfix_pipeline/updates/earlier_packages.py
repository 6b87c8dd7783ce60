"""Which versions of npm packages a project had before the commits that changed its lock file last, from git."""

from __future__ import annotations

from pathlib import Path

from testfix_pipeline.execution.npm_locks import LOCKS, locked_versions
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.updates.earlier_pins import changed_files, text_at
from testfix_pipeline.workspace.git.git_client import GitClient

NPM = "npm:"
"""Before the name of a package, which a Python library may have, too."""


def earlier_packages(git: GitClient, commit: str, root: Path, subdir: str = "") -> dict[str, str]:
    """By package, as `npm:NAME`, its version before the newest change of it, with what says so: `3.4.0 in
    package-lock.json until commit 1a2b3c4 (2024-05-01)`. A change that is not committed and one of the repository's
    own files count, too. root: the project's folder, which is `subdir` of the repository."""
    found = dict[str, str]()
    for name in filter(lambda name: (root / name).is_file(), (*LOCKS, "package.json")):
        path = f"{subdir}/{name}" if subdir else name
        changes = [("as committed", text_at(git, commit, path), read_text(root / name) or None)]
        for changed, date, *files in changed_files(git, commit, (path, name)):
            changes += [
                (f"until commit {changed} ({date})", text_at(git, f"{changed}^", one), text_at(git, changed, one))
                for one in files
            ]
        for said, before, after in changes:
            now = locked_versions(name, after or "")
            for package, version in locked_versions(name, before or "").items():
                if now.get(package, version) != version:
                    found.setdefault(f"{NPM}{package}", f"{version} in {name} {said}")
    return found
