"""Runs git in a folder, without the user's own configuration of it.

Hooks, signing, maintenance, monitors and prompts are off; variables of an outer git are not passed on. If a work tree
is given, its `.git` file is not read: untrusted code that runs there could change it.
"""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import BinaryIO, cast

from testfix_pipeline.core.errors import MachineError, ProjectError, machine_refusal

_SETTINGS = (
    *("core.hooksPath=/dev/null", "core.fsmonitor=false", "core.safecrlf=false", "core.trustctime=true"),
    *("core.checkStat=default", "core.logAllRefUpdates=false", "commit.gpgSign=false", "tag.gpgSign=false"),
    *("gc.auto=0", "maintenance.auto=false", "submodule.recurse=false", "protocol.file.allow=always"),
    *("advice.detachedHead=false", "i18n.commitEncoding=UTF-8", "i18n.logOutputEncoding=UTF-8"),
)

# Where git's configuration lies is the user's own set-up; all other GIT_* variables belong to some outer command.
_KEPT = ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_COUNT", "GIT_EXEC_PATH")
_KEPT_PREFIXES = ("GIT_CONFIG_KEY_", "GIT_CONFIG_VALUE_", "GIT_SSL_", "GIT_PYTHON_")

# Nothing that is asked here takes minutes; a filter of the user's or a dead network disk could hold a call for ever.
LONGEST_CALL = 1800.0
_NO_GIT = ("Git could not be started.", "Install git and check the PATH.")


_OBJECT_ID = re.compile(rb"[0-9a-f]{40}|[0-9a-f]{64}")

# Seconds for a git that is to end to take its locks away.
GRACE = 5.0


@dataclass(frozen=True)
class GitAnswer:
    """The result of one git command."""

    status: int
    out: bytes
    err: str


def text(raw: bytes) -> str:
    """Return a path or line of git as str; bytes that are not UTF-8 are escaped as by `os.fsdecode`."""
    return os.fsdecode(raw)


def split0(raw: bytes) -> list[str]:
    """Return the fields of a NUL-separated answer."""
    return [text(part) for part in raw.split(b"\0") if part]


def join0(paths: Iterable[str]) -> bytes:
    """Return paths as NUL-terminated input."""
    return b"".join(os.fsencode(path) + b"\0" for path in paths)


def _terminate(process: subprocess.Popen[bytes]) -> None:
    """End a process by SIGTERM, else SIGKILL: if SIGINT is ignored, as under `nohup`, Dagster ignores SIGTERM too."""
    process.terminate()
    try:
        process.wait(GRACE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _outer_variables() -> Iterator[str]:
    return (
        name
        for name in os.environ
        if name.startswith("GIT_") and name not in _KEPT and not name.startswith(_KEPT_PREFIXES)
    )


@dataclass(frozen=True)
class GitClient:
    """Git in one folder. With `git_dir` and `work_tree` git discovers nothing from the folder's content.

    settings: more of them for each call, as `name=value`.
    """

    cwd: Path
    git_dir: Path | None = None
    work_tree: Path | None = None
    env: Mapping[str, str] = field(default_factory=dict, hash=False)
    settings: tuple[str, ...] = ()

    def with_env(self, **variables: str) -> GitClient:
        """Return the client with more environment variables, such as GIT_INDEX_FILE."""
        return replace(self, env={**self.env, **variables})

    def with_index(self, index: Path) -> GitClient:
        """Return the client with another index file, which is written as one plain file."""
        return self.with_env(GIT_INDEX_FILE=str(index))

    def attempt(self, *arguments: str, stdin: bytes | None = None, settings: Sequence[str] = ()) -> GitAnswer:
        """Run git and return its answer, whatever its exit status.

        Raises MachineError if git failed for lack of resources: that is not an answer.
        """
        with _as_file(stdin) as source:
            answer = self._execute(self._command(arguments, settings), source)
        refused = machine_refusal(answer.err) if answer.status != 0 else None
        if refused is not None:
            raise refused
        return answer

    def _execute(self, command: list[str], source: BinaryIO | None) -> GitAnswer:
        try:
            from git.cmd import Git  # importing it fails without git
            from git.exc import GitCommandNotFound
        except ImportError as problem:
            raise ProjectError(*_NO_GIT) from problem
        try:
            # GitPython's own time limit is a thread, which outlives a call that a signal interrupts.
            process = Git(str(self.cwd)).execute(command, istream=source, env=self._environment, as_process=True)
        except GitCommandNotFound as problem:
            raise ProjectError(*_NO_GIT) from problem
        try:
            out, error = process.communicate(timeout=LONGEST_CALL)
        except subprocess.TimeoutExpired as problem:
            process.kill()
            raise MachineError(
                f"Git did not end within {LONGEST_CALL:.0f} seconds in {self.cwd} ({' '.join(command[-3:])}).",
                "See what holds git up there (a filter, a network disk), then run `testfix resume`.",
            ) from problem
        except BaseException:
            if process.proc is not None:
                _terminate(process.proc)
            raise
        return GitAnswer(process.returncode, out, error.decode(errors="surrogateescape").removesuffix("\n"))

    def run(self, *arguments: str, stdin: bytes | None = None, settings: Sequence[str] = ()) -> bytes:
        """Run git; return its standard output. Raises ProjectError with git's message if it fails."""
        answer = self.attempt(*arguments, stdin=stdin, settings=settings)
        if answer.status == 0:
            return answer.out
        raise ProjectError(
            f"`git {arguments[0]}` failed in {self.cwd}: {answer.err.strip() or f'exit status {answer.status}'}.",
            "Fix what git complains about and run again.",
        )

    def line(self, *arguments: str, stdin: bytes | None = None) -> str:
        """Return the first line of the answer, without its newline."""
        return text(self.run(*arguments, stdin=stdin).split(b"\n", 1)[0])

    def names(self, *arguments: str, stdin: bytes | None = None) -> list[str]:
        """Return the fields of the NUL-separated answer of a command with -z."""
        return split0(self.run(*arguments, stdin=stdin))

    def resolve(self, revision: str) -> str | None:
        """Return the full object id of a revision, None if there is none."""
        answer = self.attempt("rev-parse", "--verify", "--quiet", "--end-of-options", revision)
        return text(answer.out.strip()) if answer.status == 0 else None

    def resolve_ref(self, folder: Path, ref: str) -> str | None:
        """Return the object id of a ref, `HEAD` or a full name, read from `folder` or else by git."""
        with contextlib.suppress(OSError):
            named = (folder / ref).read_bytes().strip()
            if _OBJECT_ID.fullmatch(named):
                return named.decode()
        return self.resolve(ref)

    @property
    def _environment(self) -> dict[str, str]:
        return {"GIT_TERMINAL_PROMPT": "0", "GIT_OPTIONAL_LOCKS": "0", **self.env}

    def _command(self, arguments: Sequence[str], settings: Sequence[str]) -> list[str]:
        # `env -u` acts after our own variables are set, and must not unset these
        outer = [part for name in _outer_variables() if name not in self._environment for part in ("-u", name)]
        command = ["env", *outer, "git"] if outer else ["git"]
        own = ("core.splitIndex=false", "core.untrackedCache=false") if "GIT_INDEX_FILE" in self.env else ()
        command += [part for setting in (*_SETTINGS, *own, *self.settings, *settings) for part in ("-c", setting)]
        if self.git_dir is not None:
            command.append(f"--git-dir={self.git_dir}")
        if self.work_tree is not None:
            command.append(f"--work-tree={self.work_tree}")
        return [*command, *arguments]


def is_object_id(revision: str) -> bool:
    """Whether a revision is a full object id."""
    return _OBJECT_ID.fullmatch(revision.encode()) is not None


@contextmanager
def _as_file(content: bytes | None) -> Iterator[BinaryIO | None]:
    """Yield input as a real file, which git needs, or no input."""
    if not content:
        yield None
        return
    with tempfile.TemporaryFile() as source:
        source.write(content)
        source.seek(0)
        yield cast(BinaryIO, source)
