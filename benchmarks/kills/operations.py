"""Numbers the durable operations of a process, and ends it or lets one of them fail at a given number.

An operation is what changes something that outlives the process, or could: a file opened for writing, an fsync, a
rename, a link, a removal, a folder made, a call of git, another process started. Reading, lock files and git calls that
only read can't leave a new state behind: a kill before them is the kill before the next operation. Where operations
fail instead, git calls that only read are numbered, too: an answer that could not be read must not be taken for a no.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from testfix_pipeline.workspace.git.git_client import GitAnswer, GitClient

Mode = Literal["count", "kill", "fail"]
ERRORS = (errno.ENOSPC, errno.EIO, errno.EACCES)
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_LOCKS = {"lock", ".lock", ".lock.guard", "tool-calls.lock", "instance.lock"}
_READING = {
    *("rev-parse", "ls-files", "diff-index", "cat-file", "ls-tree", "merge-base", "symbolic-ref", "for-each-ref"),
    *("log", "check-ref-format", "diff-tree", "diff-files", "--version", "version"),
}
_ON_PATHS = ("os.rename", "os.link", "os.symlink", "os.mkdir")


@dataclass
class Operations:
    """Counts below `place`. In mode `kill` the process is killed right before operation `number`; in mode `fail` that
    operation fails with `error`. What it was is written to `reached` first."""

    place: str
    mode: Mode = "count"
    number: int = 0
    error: int = errno.ENOSPC
    reached: Path | None = None
    seen: list[str] = field(default_factory=list)
    _inside_rmtree: int = 0
    _quiet: bool = False

    def install(self) -> None:
        """From here on until the process ends: audit hooks can't be taken out again."""
        sys.addaudithook(self._heard)
        os.fsync = self._wrapped(os.fsync, self._fsync_name, self._tear)
        self._watch_git()

    def _heard(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self._quiet:
            return
        if event == "open":
            self._opened(*arguments)
        elif event in _ON_PATHS:
            self._on_path(event.removeprefix("os."), arguments[0], arguments[1] if len(arguments) > 1 else "")
        elif event == "shutil.rmtree":
            self._inside_rmtree = 2
            self._on_path("remove folder", arguments[0])
        elif event in ("os.remove", "os.rmdir"):
            self._removed(arguments)
        elif event == "subprocess.Popen" and "git" not in arguments[1]:
            self._reached(f"start {Path(os.fsdecode(arguments[0])).name}")

    def _opened(self, path: Any, _mode: Any, flags: Any) -> None:
        if not (isinstance(path, str | bytes | os.PathLike) and isinstance(flags, int) and flags & _WRITES):
            return
        name = os.fsdecode(path)
        if not self._mine(name) or Path(name).name in _LOCKS:
            return
        if self.mode == "fail" or not name.endswith(".part"):  # an empty draft is no other state than none
            self._reached(f"write {self._short(name)}")
        if flags & os.O_TRUNC and not name.endswith(".part"):
            self._reached(f"written nothing yet {self._short(name)}", lambda: Path(name).write_bytes(b""))

    def _on_path(self, what: str, path: Any, target: Any = "") -> None:
        """An operation on paths; folders that are there already and files that are not stay as they are."""
        name = os.fsdecode(target) if what == "rename" else os.fsdecode(path)
        changes = os.path.lexists(path) != (what in ("mkdir", "symlink"))
        if changes and self._mine(name):
            self._reached(f"{what} {self._short(name)}")

    def _removed(self, arguments: tuple[Any, ...]) -> None:
        """A file on its own; of a folder that goes as a whole only the second entry: it is half gone then."""
        inside = arguments[-1] != -1
        if not inside:
            self._on_path("remove", arguments[0])
        elif self._inside_rmtree:
            self._inside_rmtree -= 1
            if not self._inside_rmtree:
                self._reached("half of a folder removed")

    def _fsync_name(self, handle: int) -> str:
        return str(Path(f"/proc/self/fd/{handle}").readlink())

    def _wrapped(self, work: Callable[..., Any], name: Callable[..., str], before: Callable[..., None]) -> Any:
        def watched(*arguments: Any) -> Any:
            place = name(*arguments)
            if self._mine(place):
                self._reached(f"fsync {self._short(place)}", lambda: before(place))
            return work(*arguments)

        return watched

    def _tear(self, place: str) -> None:
        """What a power cut may leave of a write that was not yet synced: half of it."""
        if place.endswith(".part"):
            os.truncate(place, Path(place).stat().st_size // 2)
        elif place.endswith(".jsonl"):
            os.truncate(place, Path(place).stat().st_size - 5)

    def _watch_git(self) -> None:
        execute = GitClient._execute

        def watched(client: GitClient, command: list[str], source: Any) -> GitAnswer:
            what = _git_command(command)
            if self.mode == "fail" or what not in _READING:
                refused = self._reached(f"git {what}")
                if refused is not None:
                    return refused
            return execute(client, command, source)

        GitClient._execute = watched  # type: ignore[method-assign,assignment]

    def _reached(self, what: str, before_kill: Callable[[], Any] | None = None) -> GitAnswer | None:
        """One more operation. In mode `fail` a git call fails by its own answer, everything else by an exception."""
        self.seen.append(what)
        if self.mode == "count" or len(self.seen) != self.number:
            return None
        self._quiet = True
        if self.reached is not None:
            self.reached.write_text(what)
        if self.mode == "kill":
            if before_kill is not None:
                before_kill()
            os.kill(os.getpid(), signal.SIGKILL)
        self._quiet = False
        if what.startswith("git ") and self.error != errno.EACCES:
            return GitAnswer(128, b"", f"fatal: write error: {os.strerror(self.error)}")
        raise OSError(self.error, os.strerror(self.error), what)

    def _mine(self, path: str) -> bool:
        return path.startswith(self.place) and not path[len(self.place) :].startswith("/tmp")

    def _short(self, path: str) -> str:
        return path.removeprefix(self.place).lstrip("/")


def _git_command(command: list[str]) -> str:
    """The subcommand of a git call."""
    words = iter(command[command.index("git") + 1 :])
    for word in words:
        if word == "-c":
            next(words)
        elif not word.startswith("--git-dir=") and not word.startswith("--work-tree="):
            return word
    return ""
