"""The newest release of a library when a commit was made: uv asks the index, where the settings open the network."""

from __future__ import annotations

import contextlib
import functools
import hashlib
import itertools
import json
import re
import shutil
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from packaging.version import Version

from testfix_pipeline.core.cache_folder import cache_root
from testfix_pipeline.execution.package_client import uv_program
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.updates.tomorrow.environments import UNREACHABLE
from testfix_pipeline.updates.tomorrow.package_clients import PackageClient, index_settings
from testfix_pipeline.workspace.files.atomic import make_folder, write_atomic
from testfix_pipeline.workspace.git.git_client import GitClient

SECONDS = 60.0
"""For all questions of one commit."""
KEPT = 200
"""So many dates have stored answers."""
OLDEST_MINOR = 7
"""Of Python 3: the newest release may have no wheel for a later Python, to which an ancient pure one may fit."""


@functools.lru_cache(maxsize=16)
def _seconds_of(git: GitClient, commit: str) -> bytes:
    return git.attempt("show", "-s", "--format=%ct", commit).out


@dataclass
class DatedReleases:
    """The releases at a date, such as 2024-01-05T10:00:00Z. python: the version of the project's interpreter.

    _left: seconds for more questions; none after one that no index answered.
    """

    project: TargetProject
    python: str
    date: str
    _in_vain: set[str] = field(default_factory=set)
    _left: float = SECONDS

    @classmethod
    def of_commit(cls, project: TargetProject, python: str, git: GitClient, commit: str) -> DatedReleases | None:
        """Return the releases when a commit was made; None if git names no date that we can tell."""
        try:
            when = datetime.fromtimestamp(int(_seconds_of(git, commit)), UTC)
        except (ValueError, OverflowError, OSError):
            return None
        return cls(project, python, when.strftime("%Y-%m-%dT%H:%M:%SZ"))

    def newest(self, library: str, *, ask: bool) -> str:
        """The newest version of a library then; "" if it is not known. ask: whether the index may be asked."""
        if not re.fullmatch(r"[a-z0-9][a-z0-9._-]*", library):
            return ""
        known = self._known / library
        with contextlib.suppress(OSError):
            return known.read_text(encoding="utf-8")
        found = self._asked(library) if ask and self.project.sandbox.network and library not in self._in_vain else ""
        if found:
            with contextlib.suppress(OSError):
                make_folder(known.parent)
                write_atomic(known, found.encode())
                for old in sorted(self._known.parent.iterdir(), key=lambda one: one.stat().st_mtime)[:-KEPT]:
                    shutil.rmtree(old)
        elif ask:
            self._in_vain.add(library)
        return found

    @property
    def _known(self) -> Path:
        """The folder of stored answers, which hold for the date, the Pythons and the index."""
        holds_for = json.dumps([self.date, *self._pythons(), index_settings()])
        return cache_root() / "releases-at" / hashlib.sha256(holds_for.encode()).hexdigest()[:16]

    def _asked(self, library: str) -> str:
        uv = uv_program()
        if uv is None:
            return ""
        with tempfile.TemporaryDirectory(prefix="testfix-releases-") as folder:
            found = list[str]()
            for python in itertools.takewhile(lambda _: self._left > 0, self._pythons()):
                client, started = PackageClient("uv", uv, self.project, Path(folder), self._left), time.monotonic()
                options = ("--no-deps", "--exclude-newer", self.date, "--python-version", python)
                pins, said = client.resolve([library], (*options, "--cache-dir", f"{folder}/cache"))
                self._left = 0.0 if UNREACHABLE.search(said) else self._left - (time.monotonic() - started)
                found += pins.values()
        return max(found, key=Version, default="") if self._left > 0 else ""

    def _pythons(self) -> Iterator[str]:
        minor = re.match(r"3\.(\d+)", self.python)
        yield from (f"3.{one}" for one in range(int(minor[1]) if minor else 0, OLDEST_MINOR - 1, -1))
