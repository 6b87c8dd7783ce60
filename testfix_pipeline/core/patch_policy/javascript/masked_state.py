"""Finds results of an object that a flag hides; see `masked_state.py` of the patch policy."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.javascript.code import Code
from testfix_pipeline.core.patch_policy.masked_state import Method, Truth, is_hiding
from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text

_WRITING = ("assignment_expression", "augmented_assignment_expression", "update_expression")
_FIELDS = ("field_definition", "public_field_definition")


def masked_state(code: Code) -> Iterator[Node]:
    """Conditional results in methods without effects, where the flag is all that hides what is still there."""
    for node in code.tree.of_type("ternary_expression", "if_statement"):
        method = next((one for one in code.tree.above(node) if one.type == "method_definition"), None)
        owner = code.tree.parent(method) if method is not None else None
        flag, is_set = _asked_flag(field(node, "condition"))
        sides = [field(node, "consequence"), field(node, "alternative")]
        if node.type == "if_statement":
            other = sides[1].named_children[0] if sides[1] is not None else node.next_named_sibling
            sides = [_only_result(sides[0]), _only_result(other)]
        plain = sides[is_set] if all(sides) else None
        if not flag or owner is None or owner.type != "class_body" or plain is None:
            continue
        fields = [one for one in owner.named_children if one.type in _FIELDS]
        named = [one for one in fields if flag in (text(field(one, "property")), text(field(one, "name")))]
        methods = [_method(one) for one in owner.named_children if one.type == "method_definition"]
        given = [_truth(value) for one in named if (value := field(one, "value")) is not None]
        if is_hiding(flag, _method(plain).reads, given, methods):
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


def _only_result(node: Node | None) -> Node | None:
    if node is not None and node.type == "statement_block" and len(node.named_children) == 1:
        node = node.named_children[0]
    return next(iter(node.named_children), None) if node is not None and node.type == "return_statement" else None


def _method(node: Node) -> Method:
    """What code below a node does to `this`; it does not read what it only assigns to."""
    inner = list(descendants(node))
    written = [(one, target) for one in inner if one.type in _WRITING
               for target in [field(one, "left") or field(one, "argument")] if target is not None]  # fmt: skip
    assigned = {target.id: field(one, "right") for one, target in written if one.type == "assignment_expression"}
    reads = {name for one in inner if one.id not in assigned and (name := _own_member(one))}
    writes = [(_own_member(target), _truth(assigned.get(target.id))) for _, target in written if _own_member(target)]
    return Method(text(field(node, "name")) == "constructor", reads, writes)


def _truth(value: Node | None) -> Truth:
    return {"true": True, "false": False, "1": True, "0": False}.get(text(value))
