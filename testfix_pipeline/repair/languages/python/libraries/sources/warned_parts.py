"""Fixes for objects that were containers and hold one now, by what the old release warned of where they were used so.

"Iteration over shapes is deprecated. Use the `parts` property": `for one in shape` -> `for one in shape.parts`.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import RecordedWarning
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded, position_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.86
"""As of other expressions that the old release names."""
_PART = re.compile(r"\bthe [`'\"]+([A-Za-z]\w*)[`'\"]+ (?:property|attribute)\b")
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript)


def warned_parts(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each attribute, wherever the old release warned of it. files: those that may be edited."""
    named: dict[str, list[RecordedWarning]] = {}
    for one in recorded.old.warnings:
        for name in _PART.findall(one.text)[:1] if one.file in files else ():
            named.setdefault(name, []).append(one)
    for name, warnings in named.items():
        edits = {file: FileEdits(source) for file, source in files.items()}
        places = {(one.file, node): one for one in warnings if (node := _container(one, files[one.file])) is not None}
        for file, node in places:
            end = files[file].span(node)[1]
            edits[file].replace(end, end, f".{name}")
        texts = edited_texts(edits)
        if texts:
            first = next(iter(places.values()))
            said, symbol = " ".join(first.text.split())[:200], f"{first.module}.{first.name}"
            note = f"its .{name}: {recorded.library(first.module)}; the old release warned: {said}"
            about = (recorded.update(first.module, symbol, note),)
            yield LibraryFix(texts, "library.warned-part", note, LIKELIHOOD, symbol, about)


def _container(warning: RecordedWarning, source: SourceFile) -> ast.expr | None:
    """The object that a program used as a container where a warning came from: iterated, indexed, or given to one of
    Python's functions alone."""
    for node in (one for one in source.nodes if _is_at(one, warning)):
        found = _used(node, source.parents.get(node), warning.name.rpartition(".")[2])
        if isinstance(found, _ATOMS):
            return found
    return None


def _is_at(node: ast.AST, warning: RecordedWarning) -> bool:
    """Whether a node is at the place of a warning; Python has an iteration at what is iterated or at the whole."""
    return isinstance(node, ast.expr | ast.For) and position_of(node) == warning.position


def _used(node: ast.AST, parent: ast.AST | None, method: str) -> ast.expr | None:
    """What a special method is called of by a node; None of another node or method."""
    if method == "__getitem__":
        return node.value if isinstance(node, ast.Subscript) else None
    if method not in ("__iter__", "__len__"):
        return None
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and hasattr(builtins, node.func.id):
        return node.args[0] if len(node.args) == 1 else None
    if isinstance(node, ast.For):
        return node.iter
    if isinstance(node, _COMPREHENSIONS):
        return node.generators[0].iter
    is_iterated = isinstance(parent, ast.For | ast.comprehension) and parent.iter is node
    return node if is_iterated and isinstance(node, ast.expr) else None
