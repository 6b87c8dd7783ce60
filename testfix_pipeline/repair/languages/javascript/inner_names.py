"""Variables of the functions within a statement: of `xs.map((x, i) => f(x))` these are x and i; and what is read of
them."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS
from testfix_pipeline.repair.languages.javascript.target import JsTarget, bound_names
from testfix_pipeline.repair.languages.tree_sitter.expressions import values
from testfix_pipeline.repair.model.edit import Edit

_INDEXES = frozenset({"i", "j", "k", "n", "index", "at", "row", "column", "col", "x", "y"})
_MOST_INDEXES, _MOST_NUMBERS = 3, 3


def inner_names(target: JsTarget, node: Node) -> list[str]:
    """The variables of the functions between a node and its statement, those of the innermost first."""
    found: dict[str, None] = {}
    for one in target.source.syntax.above(node):
        if one.start_byte <= target.stmt.node.start_byte and one.end_byte >= target.stmt.node.end_byte:
            break
        if one.type in FUNCTIONS:
            found |= dict.fromkeys(bound_names(one))
    return list(found)


def indexed(target: JsTarget) -> Iterator[Edit]:
    """The element of a list that the index in reach has, in place of the list: `widths` as `widths[i]`."""
    for node in values(target):
        parent = target.source.syntax.parent(node)
        is_owner = parent is not None and field(parent, "object") == node
        if node.type not in ("identifier", "member_expression") or is_owner or text(node) in _INDEXES:
            continue
        reach = (*inner_names(target, node), *target.local_names)
        for index in [one for one in dict.fromkeys(reach) if one in _INDEXES][:_MOST_INDEXES]:
            yield target.edit(node, f"{text(node)}[{index}]", "value.indexed", 0.4)


def keys_of_both(target: JsTarget) -> Iterator[Edit]:
    """The keys of two objects in place of those of one: `Object.keys(a)` as `Object.keys({ ...a, ...b })`."""
    for node in target.of_type("call_expression"):
        given = arguments_of(node)
        if method_of(node) != "keys" or len(given) != 1 or given[0].type != "identifier":
            continue
        for other in [one for one in target.parameters if one != text(given[0])]:
            yield target.edit(given[0], f"{{ ...{text(given[0])}, ...{other} }}", "keys.of-both", 0.5)


def counted_up(target: JsTarget) -> Iterator[Edit]:
    """A number that the file never changes is counted up where it is read: `id: this.next` as `id: this.next++`."""
    changed = {text(field(one, "argument")) for one in target.source.syntax.of_type("update_expression")}
    changed |= {text(field(one, "left")) for one in target.source.syntax.of_type("augmented_assignment_expression")}
    numbers = [name for name in _starting_with_number(target) if name not in changed]
    for node in values(target):
        parent = target.source.syntax.parent(node)
        is_number = text(node) in numbers and node.type in ("identifier", "member_expression")
        is_whole = parent is not None and parent.type in ("pair", "variable_declarator", "arguments")
        if is_number:
            yield from (target.edit(node, form.format(text(node)), "update.added", 0.6) for form in ("{0}++", "++{0}"))
        elif is_whole and field(parent, "key") != node:
            yield from (target.edit(node, f"{name}++", "update.in-place", 0.4) for name in numbers[:_MOST_NUMBERS])


def _starting_with_number(target: JsTarget) -> list[str]:
    """The fields of the class around, and the variables of the file, whose first value is a number."""
    found: dict[str, str] = {}
    for one in target.source.syntax.of_type("variable_declarator"):
        kept = text(target.source.syntax.parent(one)).startswith("const")
        if not kept and text(field(one, "name")) in target.names:
            found.setdefault(text(field(one, "name")), text(field(one, "value")))
    for one in descendants(target.class_body) if target.class_body is not None else ():
        if one.type in ("field_definition", "public_field_definition"):
            name = field(one, "property") or field(one, "name")
            found.setdefault(f"this.{text(name)}", text(field(one, "value")))
        elif one.type == "assignment_expression" and text(field(one, "left")).startswith("this."):
            found.setdefault(text(field(one, "left")), text(field(one, "right")))
    return [name for name, value in found.items() if value.isdigit() and not name.isupper()]
