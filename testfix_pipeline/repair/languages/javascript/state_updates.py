"""Statements that change state and may be missing: of a container, of a sum, by a call of an own function."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.ingredients import expressions_in_reach, own_fields
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.javascript.unread_names import parameters_of
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_MOST_CONTAINERS, _MOST_KEYS, _MOST_VALUES, _MOST_SUMS, _MOST_REACHED = 4, 4, 5, 6, 20
_WORD = re.compile(r"[A-Z]?[a-z]+")
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
    for name, sort in itertools.islice(containers(target).items(), _MOST_CONTAINERS):
        keys, values = keys_of(target, name), _values(target, name)
        known = dict.fromkeys(
            form.format(name, key, value)
            for form in _CHANGES[sort]
            for key in (keys if "{2}" in form or "delete" in form else values)
            for value in (values if "{2}" in form else ("",))
            if key != value
        )
        for code in known:
            yield target.insert_line(target.stmt.node, f"{code};", "container.changed", 0.3)
            yield target.insert_line(target.stmt.node, f"{code};", "container.changed", 0.3, behind=True)


def keys_of(target: JsTarget, container: str) -> list[str]:
    """What a container may be asked by: as elsewhere in the file, then variables."""
    calls = target.source.syntax.of_type("call_expression")
    asked = [text(given[0]) for one in calls if receiver_of(one) == container and (given := arguments_of(one))]
    usable = [one for one in asked if one in target.names or one in target.read_in_reach]
    return list(dict.fromkeys((*usable, *target.local_names)))[:_MOST_KEYS]


def _values(target: JsTarget, container: str) -> list[str]:
    """What may be put into a container: what has a word of its name, then what is near."""
    words = {one.lower().rstrip("s") for one in _WORD.findall(container)}
    reach = (*_overwritten(target), *expressions_in_reach(target, _MOST_REACHED))
    found = [one for one in dict.fromkeys(reach) if not one.startswith(container)]
    alike = [one for one in found if words & {each.lower().rstrip("s") for each in _WORD.findall(one)}]
    return list(dict.fromkeys((*alike[:2], *found)))[:_MOST_VALUES]


def _overwritten(target: JsTarget) -> list[str]:
    """The fields that a statement gives another value: in front of it they have the one before."""
    left = [text(field(one, "left")) for one in target.of_type("assignment_expression")]
    return [one for one in left if one.startswith("this.")]


def containers(target: JsTarget) -> dict[str, str]:
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


def just_bound_by(node: Node) -> list[str]:
    """The variables that a statement declares or assigns."""
    parts = [field(one, "name") or field(one, "left") for one in node.named_children]
    return [text(one) for one in parts if one is not None and one.type in ("identifier", "member_expression")]


def own_calls(target: JsTarget) -> Iterator[Edit]:
    """A call of a method or function of the file that the function around doesn't make."""
    if target.function is None or not is_in_block(target):
        return
    made = {text(field(one, "function")) for one in descendants(target.function) if one.type == "call_expression"}
    for name, call in calls_in_reach(target):
        if name not in made:
            yield target.insert_line(target.stmt.node, f"{call};", "call.inserted", 0.4)
            yield target.insert_line(target.stmt.node, f"{call};", "call.inserted", 0.4, behind=True)


def calls_in_reach(target: JsTarget) -> Iterator[tuple[str, str]]:
    """The name and the text of each call of a method or function of the file with variables around; without those of a
    function around with its own parameters, which never end."""
    around = [one for one in (target.stmt.node, *target.source.syntax.above(target.stmt.node)) if one.type in FUNCTIONS]
    endless = {f"{text(field(one, 'name'))}({', '.join(parameters_of(one))})" for one in around}
    for name, count in callable_names(target).items():
        calls = [f"{name}({given})" for given in arguments_for(target, count)]
        yield from ((name, call) for call in calls if call.removeprefix("this.") not in endless)


def arguments_for(target: JsTarget, count: int) -> list[str]:
    """Variables around that a function with so many parameters may be given."""
    if count > 2:
        return []
    return [
        ", ".join(names)
        for names in itertools.permutations(target.local_names[: 3 if count == 2 else _MOST_KEYS], count)
    ]


def callable_names(target: JsTarget) -> dict[str, int]:
    """The methods of the class around and functions of the file, with how many parameters they have."""
    found = _inherited(target)
    for one in target.class_body.named_children if target.class_body is not None else ():
        name = text(field(one, "name"))
        is_plain = one.type == "method_definition" and not {part.type for part in one.children} & {"get", "set"}
        if is_plain and name != "constructor" and one != target.function:
            found[f"this.{name}"] = _count(one)
    for one in target.source.syntax.of_type("function_declaration"):
        if one != target.function:
            found.setdefault(text(field(one, "name")), _count(one))
    return found


def _inherited(target: JsTarget) -> dict[str, int]:
    """The method around as its class inherits it."""
    parent = target.source.syntax.parent(target.class_body) if target.class_body is not None else None
    name, function = text(field(target.function, "name")), target.function
    is_inherited = parent is not None and any(one.type == "class_heritage" for one in parent.children)
    if function is None or not is_inherited or function.type != "method_definition" or name == "constructor":
        return {}
    return {f"super.{name}": _count(function)}


def _count(function: Node) -> int:
    parameters = field(function, "parameters")
    return parameters.named_child_count if parameters is not None else 1
