"""Calls that give now what an item or attribute of their result was: the program asks them for it no more.

`load(x).data`, `load(x)[0]` -> `load(x)`
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import Tree
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_changes import (
    ChangedCall,
    changed_calls,
    differing,
)
from testfix_pipeline.repair.languages.python.libraries.recorded.recorded_fixes import Recorded, call_at, likewise
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.88


def unwrapped_results(recorded: Recorded, files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One fix for each function whose results lost what was around them, at all its calls that ask for what was inside.

    files: those that may be edited.
    """
    grouped: dict[tuple[str, str], list[ChangedCall]] = {}
    for change in changed_calls(recorded.old, recorded.new):
        if change.what == "result" and change.call.result is not None and change.new.result is not None:
            grouped.setdefault((change.call.module, change.call.name), []).append(change)
    for (module, name), changes in grouped.items():
        parts = [_parts(one.call.result or [], one.new.result or []) for one in changes]
        inner = [one for one in parts[0] if all(one in other for other in parts)]
        texts = _texts(changes, inner, files) if inner else {}
        if texts:
            said = " or ".join(f"[{one}]" if isinstance(one, int) else f".{one}" for one in inner)
            note = f"{name} without {said}: {recorded.library(module)}; it gives what that was"
            symbol = f"{module}.{name}"
            update = recorded.update(module, symbol, note)
            yield LibraryFix(texts, "library.unwrapped", note, LIKELIHOOD, symbol, (update,))


def _parts(was: Tree, now: Tree) -> list[str | int]:
    """The index and the name by which an old result had what is given now; none where that is not clear."""
    if was[:1] == ["["]:
        places = [index for index, one in enumerate(was[2]) if differing(one, now) is None]
        names = was[3] if len(was) > 3 else []
        return [places[0], *names[places[0] :][:1]] if len(places) == 1 else []
    if was[:1] in (["o"], ["."]):
        found = [name for name, one in was[2].items() if differing(one, now) is None]
        return [found[0]] if len(found) == 1 else []
    return []


def _texts(changes: list[ChangedCall], inner: list[str | int], files: Mapping[str, SourceFile]) -> dict[str, str]:
    found = []
    for one in changes:
        source = files.get(one.call.file)
        node = call_at(source, one.call.position, one.call.line, one.call.name) if source is not None else None
        if node is not None:
            found.append((one.call, node))
    edits: dict[str, FileEdits] = {}
    nodes = {(call.file, node) for call, node in [*found, *likewise(found, files)]}
    for file, node in nodes:
        here = edits.setdefault(file, FileEdits(files[file]))
        parent = here.source.parents.get(node)
        if parent is not None and _asks_for(parent) in inner:
            here.replace(here.source.span(node)[1], here.source.span(parent)[1], "")
    return edited_texts(edits)


def _asks_for(node: ast.AST | None) -> str | int | None:
    """What an expression asks its value for: the name of an attribute, or an index."""
    if isinstance(node, ast.Attribute):
        return node.attr
    index = node.slice.value if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Constant) else None
    return index if isinstance(index, int) and not isinstance(index, bool) else None
