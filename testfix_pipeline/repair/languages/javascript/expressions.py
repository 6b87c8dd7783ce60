"""Edits of expressions: negated, wrapped, awaited, guarded against null; see `tree_sitter/expressions.py`."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.source import is_bound, is_truth
from testfix_pipeline.repair.languages.javascript.tables import CALLS, DEFAULTS, PAIR_WRAPPERS, WRAPPERS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.expressions import values
from testfix_pipeline.repair.model.edit import Edit

_READ = ("identifier", "member_expression", "call_expression", "subscript_expression")
_EQUALITIES = ("==", "!=", "===", "!==")
_OTHER_SIGN = {"+": "-", "-": "+"}
_MOST_ARGUMENTS, _MOST_ORDERED = 8, 12
_ORDERS = ("(a, b) => a - b", "(a, b) => b - a")


def _is(parent: Node, name: str, node: Node) -> bool:
    return bool(parent.child_by_field_name(name) == node)


def negations(target: JsTarget) -> Iterator[Edit]:
    """Conditions, operands and arguments negated, or no longer; a minus put in front or taken away."""
    for node in target.of_type("unary_expression"):
        argument = node.child_by_field_name("argument")
        if argument is not None and text(node.child_by_field_name("operator")) in "!-+":
            yield target.edit(node, text(argument), "negation.dropped", 0.7)
        if argument is not None and (other := _OTHER_SIGN.get(text(field(node, "operator")))):
            yield target.edit(node, other + text(argument), "negation.minus", 0.5)
    for node in target.nodes:
        parent = target.source.syntax.parent(node)
        if parent is None or not node.is_named:
            continue
        if node.type == "parenthesized_expression" and parent.child_by_field_name("condition") == node:
            if text(field(node.named_child(0), "operator")) in _EQUALITIES:
                continue  # the opposite comparison is an edit of its own, and reads better
            yield target.edit(node, f"(!{text(node)})", "negation.added", 0.6)
        elif node.type in _READ and not is_bound(parent, node):
            yield target.edit(node, f"!{text(node)}", "negation.added", 0.4)
            if parent.type != "parenthesized_expression":
                yield target.edit(node, f"-{text(node)}", "negation.minus", 0.3)


def wrapped(target: JsTarget) -> Iterator[Edit]:
    """A value converted, rounded, bounded, copied, or with one more method called on it."""
    for node in values(target):
        old = text(node)
        if node.type == "parenthesized_expression":
            if _has_default(node) and field(target.source.syntax.parent(node), "condition") != node:
                yield from (target.edit(node, old + one, "wrapped.method", 0.3) for one in CALLS)
            continue
        if not target.may_count(node):
            continue
        yield from (target.edit(node, f"{one}({old})", "wrapped.call", 0.4) for one in WRAPPERS)
        yield from (target.edit(node, f"{one}({old})", "wrapped.own", 0.4) for one in target.callees if one != old)
        yield from (
            target.edit(node, f"{one}({bound}, {old})", "wrapped.bound", 0.3) for one in PAIR_WRAPPERS for bound in "01"
        )
        if node.type != "binary_expression":
            yield from (target.edit(node, old + one, "wrapped.method", 0.3) for one in CALLS)
        yield from _copied(target, node)
    for node in target.of_type("shorthand_property_identifier"):
        for one in (*WRAPPERS, *target.callees):
            yield target.edit(node, f"{text(node)}: {one}({text(node)})", "wrapped.property", 0.4)
        yield target.edit(node, f"{text(node)}: [...{text(node)}]", "wrapped.copy", 0.4)
        yield target.edit(node, f"{text(node)}: {{ ...{text(node)} }}", "wrapped.copy", 0.4)
    for node in target.of_type("subscript_expression"):
        index = node.child_by_field_name("index")
        if index is not None:
            yield target.edit(index, f"{text(node.child_by_field_name('object'))}.length - 1", "wrapped.last", 0.3)


def _has_default(node: Node) -> bool:
    """Whether a node in brackets is a value with what stands for it where it is missing: `(a || 'b')`."""
    inner = node.named_children[0]
    return text(field(inner, "operator")) in ("||", "??") and not is_truth(node)


def _copied(target: JsTarget, node: Node) -> Iterator[Edit]:
    """A copy, likelier where a value gets a second name or is handed out."""
    parent = target.source.syntax.parent(node)
    named = parent is not None and parent.type in ("variable_declarator", "return_statement", "assignment_expression")
    prior, old = 0.6 if named else 0.3, f"({text(node)})" if node.type == "binary_expression" else text(node)
    yield target.edit(node, f"[...{old}]", "wrapped.copy", prior)
    yield target.edit(node, f"{{ ...{old} }}", "wrapped.copy", prior)


def awaited(target: JsTarget) -> Iterator[Edit]:
    """Calls awaited, or no longer; the function made asynchronous where it is not."""
    for node in target.of_type("await_expression"):
        yield target.edit(node, text(node.named_children[0]), "await.dropped", 0.3)
    function = target.function
    is_async = function is not None and any(one.type == "async" for one in function.children)
    for node in target.of_type("call_expression", "identifier") if is_async else ():
        parent = target.source.syntax.parent(node)
        if parent is not None and parent.type != "await_expression" and not is_bound(parent, node):
            new = f"await {text(node)}"
            yield target.edit(node, f"({new})" if parent.type == "member_expression" else new, "await.added", 0.6)
        elif parent is not None and parent.type == "expression_statement":
            yield target.edit(node, f"await {text(node)}", "await.added", 0.7)


def nullish(target: JsTarget) -> Iterator[Edit]:
    """Optional access, or a default where a value may be missing."""
    for node in target.of_type("member_expression", "subscript_expression", "call_expression"):
        parent = target.source.syntax.parent(node)
        if parent is not None and _is(parent, "left", node) and parent.type != "binary_expression":
            continue
        inner = node.child_by_field_name("object") or node.child_by_field_name("function")
        if inner is not None and "?." not in text(node)[len(text(inner)) :]:
            rest = text(node)[len(text(inner)) :]
            access = f"?{rest}" if node.type == "member_expression" else f"?.{rest}"
            yield target.edit(node, text(inner) + access, "nullish.optional", 0.5)
    for node in values(target):
        if node.type in _READ:
            for default in DEFAULTS:
                yield target.edit(node, f"({text(node)} ?? {default})", "nullish.default", 0.35)
                yield target.edit(node, f"({text(node)} || {default})", "nullish.or", 0.3)


def arguments(target: JsTarget) -> Iterator[Edit]:
    """One more argument: a variable in scope or a usual constant; a sort that compares."""
    for node in target.of_type("arguments"):
        old = [text(one) for one in node.named_children]
        if not old and _called(target, node).endswith((".sort", ".toSorted")):
            for order in (*_ORDERS, *_orders_by_property(target)):  # without one, everything is ordered as text
                yield target.edit(node, f"({order})", "argument.order", 0.9)
            continue
        for more in (*target.names[:_MOST_ARGUMENTS], "0", "1", "10", "''", "[]", "{}", *_ORDERS):
            if more not in old:
                yield target.edit(node, f"({', '.join([*old, more])})", "argument.added", 0.4)


def _orders_by_property(target: JsTarget) -> Iterator[str]:
    """How elements are ordered by a property that the function reads, or the file near it."""
    inside = descendants(target.function) if target.function is not None else ()
    read = (field(one, "property") for one in inside if one.type == "member_expression")
    for name in list(dict.fromkeys((*(text(one) for one in read), *target.properties)))[:_MOST_ORDERED]:
        yield f"(a, b) => a.{name} - b.{name}"
        yield f"(a, b) => a.{name}.localeCompare(b.{name})"


def _called(target: JsTarget, node: Node) -> str:
    call = target.source.syntax.parent(node)
    return text(call.child_by_field_name("function")) if call is not None else ""


def awaited_loops(target: JsTarget) -> Iterator[Edit]:
    """`forEach` with an asynchronous function, which nobody waits for, as a loop that waits."""
    for node in target.of_type("call_expression"):
        callback = next(iter(arguments_of(node)), None)
        statement = target.source.syntax.parent(node)
        if method_of(node) != "forEach" or not text(callback).startswith("async"):
            continue
        if callback is not None and statement is not None and statement.type == "expression_statement":
            of, names, body = receiver_of(node), _parameters(callback), field(callback, "body")
            every = f"await Promise.all({of}.map{text(field(node, 'arguments'))});"
            yield target.edit(statement, every, "loop.awaited-at-once", 0.6)
            if body is not None and 1 <= len(names) <= 2:
                head = f"{names[0]} of {of}" if len(names) == 1 else f"[{names[1]}, {names[0]}] of {of}.entries()"
                block = text(body) if body.type == "statement_block" else f"{{ {text(body)}; }}"
                yield target.edit(statement, f"for (const {head}) {block}", "loop.awaited", 0.9)


def _parameters(function: Node) -> list[str]:
    listed = field(function, "parameters")
    found = [field(function, "parameter")] if listed is None else list(listed.named_children)
    return [text(one) for one in found if one is not None]
