"""Edits of what is computed: one more operand, another operator and operand at once, and what counts as missing."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.ingredients import properties_beside
from testfix_pipeline.repair.languages.javascript.inner_names import inner_names
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


def spreads(target: JsTarget) -> Iterator[Edit]:
    """The parts of a list instead of the list, or the list itself."""
    for node in target.of_type("arguments", "array"):
        for one in node.named_children:
            if one.type == "spread_element":
                yield target.edit(one, text(one).removeprefix("..."), "spread.dropped", 0.4)
            elif one.type in ("identifier", "member_expression", "call_expression", "subscript_expression"):
                yield target.edit(one, f"...{text(one)}", "spread.added", 0.5)


def retained_parts(target: JsTarget) -> Iterator[Edit]:
    """An object or a list with what was there before: the property that it replaces in a copy, or a value around."""
    for node in target.of_type("object", "array"):
        known = [text(one).removeprefix("...") for one in node.named_children if one.type == "spread_element"]
        replaced = list(_replaced(target, node))
        around = [text(one) for one in target.of_type("member_expression") if text(one).count(".") == 1]
        for more in dict.fromkeys((*replaced, *target.local_names[:_MOST_NAMES], *around[:_MOST_NAMES])):
            if more in known:
                continue
            inner = text(node)[1:-1].strip()
            new = f"...{more}, {inner}" if inner else f"...{more}"
            whole = f"{{ {new} }}" if node.type == "object" else f"[{new}]"
            yield target.edit(node, whole, "spread.kept", 0.8 if more in replaced else 0.4)


def _replaced(target: JsTarget, node: Node) -> Iterator[str]:
    """The property that a value replaces: of `{ ...state, values: {} }` it is `state.values`."""
    pair = target.source.syntax.parent(node)
    whole = target.source.syntax.parent(pair) if pair is not None and pair.type == "pair" else None
    for one in whole.named_children if pair is not None and whole is not None else ():
        if one.type == "spread_element":
            yield f"{text(one).removeprefix('...')}.{text(field(pair, 'key'))}"


def conversions(target: JsTarget) -> Iterator[Edit]:
    """Both operands as numbers; a number with so many decimals; all promises of a list awaited."""
    for node in target.of_type("binary_expression"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if (
            left is not None
            and right is not None
            and text(node.child_by_field_name("operator")) in ("+", "<", ">", "<=", ">=")
        ):
            yield target.edit(left, f"Number({text(left)})", "converted.both", 0.4, (right, f"Number({text(right)})"))
    for node in values(target):
        old = text(node)
        if node.type in ("binary_expression", "call_expression", "identifier"):
            whole = f"({old})" if node.type == "binary_expression" else old
            yield target.edit(node, f"Math.round({whole} * 100) / 100", "converted.decimals", 0.3)
        if node.type == "call_expression" and ("map(" in old or "async" in old):
            yield target.edit(node, f"Promise.all({old})", "converted.all", 0.6)


def defaults(target: JsTarget) -> Iterator[Edit]:
    """A default for a parameter, or for a property that is taken out of an object."""
    for node in target.of_type("formal_parameters", "object_pattern", "array_pattern"):
        for one in node.named_children:
            is_bare = one.type in (
                "identifier",
                "shorthand_property_identifier_pattern",
                "object_pattern",
                "required_parameter",
            )
            if not is_bare or one.child_by_field_name("value") is not None:
                continue
            is_object = one.type == "object_pattern" or text(one).startswith("{")
            for value in ("{}",) if is_object else ("0", "1", "[]", "{}", "''", "null", "true", "false"):
                yield target.edit(one, f"{text(one)} = {value}", "default.added", 0.4)


def assigned_defaults(target: JsTarget) -> Iterator[Edit]:
    """A parameter that gets a default where it lacks a value, at the start of a function."""
    for name in target.parameters[:_MOST_NAMES] if target.begins_function else ():
        for value in ("{}", "[]", "''", "0"):
            yield target.insert_line(target.stmt.node, f"{name} = {name} || {value};", "default.assigned", 0.3)


def branches(target: JsTarget) -> Iterator[Edit]:
    """The branches of an `if` and of the `else if` behind it in the other order."""
    node = target.stmt.node
    parts = _branch(node)
    other = node.child_by_field_name("alternative")
    inner = other.named_children[0] if other is not None and other.named_children else None
    following = _branch(inner) if inner is not None and inner.type == "if_statement" else None
    if parts and following:
        (condition, body), (next_condition, next_body) = parts, following
        yield target.edit(
            condition, text(next_condition), "swap.branches", 0.5,
            (body, text(next_body)), (next_condition, text(condition)), (next_body, text(body)),
        )  # fmt: skip


def _branch(node: Node) -> tuple[Node, Node] | None:
    condition, body = node.child_by_field_name("condition"), node.child_by_field_name("consequence")
    return (condition, body) if node.type == "if_statement" and condition is not None and body is not None else None
