"""Calls that gave a tuple and give an object now: its attributes take the place of the items."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

from testfix_pipeline.repair.languages.python.libraries.edits.call_rules import import_name
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits
from testfix_pipeline.repair.languages.python.libraries.inquiry.recording import Tree


def attributes_of_items(was: Tree, now: Tree) -> tuple[str, ...]:
    """The attributes that hold what the items of a tuple were, in their order; none where that is not clear."""
    if was[:1] != ["["] or now[:1] not in (["o"], ["."]):
        return ()
    items, attributes = was[2], dict(now[2])
    names = was[3] if len(was) > 3 else []
    if names and [attributes.get(name) for name in names] == items:
        return tuple(names)
    if was[1] != "tuple":
        return ()
    if [*attributes.values()] == items:
        return tuple(attributes)
    found = [[name for name, tree in attributes.items() if tree == item] for item in items]
    return tuple(names[0] for names in found) if all(len(names) == 1 for names in found) else ()


def use_attributes(edits: FileEdits, call: ast.Call, names: Sequence[str]) -> bool:
    """Have one call's result read by attributes; False where the place asks for an item that there is not."""
    start, end = edits.source.span(call)
    parent = edits.source.parents.get(call)
    if _reads_attributes(edits, parent, names):
        return True
    if isinstance(parent, ast.Subscript) and isinstance(parent.slice, ast.Constant):
        index = parent.slice.value
        if not isinstance(index, int) or index >= len(names):
            return False
        edits.replace(end, edits.source.span(parent)[1], f".{names[index]}")
        return True
    if isinstance(parent, ast.Subscript) and isinstance(parent.slice, ast.Slice):
        bounds: list[Any] = [_bound(one) for one in (parent.slice.lower, parent.slice.upper)]
        names = names[slice(*bounds)] if "" not in bounds and parent.slice.step is None else ()
        if len(names) < 2:
            return False  # of one name `attrgetter` gives no tuple
        edits.replace(end, edits.source.span(parent)[1], "")
    shown = ", ".join(f'"{name}"' for name in names)
    edits.replace(start, end, f"attrgetter({shown})({edits.source.text[start:end]})")
    import_name(edits, "from operator import attrgetter")
    return True


def _reads_attributes(edits: FileEdits, parent: ast.AST | None, names: Sequence[str]) -> bool:
    """Whether the program asks a result for the attributes already, at once or by its name: a tuple may have them."""
    if isinstance(parent, ast.Attribute):
        return parent.attr in names
    targets = parent.targets if isinstance(parent, ast.Assign) else []
    variables = {one.id for one in targets if isinstance(one, ast.Name)}
    read = (one for one in edits.source.nodes if isinstance(one, ast.Attribute) and one.attr in names)
    return any(isinstance(one.value, ast.Name) and one.value.id in variables for one in read)


def _bound(node: ast.expr | None) -> int | str | None:
    """A bound of a slice, "" of one that is not written out."""
    if node is None:
        return None
    return node.value if isinstance(node, ast.Constant) and type(node.value) is int else ""
