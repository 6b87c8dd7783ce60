"""Finds code that decides about all items of a list by one of them, as `lines[0].count >= 10`: in JavaScript and Go."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.language_model import TamperingPattern
from testfix_pipeline.core.patch_policy.syntax_nodes import (
    SyntaxNodes,
    added_lines,
    descendants,
    field,
    one_line_text,
    text,
)

_ALL_ITEMS = (
    r"(?<![\w.]){name}\s*\.\s*(?:reduce|map|filter|sort|toSorted|forEach|some|every)\b|\.\.\.{name}\s*[\]),]"
    r"|\bof {name}\)|\brange {name}\b|\b(?:sort|slices)\.\w+\({name}\b"
)
_FUNCTIONS = ("function_declaration", "method_definition", "method_declaration", "lexical_declaration")
_PLACE = re.compile(r"-?\d+")
_COMPARING = frozenset({"===", "==", "!==", "!=", "<", "<=", ">", ">="})


def items_that_decide(
    old: SyntaxNodes, new: SyntaxNodes, constant: Callable[[Node | None], object]
) -> list[TamperingPattern]:
    """The comparisons that a patch adds of one item with a constant, in functions that go over the whole list."""
    before, after = ([(one, one_line_text(one)) for one in _decisions(tree, constant)] for tree in (old, new))
    lines = added_lines(before, after)
    said = "The patch decides about all items of a list by one of them, which stands at a fixed place."
    return [TamperingPattern("one_item_decides", lines, said)] if lines else []


def _decisions(tree: SyntaxNodes, constant: Callable[[Node | None], object]) -> Iterator[Node]:
    codes: dict[int, str] = {}  # of the functions: many comparisons can stand in one
    for node in tree.of_type("binary_expression"):
        sides = [field(node, "left"), field(node, "right")]
        if text(field(node, "operator")) not in _COMPARING or all(constant(one) is None for one in sides):
            continue
        lists = list(_lists_with_place(node))
        holder = next((one for one in tree.above(node) if one.type in _FUNCTIONS), None) if lists else None
        if holder is None:
            continue
        if holder.id not in codes:
            codes[holder.id] = one_line_text(holder)
        code = codes[holder.id]
        if any(re.search(_ALL_ITEMS.replace("{name}", re.escape(one)), code) for one in lists):
            yield node


def _lists_with_place(comparison: Node) -> Iterator[str]:
    """The names of the lists of which a comparison has one item by its number."""
    for node in descendants(comparison):
        held, place = field(node, "object") or field(node, "operand"), field(node, "index")
        function, given = field(node, "function"), field(node, "arguments")
        if text(field(function, "property")) == "at" and given is not None:
            held, place = field(function, "object"), next(iter(given.named_children), None)
        if held is not None and held.type == "identifier" and _PLACE.fullmatch(text(place)):
            yield text(held)
