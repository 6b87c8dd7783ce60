"""Statements that change what only ever has its first value: a `let` without assignment, a field that nothing sets.

Correct code has almost none of these, so what is missing is likely to be such a statement.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.ingredients import expressions_in_reach
from testfix_pipeline.repair.languages.javascript.source import NOTHING, JsSource
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.javascript.unread_uses import unread
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.source_cache import cached_per_search

_WRITING = ("assignment_expression", "augmented_assignment_expression", "update_expression")
_MOST_VALUES, _MOST_OWNERS, _MOST_NAMES = 8, 2, 8
_STEPS = ("{0} += 1;", "{0} -= 1;", "{0}++;", "{0}--;")
_OPPOSITES: Mapping[str, str] = {"true": "false", "false": "true"}
_STARTS = re.compile(r"-?\d+|true|false|null|undefined|''|\"\"|\[\]|\{\}")
_FIRST_VALUES: Mapping[str, str] = {
    **dict.fromkeys(("get", "set", "entries", "delete"), "new Map()"),
    **dict.fromkeys(("add", "has"), "new Set()"),
    **dict.fromkeys(("push", "pop", "shift", "unshift", "map", "filter", "forEach", "find", "splice", "join"), "[]"),
}
"""What an object begins as of which a method of this name is called."""
_DEFINITIONS = ("method_definition", "field_definition", "public_field_definition", "required_parameter")
_INDEXED = ("indexOf", "findIndex", "lastIndexOf")


def unchanged_state(target: JsTarget) -> Iterator[Edit]:
    """The edits of this file."""
    body = field(target.stmt.node, "body")
    if body is not None and all(one.type in NOTHING for one in body.named_children):
        yield from (target.edit(body, f"{{ {code} }}", "assignment.field", 0.6) for code in _first_values(target))
    if target.function is None or not is_in_block(target):
        return
    finders = {"assignment.only-first": _changes, "assignment.field": _first_values, "container.at-index": _removals}
    for kind, find in finders.items():
        for code in dict.fromkeys(find(target)):
            yield target.insert_line(target.stmt.node, code, kind, 0.6)
            yield target.insert_line(target.stmt.node, code, kind, 0.6, behind=True)


def _changes(target: JsTarget) -> Iterator[str]:
    """A change of a variable in reach, or of a field, that is never assigned after its first value."""
    source = target.source
    values = dict.fromkeys((*unread(target), *expressions_in_reach(target, _MOST_VALUES), *_properties(target)))
    unassigned = _unassigned(source)
    variables = {name: unassigned[name] for name in target.names if name in unassigned}
    fields = unchanged_fields(source) if target.class_body is not None else {}
    is_constructor = text(field(target.function, "name")) == "constructor"
    every = {**({} if is_constructor else fields), **variables}
    for name, start in list(every.items())[:_MOST_NAMES]:
        usable = [one for one in values if one != name and not re.search(rf"(?<![\w.]){re.escape(name)}\b", one)]
        yield from ([f"{name} = {_OPPOSITES[start]};"] if start in _OPPOSITES else [])
        yield from (form.format(name) for form in _STEPS if start not in (*_OPPOSITES, "null", "''", '""', "[]", "{}"))
        yield from (f"{name} = {one};" for one in (*usable, *_inner(target, name, start)))
        yield from (f"{name} {sign} {one};" for one in usable for sign in ("+=", "-=") if start not in _OPPOSITES)


def _inner(target: JsTarget, name: str, start: str) -> list[str]:
    """The parts of a value that it may go on with: `node.next`, `node[key]`."""
    if _STARTS.fullmatch(start):
        return []
    keys = [one for one in target.local_names if one != name][:_MOST_OWNERS]
    return [f"{name}[{one}]" for one in keys] + [f"{name}.{one}" for one in target.properties[:_MOST_VALUES]]


def _properties(target: JsTarget) -> Iterator[str]:
    """The properties that the file names, of the nearest variables that it reads properties of."""
    owners = [one for one in target.local_names if f"{one}." in target.source.text]
    for name, owner in itertools.product(target.properties[:_MOST_VALUES], owners[:_MOST_OWNERS]):
        yield f"{owner}.{name}"


@cached_per_search(64)
def _unassigned(source: JsSource) -> Mapping[str, str]:
    """The variables that are declared with `let` and a first value and never assigned again, with that value."""
    assigned = {text(field(one, "left") or field(one, "argument")) for one in source.syntax.of_type(*_WRITING)}
    patterns = [field(one, "left") for one in source.syntax.of_type("assignment_expression", "for_in_statement")]
    inside = {text(each) for one in patterns if one is not None for each in descendants(one)}
    found = {}
    for one in source.syntax.of_type("lexical_declaration"):
        for each in one.named_children if text(one).startswith("let") else ():
            name = text(field(each, "name"))
            if field(each, "value") is not None and name.isidentifier() and name not in assigned | inside:
                found[name] = text(field(each, "value"))
    return found


@cached_per_search(64)
def unchanged_fields(source: JsSource) -> Mapping[str, str]:
    """The fields of classes that only the constructor sets, to a usual first value, and that the file reads."""
    sets: dict[str, list[str]] = {}
    for one in source.syntax.of_type(*_WRITING, "field_definition", "public_field_definition"):
        named = field(one, "left") or field(one, "argument")
        name = text(named) if named is not None else f"this.{text(field(one, 'property') or field(one, 'name'))}"
        sets.setdefault(name, []).append(text(field(one, "right") or field(one, "value")))
    read = [text(one) for one in source.syntax.of_type("member_expression")]
    starts = {name: values[0] for name, values in sets.items() if len(values) == 1 and name.startswith("this.")}
    calls = {receiver_of(one) for one in source.syntax.of_type("call_expression")}
    return {
        name: start
        for name, start in starts.items()
        if _STARTS.fullmatch(start) and read.count(name) > 1 - _is_declared(source, name) and name not in calls
    }


def _is_declared(source: JsSource, name: str) -> bool:
    """Whether a field is declared in the body of its class, where its name stands without `this`."""
    declared = source.syntax.of_type("field_definition", "public_field_definition")
    return any(f"this.{text(field(one, 'property') or field(one, 'name'))}" == name for one in declared)


def _first_values(target: JsTarget) -> Iterator[str]:
    """In a constructor, a field that the class reads and nothing sets: the parameter of its name, or an empty start."""
    if text(field(target.function, "name")) != "constructor" or target.class_body is None:
        return
    for name, starts in _unset(target).items():
        own = name.removeprefix("this.")
        yield from (f"{name} = {one};" for one in ([own] if own in target.parameters else starts))


def _unset(target: JsTarget) -> Mapping[str, Sequence[str]]:
    """The fields that the class reads and that neither it nor its file sets, with what they may begin as."""
    inside = list(descendants(target.class_body)) if target.class_body is not None else []
    members = [text(one) for one in inside if one.type == "member_expression" and text(field(one, "object")) == "this"]
    definitions = [one for one in inside if one.type in _DEFINITIONS]
    declared = {text(field(one, "name") or field(one, "property") or field(one, "pattern")) for one in definitions}
    written = {text(field(one, "left")) for one in inside if one.type == "assignment_expression"}
    calls = [one for one in inside if one.type == "call_expression"]
    found = {}
    for name in dict.fromkeys(members):
        own = name.removeprefix("this.")
        if name not in written and (own in target.parameters or own not in declared):
            starts = [_FIRST_VALUES.get(method_of(one), "") for one in calls if receiver_of(one) == name]
            found[name] = list(dict.fromkeys(filter(None, starts))) or ["0", "null", "false"]
    return found


def _removals(target: JsTarget) -> Iterator[str]:
    """What is found by its index and never taken out: `xs.splice(at, 1)` behind `const at = xs.indexOf(x)`."""
    nodes = list(descendants(target.function)) if target.function is not None else []
    used = {text(one) for call in nodes if method_of(call) == "splice" for one in arguments_of(call)}
    used |= {text(field(one, "index")) for one in nodes if one.type == "subscript_expression"}
    for one in nodes:
        value = field(one, "value")
        if one.type == "variable_declarator" and method_of(value) in _INDEXED and text(field(one, "name")) not in used:
            yield f"{receiver_of(value)}.splice({text(field(one, 'name'))}, 1);"
