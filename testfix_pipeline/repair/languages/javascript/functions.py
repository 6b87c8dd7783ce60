"""Edits of functions: arrows that keep `this`, functions made asynchronous, promises waited for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS, is_bound
from testfix_pipeline.repair.languages.javascript.tables import DEFAULTS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit

_MOST_INDEXES, _MOST_NUMBERS, _MOST_STEPS = 8, 4, 3
_PROMISES = re.compile(r"\b(?:async|await|Promise|then)\b")
_MODIFIERS = ("static", "accessibility_modifier", "override_modifier")


def functions(target: JsTarget) -> Iterator[Edit]:
    """The edits of this file."""
    for find in (
        _arrows,
        _methods,
        _made_asynchronous,
        _awaited_names,
        _stored_at_index,
        _optional,
        _defaults,
        _spread,
        _steps,
    ):
        yield from find(target)


def _arrows(target: JsTarget) -> Iterator[Edit]:
    """A function expression as an arrow, with the `this` of the code around; a block that is meant as an object."""
    for node in target.of_type("arrow_function"):
        body = field(node, "body")
        if body is not None and body.type == "object":  # so the parser reads a block that holds labels alone
            yield target.edit(body, f"({text(body)})", "function.object", 0.9)
    for node in target.of_type("function_expression"):
        if not any(one.type == "*" for one in node.children):
            head = "async " if any(one.type == "async" for one in node.children) else ""
            new = f"{head}{text(field(node, 'parameters'))} => {text(field(node, 'body'))}"
            yield target.edit(node, new, "function.arrow", 0.7)


def _methods(target: JsTarget) -> Iterator[Edit]:
    """An arrow that is a property, as a method, whose `this` is the object."""
    for node in target.of_type("pair"):
        value = field(node, "value")
        body = field(value, "body")
        if value is None or body is None or value.type != "arrow_function":
            continue
        given = text(field(value, "parameters")) or f"({text(field(value, 'parameter'))})"
        block = text(body) if body.type == "statement_block" else f"{{ return {text(body)}; }}"
        head = "async " if any(one.type == "async" for one in value.children) else ""
        yield target.edit(node, f"{head}{text(field(node, 'key'))}{given} {block}", "function.method", 0.5)


def _made_asynchronous(target: JsTarget) -> Iterator[Edit]:
    """A call awaited, in a function that becomes asynchronous."""
    function = target.function
    if function is None or any(one.type in ("async", "get", "set") for one in function.children):
        return
    first = next((one for one in function.children if one.type not in _MODIFIERS), None)
    for node in target.of_type("call_expression"):
        parent = target.source.syntax.parent(node)
        if parent is None or first is None or parent.type == "await_expression":
            continue
        new = f"await {text(node)}"
        new = f"({new})" if parent.type in ("member_expression", "binary_expression", "subscript_expression") else new
        yield target.edit(first, f"async {text(first)}", "await.made", 0.5, (node, new))


def _awaited_names(target: JsTarget) -> Iterator[Edit]:
    """A list of promises waited for as a whole, and returned calls; nothing in a file that knows no promises."""
    for node in target.of_type("identifier", "call_expression") if _PROMISES.search(target.source.text) else ():
        parent = target.source.syntax.parent(node)
        if parent is None or is_bound(parent, node) or (node.type == "call_expression" and method_of(node) != "map"):
            continue
        if parent.type in (
            "return_statement",
            "await_expression",
            "variable_declarator",
            "spread_element",
            "arguments",
        ):
            yield target.edit(node, f"Promise.all({text(node)})", "converted.all", 0.5)
            if parent.type != "await_expression":
                yield target.edit(node, f"await Promise.all({text(node)})", "converted.all", 0.4)


def _stored_at_index(target: JsTarget) -> Iterator[Edit]:
    """An element put at its place, not behind the others: `xs.push(x)` as `xs[i] = x`; and the other way round."""
    for node in target.of_type("call_expression"):
        given = arguments_of(node)
        if method_of(node) in ("push", "unshift") and len(given) == 1 and is_statement(target, node):
            for name in [one for one in target.local_names if one != receiver_of(node)][:_MOST_INDEXES]:
                yield target.edit(node, f"{receiver_of(node)}[{name}] = {text(given[0])}", "element.at-index", 0.4)
    for node in target.of_type("assignment_expression"):
        left = field(node, "left")
        if left is not None and left.type == "subscript_expression":
            owner, value = text(field(left, "object")), text(field(node, "right"))
            yield target.edit(node, f"{owner}.push({value})", "element.at-end", 0.4)
            yield target.edit(node, f"{owner}.splice({text(field(left, 'index'))}, 0, {value})", "element.at-end", 0.3)


def is_statement(target: JsTarget, node: Node) -> bool:
    """Whether an expression is a statement of its own."""
    parent = target.source.syntax.parent(node)
    return parent is not None and parent.type == "expression_statement"


def _defaults(target: JsTarget) -> Iterator[Edit]:
    """A parameter, or a property taken out of one, with a value where it is not given."""
    body = field(target.function, "body")
    is_first = body is not None and body.named_children[:1] == [target.stmt.node]
    own = target.of_type("formal_parameters")
    listed = field(target.function, "parameters") if is_first else None
    lists = {one.id: one for one in (*own, listed) if one is not None}.values()
    prior = 0.5 if _lacks_a_value(target) else 0.15
    for node in (one for each in lists for one in each.named_children):
        inner = field(node, "pattern") or node  # of TypeScript
        if inner.type == "identifier" and field(node, "value") is None:
            for value in (*DEFAULTS, "true", "false"):
                yield target.insert(node, "", f" = {value}", "parameter.default", prior)
        elif inner.type == "object_pattern" and field(node, "value") is None:
            yield target.insert(node, "", " = {}", "parameter.default", prior)
        if inner.type == "object_pattern":
            yield from _taken_out(target, inner, prior)
    for node in target.of_type("object_pattern"):
        yield from _taken_out(target, node, prior)


def _lacks_a_value(target: JsTarget) -> bool:
    """Whether a failure shows a value that nobody gave."""
    said = (*target.failure_evidence.messages, *(actual for actual, _ in target.failure_evidence.values))
    return any("undefined" in one or "NaN" in one for one in said)


def _taken_out(target: JsTarget, pattern: Node, prior: float) -> Iterator[Edit]:
    for one in pattern.named_children:
        if one.type == "shorthand_property_identifier_pattern":
            for value in (
                *DEFAULTS,
                "true",
                "false",
                *dict.fromkeys(map(text, target.nearest("number")[:_MOST_NUMBERS])),
            ):
                yield target.insert(one, "", f" = {value}", "parameter.default", prior)


def _spread(target: JsTarget) -> Iterator[Edit]:
    """Arguments that were gathered, passed on one by one: `f(...args)` for `f(args)`."""
    around = [one for one in target.source.syntax.above(target.stmt.node) if one.type in FUNCTIONS]
    inside = [one for one in target.nodes if one.type in FUNCTIONS]
    parameters = [field(one, "parameters") for one in (*around, *inside)]
    rests = [
        one for each in parameters if each is not None for one in each.named_children if one.type == "rest_pattern"
    ]
    names = {text(one.named_children[0]) for one in rests}
    for node in target.of_type("identifier") if names else ():
        parent = target.source.syntax.parent(node)
        if text(node) in names and parent is not None and parent.type == "arguments":
            yield target.insert(node, "...", "", "argument.unpacked", 0.7)


def _steps(target: JsTarget) -> Iterator[Edit]:
    """A loop that goes in steps of a parameter: `i += size` for `i++`."""
    for node in target.of_type("update_expression"):
        name, sign = text(field(node, "argument")), text(field(node, "operator"))
        for step in [one for one in target.parameters if one != name][:_MOST_STEPS]:
            yield target.edit(node, f"{name} {sign[0]}= {step}", "update.stepped", 0.4)


def _optional(target: JsTarget) -> Iterator[Edit]:
    """A value that `!` says is there may be missing: `a!.b` as `a?.b`."""
    for node in target.of_type("non_null_expression"):
        parent, inner = target.source.syntax.parent(node), node.named_children[0]
        if parent is None or field(parent, "object") != node:
            continue
        sign = "?" if parent.type == "member_expression" else "?."
        start, end = target.source.span(node)
        yield target.replace(start, end, text(inner) + sign, "nullish.optional", 0.6)
