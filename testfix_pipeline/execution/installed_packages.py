"""The content of installed packages (node_modules) before and after something ran: a result is proved on the same ones.

Files are read once: a cache knows their digests by inode, size and times. The time of an inode's last change can't be
set by a program, so that a file with known times has known content.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from time import time_ns

_FOLDER = "node_modules"
# What tools write there while they run: no package is loaded from it.
_CACHES = frozenset({".cache", ".vite", ".vite-temp", ".vitest"})
_SKIPPED = frozenset({".git", ".workflow"})
_UNSETTLED_NS = 2_000_000_000
"""A file changed so shortly before it was read may be changed again within one tick of the file system's clock."""
_VERSION = 1
_Stamp = tuple[int, int, int, int]
_Known = dict[str, tuple[_Stamp, str]]


@dataclass(frozen=True)
class InstalledContent:
    """What is installed: a digest for each file and link, by its path from the project."""

    digests: Mapping[str, str]

    @property
    def digest(self) -> str:
        """One digest of everything."""
        whole = hashlib.sha256()
        for path, one in sorted(self.digests.items()):
            whole.update(f"{path}\0{one}\n".encode("utf-8", "surrogateescape"))
        return whole.hexdigest()

    def changes_to(self, after: InstalledContent) -> list[str]:
        """The paths that differ, were added or are gone, in order."""
        paths = self.digests.keys() | after.digests.keys()
        return sorted(path for path in paths if self.digests.get(path) != after.digests.get(path))


def installed_content(root: Path, cache: Path) -> InstalledContent:
    """The content of all installed packages below `root`, a checkout, where links to whole folders are followed once.

    cache: a file that is read and replaced; it must be out of reach of what runs. A damaged one is as good as none.
    Files that can't be read count as such.
    """
    known = _read_cache(cache)
    found: _Known = {}
    now = time_ns()
    digests = {}
    for name, path in _files(root):
        digests[name] = _digest(path, known, found, now)
    _write_cache(cache, found)
    return InstalledContent(digests)


def _files(root: Path) -> Iterator[tuple[str, Path]]:
    """All files and links of all installed packages, with the paths by which the project names them."""
    seen: set[Path] = set()
    for folder in _package_folders(root):
        real = folder.resolve()
        if real not in seen and real.is_dir():
            seen.add(real)
            name = folder.relative_to(root).as_posix()
            yield from ((f"{name}/{inner}", path) for inner, path in _below(real))


def _package_folders(root: Path) -> Iterator[Path]:
    """The folders named node_modules, of the project and its workspaces; those inside of packages belong to these."""
    for place, folders, files in os.walk(root):
        here = Path(place)
        if _FOLDER in folders or _FOLDER in files:
            yield here / _FOLDER
        folders[:] = sorted(name for name in folders if name != _FOLDER and name not in _SKIPPED)


def _below(folder: Path) -> Iterator[tuple[str, Path]]:
    for place, folders, files in os.walk(folder):
        here = Path(place)
        at_top = here == folder
        links = [name for name in folders if (here / name).is_symlink()]
        folders[:] = [n for n in folders if n not in links and not (at_top and n in _CACHES)]
        for name in (*files, *links):
            yield (here / name).relative_to(folder).as_posix(), here / name


def _digest(path: Path, known: _Known, found: _Known, now: int) -> str:
    try:
        status = path.lstat()
        if stat.S_ISLNK(status.st_mode):
            return f"link {os.readlink(path)}"  # noqa: PTH115 - as it is written
        if not stat.S_ISREG(status.st_mode):
            return "no file"
        stamp = (status.st_ino, status.st_size, status.st_mtime_ns, status.st_ctime_ns)
        name, before = str(path), known.get(str(path))
        digest = before[1] if before is not None and before[0] == stamp else _read(path)
        if now - status.st_ctime_ns > _UNSETTLED_NS:
            found[name] = (stamp, digest)
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
        return {path: (_stamp(stamp), str(digest)) for path, (stamp, digest) in content["files"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _stamp(values: Iterable[int]) -> _Stamp:
    inode, size, modified, changed = values
    return inode, size, modified, changed


def _write_cache(cache: Path, found: _Known) -> None:
    cache.parent.mkdir(parents=True, exist_ok=True)
    new = cache.with_name(f"{cache.name}.{os.getpid()}")
    with contextlib.suppress(OSError):  # without it everything is read again
        new.write_text(json.dumps({"version": _VERSION, "files": found}))
        new.replace(cache)
