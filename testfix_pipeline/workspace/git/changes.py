"""Reads the changes of a worktree as records or as a patch, and applies or discards them."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
import stat
import tempfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.patch_policy.symlinks import is_beyond_symlink
from testfix_pipeline.workspace.git.git_client import GitClient, join0, split0, text
from testfix_pipeline.workspace.git.known_caches import within

_PATCH = ("-p", "--binary", "--full-index", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color")
_PATCH_FORM = (*_PATCH, "--src-prefix=a/", "--dst-prefix=b/", "--ignore-submodules=all")

MOST_BYTES = 16 << 20
"""No source file is larger; what a test or a worker writes may be, and is not taken into our memory."""


@dataclass(frozen=True)
class ChangedFile:
    """A file of a worktree that differs from the worktree's commit.

    `before` and `after` are the checked-out contents, None if the file is absent; of a symlink its target. `symlink`:
    either side is one. `mode`: git's mode after the change, of a deleted file before it. An `oversize` file (over
    `MOST_BYTES`) is not read: its contents are empty.
    """

    path: str
    before: bytes | None
    after: bytes | None
    symlink: bool = False
    mode: int = 0o100644
    oversize: bool = False


@dataclass(frozen=True)
class Tree:
    """A worktree, the tree that its files are compared with, and the paths to ignore."""

    git: GitClient
    source_tree: str
    hidden: Sequence[str]

    @property
    def folder(self) -> Path:
        """The folder of the working tree."""
        return self.git.cwd

    def changed_paths(self) -> list[str]:
        """Return every tracked or new path that differs, without hidden and ignored ones."""
        return [path for path, _ in self._changed()]

    def _changed(self) -> list[tuple[str, int]]:
        """Return the changed paths with their mode before, 0 for new ones."""
        self.git.attempt("update-index", "-q", "--refresh", "--ignore-submodules")
        raw = self.git.run("diff-index", "-z", "--raw", "--no-renames", "--ignore-submodules=all", self.source_tree)
        fields = raw.split(b"\0")[:-1]
        rows = {
            text(path): int(head[1:].split(b" ")[0], 8) for head, path in zip(fields[::2], fields[1::2], strict=True)
        }
        for path in self.git.names("ls-files", "-z", "--others", "--exclude-standard"):
            rows.setdefault(path, 0)
        return sorted(
            (path, mode) for path, mode in rows.items() if not path.endswith("/") and not within(path, self.hidden)
        )

    def changes(self) -> list[ChangedFile]:
        """Return the changed files with their contents, by path."""
        return [self._change(path, mode) for path, mode in self._changed()]

    def _change(self, path: str, old_mode: int) -> ChangedFile:
        if _size(self.folder / path) > MOST_BYTES:
            return ChangedFile(path, b"" if old_mode else None, b"", mode=old_mode or 0o100644, oversize=True)
        after, new_mode = read_file(self.folder, path)
        before = self.git.run("cat-file", "--filters", f"{self.source_tree}:{path}") if old_mode else None
        modes = (old_mode, new_mode)
        return ChangedFile(path, before, after, any(map(stat.S_ISLNK, modes)), new_mode or old_mode)

    def diff(self, paths: Sequence[str] | None = None) -> str:
        """Return the changes as a patch in pure Unicode: contents in another encoding are written as binary.

        paths: the changed ones, where they are known.
        """
        with self.copied_index() as git:
            stage(git, self.folder, self.changed_paths() if paths is None else paths)
            return patch_text(git, "diff-index", "--cached", self.source_tree)

    def stage_changes(self, paths: Sequence[str] | None = None) -> None:
        """Add the changed files to the worktree's index, each by name. paths: see `diff`."""
        stage(self.git, self.folder, self.changed_paths() if paths is None else paths)

    @contextmanager
    def copied_index(self) -> Iterator[GitClient]:
        """Yield git with a copy of the worktree's index."""
        assert self.git.git_dir is not None
        with tempfile.TemporaryDirectory(dir=self.git.git_dir, prefix="index-") as folder:
            shutil.copy2(self.git.git_dir / "index", Path(folder) / "index")
            yield self.git.with_index(Path(folder) / "index")

    def apply(self, patch: str) -> str | None:
        """Apply a patch, three-way if it does not fit; return the error, with no file changed, or None."""
        with self.copied_index() as git, _patch_file(patch) as file:
            plain = git.attempt("apply", "--whitespace=nowarn", str(file))
            if plain.status == 0:
                return None
            touched = _paths_in_patch(git, file)
            if not touched:
                return plain.err.strip() or "the patch is empty"
            before = {path: read_file(self.folder, path) for path in touched}
            stage(git, self.folder, self.changed_paths())
            merged = git.attempt("apply", "--3way", "--whitespace=nowarn", str(file))
            if merged.status == 0:
                return None
            for path, (content, mode) in before.items():
                _put_back(self.folder, path, content, mode)
            return plain.err.strip() or merged.err.strip()

    def named_in(self, patch: str) -> list[str]:
        """Return the paths that a patch names; empty if git can't read it."""
        with _patch_file(patch) as file:
            return _paths_in_patch(self.git, file)

    def restore(self, commit: str, paths: Iterable[str], known: Collection[str]) -> None:
        """Restore files to their content in `commit`; delete those that are not among its `known` paths."""
        wanted = list(dict.fromkeys(paths))
        there = [path for path in wanted if path in known]
        if there:
            with self.copied_index() as git:
                git.run("read-tree", commit)
                git.run("checkout-index", "--force", "--quiet", "-z", "--stdin", stdin=join0(there))
        for path in wanted:
            if path not in known:
                delete_file(self.folder, path)

    def reset(self, source_tree: str, *, ignored: bool = False) -> None:
        """Reset index and files to a tree and remove new files; with `ignored` also files that git ignores."""
        protect = [part for name in self.hidden for part in ("-e", f"/{escape_pattern(name)}")]
        self.git.attempt("clean", "-ffdq", *(["-x", *protect] if ignored else []))
        self.git.run("read-tree", "--reset", "-u", source_tree)


def patch_text(git: GitClient, *command: str) -> str:
    """Return the patch of a plumbing diff command. If it is not UTF-8, every file is written as binary."""
    raw = git.run(command[0], *_PATCH_FORM, *command[1:], settings=("core.quotePath=false",))
    with contextlib.suppress(UnicodeDecodeError):
        return raw.decode()
    with tempfile.NamedTemporaryFile("w", suffix=".attributes") as attributes:
        attributes.write("* -diff\n")
        attributes.flush()
        settings = (f"core.attributesFile={attributes.name}",)
        return git.run(command[0], *_PATCH_FORM, *command[1:], settings=settings).decode("utf-8", "backslashreplace")


def stage(git: GitClient, folder: Path, paths: Iterable[str]) -> None:
    """Update index entries from the disk; removals first, since a file may replace a folder."""
    ordered = sorted(paths, key=lambda path: (os.path.lexists(folder / path), path))
    if not ordered:
        return
    git.run("update-index", "--add", "--remove", "--replace", "-z", "--stdin", stdin=join0(ordered))


def read_file(folder: Path, path: str) -> tuple[bytes | None, int]:
    """Return content and git's mode of a file that is not below a symlink; (None, 0) if there is none."""
    file = folder / path
    try:
        status = file.lstat()
        if is_beyond_symlink(folder, path):
            return None, 0
        if stat.S_ISLNK(status.st_mode):
            return os.fsencode(file.readlink()), 0o120000
        if stat.S_ISREG(status.st_mode):
            return file.read_bytes(), 0o100755 if status.st_mode & stat.S_IXUSR else 0o100644
    except OSError:
        pass
    return None, 0


def fingerprint(folder: Path, path: str) -> str | None:
    """Return a digest of a file's content and permissions; None if it is not a regular file with one link."""
    file = folder / path
    try:
        status = file.lstat()
        if not stat.S_ISREG(status.st_mode) or status.st_nlink > 1 or is_beyond_symlink(folder, path):
            return None
        with file.open("rb") as content:
            return f"{stat.S_IMODE(status.st_mode):o} {hashlib.file_digest(content, 'sha256').hexdigest()}"
    except OSError:
        return None


def _size(file: Path) -> int:
    """Return the bytes of a regular file, 0 for anything else."""
    try:
        status = file.lstat()
    except OSError:
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


def delete_file(folder: Path, path: str) -> None:
    """Delete a file and its folders that become empty; never through a symlink."""
    file = folder / path
    if is_beyond_symlink(folder, path) or not os.path.lexists(file):
        return
    if file.is_dir() and not file.is_symlink():
        return
    file.unlink()
    for parent in file.parents:
        if parent == folder or any(parent.iterdir()):
            return
        parent.rmdir()


def _put_back(folder: Path, path: str, content: bytes | None, mode: int) -> None:
    delete_file(folder, path)
    if content is None:
        return
    file = folder / path
    file.parent.mkdir(parents=True, exist_ok=True)
    if stat.S_ISLNK(mode):
        file.symlink_to(os.fsdecode(content))
        return
    file.write_bytes(content)
    file.chmod(mode & 0o777)


@contextmanager
def _patch_file(patch: str) -> Iterator[Path]:
    with tempfile.NamedTemporaryFile(suffix=".patch") as file:
        content = patch.encode("utf-8", "surrogateescape")
        file.write(content if content.endswith(b"\n") else content + b"\n")
        file.flush()
        yield Path(file.name)


def _paths_in_patch(git: GitClient, patch: Path) -> list[str]:
    """Return the paths that a patch names, if git can read it."""
    rows = split0(git.attempt("apply", "--numstat", "-z", str(patch)).out)
    return [row.split("\t", 2)[2] for row in rows if row.count("\t") >= 2]


def escape_pattern(path: str) -> str:
    """Return a path as a pattern of an exclude file that matches only this path."""
    return "".join(f"\\{letter}" if letter in "\\*?[ " else letter for letter in path)
