"""Functions that tell of their calls, so that the warm process (`warm/calls.mjs`) can record and repeat them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import NamedTuple

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.language.watched_functions import WatchedText
from testfix_pipeline.repair.languages.javascript.source import CLASSES, JsSource
from testfix_pipeline.repair.model.edit import apply_spans

_CALLED, _VALUE = "__testfixCalled", "__testfixValue"
_VALUES = ("arrow_function", "function_expression")
_DECLARED = ("lexical_declaration", "variable_declaration")


class _Watched(NamedTuple):
    """A function. reference: an expression of the module for it, "" for a value that is wrapped where it stands."""

    name: str
    node: Node
    reference: str


def with_call_records(source: JsSource) -> WatchedText:
    """The text of a file whose named functions at the top tell of each call; no line moves."""
    watched = list(_functions(source))
    spans = [span for one in watched for span in _record_of(source, one)]
    known = ", ".join(f"{json.dumps(one.name)}: () => {one.reference}" for one in watched if one.reference)
    functions = {one.name: text(one.node) for one in watched}
    return WatchedText(apply_spans(source.text, spans) + _recorder(known) if spans else source.text, functions)


def _functions(source: JsSource) -> Iterator[_Watched]:
    for node in source.syntax.root.named_children:
        inner = field(node, "declaration") if node.type == "export_statement" else node
        if inner is None:  # `export default` of a value
            yield from _assigned("default", field(node, "value"))
            continue
        if inner.type == "function_declaration" and (name := text(field(inner, "name"))):
            yield _Watched(name, inner, name)
        elif inner.type in CLASSES and (name := text(field(inner, "name"))):
            yield from _methods(name, inner)
        elif inner.type in _DECLARED:
            for one in inner.named_children:
                yield from _assigned(text(field(one, "name")), field(one, "value"))
        elif inner.type == "expression_statement" and inner.named_children[0].type == "assignment_expression":
            target = text(field(inner.named_children[0], "left"))
            name = target.removeprefix("module.").removeprefix("exports").lstrip(".") or "exports"
            yield from _assigned(name, field(inner.named_children[0], "right"), target)


def _assigned(name: str, value: Node | None, target: str = "") -> Iterator[_Watched]:
    """The function that is the value of a name, or the methods of an object or class that is."""
    if value is None or not name:
        return
    if value.type in _VALUES:
        yield _Watched(name, value, "")
    elif value.type == "class":
        yield from _methods(target or name, value)
    elif value.type == "object":
        for one in value.named_children:
            key = text(one.child_by_field_name("name") or one.child_by_field_name("key"))
            inner = one.child_by_field_name("value")
            if one.type == "pair" and key.isidentifier() and inner is not None and inner.type in _VALUES:
                yield _Watched(f"{name}.{key}", inner, "")
            elif _is_plain_method(one, key):
                yield _Watched(f"{name}.{key}", one, f"{target or name}.{key}")


def _methods(owner: str, node: Node) -> Iterator[_Watched]:
    body = field(node, "body")
    for one in body.named_children if body is not None else ():
        key = text(one.child_by_field_name("name"))
        if _is_plain_method(one, key) and key != "constructor":
            is_static = any(part.type == "static" for part in one.children)
            yield _Watched(f"{owner}.{key}", one, f"{owner}{'' if is_static else '.prototype'}.{key}")


def _is_plain_method(node: Node, key: str) -> bool:
    kinds = {part.type for part in node.children}
    return node.type == "method_definition" and key.isidentifier() and not kinds & {"get", "set", "*"}


def _record_of(source: JsSource, one: _Watched) -> list[tuple[int, int, str]]:
    body, name = field(one.node, "body"), json.dumps(one.name)
    uses_this = "true" if _uses_this(one.node) else "false"
    if not one.reference:
        start, end = source.span(one.node)
        return [(start, start, f"{_VALUE}({name}, {uses_this}, "), (end, end, ")")]
    if body is None:
        return []
    directives = [part for part in body.named_children if _is_directive(part)]
    at = source.span(directives[-1])[1] if directives else source.span(body)[0] + 1
    self = "this" if uses_this == "true" else "undefined"
    return [(at, at, f"{_CALLED}({name}, {self}, arguments);")]


def _is_directive(node: Node) -> bool:
    return node.type == "expression_statement" and node.named_children[0].type == "string"


def _uses_this(node: Node) -> bool:
    return any(one.type in ("this", "super") for one in descendants(node))


def _recorder(known: str) -> str:
    """Declarations are hoisted; without types it is right in TypeScript as well."""
    records = "globalThis[Symbol.for('testfix.calls')]"
    return (
        f"\n// @ts-nocheck\nfunction {_CALLED}(name, self, given) {{ {records}?.call(name, self, given); }}\n"
        f"function {_VALUE}(name, usesThis, fn) {{ return {records}?.wrap(name, fn, usesThis) ?? fn; }}\n"
        f"{records}?.know({{ {known} }});\n"
    )
