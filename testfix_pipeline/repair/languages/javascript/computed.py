"""Edits of what is computed: one more operand, another operator and operand at once, and what counts as missing."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.ingredients import properties_beside
from testfix_pipeline.repair.languages.javascript.replaced_tokens import inner_names
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.expressions import ARITHMETIC, by_rank, other_operations, values
from testfix_pipeline.repair.languages.tree_sitter.forms import is_logic
from testfix_pipeline.repair.model.edit import Edit

_MOST_NAMES, _MOST_NUMBERS, _MOST_BESIDE = 6, 6, 4
_OF_UNITS = ("100", "1000", "60")
_NARROW = ("binary_expression", "unary_expression", "member_expression", "await_expression", "subscript_expression")
_MISSING = ("{0} == null", "{0} === undefined", "{0} === null", "{0} === ''", "{0} == null || {0} === ''")
FOUND = ("{0} !== -1", "{0} >= 0")
THERE = ("{0} > 0", "{0} != null", "{0} !== undefined", "{0} !== null", "{0} !== ''", "{0}.length > 0")


def _numbers(target: JsTarget) -> list[str]:
    """The numbers of the file that stand for something, the nearest first, then those of units."""
    found = [one for one in dict.fromkeys(map(text, target.nearest("number"))) if one not in ("0", "1")]
    return list(dict.fromkeys((*found[:_MOST_NUMBERS], *_OF_UNITS)))


def operands(target: JsTarget) -> Iterator[Edit]:
    """One more operand: a variable of the functions around, a property beside, or a number that the file has."""
    return by_rank(_operands_at(target, node) for node in values(target))


def _operands_at(target: JsTarget, node: Node) -> Iterator[Edit]:
    old, parent = text(node), target.source.syntax.parent(node)
    is_part = node.type == "parenthesized_expression" or parent is None or parent.type == "member_expression"
    if parent is None or is_part or not target.may_count(node):
        return
    left = f"({old})" if node.type == "binary_expression" else old
    inner = inner_names(target, node)[:_MOST_NAMES]
    names = dict.fromkeys((*_properties_beside(target, node), *inner, *target.local_names[:_MOST_NAMES]))
    for sign, more, prior in [
        *((sign, name, 0.5) for name in names for sign in ("-", "+")),
        *((sign, number, 0.4) for number in _numbers(target) for sign in ("%", "/", "*")),
        *(("*", name, 0.3) for name in names),
        *(("/", f"{name}.length", 0.3) for name in names if "." not in name),
    ]:
        if more != old:
            new = f"{left} {sign} {more}"
            yield target.edit(node, f"({new})" if parent.type in _NARROW else new, "operand.added", prior)


def _properties_beside(target: JsTarget, node: Node) -> list[str]:
    """The properties of the same object that stand beside the one that is read: `entry.reserved` for `entry.all`."""
    owner, name = field(node, "object"), text(field(node, "property"))
    if node.type != "member_expression" or owner is None:
        return []
    return [f"{text(owner)}.{one}" for one in properties_beside(target, [name])[:_MOST_BESIDE]]


def computations(target: JsTarget) -> Iterator[Edit]:
    """Another operator and another operand at once: of variables around, and numbers of the file."""
    return other_operations(target, ARITHMETIC, (*target.local_names[:_MOST_NAMES], *_numbers(target)))


def presence_checks(target: JsTarget) -> Iterator[Edit]:
    """Replaces a truth test by a test for null, undefined or emptiness, and such a test by a truth test."""
    for node in target.nodes:
        parent = target.source.syntax.parent(node)
        if parent is None or not node.is_named:
            continue
        if node.type == "unary_expression" and text(node.child_by_field_name("operator")) == "!":
            asked = text(node.child_by_field_name("argument"))
            for one in _MISSING:
                yield target.edit(node, f"({one.format(asked)})", "presence.missing", 0.5)
        elif node.type in ("identifier", "member_expression", "call_expression", "subscript_expression"):
            if _is_asked(parent, node) and target.may_count(node):
                for one in (*THERE, *FOUND * (node.type == "call_expression")):
                    yield target.edit(node, one.format(text(node)), "presence.there", 0.5)
        elif node.type == "binary_expression" and text(node.child_by_field_name("right")) == "NaN":
            sign = "!" if text(node.child_by_field_name("operator"))[0] == "!" else ""
            yield target.edit(
                node, f"{sign}Number.isNaN({text(node.child_by_field_name('left'))})", "presence.nan", 0.9
            )
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
    if parent.type == "arrow_function":  # of `filter((x) => x.a)`: an element for which a value is there
        head = text(field(parent, "parameter") or field(parent, "parameters")).strip("()")
        return text(field(parent, "body")) == text(node) and text(node).partition(".")[0] == head
    return is_logic(parent) and bool(parent.child_by_field_name("left") == node)
