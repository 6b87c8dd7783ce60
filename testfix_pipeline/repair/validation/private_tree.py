"""A private copy of a checkout for the tests to run in, brought back to its first state after every run."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Sequence
from pathlib import Path

from testfix_pipeline.core.linked_dependencies import link_folder
from testfix_pipeline.repair.model.clock import Clock

_MODULES = "node_modules"
_LEFT_OUT = (".git", "__pycache__", ".tox", ".nox", _MODULES)


# What a file or folder looks like from outside: kind and rights, size and time of change of a file, a link's target.
Entry = tuple[int, int, int, str]


def private_copy(tree: Path, target: Path, shared: Sequence[str], clock: Clock | None = None) -> Path:
    """A copy of the tree without its git data; dependency folders are linked, not copied.

    A `node_modules` that has links to packages of the tree itself gets links to those of the copy.
    What can't be read and what is no file (pipes, sockets) is left out. Raises TimeIsUp.
    """
    linked = {tree / name for name in shared}
    names_linked = list(shared)

    def ignore(folder: str, names: list[str]) -> set[str]:
        if _MODULES in names and Path(folder, _MODULES) not in linked:
            names_linked.append(Path(folder, _MODULES).relative_to(tree).as_posix())
        return {name for name in names if name in _LEFT_OUT or Path(folder, name) in linked or _is_venv(folder, name)}

    def copy(source: str, destination: str) -> None:
        if clock is not None:
            clock.check()
        if Path(source).is_file() and os.access(source, os.R_OK):
            shutil.copy2(source, destination)

    shutil.copytree(tree, target, symlinks=True, ignore=ignore, copy_function=copy)
    for name in names_linked:
        if (tree / name).exists() and not (target / name).exists():
            link_folder(target, tree, name, to_the_end=True)
    return target


def _is_venv(folder: str, name: str) -> bool:
    return Path(folder, name, "pyvenv.cfg").is_file()


class PrivateTree:
    """Keeps the tree in `path` as it is now: `restore()` undoes what a run did to its files.

    `pristine` is an identical tree that nobody writes to, or a place for one where there is none yet.
    """

    def __init__(self, path: Path, pristine: Path) -> None:
        self.path = path
        self._pristine = pristine
        if not pristine.exists():
            shutil.copytree(path, pristine, symlinks=True)
        self._state = _walk(path)
        self._own = pristine.with_name(f"{pristine.name}-{path.name}")
        self._differing = self._keep_what_differs()

    def _keep_what_differs(self) -> set[str]:
        """Copies what was made since the copy, by the collection for instance, beside the copied tree."""
        states = _walk(self._pristine)
        differing = {name for name, state in self._state.items() if states.get(name) != state}
        for name in differing:
            if stat.S_ISREG(self._state[name][0]):
                (self._own / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(self.path / name, self._own / name)
        return differing

    def restore(self) -> bool:
        """Whether there was anything to undo."""
        self.path.mkdir(exist_ok=True)  # tests may delete the folder that they run in
        now = _walk(self.path)
        if now == self._state:
            return False
        for name in sorted(now.keys() - self._state.keys(), reverse=True):
            _delete(self.path / name)
        for name in sorted(self._state.keys()):
            if now.get(name) != self._state[name]:
                self._bring_back(name)
        return True

    def _bring_back(self, name: str) -> None:
        mode, path = self._state[name][0], self.path / name
        if stat.S_ISDIR(mode) and path.is_dir() and not path.is_symlink():
            path.chmod(stat.S_IMODE(mode))
            return
        _delete(path)
        if stat.S_ISLNK(mode):
            path.symlink_to(self._state[name][3])
        elif stat.S_ISDIR(mode):
            path.mkdir(stat.S_IMODE(mode))
        elif stat.S_ISREG(mode):
            shutil.copy2((self._own if name in self._differing else self._pristine) / name, path)


def _walk(root: Path) -> dict[str, Entry]:
    """Every file and folder below `root`; done after each run of tests, so it counts every microsecond."""
    found: dict[str, Entry] = {}
    waiting = [""]
    folder, link = stat.S_IFDIR, stat.S_IFLNK
    while waiting:
        prefix = waiting.pop()
        for entry in _scan(root / prefix):
            try:
                status = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            mode = status.st_mode
            kind = stat.S_IFMT(mode)
            if kind == folder:
                found[prefix + entry.name] = (mode, 0, 0, "")
                waiting.append(f"{prefix}{entry.name}/")
            elif kind == link:
                found[prefix + entry.name] = (mode, 0, 0, str(Path(entry.path).readlink()))
            else:
                found[prefix + entry.name] = (mode, status.st_size, status.st_mtime_ns, "")
    return found


def _scan(folder: Path) -> list[os.DirEntry[str]]:
    try:
        entries = os.scandir(folder)
    except PermissionError:  # a test took the rights away; the difference is seen in the folder's own entry
        folder.chmod(stat.S_IRWXU)
        entries = os.scandir(folder)
    with entries:
        return list(entries)


def _delete(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path, ignore_errors=True)
    elif path.is_symlink() or path.exists():
        path.unlink()
