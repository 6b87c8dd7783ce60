"""Statements that change state and may be missing: a container, a sum, a copy of what a function is given."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.ingredients import expressions_in_reach, own_fields
from testfix_pipeline.repair.languages.javascript.insertions import changeable
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_MOST_CONTAINERS, _MOST_KEYS, _MOST_VALUES, _MOST_SUMS, _MOST_COPIED = 5, 4, 4, 6, 3
_CHANGES: Mapping[str, tuple[str, ...]] = {
    "Map": ("{0}.set({1}, {2})", "{0}.delete({1})", "{0}.clear()", "{0}.set({1}, ({0}.get({1}) ?? 0) + {2})"),
    "Set": ("{0}.add({1})", "{0}.delete({1})", "{0}.clear()"),
    "array": ("{0}.push({1})", "{0}.unshift({1})", "{0}.pop()", "{0}.shift()", "{0}.length = 0"),
    "object": ("{0}[{1}] = {2}", "delete {0}[{1}]", "{0}[{1}] = ({0}[{1}] ?? 0) + {2}"),
}
_SORTS: Mapping[str, str] = {
    **dict.fromkeys(("set", "get"), "Map"),
    "add": "Set",
    **dict.fromkeys(("push", "pop", "shift", "unshift", "splice"), "array"),
}


def container_changes(target: JsTarget) -> Iterator[Edit]:
    """A change of a container in reach, with keys and values in reach."""
    if target.function is None or not is_in_block(target):
        return
    found = expressions_in_reach(target, _MOST_KEYS + _MOST_VALUES)
    for name, sort in itertools.islice(_containers(target).items(), _MOST_CONTAINERS):
        usable = [one for one in found if one != name and not one.startswith(f"{name}.")]
        known = dict.fromkeys(
            form.format(name, key, value)
            for form in _CHANGES[sort]
            for key in usable[:_MOST_KEYS]
            for value in (usable[:_MOST_VALUES] if "{2}" in form else ("",))
            if key != value
        )
        for code in known:
            yield target.insert_line(target.stmt.node, f"{code};", "container.changed", 0.3)
            yield target.insert_line(target.stmt.node, f"{code};", "container.changed", 0.3, behind=True)


def _containers(target: JsTarget) -> dict[str, str]:
    """The containers in reach, and of what sort they are by their first values or by what is called on them; those
    that the function names first."""
    named = {text(one) for one in descendants(target.function)} if target.function is not None else set()
    reach = {*target.names, *own_fields(target)}
    found: dict[str, str] = {}
    for node in target.source.syntax.of_type(
        "variable_declarator", "field_definition", "public_field_definition", "assignment_expression"
    ):
        name, value = _named(node)
        if sort := _sort_of(value):
            found.setdefault(name, sort)
    for node in target.source.syntax.of_type("call_expression"):
        if method_of(node) in _SORTS:
            found.setdefault(receiver_of(node), _SORTS[method_of(node)])
    usable = {name: sort for name, sort in found.items() if name in reach}
    return dict(sorted(usable.items(), key=lambda pair: pair[0] not in named))


def _named(node: Node) -> tuple[str, Node | None]:
    name = field(node, "name") or field(node, "left") or field(node, "property")
    own = f"this.{text(name)}" if node.type.endswith("definition") else text(name)
    return own, field(node, "value") or field(node, "right")


def _sort_of(value: Node | None) -> str:
    if value is None:
        return ""
    if value.type in ("array", "object"):
        return value.type
    name = text(field(value, "constructor"))
    return name if name in _CHANGES else ""


def sums(target: JsTarget) -> Iterator[Edit]:
    """A value in reach added to a variable or field, or taken from it."""
    if target.function is None or not is_in_block(target):
        return
    found = expressions_in_reach(target, _MOST_SUMS)
    for name, start in changeable(target).items():
        if not start.lstrip("-").replace(".", "").isdigit():
            continue
        for value in [one for one in found if one != name]:
            for sign in ("+=", "-="):
                code = f"{name} {sign} {value};"
                yield target.insert_line(target.stmt.node, code, "assignment.summed", 0.3)
                yield target.insert_line(target.stmt.node, code, "assignment.summed", 0.3, behind=True)


def copied_parameters(target: JsTarget) -> Iterator[Edit]:
    """What a function is given is copied before it is changed."""
    block = target.source.syntax.parent(target.stmt.node)
    if block is None or block.type != "statement_block" or field(target.function, "body") != block:
        return
    if next(one for one in block.named_children if one.type != "comment") != target.stmt.node:
        return
    for name in target.parameters[:_MOST_COPIED]:
        for form in ("[...{0}]", "{{ ...{0} }}", "structuredClone({0})", "new Map({0})", "new Set({0})"):
            code = f"{name} = {form.format(name)};"
            yield target.insert_line(target.stmt.node, code, "parameter.copied", 0.3)


def own_calls(target: JsTarget) -> Iterator[Edit]:
    """A call of a method or function of the file that the function around doesn't make."""
    if target.function is None or not is_in_block(target):
        return
    made = {text(field(one, "function")) for one in descendants(target.function) if one.type == "call_expression"}
    for name, count in _callable(target).items():
        if name in made:
            continue
        given = [""] if count == 0 else target.local_names[:_MOST_VALUES] if count == 1 else []
        if count == 2:
            given = [", ".join(pair) for pair in itertools.permutations(target.local_names[:3], 2)]
        for arguments in given:
            code = f"{name}({arguments});"
            yield target.insert_line(target.stmt.node, code, "call.inserted", 0.4)
            yield target.insert_line(target.stmt.node, code, "call.inserted", 0.4, behind=True)


def _callable(target: JsTarget) -> dict[str, int]:
    """The methods of the class around and functions of the file, with how many parameters they have."""
    found: dict[str, int] = {}
    for one in target.class_body.named_children if target.class_body is not None else ():
        name = text(field(one, "name"))
        is_plain = one.type == "method_definition" and not {part.type for part in one.children} & {"get", "set"}
        if is_plain and name != "constructor" and one != target.function:
            found[f"this.{name}"] = _count(one)
    for one in target.source.syntax.of_type("function_declaration"):
        if one != target.function:
            found.setdefault(text(field(one, "name")), _count(one))
    return found


def _count(function: Node) -> int:
    parameters = field(function, "parameters")
    return parameters.named_child_count if parameters is not None else 1
