"""What a project's pins and locked npm packages were before the commits that changed them last, from git."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.execution.npm_locks import LOCKS, locked_versions
from testfix_pipeline.execution.pins import FILES, Pins, read_pins
from testfix_pipeline.execution.project_files import decode_text, read_text
from testfix_pipeline.workspace.git.git_client import GitClient

MOST_COMMITS = 5
"""So many of the newest commits that touched a file with pins are looked at: an update that broke tests is recent."""
_LARGEST_BYTES = 20_000_000
NPM = "npm:"
"""Before the name of a package, which a Python library may have, too."""


@dataclass(frozen=True)
class EarlierPins:
    """The pins that one commit changed, as they were before. `commit` is its short id, `date` its day."""

    commit: str
    date: str
    pins: Pins


def earlier_pins(git: GitClient, commit: str, subdir: str = "") -> list[EarlierPins]:
    """Those of the newest commits up to `commit`, newest first; none where git does not know."""
    paths = [f"{subdir}/{name}" if subdir else name for name in (*FILES, "requirements")]
    paths += [f":(glob){subdir}/*requirements*.txt" if subdir else ":(glob)*requirements*.txt"]
    return [one for row in changed_files(git, commit, tuple(paths)) if (one := _before(git, row, subdir)) is not None]


@functools.lru_cache(maxsize=16)
def changed_files(git: GitClient, commit: str, paths: tuple[str, ...]) -> list[list[str]]:
    """Of each of the newest commits that changed one of these its id with its day, then the files."""
    listed = git.attempt(
        *("log", "--first-parent", f"-{MOST_COMMITS}", "-z", "--format=%h %cs", "--diff-filter=M", "--name-only"),
        *(commit, "--", *paths),
    )
    return _rows(listed.out)


def text_at(git: GitClient, commit: str, path: str) -> str | None:
    """A file's text at a commit; None where there is none, or it is too large."""
    answer = git.attempt("cat-file", "blob", f"{commit}:{path}")
    small = answer.status == 0 and len(answer.out) < _LARGEST_BYTES
    return decode_text(answer.out) if small else None


def _rows(raw: bytes) -> list[list[str]]:
    rows: list[list[str]] = []
    for part in raw.decode("utf-8", "surrogateescape").split("\0"):
        head, _, file = part.rpartition("\n")
        words = (head or file).split()
        if len(words) == 2 and len(words[1]) == 10 and words[1].count("-") == 2:
            rows.append(words)
            file = file if head else ""
        if file and rows:
            rows[-1].append(file)
    return rows


def _before(git: GitClient, row: Sequence[str], subdir: str) -> EarlierPins | None:
    commit, date, *files = row
    own = [file.removeprefix(f"{subdir}/") if subdir else file for file in files]

    def read(name: str) -> str | None:
        return text_at(git, f"{commit}^", f"{subdir}/{name}" if subdir else name)

    pins = read_pins(own, read)
    return EarlierPins(commit, date, pins) if pins.found else None


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
