"""Statements that set what the file reads and never sets: a property, a container that stays empty, a count that only
grows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, JsSource
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.javascript.unread_names import unread_of_function
from testfix_pipeline.repair.languages.javascript.unread_uses import unread
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.source_cache import cached_per_search

_WRITING = ("assignment_expression", "augmented_assignment_expression", "update_expression")
_STARTS = ("true", "false", "null", "undefined", "0", "''", '""')
_FILLING: Mapping[str, Sequence[str]] = {"Map": ("set",), "Set": ("add",), "array": ("push", "unshift", "splice")}
_FORMS = {"Map": "{0}.set({1}, {2});", "Set": "{0}.add({2});", "array": "{0}.push({2});", "object": "{0}[{1}] = {2};"}
_KEYED = ("Map", "object")
_INVERSE = {"+=": "-=", "-=": "+=", "++": "--", "--": "++"}
_MOST_VALUES, _MOST_OWNERS, _MOST_NAMES, _MOST_KEYS = 4, 3, 4, 2


def unset_state(target: JsTarget) -> Iterator[Edit]:
    """The edits of this file."""
    if target.function is None or not is_in_block(target):
        return
    found = (("assignment.unset", _properties), ("container.unfilled", _containers), ("update.one-way", _counts))
    for kind, find in found:
        for code in dict.fromkeys(find(target)):
            yield target.insert_line(target.stmt.node, code, kind, 0.6)
            yield target.insert_line(target.stmt.node, code, kind, 0.6, behind=True)


def _properties(target: JsTarget) -> Iterator[str]:
    """A property that the file gives a first value, reads and never sets: the other truth, the variable of its name, or
    another one. Where the first value is a variable, only one that nothing reads may be meant to set it."""
    written, unread = _written(target), _unread_around(target)
    for name, start in unset_properties(target.source).items():
        owners = [one for one in _owners(target, name) if f"{one}.{name}" not in written]
        named = [name] if name in (target.local_names if start else unread) else target.local_names if start else []
        values = {"true": ["false"], "false": ["true"]}.get(start, named)
        yield from (f"{owner}.{name} = {value};" for owner in owners for value in values[:_MOST_VALUES])
        if start.isdigit():
            yield from (f"{owner}.{name} += 1;" for owner in dict.fromkeys((*owners, *_own(target))))


def _own(target: JsTarget) -> list[str]:
    """The object whose method a statement is in."""
    return ["this"] if any(one.type == "method_definition" for one in _around(target)) else []


def _around(target: JsTarget) -> list[Node]:
    return [target.stmt.node, *target.source.syntax.above(target.stmt.node)]


def _unread_around(target: JsTarget) -> list[str]:
    """The variables that nothing reads of the functions around."""
    functions = [one for one in _around(target) if one.type in FUNCTIONS]
    return [one for function in functions for one in unread_of_function(target.source, function)]


@cached_per_search(64)
def unset_properties(source: JsSource) -> Mapping[str, str]:
    """The properties of objects and classes of the file that have a first value, are read and never set, with it."""
    first: dict[str, str] = {}
    for one in source.syntax.of_type("pair", "field_definition", "public_field_definition"):
        value, name = field(one, "value"), text(field(one, "key") or field(one, "property") or field(one, "name"))
        if value is None or text(value) in _STARTS:
            first.setdefault(name, text(value))
    for one in source.syntax.of_type("shorthand_property_identifier"):
        first.setdefault(text(one), "")
    written: set[str] = set()
    read: set[str] = set()
    for one in source.syntax.of_type("member_expression"):
        parent = source.syntax.parent(one)
        is_set = parent is not None and parent.type in _WRITING and field(parent, "right") != one
        (written if is_set else read).add(text(field(one, "property")))
    return {name: start for name, start in first.items() if name in read - written}


def _owners(target: JsTarget, name: str) -> list[str]:
    """The objects in reach of which a property may be set: those of which the function reads it, then the others."""
    nodes = [one for one in descendants(target.function) if one.type == "member_expression"] if target.function else []
    asked = [text(field(one, "object")) for one in nodes if text(field(one, "property")) == name]
    read = [text(field(one, "object")) for one in nodes if text(field(one, "object")) in target.local_names]
    others = [one for one in target.local_names if one != name]
    return list(dict.fromkeys((*asked, *read) or others))[:_MOST_OWNERS]


def _written(target: JsTarget) -> set[str]:
    nodes = descendants(target.function) if target.function is not None else ()
    return {text(field(one, "left") or field(one, "argument")) for one in nodes if one.type in _WRITING}


def _containers(target: JsTarget) -> Iterator[str]:
    """An element put into a container that begins empty and that nothing fills."""
    source = target.source
    for name, sort in unfilled(source).items():
        if name.startswith("this.") or name in target.names:
            asked = [one for one in source.syntax.of_type("call_expression") if receiver_of(one) == name]
            keys = dict.fromkeys(text(given[0]) for one in asked if (given := arguments_of(one)))
            usable = [one for one in keys if one.split(".")[0] in (*target.local_names, "this")]
            for key in usable[:_MOST_OWNERS] or _keys(target, name) if sort in _KEYED else [""]:
                yield from (_FORMS[sort].format(name, key, value) for value in _elements(target, name, sort, key))


def _elements(target: JsTarget, name: str, sort: str, key: str) -> list[str]:
    """What may be put into a container: what nothing reads, loop variables and the other variables around."""
    unused = _unread_around(target)
    whole = [f"{{ {', '.join(unused)} }}"] if len(unused) > 1 else []
    calls = [one for one in unread(target) if one.endswith(")")]
    others = [one for one in target.local_names if one not in (name, key)]
    starts = ("[]", "{}", "0") if sort == "Map" else ()
    return list(dict.fromkeys((*whole, *calls, *unused, *others[:_MOST_NAMES], *starts)))


def _keys(target: JsTarget, name: str) -> list[str]:
    """What a container that nothing asks may be filled by: what nothing reads, else the nearest variables."""
    found = dict.fromkeys((*_unread_around(target), *target.local_names))
    return [one for one in found if one != name][:_MOST_KEYS]


@cached_per_search(64)
def unfilled(source: JsSource) -> Mapping[str, str]:
    """The containers of the file that begin empty and that nothing fills, with their sorts."""
    found: dict[str, str] = {}
    for one in source.syntax.of_type("variable_declarator", "field_definition", "public_field_definition"):
        value, is_field = field(one, "value"), one.type != "variable_declarator"
        name = text(field(one, "name") or field(one, "property"))
        if sort := _sort_of_empty(value):
            found[f"this.{name}" if is_field else name] = sort
    for one in source.syntax.of_type("assignment_expression"):
        if text(field(one, "left")).startswith("this.") and (sort := _sort_of_empty(field(one, "right"))):
            found.setdefault(text(field(one, "left")), sort)
    calls = source.syntax.of_type("call_expression")
    filled = {receiver_of(one) for one in calls if any(method_of(one) in names for names in _FILLING.values())}
    given = {text(one) for call in calls for one in arguments_of(call)}
    set_by_index = {text(field(field(one, "left"), "object")) for one in source.syntax.of_type("assignment_expression")}
    return {name: sort for name, sort in found.items() if name not in (*filled, *given, *set_by_index)}


def _sort_of_empty(value: Node | None) -> str:
    if value is None or value.type not in ("array", "object", "new_expression"):
        return ""
    if value.type != "new_expression":
        return "" if value.named_children else value.type
    name = text(field(value, "constructor"))
    return name if name in ("Map", "Set") and not arguments_of(value) else ""


def _counts(target: JsTarget) -> Iterator[str]:
    """The inverse of an update of a field or variable that the file changes in one direction only."""
    directions: dict[str, dict[str, str]] = {}
    for one in target.source.syntax.of_type("augmented_assignment_expression", "update_expression"):
        name, sign = text(field(one, "left") or field(one, "argument")), text(field(one, "operator"))
        if sign in _INVERSE:
            by = f" {text(field(one, 'right'))}" if sign.endswith("=") else ""
            directions.setdefault(name, {})[sign[0]] = f"{name}{' ' if by else ''}{_INVERSE[sign]}{by}"
    for name, ways in directions.items():
        if len(ways) == 1 and name.startswith("this."):
            yield from (f"{code};" for code in ways.values())
