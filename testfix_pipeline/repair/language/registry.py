"""The registered languages."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from testfix_pipeline.repair.language.language import Language
from testfix_pipeline.repair.model.candidate import Candidate
from testfix_pipeline.repair.model.source_languages import source_language_of, source_languages
from testfix_pipeline.repair.model.source_text import SourceText


def languages() -> list[Language]:
    """All languages, the default one first. Raises UsageError if the default one is not installed."""
    return cast("list[Language]", source_languages())


def language_of(path: str) -> Language:
    """The language of a file by its suffix; the default one for unknown suffixes: tests may have any name."""
    return cast(Language, source_language_of(path))


def language_of_source(source: SourceText) -> Language:
    """The language that a file is read with."""
    return cast(Language, source.language)


def by_language(candidate: Candidate) -> Iterator[tuple[Language, Candidate]]:
    """Yields the languages of the files that a candidate edits, each with the edits of its files."""
    for language in dict.fromkeys(language_of_source(part.source) for part in candidate.parts):
        parts = tuple(part for part in candidate.parts if language_of_source(part.source) is language)
        yield language, candidate if len(parts) == len(candidate.parts) else replace(candidate, parts=parts)
