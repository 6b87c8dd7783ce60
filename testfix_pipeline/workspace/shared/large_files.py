"""Stores large files of shared sessions outside of git: at a location of fsspec, by the SHA-256 of their content.

Without TESTFIX_BLOBS everything is in git. With it, the session's record names a folder below that location, each tree
has a pointer in place of a large file, and every worker finds the folder by its own TESTFIX_BLOBS: no address comes
from the remote.
"""

from __future__ import annotations

import hashlib
import os
import re
import secrets
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from testfix_pipeline.core.errors import DamagedState, InvalidConfig, ProjectError
from testfix_pipeline.core.test_ids import SessionId

if TYPE_CHECKING:
    from testfix_pipeline.workspace.files.shared_location import Location

BLOBS = "TESTFIX_BLOBS"
"""The variable with the location, a URL or an absolute path."""
LARGE_BYTES = 1_000_000
"""Larger files are stored there. Git keeps every version of a file; smaller ones are read with one fetch."""

_AGAIN = "Then run the command again, or `testfix resume`: nothing is lost."
_POINTER = re.compile(rb"testfix blob sha256 ([0-9a-f]{64})\n")
POINTER_BYTES = len(b"testfix blob sha256 \n") + 64
_NAME = re.compile(r"[0-9a-f]{64}")
_FOLDER = re.compile(r"WFS-[\w.-]+-[0-9a-f]{8}", re.ASCII)


class BlobsUnusable(ProjectError):
    """The location of large files is unknown here or unusable. Nothing was pushed."""


@dataclass(frozen=True)
class LargeFiles:
    """The large files of a session. Every method raises BlobsUnusable if the location can't be used."""

    folder: str

    def put(self, content: bytes) -> bytes:
        """Store a content unless it is stored; return its pointer."""
        name = hashlib.sha256(content).hexdigest()
        with _usable():
            if self._location.size(name) != len(content):
                self._location.write(name, content)
        return f"testfix blob sha256 {name}\n".encode()

    def get(self, pointer: bytes) -> bytes:
        """Return the content of a pointer; any other content unchanged.

        Raises DamagedState if the location lacks it, or has another content under its name.
        """
        name = pointed_at(pointer)
        if not name:
            return pointer
        with _usable():
            content = self._location.read(name)
        if content is None or hashlib.sha256(content).hexdigest() != name:
            what = "lacks" if content is None else "has another content than it should for"
            raise DamagedState(
                f"The location {self._location.shown} {what} {name}.",
                "Put that file back from a copy and run `testfix resume`, or start a new session.",
            )
        return content

    def names(self) -> list[str]:
        """Return the SHA-256 of each stored content, without foreign files."""
        with _usable():
            return [name for name in self._location.names() if _NAME.fullmatch(name)]

    def remove(self, names: Iterable[str]) -> None:
        """Remove contents, and the folder if it is empty."""
        with _usable():
            self._location.remove(names)
            self._location.remove_empty()

    @cached_property
    def _location(self) -> Location:
        from testfix_pipeline.workspace.files.shared_location import Location  # fsspec, which few sessions need

        place = os.environ.get(BLOBS, "")
        if not place:
            raise BlobsUnusable(
                f"The session has large files outside of git, and {BLOBS} is not set here.",
                f"Set {BLOBS} to the location that the other machines have. {_AGAIN}",
            )
        _check(place)
        return Location(f"{place.rstrip('/')}/{self.folder}")


def new_folder(session_id: SessionId) -> str:
    """Return a new session's folder name for large files; "" if no location is set.

    Raises InvalidConfig for a location that depends on the machine.
    """
    if not os.environ.get(BLOBS):
        return ""
    _check(os.environ[BLOBS])
    return f"{session_id}-{secrets.token_hex(4)}"


def large_files(folder: str) -> LargeFiles | None:
    """Return the large files by the folder in a session's record; None for "". Raises DamagedState if it is invalid."""
    if folder and not _FOLDER.fullmatch(folder):
        raise DamagedState(
            f"The session's record names a folder of large files that is none: {folder[:80]!r}.",
            "Put the name back that `workflow-session.json` had, or start a new session.",
        )
    return LargeFiles(folder) if folder else None


def pointed_at(content: bytes) -> str:
    """Return the SHA-256 in a pointer; "" for any other content."""
    found = _POINTER.fullmatch(content)
    return found[1].decode() if found else ""


def _check(place: str) -> None:
    if "://" not in place and not Path(place).is_absolute():
        raise InvalidConfig(f"{BLOBS} is {place!r}, which is a folder of one machine.", "Give a URL or absolute path.")


@contextmanager
def _usable() -> Iterator[None]:
    try:
        yield
    except InvalidConfig as error:
        raise BlobsUnusable(
            f"{error.what} It has the large files of the session ({BLOBS}).",
            f"Correct the location, its credentials or its quota. {_AGAIN}",
        ) from error
