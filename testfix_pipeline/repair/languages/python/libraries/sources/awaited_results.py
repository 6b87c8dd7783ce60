"""Fixes for awaited calls of a library that does at once now what it did in a coroutine: nothing is to be awaited."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import ANY_LIBRARY, LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, texts_of
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.85
_NOT_AWAITED = re.compile(r"object (\w+) can't be used in 'await' expression|'(\w+)' object can't be awaited")


def awaited_results(
    failures: Sequence[Failure], files: Mapping[str, SourceFile], defines: Callable[[str], bool]
) -> Iterator[LibraryFix]:
    """One fix for each function that the failing lines await: `await x.f()` -> `x.f()` wherever it is awaited.

    defines: whether the project defines a name: to await its own function is no matter of a library.
    """
    seen: set[str] = set()
    for failure in failures:
        frame = failure.frames[-1] if failure.frames and _NOT_AWAITED.search(failure.error) else None
        here = _awaited(files[frame.file]) if frame is not None and frame.file in files else ()
        at_line = {name for node, name in here if frame is not None and node.lineno == frame.line}
        for name in sorted(at_line - seen):
            seen.add(name)
            texts = {} if defines(name) else _without_await(name, files)
            if texts:
                note = f"{name}: it is done when the call returns, so that nothing is awaited"
                yield LibraryFix(
                    texts, "library.usage", note, LIKELIHOOD, name, (update_of("", "", name, note),), ANY_LIBRARY
                )


def _awaited(source: SourceFile) -> Iterator[tuple[ast.Await, str]]:
    """The awaited calls of a file, with the names of their functions."""
    for node in source.nodes:
        if isinstance(node, ast.Await) and isinstance(node.value, ast.Call) and last_name(node.value.func):
            yield node, last_name(node.value.func)


def _without_await(name: str, files: Mapping[str, SourceFile]) -> dict[str, str]:
    edits: dict[str, FileEdits] = {}
    for file, source in files.items():
        for node, called in _awaited(source):
            if called == name:
                start, first = source.span(node)[0], source.span(node.value)[0]
                edits.setdefault(file, FileEdits(source)).replace(start, first, "")
    return texts_of(edits)
