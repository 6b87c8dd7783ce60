"""Calls that gave a tuple and give an object now: its attributes take the place of the items."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import import_name
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import Tree


def attributes_of_items(was: Tree, now: Tree) -> tuple[str, ...]:
    """The attributes that hold what the items of a tuple were, in their order; none where that is not clear."""
    if was[:2] != ["[", "tuple"] or now[:1] not in (["o"], ["."]):
        return ()
    items, attributes = was[2], dict(now[2])
    if [*attributes.values()] == items:
        return tuple(attributes)
    found = [[name for name, tree in attributes.items() if tree == item] for item in items]
    return tuple(names[0] for names in found) if all(len(names) == 1 for names in found) else ()


def use_attributes(edits: FileEdits, call: ast.Call, names: Sequence[str]) -> bool:
    """Have one call's result read by attributes; False where the place asks for an item that there is not."""
    start, end = edits.source.span(call)
    parent = edits.source.parents.get(call)
    if isinstance(parent, ast.Subscript) and isinstance(parent.slice, ast.Constant):
        index = parent.slice.value
        if not isinstance(index, int) or index >= len(names):
            return False
        edits.replace(end, edits.source.span(parent)[1], f".{names[index]}")
        return True
    shown = ", ".join(f'"{name}"' for name in names)
    edits.replace(start, end, f"attrgetter({shown})({edits.source.text[start:end]})")
    import_name(edits, "from operator import attrgetter")
    return True
