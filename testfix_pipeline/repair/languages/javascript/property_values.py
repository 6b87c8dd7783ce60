"""Templates for the value of a property: one that another object gives it, and the opposite of its old one."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.expressions import by_rank
from testfix_pipeline.repair.model.edit import Edit

_MOST, _LONGEST = 6, 40
_MOST_PAIRS = 200  # a statement with more is a table of data, in which every value would be a slot
_OWNERS = ("identifier", "member_expression", "call_expression")
_TRUTHS = ("true", "false")
_SHORT = "shorthand_property_identifier"


def values_elsewhere(target: JsTarget) -> Iterator[Edit]:
    """The value that a property has in another object of the file."""
    nodes = target.of_type("pair", _SHORT)
    if not nodes or len(nodes) > _MOST_PAIRS:
        return iter(())
    values = _values_by_key(target)
    return by_rank(_of_others(target, node, values[text(field(node, "key") or node)]) for node in nodes)


def _values_by_key(target: JsTarget) -> dict[str, dict[str, None]]:
    """The different short values that objects of the file give each property, the nearest first."""
    found = defaultdict[str, dict[str, None]](dict)
    for one in target.nearest("pair"):
        value = text(field(one, "value"))
        if len(value) <= _LONGEST and "\n" not in value:
            found[text(field(one, "key"))][value] = None
    return found


def _of_others(target: JsTarget, node: Node, values: Iterable[str]) -> Iterator[Edit]:
    key, value = text(field(node, "key") or node), field(node, "value") or node
    own = text(value)
    for new in itertools.islice((one for one in values if one != own), _MOST):
        yield target.edit(value, f"{key}: {new}" if value == node else new, "property.as-elsewhere", 0.5)


def toggled(target: JsTarget) -> Iterator[Edit]:
    """Replaces a constant truth by the opposite of the old value: in `{ ...todo, done: true }` by `!todo.done`."""
    for node in target.of_type("pair"):
        key, value, whole = field(node, "key"), field(node, "value"), target.source.syntax.parent(node)
        if key is None or value is None or whole is None or key.type != "property_identifier":
            continue
        spread = [one.named_children[0] for one in whole.named_children if one.type == "spread_element"]
        for owner in spread if text(value) in _TRUTHS else ():
            if owner.type in _OWNERS:
                yield target.edit(value, f"!{text(owner)}.{text(key)}", "value.toggled", 0.5)
    for node in target.of_type("assignment_expression"):
        left, right = field(node, "left"), field(node, "right")
        if right is not None and text(right) in _TRUTHS:
            yield target.edit(right, f"!{text(left)}", "value.toggled", 0.4)
