"""Edits of expressions that languages share: one off, swapped, shortened."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.tree_sitter.forms import is_logic
from testfix_pipeline.repair.languages.tree_sitter.target import TreeTarget
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.regrouping import Operand, other_groups

_SIGNS = ("+", "-", "*", "/", "%")
_OF_BITS = ("<<", ">>", ">>>", "&", "|", "^")
_LOOSEST_FIRST = {
    sign: strength
    for strength, signs in enumerate(
        (
            "?? ||",
            "&&",
            "|",
            "^",
            "&",
            "== != === !==",
            "< <= > >= in instanceof",
            "<< >> >>> &^",
            "+ -",
            "* / %",
            "**",
        ),
        1,
    )
    for sign in signs.split()
}
_OF_NUMBERS = ("toFixed", "toString", "toPrecision", "toLocaleString")
ARITHMETIC = {sign: [other for other in _SIGNS if other != sign] for sign in _SIGNS}
"""Operators of numbers, with those that may replace them."""


def by_rank(slots: Iterable[Iterable[Edit]]) -> Iterator[Edit]:
    """The first edit of each slot, then the second of each, and so on: ingredients are ordered, slots are not."""
    for edits in itertools.zip_longest(*slots):
        yield from (edit for edit in edits if edit is not None)


def values(target: TreeTarget) -> Iterator[Node]:
    """The expressions that are read for their value, the outer ones first."""
    for node in target.of_type(*target.forms.read, "binary_expression", "parenthesized_expression"):
        parent = target.source.syntax.parent(node)
        if parent is None or target.forms.is_bound(parent, node):
            continue
        yield node


def off_by_one(target: TreeTarget) -> Iterator[Edit]:
    """One more or one less than a value that is compared, counted with, an index or an argument."""
    for node in values(target):
        parent = target.source.syntax.parent(node)
        if parent is None or node.type == "parenthesized_expression" or not target.may_count(node):
            continue
        if _is_owner(target, parent, node):
            continue
        for sign in ("- 1", "+ 1"):
            new = f"({text(node)}) {sign}" if text(field(node, "operator")) in _OF_BITS else f"{text(node)} {sign}"
            yield target.edit(node, f"({new})" if needs_brackets(target, parent) else new, "off-by-one.added", 0.6)
    for node in target.of_type("binary_expression"):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and text(right) == "1" and text(node.child_by_field_name("operator")) in "+-":
            yield target.edit(node, text(left), "off-by-one.dropped", 0.8)


def needs_brackets(target: TreeTarget, parent: Node) -> bool:
    """Whether a sum or product needs brackets as a part of an expression: not in a comparison, which binds looser."""
    is_compared = text(field(parent, "operator")) in target.forms.comparisons
    return parent.type in target.forms.narrow and not is_compared


def _is_owner(target: TreeTarget, parent: Node, node: Node) -> bool:
    """Whether a part of an expression is read, other than a number as text: nothing is added to it."""
    owner = field(parent, target.forms.member_object) or field(parent, "operand")
    is_number = text(field(parent, "property")) in _OF_NUMBERS
    return parent.type in (target.forms.member, target.forms.subscript) and owner == node and not is_number


def other_operations(target: TreeTarget, signs: Mapping[str, Sequence[str]], operands: Sequence[str]) -> Iterator[Edit]:
    """Another operator and another right operand at once. signs: operators with those that may replace them."""
    for node in target.of_type("binary_expression"):
        sign, right = field(node, "operator"), field(node, "right")
        if sign is None or right is None or text(sign) not in signs:
            continue
        for other in (one for one in operands if one != text(right)):
            for new in signs[text(sign)]:
                yield target.edit(sign, new, "operator.with-operand", 0.3, (right, other))


def regrouped(target: TreeTarget) -> Iterator[Edit]:
    """Other operands held together by brackets: `a + 2 * b + c` as `a + 2 * (b + c)`."""
    operations = ("binary_expression", "unary_expression", *target.forms.conditionals)
    spans = {target.source.span(one) for one in target.of_type(*operations)}
    ends = {target.source.span(one)[1] for one in target.of_type(*target.forms.conditionals)}
    for node in target.of_type(*operations):
        parent = target.source.syntax.parent(node)
        if parent is not None and parent.type in operations:
            continue
        operands = list(_operands(target, node, operations))
        for start, end in other_groups(target.source.text, operands, spans):
            part = target.source.text[start:end]
            if "?" not in part or end in ends:  # half a conditional is no expression
                yield target.replace(start, end, f"({part})", "operands.regrouped", 0.5)


def grouped_operators(target: TreeTarget, signs: Mapping[str, Sequence[str]]) -> Iterator[Edit]:
    """Another operator of the operands that one has now: `(a || b) && c` for `a && b && c`, where the text alone would
    group them otherwise. signs: operators with those that may replace them."""
    for node in target.of_type("binary_expression"):
        left, right, parent = field(node, "left"), field(node, "right"), target.source.syntax.parent(node)
        above = _strength(parent) + int(parent is not None and field(parent, "right") == node)
        for new in signs.get(text(field(node, "operator")), ()):
            one, other = (_held(part, new, is_right=part is right) for part in (left, right))
            whole = f"{one} {new} {other}"
            if _LOOSEST_FIRST[new] < above:
                yield target.edit(node, f"({whole})", "operator.grouped", 0.7)
            elif (one, other) != (text(left), text(right)):
                yield target.edit(node, whole, "operator.grouped", 0.7)


def _strength(node: Node | None) -> int:
    """How strongly the operator of an operation holds its operands together; 0 of anything else."""
    is_operation = node is not None and node.type == "binary_expression"
    return _LOOSEST_FIRST[text(field(node, "operator"))] if is_operation else 0


def _held(part: Node | None, sign: str, *, is_right: bool) -> str:
    """An operand of an operator, in brackets where it would be torn apart."""
    own = _strength(part)
    return f"({text(part)})" if 0 < own < _LOOSEST_FIRST[sign] + is_right else text(part)


def rates(target: TreeTarget) -> Iterator[Edit]:
    """What a rate or share is taken of, or added to: `price * (1 - rate)` for `price * rate` and `price - rate`."""
    for node in target.of_type("binary_expression"):
        left, right, sign = field(node, "left"), field(node, "right"), text(field(node, "operator"))
        if left is None or right is None or right.type not in ("identifier", target.forms.member):
            continue
        whole, share = text(left), text(right)
        if sign == "*":
            forms = (f"{whole} * (1 + {share})", f"{whole} * (1 - {share})", f"{whole} * {share} / 100")
        elif sign in ("+", "-") and left.type in ("identifier", target.forms.member):
            forms = (f"{whole} {sign} {whole} * {share}", f"{whole} {sign} {whole} * {share} / 100", "")
        else:
            continue
        parent = target.source.syntax.parent(node)
        is_part = parent is not None and needs_brackets(target, parent)
        for new in filter(None, forms):
            yield target.edit(node, f"({new})" if is_part else new, "operand.rate", 0.3)


def completed(target: TreeTarget) -> Iterator[Edit]:
    """An operand asked as the one before it is: `x === 1 || x === 2` for `x === 1 || 2`."""
    for node in target.of_type("binary_expression"):
        whole, part = field(node, "left"), field(node, "right")
        if whole is None or part is None or not is_logic(node):
            continue
        before = field(whole, "right") if is_logic(whole) else whole
        (start, end) = target.source.span(before or whole)
        for one in descendants(before or whole):
            if one.type == part.type and one.named_child_count in (0, 1) and one.type not in target.forms.read:
                first, last = target.source.span(one)
                code = target.source.text
                new = f"{code[start:first]}{text(part)}{code[last:end]}"
                yield target.edit(part, new, "operand.completed", 0.6)


def _operands(target: TreeTarget, node: Node, operations: Sequence[str]) -> Iterator[Operand]:
    start, end = target.source.span(node)
    if node.type not in operations:
        yield Operand((start,), end)
        return
    found = [one for part in node.named_children for one in _operands(target, part, operations)]
    if node.type == "unary_expression":
        found[0] = Operand((start, *found[0].starts), found[0].end)
    yield from found


def swaps(target: TreeTarget) -> Iterator[Edit]:
    """Two arguments, elements, operands or branches of a conditional in the other order."""
    for node in target.of_type("object"):
        values = [value for one in node.named_children if (value := field(one, "value")) is not None]
        for one, other in itertools.combinations(values[:4], 2):
            yield target.edit(one, text(other), "swap.arguments", 0.5, (other, text(one)))
    for node in target.of_type(*target.forms.lists, *target.forms.parameters):
        if node.type == "object":  # the order of its properties says nothing
            continue
        is_signature = node.type == target.forms.parameters[0]
        prior = 0.2 if is_signature else 0.5  # what calls it elsewhere would have to change as well
        for one, other in itertools.combinations(node.named_children[:4], 2):
            yield target.edit(one, text(other), "swap.arguments", prior, (other, text(one)))
    for node in target.of_type("binary_expression", *target.forms.conditionals):
        names = ("left", "right") if node.type == "binary_expression" else ("consequence", "alternative")
        first, second = (node.child_by_field_name(name) for name in names)
        if first is not None and second is not None:
            yield target.edit(first, text(second), "swap.operands", 0.5, (second, text(first)))
    for node in target.of_type("template_string"):
        fields = [one for one in node.named_children if one.type == "template_substitution"]
        for one, other in itertools.combinations(fields[:4], 2):
            yield target.edit(one, text(other), "swap.arguments", 0.5, (other, text(one)))
    for node in target.of_type("call_expression"):
        yield from _receiver_swapped(target, node)
    for node in target.of_type(target.forms.subscript):
        inner = field(node, target.forms.member_object) or field(node, "operand")
        first, second = field(inner, "index"), field(node, "index")
        if inner is not None and inner.type == node.type and first is not None and second is not None:
            yield target.edit(first, text(second), "swap.arguments", 0.5, (second, text(first)))


def _receiver_swapped(target: TreeTarget, node: Node) -> Iterator[Edit]:
    """`a.includes(b)` as `b.includes(a)`."""
    function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
    if function is None or function.type != target.forms.member or arguments is None:
        return
    receiver = function.child_by_field_name(target.forms.member_object)
    if receiver is not None and arguments.named_child_count == 1:
        argument = arguments.named_children[0]
        yield target.edit(receiver, text(argument), "swap.receiver", 0.4, (argument, text(receiver)))


def shortened(target: TreeTarget) -> Iterator[Edit]:
    """An operand, argument, call, element or conditional left out."""
    for node in target.of_type("binary_expression", *target.forms.conditionals):
        for name in ("left", "right", "consequence", "alternative"):
            if (kept := node.child_by_field_name(name)) is not None:
                yield target.edit(node, text(kept), "shortened.operand", 0.6)
    for node in target.of_type("call_expression"):
        function, arguments = node.child_by_field_name("function"), node.child_by_field_name("arguments")
        if function is not None and arguments is not None and arguments.named_child_count == 0:
            yield target.edit(node, text(function), "shortened.called", 0.4)
        if arguments is not None and arguments.named_child_count == 1:
            yield target.edit(node, text(arguments.named_children[0]), "shortened.call", 0.4)
        if function is not None and function.type == target.forms.member:
            yield target.edit(
                node, text(function.child_by_field_name(target.forms.member_object)), "shortened.method", 0.4
            )
    for node in target.of_type(*target.forms.lists):
        parts = node.named_children
        for left_out in parts:
            rest = ", ".join(text(one) for one in parts if one != left_out)
            yield target.edit(node, f"{text(node)[0]}{rest}{text(node)[-1]}", "shortened.list", 0.4)
