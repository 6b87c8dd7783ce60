"""The languages whose files the engine repairs, by the suffixes of the files: the entry-point group
`testfix.repair_languages`. What the engine asks of one beyond this is in `language/language.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Protocol

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.plugins import load_plugins

GROUP = "testfix.repair_languages"


class SourceLanguage(Protocol):
    """What files and candidates need of their language; sources and functions that it is given are its own.

    is_default: whether files of no language's suffix are read as it. is_learned: see `Language`.
    """

    @property
    def is_learned(self) -> bool: ...

    @property
    def name(self) -> str: ...

    @property
    def suffixes(self) -> tuple[str, ...]: ...

    @property
    def is_default(self) -> bool: ...

    def read(self, path: str, raw: bytes, absent: bool = False) -> Any:
        """A file. Raises ValueError where it can't be decoded, SyntaxError where it can't be parsed."""

    def load(self, root: Path, path: str) -> Any:
        """A file, or None where it can't be read or parsed."""

    def differs(self, source: Any, function: Any, text: str) -> bool:
        """Whether the new text of a function, or of the whole file (None), is another program."""

    def enclosing(self, source: Any, spans: Sequence[tuple[int, int, str]]) -> Any:
        """The outermost function that has all of these changes in its body, None where there is none."""

    def function_text(self, source: Any, function: Any, edits: Sequence[Any]) -> str:
        """The text of an `enclosing` function with edits, as it parses by itself."""

    def swap(self, source: Any, function: Any, edits: Sequence[Any], root: str) -> Mapping[str, Any]:
        """The order to swap the code of an `enclosing` function."""


_registered: list[SourceLanguage] = []


def source_languages() -> list[SourceLanguage]:
    """All languages, the default one first. Raises UsageError where the default one is not installed."""
    if not _registered:
        found = load_plugins(GROUP, _checked)
        if not any(one.is_default for one in found.loaded.values()):
            why = "; ".join(found.broken.values()) or "its entry point is not installed"
            raise UsageError(f"The repair engine's language can't be loaded: {why}.", "Install testfix-pipeline again.")
        _registered.extend(sorted(found.loaded.values(), key=lambda one: not one.is_default))
    return _registered


def _checked(named: Any) -> SourceLanguage:
    if not (getattr(named, "suffixes", None) and callable(getattr(named, "read", None))):
        raise TypeError(f"{named!r} is no language: see testfix_pipeline.repair.language.language")
    language: SourceLanguage = named
    return language


def register(language: SourceLanguage) -> None:
    """Have files with the suffixes of a language repaired. Raises ValueError where another one has such a suffix."""
    for known in source_languages():
        if taken := set(known.suffixes) & set(language.suffixes):
            raise ValueError(f"files that end in {', '.join(sorted(taken))} are {known.name} already")
    _registered.append(language)


def is_source(path: str) -> bool:
    """Whether a file is of any language by its suffix."""
    return any(PurePosixPath(path).suffix in one.suffixes for one in source_languages())


def source_language_of(path: str) -> SourceLanguage:
    """The language of a file by its suffix; the default one for files of none: tests may have any name."""
    suffix = PurePosixPath(path).suffix
    return next((one for one in source_languages() if suffix in one.suffixes), source_languages()[0])
