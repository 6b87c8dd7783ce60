"""Files below a URL: any that fsspec has a driver for, such as s3://bucket/history, or a path."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import fsspec

from testfix_pipeline.core.errors import InvalidConfig
from testfix_pipeline.workspace.files.atomic import write_atomic

_USER = re.compile(r"//[^/@]*@")


class Location:
    """Files below a URL. Every method raises InvalidConfig with the driver's message if the location is unusable."""

    def __init__(self, url: str) -> None:
        self.shown = _USER.sub("//", url)
        try:
            self._files, self._root = fsspec.core.url_to_fs(url)
        except ImportError as error:
            raise InvalidConfig(
                f"The driver for {self.shown} is not installed: {error}.", "Install what is named."
            ) from error
        except Exception as error:  # a driver may raise anything for an invalid address
            raise self._unusable(error) from error
        self._is_local = "file" in _protocols(self._files)

    def read(self, path: str) -> bytes | None:
        """Return the content of a file, None if there is none."""
        with self._translate_errors():
            try:
                found: bytes = self._files.cat_file(self._at(path))
            except FileNotFoundError:
                return None
            return found

    def size(self, path: str) -> int | None:
        """Return the size of a file in bytes, None if there is none."""
        with self._translate_errors():
            try:
                return int(self._files.size(self._at(path)))
            except FileNotFoundError:
                return None

    def names(self) -> list[str]:
        """Return the names of the files directly in the location."""
        with self._translate_errors():
            try:
                found = self._files.ls(self._root, detail=False)
            except FileNotFoundError:
                return []
            return sorted(str(path).rpartition("/")[2] for path in found)

    def write(self, path: str, content: bytes) -> None:
        """Write a new file, or replace one."""
        with self._translate_errors():
            if self._is_local:
                write_atomic(Path(self._at(path)), content)
                return
            self._files.makedirs(self._at(path).rpartition("/")[0], exist_ok=True)
            self._files.pipe_file(self._at(path), content)

    def remove(self, paths: Iterable[str]) -> None:
        """Remove files; missing ones are ignored."""
        for path in paths:
            with self._translate_errors():
                try:
                    self._files.rm_file(self._at(path))
                except FileNotFoundError:
                    continue

    def remove_empty(self) -> None:
        """Remove the location's own folder if it is empty and its driver has folders."""
        with suppress(OSError, NotImplementedError):
            self._files.rmdir(self._root)

    def _at(self, path: str) -> str:
        return f"{self._root.rstrip('/')}/{path}"

    @contextmanager
    def _translate_errors(self) -> Iterator[None]:
        try:
            yield
        except InvalidConfig:
            raise
        except Exception as error:  # a driver raises errors of its own libraries
            raise self._unusable(error) from error

    def _unusable(self, error: Exception) -> InvalidConfig:
        reason = (str(error).splitlines() or [type(error).__name__])[0][:300]
        return InvalidConfig(
            f"The location {self.shown} can't be used: {_USER.sub('//', reason)}.", "Correct it, or its credentials."
        )


def _protocols(files: fsspec.AbstractFileSystem) -> tuple[str, ...]:
    protocol = files.protocol
    return (protocol,) if isinstance(protocol, str) else tuple(protocol)
