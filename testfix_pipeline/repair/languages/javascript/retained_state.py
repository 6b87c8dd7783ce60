"""State that a change loses: a list element that is changed in place, a field that is declared and never set."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit

_FIELDS = ("field_definition", "public_field_definition")
_MEMBERS = ("property_identifier", "private_property_identifier")
_FIXED = ("readonly", "static")
_FINDING = ("find", "findLast", "at")
_CHANGES = ("assignment_expression", "augmented_assignment_expression")
_MOST_REMEMBERED = 12


def renewed_elements(target: JsTarget) -> Iterator[Edit]:
    """An element of a parameter's list is not changed in place; the parameter gets a list with a changed copy of it:
    `x.n = 1` as `xs = xs.map((each) => (each === x ? { ...each, n: 1 } : each))`."""
    for node in target.of_type(*_CHANGES):
        left, operator = field(node, "left"), text(field(node, "operator"))
        owner, name = field(left, "object"), text(field(left, "property"))
        parent = target.source.syntax.parent(node)
        if owner is None or owner.type != "identifier" or parent is None or parent.type != "expression_statement":
            continue
        lists = _list_of(target, text(owner))
        whole, _, key = lists.partition(".")
        if whole not in _parameters_around(target) or "." in key:
            continue
        right = text(field(node, "right"))
        value = f"each.{name} {operator[:-1]} ({right})" if operator else right
        changed = f"{lists}.map((each) => (each === {text(owner)} ? {{ ...each, {name}: {value} }} : each))"
        new = f"{whole} = {{ ...{whole}, {key}: {changed} }}" if key else f"{whole} = {changed}"
        yield target.edit(node, new, "element.renewed", 0.6)


def _list_of(target: JsTarget, name: str) -> str:
    """The list that a variable is an element of: found in it, or gone through by a loop; "" where there is none."""
    for node in descendants(target.function) if target.function is not None else ():
        value = field(node, "value")
        is_of = node.type == "for_in_statement" and text(field(node, "operator")) == "of"
        if is_of and text(field(node, "left")) == name:
            return text(field(node, "right"))
        if node.type == "variable_declarator" and text(field(node, "name")) == name and value is not None:
            if value.type == "subscript_expression":
                return text(field(value, "object"))
            return receiver_of(value) if method_of(value) in _FINDING else ""
    return ""


def _parameters_around(target: JsTarget) -> set[str]:
    """The names in the parameters of the function around."""
    listed = field(target.function, "parameters")
    return {text(one) for one in descendants(listed) if one.type == "identifier"} if listed is not None else set()


def remembered_fields(target: JsTarget) -> Iterator[Edit]:
    """A field that the class declares and never uses gets the value of another one when a method begins, and is read in
    place of the value that it is declared with."""
    fields = _fields(target) if target.function is not None else {}
    names = [text(one) for one in target.source.syntax.of_type(*_MEMBERS)] if fields else []
    for unused in [name for name in fields if names.count(name) == 1]:
        value = text(field(fields[unused], "value"))
        slots = [node for node in target.nodes if node.is_named and value and text(node) == value]
        others = [name for name in fields if name != unused and _is_alike(fields[name], fields[unused])]
        for slot, other, first in itertools.islice(
            itertools.product(slots, others, _first_statements(target)), _MOST_REMEMBERED
        ):
            yield _remembering(target, slot, first, unused, other)


def _remembering(target: JsTarget, slot: Node, first: Node, unused: str, other: str) -> Edit:
    at = target.source.span(first)[0]
    line = f"this.{unused} = this.{other};{target.source.newline}{target.indent_at(at)}"
    start, end = target.source.span(slot)
    return target.replace(start, end, f"this.{unused}", "field.remembered", 0.6, ((at, at, line),))


def _fields(target: JsTarget) -> Mapping[str, Node]:
    members = target.class_body.named_children if target.class_body is not None else []
    named = {text(field(one, "name") or field(one, "property")): one for one in members if one.type in _FIELDS}
    return {name: one for name, one in named.items() if {child.type for child in one.children}.isdisjoint(_FIXED)}


def _first_statements(target: JsTarget) -> list[Node]:
    """The first statements of the other methods of the class."""
    members = target.class_body.named_children if target.class_body is not None else []
    methods = [one for one in members if one.type == "method_definition" and one != target.function]
    bodies = [field(one, "body") for one in methods if text(field(one, "name")) != "constructor"]
    return [one.named_children[0] for one in bodies if one is not None and one.named_children]


def _is_alike(one: Node, other: Node) -> bool:
    """Whether two fields are declared with the same type, or without any."""
    return text(field(one, "type")) == text(field(other, "type"))
