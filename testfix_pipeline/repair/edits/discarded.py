"""Parts of an unpacking that are thrown away (`_, week, _ = ...`), although a later statement could do with them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import walk_scope

MOST = 12


def taken_up(target: Target) -> Iterator[Edit]:
    """A part that is thrown away kept under the name of a variable or attribute that is read later, in its place."""
    thrown = [node for node in target.expressions(ast.Name) if _is_thrown(node)]
    if not thrown or target.function is None:
        return
    later = [node for node in walk_scope(target.function.node) if getattr(node, "lineno", 0) > target.stmt.lineno]
    for part in thrown:
        yield from _kept(target, part, [node for node in later if isinstance(getattr(node, "ctx", None), ast.Load)])


def _is_thrown(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id.startswith("_")


def _kept(target: Target, part: ast.expr, later: list[ast.AST]) -> Iterator[Edit]:
    names = dict.fromkeys(node.id for node in later if isinstance(node, ast.Name) and node.id not in ("self", "cls"))
    for name in list(names)[:MOST]:
        yield target.replace(part, name, "part taken up", 0.25, f"{name} unpacked")
    attributes = [node for node in later if isinstance(node, ast.Attribute) and target.source.is_real(node)]
    for node in attributes[:MOST]:
        start, end = target.source.span(node)
        edit = target.replace(part, node.attr, "part taken up", 0.35, f"{node.attr} unpacked")
        yield replace(edit, more=((start, end, node.attr),))
