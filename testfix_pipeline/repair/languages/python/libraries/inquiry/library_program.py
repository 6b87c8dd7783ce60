"""The files of a program as fixes for libraries read and edit them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from testfix_pipeline.core.python_imports import imported_names
from testfix_pipeline.execution.project_files import read_text
from testfix_pipeline.repair.language.library_fixes import LibraryQuestion
from testfix_pipeline.repair.languages.python.libraries.inquiry.probe import program_files
from testfix_pipeline.repair.languages.python.libraries.inquiry.recognition import OwnNames, python_files
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

_TEXTS = "texts of the program"
MOST_FILES = 2000
"""The number of files that are stored parsed until the end of a search."""


def program_texts(question: LibraryQuestion) -> Mapping[str, str]:
    """The texts of the files that may be edited, read once for one tree."""
    tree, texts = question.memory.get(_TEXTS, (None, {}))
    if tree != question.files:
        texts = {path: read_text(question.files / path) for path in program_files(question)}
        question.memory[_TEXTS] = question.files, texts
    found: Mapping[str, str] = texts
    return found


@dataclass(frozen=True)
class LibraryProgram:
    """The files that may be edited, and the names that any file of the project imports from another."""

    files: dict[str, SourceFile]
    exported: frozenset[str]

    @classmethod
    def of(cls, question: LibraryQuestion) -> LibraryProgram:
        root = question.files
        every = {path: _loaded(root, path) for path in python_files(root)}
        own = OwnNames.of(root)
        exported = {
            one.member
            for source in every.values()
            if source is not None
            for one in imported_names(source.nodes)
            if one.member and (one.level or own.has_module(one.module))
        }
        allowed = program_files(question)
        return cls({path: one for path in allowed if (one := every[path]) is not None}, frozenset(exported))


def _loaded(root: Path, path: str) -> SourceFile | None:
    """The file; None if it can't be read or parsed."""
    try:
        return _parsed(path, (root / path).read_bytes())
    except OSError:
        return None


@cached_per_search(MOST_FILES)
def _parsed(path: str, content: bytes) -> SourceFile | None:
    """The parsed file: from one step of a repair to the next hardly any file changes."""
    try:
        return SourceFile(path, content)
    except (SyntaxError, ValueError, RecursionError):
        return None
