"""Other values of a property: those that objects of the file give it, and the opposite of what it was."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.expressions import by_rank
from testfix_pipeline.repair.model.edit import Edit

_MOST, _LONGEST = 6, 40
_TRUTHS = ("true", "false")
_SHORT = "shorthand_property_identifier"


def values_elsewhere(target: JsTarget) -> Iterator[Edit]:
    """The value that a property has in another object of the file."""
    pairs = target.nearest("pair")
    return by_rank(_of_others(target, node, pairs) for node in target.of_type("pair", _SHORT))


def _of_others(target: JsTarget, node: Node, pairs: list[Node]) -> Iterator[Edit]:
    key, value = text(field(node, "key") or node), field(node, "value") or node
    others = [text(field(one, "value")) for one in pairs if text(field(one, "key")) == key]
    found = [new for new in dict.fromkeys(others) if new != text(value) and len(new) <= _LONGEST and "\n" not in new]
    for new in found[:_MOST]:
        yield target.edit(value, f"{key}: {new}" if value == node else new, "property.as-elsewhere", 0.5)


def toggled(target: JsTarget) -> Iterator[Edit]:
    """The opposite of what a property was, in place of one truth: `{ ...todo, done: true }` as `done: !todo.done`."""
    for node in target.of_type("pair"):
        value, whole = field(node, "value"), target.source.syntax.parent(node)
        for one in whole.named_children if whole is not None and text(value) in _TRUTHS else ():
            if value is not None and one.type == "spread_element":
                owner = text(one).removeprefix("...")
                yield target.edit(value, f"!{owner}.{text(field(node, 'key'))}", "value.toggled", 0.5)
    for node in target.of_type("assignment_expression"):
        left, right = field(node, "left"), field(node, "right")
        if right is not None and text(right) in _TRUTHS:
            yield target.edit(right, f"!{text(left)}", "value.toggled", 0.4)
