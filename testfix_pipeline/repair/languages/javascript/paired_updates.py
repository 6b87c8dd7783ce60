"""A sum or count beside a container: the update where elements come in is undone where they go out."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.source import FUNCTIONS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_IN = ("push", "unshift", "add", "set", "splice")
_OUT = ("shift", "pop", "delete", "splice", "clear")
_INVERSE = {"+=": "-=", "-=": "+=", "++": "--", "--": "++"}
_UPDATES = ("augmented_assignment_expression", "update_expression")
_MOST_UPDATES = 4


def paired_updates(target: JsTarget) -> Iterator[Edit]:
    """The inverse of the updates that another function makes where it changes the same container the other way."""
    if target.function is None or not is_in_block(target):
        return
    for call in target.of_type("call_expression"):
        method, container = method_of(call), receiver_of(call)
        others = [*(_OUT if method in _IN else ()), *(_IN if method in _OUT else ())]
        if not others or not container:
            continue
        for other in target.by_distance(_calls_of(target, container, others)):
            for code, reads in _inverses(target, call, other):
                kind = "update.paired"
                yield target.insert_line(target.stmt.node, code, kind, 0.6, behind=not reads)


def _calls_of(target: JsTarget, container: str, methods: list[str]) -> Iterator[Node]:
    """The calls of these methods of a container in other functions."""
    for one in target.source.syntax.of_type("call_expression"):
        if method_of(one) in methods and receiver_of(one) == container and _function_of(target, one) != target.function:
            yield one


def _function_of(target: JsTarget, node: Node) -> Node | None:
    return next((one for one in target.source.syntax.above(node) if one.type in FUNCTIONS), None)


def _inverses(target: JsTarget, call: Node, other: Node) -> Iterator[tuple[str, bool]]:
    """The updates beside another call, undone; and whether one reads the element, which has to be there still."""
    function = _function_of(target, other)
    updates = [one for one in descendants(function) if one.type in _UPDATES] if function is not None else []
    own = {_updated(one) for one in descendants(target.function) if one.type in _UPDATES} if target.function else set()
    for update in [one for one in updates if _updated(one) not in own][:_MOST_UPDATES]:
        name, sign, value = _updated(update), text(field(update, "operator")), field(update, "right")
        if not name.startswith("this.") and name not in target.names:
            continue
        if update.type == "update_expression":
            yield f"{name}{_INVERSE[sign]};", False
        elif value is not None and sign in _INVERSE:
            if value.type == "number":
                yield f"{name} {_INVERSE[sign]} {text(value)};", False
            for read in _read(target, call, other, text(value)):
                yield f"{name} {_INVERSE[sign]} {read};", "[" in read or ".get(" in read


def _updated(update: Node) -> str:
    return text(field(update, "left") or field(update, "argument"))


def _read(target: JsTarget, call: Node, other: Node, value: str) -> Iterator[str]:
    """What a value of the element that came in is called where the element goes out, or the other way round."""
    element = _element(target, call)
    theirs = _element(target, other)
    given = arguments_of(other)
    if value in (theirs, *(text(one) for one in given)):
        yield element
    elif theirs and value.startswith(f"{theirs}."):
        yield element + value[len(theirs) :]
    elif given and given[-1].type == "object":
        yield from (f"{element}.{key}" for key in _keys_of(given[-1], value))
    elif value.isidentifier() and element.isidentifier():
        yield f"{element}.{value}"


def _keys_of(whole: Node, value: str) -> Iterator[str]:
    for one in whole.named_children:
        if text(field(one, "value") or one) == value:
            yield text(field(one, "key") or one)


def _element(target: JsTarget, call: Node) -> str:
    """The element that a call puts in or takes out: its name, or how it is read before it is taken out."""
    container, method, given = receiver_of(call), method_of(call), [text(one) for one in arguments_of(call)]
    parent = target.source.syntax.parent(call)
    if parent is not None and parent.type == "variable_declarator" and method not in ("push", "unshift", "set", "add"):
        return text(field(parent, "name"))
    if method in ("push", "unshift", "add"):
        return given[0] if given else ""
    if method == "set":
        return given[-1] if given else ""
    if method == "delete":
        return f"{container}.get({', '.join(given)})"
    at = {"shift": "0", "pop": f"{container}.length - 1"}.get(method, given[0] if given else "0")
    return f"{container}[{at}]"
