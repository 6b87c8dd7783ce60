"""Fixes for lost functions and methods by what they did in the old release, where that is at hand: one expression of
their parameters, of Python's own library and of the library itself."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.python_imports import ImportedName, imported_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rewrite import inlined
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, Substitute
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease, release_files
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import drop_imports, lost_name_fix
from testfix_pipeline.repair.languages.python.libraries.sources.stated_expressions import asked_as_failed, uses_of
from testfix_pipeline.repair.languages.python.source import SourceFile

DID = 0.8
"""What a function did comes after a name that a source gives."""


def old_bodies(
    lost: Sequence[LostName],
    failures: Sequence[Failure],
    releases: Sequence[OldRelease],
    files: Mapping[str, SourceFile],
) -> Iterator[LibraryFix]:
    """What lost functions and methods gave, at their calls: `book.get_range(name)` -> `book.ranges[name]`."""
    for one, release in ((one, release) for one in lost if not one.is_module for release in releases if release.folder):
        found = _definition(release, one.place)
        used = asked_as_failed(one, failures, files) if one.place.owner else uses_of(one, files)
        edits = {file: FileEdits(files[file]) for file, _ in used}
        imports = _imports(release, found[0]) if found is not None else []
        done = [_inlined(edits[file], node, found[1], imports, one) for file, node in used if found is not None]
        is_left = not one.place.owner and not all(done)  # other calls of a method may be of another class
        texts = edited_texts(edits) if any(done) and not is_left and drop_imports(one, files, edits) else {}
        if texts:
            body = f"what {release.name} {release.version} did in {one.place.name}"
            new = Substitute(LibraryName("", "", body), "old release", "it is one expression", 1.0, False)
            yield replace(lost_name_fix(texts, "library.copy", one, new), likelihood=DID)


def _inlined(
    edits: FileEdits, node: ast.expr, function: FunctionNode, imports: Sequence[ImportedName], lost: LostName
) -> bool:
    call = edits.source.parents.get(node)
    is_called = isinstance(call, ast.Call) and call.func is node
    return isinstance(call, ast.Call) and is_called and inlined(edits, call, function, imports, bool(lost.place.owner))


def _imports(release: OldRelease, module: str) -> list[ImportedName]:
    return [*imported_names(python_code.parse_or_empty(release_files(release.folder).text(module)).body)]


def _definition(release: OldRelease, place: LibraryName) -> tuple[str, FunctionNode] | None:
    """A function or method as an old release defines it, with its module; None where none is found."""
    files = release_files(release.folder)
    where, node = files.definition(place.module, place.owner or place.name) or ("", None)
    if place.owner:
        node = next(iter(files.members(place.module, place.owner, place.name)), None)
    return (where, node) if isinstance(node, FunctionNode) else None
