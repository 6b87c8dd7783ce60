"""Stores the files of a session's folder as a git tree, without machine-local ones: locks and drafts.

With a location for large files the tree has pointers in their place.
"""

from __future__ import annotations

import hashlib
import stat
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.workspace.files.atomic import append_line, make_folder, write_atomic
from testfix_pipeline.workspace.git.git_client import GitClient, text
from testfix_pipeline.workspace.sessions.session_ids import inside
from testfix_pipeline.workspace.shared.large_files import LARGE_BYTES, POINTER_BYTES, LargeFiles, pointed_at

_AS_THEY_ARE = ("core.autocrlf=false", "core.attributesFile=/dev/null", "core.fileMode=false")
_LEFT_OUT = (".lock", ".lock.guard", "**/.*.part")
_NOTHING: Mapping[str, bytes] = {}
# Files that each process writes for itself: its clock and its view of the progress.
_OWN = (".process/clock.json", "TODO_LIST.md")


@dataclass(frozen=True)
class SharedFiles:
    """A session's folder and the repository for its content. `index` is a file of our own.

    large: the store of large files; None if they are in git.
    """

    git_dir: Path
    folder: Path
    index: Path
    large: LargeFiles | None = None

    def tree(self) -> str:
        """Write the folder as a tree; return its id. Raises BlobsUnusable."""
        make_folder(self.index.parent)
        large = [path.relative_to(self.folder).as_posix() for path in self._large_files()]
        excluded = [f":(exclude,glob){pattern}" for pattern in _LEFT_OUT]
        excluded += [f":(exclude,literal){path}" for path in large]
        self._git.run("add", "--all", "--force", "--", ".", *excluded, settings=_AS_THEY_ARE)
        rows = [f"100644 {self._pointer(path)}\t{path}\0" for path in large]
        if rows:
            self._git.run("update-index", "-z", "--index-info", stdin="".join(rows).encode())
        return self._git.line("write-tree")

    def restore(self, tree: str) -> None:
        """Restore the folder to a tree, and remove other files except locks.

        Raises BlobsUnusable, and DamagedState if a large file is missing.
        """
        make_folder(self.folder)
        here = {hashlib.sha256(one).hexdigest(): one for one in map(Path.read_bytes, self._large_files())}
        make_folder(self.index.parent)
        self._git.run("read-tree", "--reset", "-u", tree, settings=_AS_THEY_ARE)
        self._git.run("checkout-index", "--all", "--force", settings=_AS_THEY_ARE)
        self._git.run("clean", "-ffdxq", "--exclude=/.lock", "--exclude=/.lock.guard")
        for path in self._files() if self.large else ():
            if path.stat().st_size == POINTER_BYTES and pointed_at(path.read_bytes()):
                write_atomic(path, self._content(path.read_bytes(), here))

    def take_over(self, base: str, other: str) -> None:
        """Apply the changes between two trees to the folder, as an attempt made them elsewhere.

        A journal gets its new lines; a file that has changed here as well is kept.
        """
        for path, before, after in self._changes(base, other):
            place = inside(self.folder, self.folder / path)
            if path in _OWN or after is None:
                continue
            content = self._content(self._blob(after))
            earlier = self._content(self._blob(before)) if before else b""
            if path.endswith(".jsonl"):
                for line in content.removeprefix(earlier).decode("utf-8", "replace").splitlines():
                    _append_once(place, line)
            elif not place.exists() or place.read_bytes() == earlier:
                write_atomic(place, content)

    def _changes(self, base: str, other: str) -> Iterator[tuple[str, str | None, str | None]]:
        """Yield path, blob before and blob after of each file that differs; None for a missing one."""
        fields = self._git.run("diff-tree", "-r", "-z", "--no-renames", base, other).split(b"\0")
        for entry, path in zip(fields[::2], fields[1::2], strict=False):
            _, _, before, after, _ = text(entry).split(" ")
            yield text(path), before if before.strip("0") else None, after if after.strip("0") else None

    def _large_files(self) -> list[Path]:
        """Return the files of the folder that belong in the store of large files."""
        return [path for path in self._files() if path.stat().st_size > LARGE_BYTES] if self.large else []

    def _files(self) -> list[Path]:
        found = (path for path in self.folder.rglob("*") if stat.S_ISREG(path.lstat().st_mode))
        return sorted(path for path in found if not path.name.endswith(".part"))

    def _pointer(self, path: str) -> str:
        """Store a large file; return the blob of its pointer."""
        assert self.large is not None
        return self._git.line("hash-object", "-w", "--stdin", stdin=self.large.put((self.folder / path).read_bytes()))

    def _content(self, found: bytes, here: Mapping[str, bytes] = _NOTHING) -> bytes:
        """Return the content that a blob of a tree stands for. `here`: local contents by SHA-256."""
        if self.large is None:
            return found
        return here.get(pointed_at(found)) or self.large.get(found)

    def _blob(self, object_id: str) -> bytes:
        return self._git.run("cat-file", "blob", object_id)

    @property
    def _git(self) -> GitClient:
        return GitClient(self.folder, self.git_dir, self.folder).with_index(self.index)


def _append_once(path: Path, line: str) -> None:
    """Append a line unless an earlier call has added it."""
    known = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    if line not in known:
        append_line(path, line)
