"""One replacement at all places: what is wrong at a place is wrong wherever the function or the file has it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import is_inside
from testfix_pipeline.repair.languages.tree_sitter.target import TreeTarget
from testfix_pipeline.repair.model.edit import Edit

_MOST_PLACES = 8
_WHOLE = ("binary_expression", "call_expression")
"""The code around a token that has to be the same, beside the access of a property: of an operator its operands."""

Finder = Callable[[Any], Iterator[Edit]]


def everywhere(target: TreeTarget, finders: Sequence[Finder]) -> Iterator[Edit]:
    """The edits of these producers, each done at all places of the function, and of the file, with the same code."""
    nodes = {target.source.span(one): one for one in reversed(target.nodes)}
    known: dict[int, Sequence[Sequence[int]]] = {}
    for edit in (edit for find in finders for edit in find(target) if not edit.more):
        node = nodes.get((edit.start, edit.end))
        if node is None:
            continue
        if node.id not in known:
            known[node.id] = _distances(target, node)
        for distances in known[node.id]:
            more = tuple((edit.start + by, edit.end + by, edit.replacement) for by in distances)
            kind = f"everywhere.{edit.kind.partition('.')[0]}"
            yield target.replace(edit.start, edit.end, edit.replacement, kind, 0.4, more)


def _distances(target: TreeTarget, node: Node) -> Sequence[Sequence[int]]:
    """How far the same code is away: within the statement, the function, and the file, where it is more often there."""
    parent = target.source.syntax.parent(node)
    whole = parent if parent is not None and parent.type in (target.forms.member, *_WHOLE) else node
    others = [one for one in target.source.syntax.same_code(whole) if one != whole]
    inside = [one for one in others if is_inside(one, target.function)]
    beside = [one for one in others if is_inside(one, target.stmt.node)]
    chosen = [one for one, wider in itertools.pairwise((beside, inside, others)) if one and len(one) < len(wider)]
    chosen.append(others)
    start = target.source.span(whole)[0]
    return [
        [target.source.span(one)[0] - start for one in places] for places in chosen if 0 < len(places) < _MOST_PLACES
    ]
