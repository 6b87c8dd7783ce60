"""Edits of what is computed: one more operand, another operator and operand at once, and what counts as missing."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import text
from testfix_pipeline.repair.languages.javascript.expressions import values
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit

_MOST_NAMES, _MOST_NUMBERS = 6, 6
_ARITHMETIC = ("+", "-", "*", "/", "%")
_NARROW = ("binary_expression", "unary_expression", "member_expression", "await_expression", "subscript_expression")
_MISSING = ("{0} == null", "{0} === undefined", "{0} === null", "{0} === ''", "{0} == null || {0} === ''")
_THERE = ("{0} != null", "{0} !== undefined", "{0} !== null", "{0} !== ''", "{0}.length > 0")


def _numbers(target: JsTarget) -> list[str]:
    """The numbers of the file that stand for something, the nearest first."""
    line = target.stmt.lineno
    found = sorted(target.source.syntax.of_type("number"), key=lambda one: abs(int(one.start_point[0]) + 1 - line))
    return [one for one in dict.fromkeys(map(text, found)) if one not in ("0", "1")][:_MOST_NUMBERS]


def operands(target: JsTarget) -> Iterator[Edit]:
    """One more operand: a variable of the functions around, or a number that the file has."""
    names, numbers = target.local_names[:_MOST_NAMES], _numbers(target)
    for node in values(target):
        old, parent = text(node), target.source.syntax.parent(node)
        if parent is None or node.type == "parenthesized_expression" or parent.type == "member_expression":
            continue
        left = f"({old})" if node.type == "binary_expression" else old
        for sign, more, prior in [
            *((sign, name, 0.5) for name in names for sign in ("-", "+")),
            *((sign, number, 0.4) for number in numbers for sign in ("%", "/", "*")),
        ]:
            if more == old:
                continue
            new = f"{left} {sign} {more}"
            yield target.edit(node, f"({new})" if parent.type in _NARROW else new, "operand.added", prior)


def computations(target: JsTarget) -> Iterator[Edit]:
    """Another operator and another operand at once: of variables around, and numbers of the file."""
    for node in target.of_type("binary_expression"):
        sign, right = node.child_by_field_name("operator"), node.child_by_field_name("right")
        if sign is None or right is None or text(sign) not in _ARITHMETIC:
            continue
        for other in (*target.local_names[:_MOST_NAMES], *_numbers(target)):
            for new in _ARITHMETIC:
                if new != text(sign) and other != text(right):
                    yield target.edit(sign, new, "operator.with-operand", 0.3, (right, other))


def presence(target: JsTarget) -> Iterator[Edit]:
    """What is asked for being true is asked for being there, or not empty; and the other way round."""
    for node in target.nodes:
        parent = target.source.syntax.parent(node)
        if parent is None or not node.is_named:
            continue
        if node.type == "unary_expression" and text(node.child_by_field_name("operator")) == "!":
            asked = text(node.child_by_field_name("argument"))
            for one in _MISSING:
                yield target.edit(node, f"({one.format(asked)})", "presence.missing", 0.5)
        elif node.type in ("identifier", "member_expression", "call_expression", "subscript_expression"):
            if _is_asked(parent, node):
                for one in _THERE:
                    yield target.edit(node, one.format(text(node)), "presence.there", 0.5)
        elif node.type == "binary_expression" and text(node.child_by_field_name("right")) in ("null", "undefined"):
            sign, left = text(node.child_by_field_name("operator")), text(node.child_by_field_name("left"))
            yield target.edit(node, f"{'!' if sign[0] == '=' else ''}{left}", "presence.true", 0.4)
            loose = f"{left} {sign[:2]} null"
            if loose != text(node):
                yield target.edit(node, loose, "presence.loose", 0.5)


def _is_asked(parent: Node, node: Node) -> bool:
    if parent.type == "parenthesized_expression":
        return parent.parent is not None and parent.parent.child_by_field_name("condition") == parent
    if parent.type == "ternary_expression":
        return bool(parent.child_by_field_name("condition") == node)
    is_logic = parent.type == "binary_expression" and text(parent.child_by_field_name("operator")) in ("&&", "||")
    return is_logic and bool(parent.child_by_field_name("left") == node)
