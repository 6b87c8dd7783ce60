"""Finds results of an object that a flag hides; see `masked_state.py` of the patch policy."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text

_WRITING = ("assignment_expression", "augmented_assignment_expression", "update_expression")


def masked_state(code: Code) -> Iterator[Node]:
    """Conditional results in methods without effects, where the flag is all that hides what is still there."""
    for node in code.tree.of_type("ternary_expression", "if_statement"):
        flag, is_set = _asked_flag(field(node, "condition"))
        method = next((one for one in code.tree.above(node) if one.type == "method_definition"), None)
        owner = code.tree.parent(method) if method is not None else None
        if not flag or owner is None or owner.type != "class_body":
            continue
        plain = _result_without_flag(node, is_set)
        if plain is not None and _setters(owner, flag, _read(plain) - {flag}):
            yield node


def _asked_flag(condition: Node | None) -> tuple[str, bool]:
    """The member of `this` that a condition consists of, and the truth by which it holds; "" for others."""
    is_set = True
    while condition is not None and condition.type in ("parenthesized_expression", "unary_expression"):
        if condition.type == "unary_expression":
            if text(field(condition, "operator")) != "!":
                return "", True
            is_set = not is_set
        condition = condition.named_children[0]
    return (_own_member(condition) if condition is not None else ""), is_set


def _own_member(node: Node) -> str:
    own = node.type == "member_expression" and text(field(node, "object")) == "this"
    return text(field(node, "property")) if own else ""


def _result_without_flag(node: Node, is_set: bool) -> Node | None:
    """What is returned as long as the flag is not set; None where one of both ways returns nothing."""
    sides = [field(node, "consequence"), field(node, "alternative")]
    if node.type == "if_statement":
        other = sides[1].named_children[0] if sides[1] is not None else node.next_named_sibling
        sides = [_only_result(sides[0]), _only_result(other)]
    return sides[1 if is_set else 0] if all(sides) else None


def _only_result(node: Node | None) -> Node | None:
    if node is not None and node.type == "statement_block" and len(node.named_children) == 1:
        node = node.named_children[0]
    return next(iter(node.named_children), None) if node is not None and node.type == "return_statement" else None


def _setters(owner: Node, flag: str, state: set[str]) -> list[Node]:
    """The methods that use the state and end with the flag set; [] where anything else depends on the flag."""
    methods = [one for one in owner.named_children if one.type == "method_definition"]
    effects = [one for one in methods if any(_own_member(target) for target, _ in _writes(one))]
    if any(flag in _read(one) for one in effects) or _first_truths(owner, methods, flag) != [False]:
        return []
    later = [one for one in effects if not _is_constructor(one)]
    if not any(_truths(one, flag) == [False] for one in later):
        return []
    others = [one for one in later if _last_truth(one, flag)]
    return [one for one in others if not state.isdisjoint(_read(one))]


def _is_constructor(method: Node) -> bool:
    return text(field(method, "name")) == "constructor"


def _writes(node: Node) -> Iterator[tuple[Node, Node | None]]:
    """Yield the targets that code below a node writes to, each with its value."""
    for one in descendants(node):
        target = field(one, "left") or field(one, "argument") if one.type in _WRITING else None
        if target is not None:
            yield target, field(one, "right") if one.type == "assignment_expression" else None


def _read(node: Node) -> set[str]:
    """The members of `this` that code below a node uses, without those that it only assigns to."""
    assigned = {target.id for target, value in _writes(node) if value is not None}
    return {name for one in descendants(node) if one.id not in assigned and (name := _own_member(one))}


def _first_truths(owner: Node, methods: list[Node], flag: str) -> list[bool | None]:
    fields = [one for one in owner.named_children if one.type in ("field_definition", "public_field_definition")]
    named = [one for one in fields if flag in (text(field(one, "property")), text(field(one, "name")))]
    made = [_truth(value) for one in named if (value := field(one, "value")) is not None]
    return [*made, *(truth for one in methods if _is_constructor(one) for truth in _truths(one, flag))]


def _last_truth(method: Node, flag: str) -> bool:
    """Whether the last value that a method gives the flag is a true constant."""
    given = _truths(method, flag)
    return bool(given) and given[-1] is True


def _truths(method: Node, flag: str) -> list[bool | None]:
    """The truth of each value that a method gives the flag, in the order of the text; None if it is computed."""
    found = sorted(_writes(method), key=lambda one: one[0].start_byte)
    return [_truth(value) for target, value in found if _own_member(target) == flag]


def _truth(value: Node | None) -> bool | None:
    known = {"true": True, "false": False, "1": True, "0": False}
    return known.get(text(value))
