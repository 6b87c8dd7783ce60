"""Digests of installed packages (node_modules), to show that two runs used the same ones.

Files are read once: a cache knows their digests by inode, size and times. The time of an inode's last change can't be
set by a program, so that a file with known times has known content.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import secrets
import stat
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from time import time_ns
from typing import Any

_FOLDER = "node_modules"
# What tools write there while they run: no package is loaded from it.
_CACHES = frozenset({".cache", ".vite", ".vite-temp", ".vitest"})
# What package managers note there of their own runs, with times and places.
_STATES = frozenset({".package-lock.json", ".yarn-integrity", ".yarn-state.yml", ".modules.yaml"})
_SKIPPED = frozenset({".git", ".workflow"})
_UNSETTLED_NS = 2_000_000_000
"""A file changed so shortly before it was read may be changed again within one tick of the file system's clock."""
_VERSION = 2
_Stamp = tuple[int, int, int, int]
_Known = dict[str, tuple[_Stamp, str]]


@dataclass(frozen=True)
class InstalledContent:
    """A digest for each installed file and link, by its path from the project."""

    digests: Mapping[str, str]

    @cached_property
    def digest(self) -> str:
        """One digest of everything, "" if nothing is installed."""
        return _join_digests(self.packages) if self.digests else ""

    @cached_property
    def packages(self) -> Mapping[str, str]:
        """A digest for each package, by the path of its folder."""
        files: dict[str, dict[str, str]] = {}
        for path, digest in self.digests.items():
            files.setdefault(_package_folder(path), {})[path] = digest
        return {package: _join_digests(content) for package, content in files.items()}

    def changed_paths(self, after: InstalledContent) -> list[str]:
        """The paths that differ, were added or were removed, sorted."""
        paths = self.digests.keys() | after.digests.keys()
        return sorted(path for path in paths if self.digests.get(path) != after.digests.get(path))


def changed_packages(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """The packages that differ, were added or were removed, sorted; both arguments as `InstalledContent.packages`."""
    return sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))


def _join_digests(digests: Mapping[str, str]) -> str:
    whole = hashlib.sha256()
    for path, one in sorted(digests.items()):
        whole.update(f"{path}\0{one}\n".encode("utf-8", "surrogateescape"))
    return whole.hexdigest()


def _package_folder(path: str) -> str:
    """The folder of the innermost package that contains a file; the file itself if there is none."""
    parts = path.split("/")
    last = len(parts) - 1 - parts[::-1].index(_FOLDER)
    named = 2 if "".join(parts[last + 1 : last + 2]).startswith("@") else 1  # a link inside may have that name too
    return "/".join(parts[: last + 1 + named])


def installed_content(root: Path, cache: Path) -> InstalledContent:
    """The digests of all installed packages below `root`, a checkout. `cache`: a file of known digests.

    Links to folders outside of `root` are followed, each folder once: a worktree has links to the user's packages.

    cache: a file that is read and replaced; it must be out of reach of what runs. A damaged one is as good as none.
    Files that can't be read count as such.
    """
    known = _read_cache(cache)
    found: _Known = {}
    now = time_ns()
    digests = {}
    for name, file in _installed_files(root):
        digests[name] = _digest(file, known, found, now)
    if found != known:
        _write_cache(cache, found)
    return InstalledContent(digests)


def _installed_files(root: Path) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield all files and links of installed packages, by the paths that the project uses for them."""
    real_root, seen = root.resolve(), set[Path]()
    for folder in _package_folders(root):
        outside = [] if folder.is_symlink() else list(_outside_links(folder, real_root))
        for named in (folder, *outside):
            real = named.resolve()
            if real.is_dir() and not seen & {real, *real.parents}:
                seen.add(real)
                name = named.relative_to(root).as_posix()
                yield from ((f"{name}/{inner}", entry) for inner, entry in _walk(real, named == folder))


def _outside_links(modules: Path, root: Path) -> Iterator[Path]:
    """The links in a folder of packages, or of a scope, that lead out of the project.

    pnpm keeps all packages in a hidden one, to which the other links lead.
    """
    for entry in sorted(modules.iterdir()) if modules.is_dir() else ():
        is_scope = entry.name.startswith("@") and not entry.is_symlink() and entry.is_dir()
        for one in sorted(entry.iterdir()) if is_scope else (entry,):
            if one.is_symlink() and one.name not in _CACHES and not one.resolve().is_relative_to(root):
                yield one


def _package_folders(root: Path) -> Iterator[Path]:
    """The folders named node_modules, of the project and its workspaces; those inside of packages belong to these."""
    for place, folders, files in os.walk(root):
        here = Path(place)
        if _FOLDER in folders or _FOLDER in files:
            yield here / _FOLDER
        folders[:] = sorted(name for name in folders if name != _FOLDER and name not in _SKIPPED)


def _walk(folder: Path, holds_packages: bool) -> Iterator[tuple[str, os.DirEntry[str]]]:
    """Yield all files and links below a folder, with their relative paths; written for speed."""
    pending = [("", str(folder))]
    while pending:
        prefix, place = pending.pop()
        at_top = holds_packages and not prefix
        for entry in _scan(place):
            name = entry.name
            if entry.is_dir(follow_symlinks=False):
                if not (at_top and name in _CACHES):
                    pending.append((f"{prefix}{name}/", entry.path))
            elif not (at_top and name in _STATES):
                yield prefix + name, entry


def _scan(folder: str) -> list[os.DirEntry[str]]:
    try:
        with os.scandir(folder) as entries:
            return list(entries)
    except OSError:
        return []


def _digest(file: os.DirEntry[str], known: _Known, found: _Known, now: int) -> str:
    try:
        status = file.stat(follow_symlinks=False)
        if stat.S_ISLNK(status.st_mode):
            return f"link {os.readlink(file.path)}"  # noqa: PTH115 - as it is written
        if not stat.S_ISREG(status.st_mode):
            return "no file"
        stamp = (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        before = known.get(file.path)
        digest = before[1] if before is not None and before[0] == stamp else _read(Path(file.path))
        if now - status.st_ctime_ns > _UNSETTLED_NS:
            found[file.path] = (stamp, digest)
    except OSError as error:
        return f"unreadable {error.errno}"
    return f"{status.st_mode & 0o111:o} {digest}"


def _read(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read_cache(cache: Path) -> _Known:
    try:
        content = json.loads(cache.read_bytes())
        if content["version"] != _VERSION:
            return {}
        return {path: _entry(known) for path, known in content["files"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _entry(known: Sequence[Any]) -> tuple[_Stamp, str]:
    inode, size, modified, changed, digest = known
    return (inode, size, modified, changed), str(digest)


def _write_cache(cache: Path, found: _Known) -> None:
    cache.parent.mkdir(parents=True, exist_ok=True)
    new = cache.with_name(f"{cache.name}.{secrets.token_hex(8)}")
    with contextlib.suppress(OSError):  # without it everything is read again
        files = {path: (*stamp, digest) for path, (stamp, digest) in found.items()}
        new.write_text(json.dumps({"version": _VERSION, "files": files}))
        new.replace(cache)
