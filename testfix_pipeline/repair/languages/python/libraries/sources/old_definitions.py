"""Fixes for lost functions and methods by what they did in the old release, where that is at hand: one expression of
their parameters, of Python's own library and of others."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode, expression
from testfix_pipeline.core.python_imports import ImportedName, imported_names
from testfix_pipeline.core.records import Failure
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.expression_rewrite import inlined, stated
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LibraryName, LostName, Substitute
from testfix_pipeline.repair.languages.python.libraries.inquiry.old_releases import OldRelease, release_files
from testfix_pipeline.repair.languages.python.libraries.inquiry.removals import FormerName, former_names
from testfix_pipeline.repair.languages.python.libraries.sources.name_fixes import drop_imports, lost_name_fix
from testfix_pipeline.repair.languages.python.libraries.sources.stated_expressions import asked_as_failed, uses_of
from testfix_pipeline.repair.languages.python.source import SourceFile

DID, WRITTEN = 0.8, 0.92
"""What a function did comes after a name that a source gives; a row that is written for it before all."""
_TAKEN = re.compile(r"(?<![\w.])([a-z_][a-z_\d.]*)\.(?=\w)")
_Source = tuple[LibraryFix, Sequence[str], Callable[[FileEdits, ast.expr], bool]]
"""A fix without texts, the modules that it takes something from, and what writes it in the place of a use."""


def old_bodies(
    lost: Sequence[LostName],
    failures: Sequence[Failure],
    releases: Sequence[OldRelease],
    files: Mapping[str, SourceFile],
) -> Iterator[LibraryFix]:
    """What lost functions and members gave, at their uses: `book.get_range(name)` -> `book.ranges[name]`."""
    for one in (one for one in lost if not one.is_module):
        used = asked_as_failed(one, failures, files) if one.place.owner else uses_of(one, files)
        for fix, modules, write in (*_by_table(one), *(_by_release(one, old) for old in releases if old.folder)):
            edits = {file: FileEdits(files[file]) for file, _ in used}
            done = [write(edits[file], node) for file, node in used]
            is_whole = all(done)
            is_module_kept = not is_whole or one.place.module in modules
            if any(done) and (is_whole or not one.is_imported) and drop_imports(one, files, edits, is_module_kept):
                yield from (replace(fix, texts=texts) for texts in [edited_texts(edits)] if texts)


def _by_release(lost: LostName, release: OldRelease) -> _Source:
    found = _definition(release, lost.place)
    body = f"what {release.name} {release.version} did in {lost.place.name}"
    new = Substitute(LibraryName("", "", body), "old release", "it is one expression", 1.0, False)
    fix = replace(lost_name_fix({}, "library.copy", lost, new), likelihood=DID)
    imports = _imports(release, found[0]) if found is not None else []
    return fix, [lost.place.module], lambda edits, node: bool(found and _inlined(edits, node, found[1], imports, lost))


def _by_table(lost: LostName) -> Iterator[_Source]:
    """The rows of former names: packages pass on what is in them, and a class is asked for where it is defined."""
    place = lost.place
    start, end = place.module.partition(".")[0] if place.owner else place.module, f".{place.owner}.{place.name}"
    known = [row for row in former_names() if f"{row[0]}.".startswith(f"{start}.")]
    rows = [row for row in known if row[0] == place.full or row[0].endswith(end.replace("..", "."))]
    if rows:
        new = Substitute(LibraryName("", "", rows[0][2]), "removals", f"{rows[0][3]} had it")
        fix = replace(lost_name_fix({}, "library.expression", lost, new), likelihood=WRITTEN)
        modules = [module for row in rows for module in _modules(row)]
        yield fix, modules, lambda edits, node: any(_written(edits, node, row, lost) for row in rows)


def _written(edits: FileEdits, node: ast.expr, row: FormerName, lost: LostName) -> bool:
    if not row[1]:
        return row[2].startswith("self") and stated(edits, node, expression(row[2]))
    imports = "".join(f"import {one}\n" for one in _modules(row))
    *nodes, function = python_code.parse_or_empty(f"{imports}def former{row[1]}: return {row[2]}").body
    return isinstance(function, FunctionNode) and _inlined(edits, node, function, [*imported_names(nodes)], lost)


def _modules(row: FormerName) -> list[str]:
    """The modules that an expression takes something from: `numpy` of `numpy.sort(a)`."""
    return sorted({one for one in _TAKEN.findall(row[2]) if one.partition(".")[0] not in re.findall(r"\w+", row[1])})


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
