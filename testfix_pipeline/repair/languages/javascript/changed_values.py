"""Statements that depend on what was just changed: done only where a value has reached its end, or not after that."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.calls import method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.guards import exits
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_QUESTIONS = ("{0} === 0", "{0} > 0", "{0} <= 0", "{0} !== 0")
_CHANGES = ("augmented_assignment_expression", "update_expression")
_REMOVALS = ("pop", "shift", "splice")
_MOST_BEFORE, _MOST_EXITS = 3, 3


def changed_values(target: JsTarget) -> Iterator[Edit]:
    """A question about a value that a statement before this one changed, around this one or as an early exit."""
    node = target.stmt.node
    if target.function is None or not is_in_block(target):
        return
    for name in _changed_before(node):
        for form in _QUESTIONS:
            question = form.format(name)
            if node.type.endswith("_statement"):
                yield target.insert(node, f"if ({question}) {{ ", " }", "condition.changed", 0.5)
            for leave in exits(target)[:_MOST_EXITS]:
                yield target.insert_line(node, f"if ({question}) {leave}", "guard.changed", 0.4)


def _changed_before(node: Node) -> list[str]:
    """What the statements before one count, or take elements from, the nearest first."""
    found: dict[str, None] = {}
    before = node.prev_named_sibling
    for _ in range(_MOST_BEFORE):
        inner = before.named_children[0] if before is not None and before.type == "expression_statement" else None
        if inner is not None and inner.type in _CHANGES:
            found.setdefault(text(field(inner, "left") or field(inner, "argument")))
        elif method_of(inner) in (*_REMOVALS, "delete"):
            found.setdefault(f"{receiver_of(inner)}.{'size' if method_of(inner) == 'delete' else 'length'}")
        before = before.prev_named_sibling if before is not None else None
    return list(found)
