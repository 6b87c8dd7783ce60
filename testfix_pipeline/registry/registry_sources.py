"""Reads more sources of the registry: other files, folders of files, and git repositories.

A repository is read from a clone in `<home>/registries`, which `sync_sources` updates, so that reading the registry
never waits for a network.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from pathlib import Path

from testfix_pipeline.core.errors import InvalidConfig, PipelineError
from testfix_pipeline.registry.project_entry import BrokenEntry, Entry
from testfix_pipeline.registry.registry_file import RegistrySource, read_registry_file
from testfix_pipeline.workspace.git.clones import refresh
from testfix_pipeline.workspace.git.git_client import GitClient

REGISTRIES = "registries"
_SECTIONS = ("projects", "defaults")
_ENDINGS = (".yaml", ".yml")


def entries_of(source: RegistrySource) -> tuple[list[tuple[Path, Entry]], list[BrokenEntry]]:
    """Return the entries of a source, each with its file, and the errors. Fetches nothing."""
    place = clone_of(source) / source.path if source.git else Path(source.path)
    if source.git and not clone_of(source).is_dir():
        said = InvalidConfig(
            f"The registry {source.shown} is not fetched yet.", "Run `testfix nightly sync`, or wait for the sensor."
        )
        return [], [BrokenEntry(_name(source.shown), said)]
    try:
        files = _files(place, closed=bool(source.git))
    except OSError as error:
        said = InvalidConfig(
            f"The registry {place} can't be read: {error.strerror}.", "Correct `from` in the registry."
        )
        return [], [BrokenEntry(_name(source.shown), said)]
    read: list[tuple[Path, Entry]] = []
    broken: list[BrokenEntry] = []
    for file in files:
        try:
            content = read_registry_file(file, _SECTIONS)
        except InvalidConfig as error:  # one team's mistake must not affect the others
            broken.append(BrokenEntry(_name(file.stem), error))
            continue
        if content is not None:
            read += [(file, entry) for entry in content.entries]
            broken += content.broken
    return read, broken


def sync_sources(sources: Iterable[RegistrySource]) -> list[str]:
    """Fetch the repositories among the sources; return a sentence for each that changed or is unreachable."""
    said = []
    for source in sources:
        if not source.git:
            continue
        clone = clone_of(source)
        before = _head(clone)
        try:
            refresh(source.git, clone, source.branch)
        except PipelineError as error:
            said.append(str(error))
            continue
        after = _head(clone)
        if after != before:
            said.append(f"The registry {source.shown} is at {after[:12]} now.")
    return said


def clone_of(source: RegistrySource) -> Path:
    """Return the clone of a source's repository: one for each address and branch."""
    key = hashlib.sha256(f"{source.git} {source.branch}".encode()).hexdigest()[:12]
    return source.beside / REGISTRIES / f"{_name(source.git)}-{key}"


def _files(place: Path, closed: bool) -> list[Path]:
    """Return the files of a folder by name, or the file itself. closed: skip links, which may leave a repository."""
    if not place.is_dir():
        place.stat()
        return [place]
    found = [path for path in sorted(place.iterdir()) if path.suffix in _ENDINGS and not path.name.startswith(".")]
    return [path for path in found if path.is_file() and not (closed and path.is_symlink())]


def _head(clone: Path) -> str:
    if not (clone / ".git").exists():
        return ""
    return GitClient(clone).resolve("HEAD^{commit}") or ""


def _name(text: str) -> str:
    """Return a usable name for a broken entry."""
    return f"registry-{re.sub(r'[^A-Za-z0-9._-]+', '-', text).strip('-')[-40:] or 'source'}"
