"""What is thrown away although it could be of use: parts of an unpacking (`_, week, _ = ...`), what a call answers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import stored_names, walk_scope

MOST = 12


def taken_up(target: Target) -> Iterator[Edit]:
    """A part that is thrown away kept under the name of a variable or attribute that is read later, in its place."""
    thrown = [node for node in target.expressions(ast.Name) if _is_thrown(target, node)]
    if not thrown or target.function is None:
        return
    later = [node for node in walk_scope(target.function.node) if getattr(node, "lineno", 0) > target.stmt.lineno]
    read = [
        node for node in later if isinstance(getattr(node, "ctx", None), ast.Load) and not target.source.is_called(node)
    ]
    for part in thrown:
        yield from _kept(target, part, sorted(read, key=lambda node: (node.lineno, node.col_offset)))  # type: ignore[attr-defined]


def _is_thrown(target: Target, node: ast.expr) -> bool:
    """Whether a name is a part of an unpacking that is thrown away."""
    thrown = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id.startswith("_")
    return thrown and isinstance(target.source.parents[node], (ast.Tuple, ast.List, ast.Starred))


def _kept(target: Target, part: ast.expr, later: list[ast.AST]) -> Iterator[Edit]:
    taken = {"self", "cls", *stored_names(target.stmt)}
    names = dict.fromkeys(node.id for node in later if isinstance(node, ast.Name) and node.id not in taken)
    for name in list(names)[:MOST]:
        yield target.replace(part, name, "part-taken-up", 0.25, f"{name} unpacked")
    attributes = [n for n in later if isinstance(n, ast.Attribute) and target.source.is_real(n) and n.attr not in taken]
    for node in attributes[:MOST]:
        start, end = target.source.span(node)
        edit = target.replace(part, node.attr, "part-taken-up", 0.35, f"{node.attr} unpacked")
        yield replace(edit, more=((start, end, node.attr),))
