"""The languages that the engine repairs, by the suffixes of their files. The core knows none of them by name."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from testfix_pipeline.repair.language.language import Language

_registered: list[Language] = []


def languages() -> list[Language]:
    """All languages: those that the engine comes with first, then those that were registered."""
    if not _registered:
        from testfix_pipeline.repair.languages.javascript.language import JAVASCRIPT
        from testfix_pipeline.repair.languages.python.language import PYTHON

        _registered.extend((PYTHON, JAVASCRIPT))
    return _registered


def register(language: Language) -> None:
    """Have files with the suffixes of a language repaired. Raises ValueError where another one has such a suffix."""
    for known in languages():
        if taken := set(known.suffixes) & set(language.suffixes):
            raise ValueError(f"files that end in {', '.join(sorted(taken))} are {known.name} already")
    _registered.append(language)


def is_source(path: str) -> bool:
    """Whether a file is of any language by its suffix."""
    return any(PurePosixPath(path).suffix in one.suffixes for one in languages())


def language_of(path: str) -> Language:
    """The language of a file by its suffix; the first one for files of none: tests may have any name."""
    suffix = PurePosixPath(path).suffix
    return next((one for one in languages() if suffix in one.suffixes), languages()[0])
