"""The languages whose files the engine repairs, by file suffix: the entry-point group `testfix.repair_languages`. The
engine's whole interface of a language is in `language/language.py`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path, PurePosixPath
from typing import Any, Protocol

from testfix_pipeline.core.errors import UsageError
from testfix_pipeline.core.plugins import load_plugins

GROUP = "testfix.repair_languages"


class SourceLanguage(Protocol):
    """The part of a language that files and candidates need; its arguments are its own sources and functions.

    is_default: whether files with no language's suffix are read with it. is_learned: see `Language`.
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
        """Reads a file. Raises ValueError if it cannot be decoded, SyntaxError if it cannot be parsed."""

    def load(self, root: Path, path: str) -> Any:
        """The file; None if it cannot be read or parsed."""

    def differs(self, source: Any, function: Any, text: str) -> bool:
        """Whether the new text of a function, or of the whole file (None), is another program."""

    def adds_unreachable(self, source: Any, function: Any, text: str) -> bool:
        """Whether a text that `differs` has more code than before that no run reaches."""

    def enclosing(self, source: Any, spans: Sequence[tuple[int, int, str]]) -> Any:
        """The outermost function whose body contains all of these changes; None if there is none."""

    def function_text(self, source: Any, function: Any, edits: Sequence[Any]) -> str:
        """The text of an `enclosing` function with edits, so that it parses by itself."""

    def swap(self, source: Any, function: Any, edits: Sequence[Any], root: str) -> Mapping[str, Any]:
        """The request to swap the code of an `enclosing` function."""


_registered: list[SourceLanguage] = []


def source_languages() -> list[SourceLanguage]:
    """All languages, the default one first. Raises UsageError if the default one is not installed."""
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
    """Registers a language for its suffixes. Raises ValueError if another language has one of them."""
    for known in source_languages():
        if taken := set(known.suffixes) & set(language.suffixes):
            raise ValueError(f"files that end in {', '.join(sorted(taken))} are {known.name} already")
    _registered.append(language)


def is_source(path: str) -> bool:
    """Whether a file has the suffix of a language."""
    return any(PurePosixPath(path).suffix in one.suffixes for one in source_languages())


def source_language_of(path: str) -> SourceLanguage:
    """The language of a file by its suffix; the default one for unknown suffixes: tests may have any name."""
    suffix = PurePosixPath(path).suffix
    return next((one for one in source_languages() if suffix in one.suffixes), source_languages()[0])
