"""Edits of expressions in Go: negated, sliced otherwise, converted, copied, with one more operand, returned."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.go.source import is_bound
from testfix_pipeline.repair.languages.go.tables import COMPARISONS, WRAPPERS, takes
from testfix_pipeline.repair.languages.go.target import GoTarget
from testfix_pipeline.repair.languages.go.types import NUMBERS
from testfix_pipeline.repair.languages.tree_sitter.expressions import (
    ARITHMETIC,
    needs_brackets,
    other_operations,
    values,
)
from testfix_pipeline.repair.model.edit import Edit

_MOST_NAMES, _MOST_NUMBERS = 6, 4
_BOUNDS = ("start", "end")
_CONSTANTS = ("int_literal", "float_literal", "interpreted_string_literal", "nil", "true", "false")
_COMPUTED = ("index_expression", "selector_expression", "call_expression", "slice_expression", "composite_literal")
_MOST_COMPUTED, _LONGEST = 12, 40
_NAMED = ("identifier", "selector_expression", "index_expression")


def negations(target: GoTarget) -> Iterator[Edit]:
    """Conditions and operands negated, or no longer; a minus put in front or taken away."""
    for node in target.of_type("unary_expression"):
        if text(field(node, "operator")) in ("!", "-", "&", "*"):
            yield target.edit(node, text(field(node, "operand")), "negation.dropped", 0.7)
    for node in target.nodes:
        parent = target.source.syntax.parent(node)
        if parent is None or not node.is_named:
            continue
        if field(parent, "condition") == node and node.type == "binary_expression":
            if text(field(node, "operator")) in COMPARISONS:
                continue  # the opposite comparison is an edit of its own, and reads better
            yield target.edit(node, f"!({text(node)})", "negation.added", 0.5)
        elif node.type in target.forms.read and not is_bound(parent, node):
            if target.kind(node) in ("", "bool"):
                yield target.edit(node, f"!{text(node)}", "negation.added", 0.5)
            if target.may_count(node):
                yield target.edit(node, f"-{text(node)}", "negation.minus", 0.2)


def slices(target: GoTarget) -> Iterator[Edit]:
    """Other bounds of a slice or text; one without its first or last element; other indexes."""
    for node in values(target):
        parent = target.source.syntax.parent(node)
        is_part = field(parent, "operand") == node or _is_measured(target, node)
        if node.type in _NAMED and not is_part and target.kind(node).startswith(("string", "[]")):
            yield target.edit(node, f"{text(node)}[1:]", "slice.shortened", 0.4)
            yield target.edit(node, f"{text(node)}[:len({text(node)})-1]", "slice.shortened", 0.3)
    for node in target.of_type("slice_expression"):
        operand = text(field(node, "operand"))
        start, end = (text(field(node, name)) for name in _BOUNDS)
        for first, last in _other_bounds(operand, start, end):
            yield target.edit(node, f"{operand}[{first}:{last}]", "slice.bounds", 0.6)
    for node in target.of_type("index_expression"):
        operand, index = text(field(node, "operand")), text(field(node, "index"))
        for new in (f"len({operand})-1", f"len({operand})-1-{index}", "0"):
            yield target.edit(node, f"{operand}[{new}]", "slice.index", 0.4)
        yield target.edit(node, f"{operand}[{index}%len({operand})]", "slice.wrapped", 0.4)


def _is_measured(target: GoTarget, node: Node) -> bool:
    """Whether an expression is what `len` is asked of."""
    call = target.source.syntax.parent(target.source.syntax.parent(node) or node)
    return text(field(call, "function")) == "len"


def _other_bounds(operand: str, start: str, end: str) -> Iterator[tuple[str, str]]:
    yield from ((one, end) for one in _one_off(start) if one != start)
    yield from ((start, one) for one in _one_off(end) if one != end)
    if start and end:
        yield from ((start, f"{start}+{end}"), ("", end), (start, ""), (end, start))
    elif not end:
        yield from ((start, f"len({operand})-1"), ("", start))
    else:
        yield from ((end, ""), ("1", end))
    yield "", ""


def _one_off(bound: str) -> tuple[str, ...]:
    """One more and one less than a bound, in the number that it ends with if it has one."""
    counted = re.fullmatch(r"(.+?)(\s*[-+]\s*)(\d+)", bound)
    if counted is not None:
        more, less = int(counted[3]) + 1, int(counted[3]) - 1
        return f"{counted[1]}{counted[2]}{more}", f"{counted[1]}{counted[2]}{less}" if less > 0 else counted[1]
    return (f"{bound}+1", f"{bound}-1") if bound else ("1",)


def wrapped(target: GoTarget) -> Iterator[Edit]:
    """A value converted, rounded, cleaned, or given to a function of the package."""
    known = [one for one in WRAPPERS if "." not in one or one.partition(".")[0] in target.imported]
    for node in values(target):
        old = text(node)
        if node.type == "parenthesized_expression":
            continue
        kind = target.kind(node)
        fitting = [one for one in known if takes(one, kind)]
        yield from (target.edit(node, f"{one}({old})", "wrapped.call", 0.4) for one in fitting)
        own = [one for one in target.callees if one != old and (one not in WRAPPERS or one in fitting)]
        yield from (target.edit(node, f"{one}({old})", "wrapped.own", 0.5) for one in own)
        yield from (
            target.edit(node, f"{one}({old}, {bound})", "wrapped.bound", 0.3)
            for one in ("max", "min") * target.may_count(node)
            for bound in dict.fromkeys(("0", "1", *_written(target), *bounds(target, kind)))
        )
    for node in target.of_type("call_expression"):
        # `len(s)` of characters rather than bytes
        argument = field(node, "arguments")
        if text(field(node, "function")) == "len" and argument is not None and argument.named_children:
            yield target.edit(node, f"len([]rune({text(argument.named_children[0])}))", "wrapped.runes", 0.4)


def _written(target: GoTarget) -> list[str]:
    """What an assignment writes: the largest value so far is its own bound."""
    left = field(target.stmt.node, "left") if target.stmt.node.type == "assignment_statement" else None
    return [text(one) for one in left.named_children] if left is not None else []


def bounds(target: GoTarget, kind: str) -> list[str]:
    """What a number may be bounded by: what the function has of its type."""
    names = [name for name, its in target.types.items() if kind and its == kind and name in target.local_names]
    fields = [place for place, its in target.parameter_fields.items() if kind and its == kind]
    return [*fields[:_MOST_NAMES], *names[:_MOST_NAMES]]


def replaced(target: GoTarget) -> Iterator[Edit]:
    """A constant or variable replaced by what the function computes elsewhere, the nearest first."""
    function = target.function
    nodes = [] if function is None else [one for one in descendants(function) if one.type in _COMPUTED]
    nodes = target.by_distance(nodes)
    known = dict.fromkeys(text(one) for one in nodes if "\n" not in text(one) and len(text(one)) <= _LONGEST)
    kinds = {text(one): target.kind(one) for one in reversed(nodes)}
    for node in (*target.of_type(*_CONSTANTS), *(one for one in values(target) if one.type in _NAMED)):
        wanted = _loose(target.kind(node))
        for new in [one for one in known if not wanted or _loose(kinds[one]) in ("", wanted)][:_MOST_COMPUTED]:
            if new != text(node) and text(node) not in new:
                yield target.edit(node, new, "expression.replaced", 0.4 if node.type in _CONSTANTS else 0.3)


def _loose(kind: str) -> str:
    """A type, all those of numbers being one: constants have none of their own."""
    return "number" if kind in NUMBERS else kind


def converted(target: GoTarget) -> Iterator[Edit]:
    """Both operands converted, or given to one function; a product first, then the division."""
    for node in target.of_type("binary_expression"):
        left, right, sign = field(node, "left"), field(node, "right"), text(field(node, "operator"))
        if left is not None and right is not None and sign in COMPARISONS:
            for one in target.callees:
                both = (right, f"{one}({text(right)})")
                yield target.edit(left, f"{one}({text(left)})", "converted.both", 0.5, both)
        if left is None or right is None or sign not in ARITHMETIC:
            continue
        for kind in ("float64", "int64"):
            yield target.edit(left, f"{kind}({text(left)})", "converted.both", 0.5, (right, f"{kind}({text(right)})"))
        yield from _reordered(target, node, left, right, sign)


def _reordered(target: GoTarget, node: Node, left: Node, right: Node, sign: str) -> Iterator[Edit]:
    """`a / b * c` as `a * c / b`, and the other grouping of three operands."""
    if left.type == "binary_expression":
        first, second, inner = (text(field(left, name)) for name in ("left", "right", "operator"))
        yield target.edit(node, f"{first} {sign} {text(right)} {inner} {second}", "converted.order", 0.5)
        yield target.edit(node, f"{first} {inner} ({second} {sign} {text(right)})", "converted.grouping", 0.5)
    if right.type == "binary_expression":
        first, second, inner = (text(field(right, name)) for name in ("left", "right", "operator"))
        yield target.edit(node, f"({text(left)} {sign} {first}) {inner} {second}", "converted.grouping", 0.5)
    for one, other in ((left, right), (right, left)):
        if one.type == "parenthesized_expression":
            inside = text(one)[1:-1]
            new = f"{inside} {sign} {text(other)}" if one == left else f"{text(other)} {sign} {inside}"
            yield target.edit(node, new, "converted.grouping", 0.4)


def operands(target: GoTarget) -> Iterator[Edit]:
    """One more operand: a variable of the functions around, a field that they read or have, or a number of the file."""
    names = [one for one in target.local_names if target.types.get(one, "") in ("", *NUMBERS)][:_MOST_NAMES]
    own = [place for place, kind in target.parameter_fields.items() if kind in NUMBERS][:_MOST_NAMES]
    names = list(dict.fromkeys((*names, *_read_numbers(target), *own)))
    numbers = [one for one in dict.fromkeys(map(text, target.nearest("int_literal", "float_literal"))) if one != "0"]
    for node in values(target):
        old, parent = text(node), target.source.syntax.parent(node)
        if parent is None or node.type == "parenthesized_expression" or parent.type == "selector_expression":
            continue
        if not target.may_count(node):
            continue
        left = f"({old})" if node.type == "binary_expression" else old
        more = [(sign, name, 0.5) for name in names for sign in "-+*%" if name != old]
        more += [(sign, number, 0.4) for number in numbers[:_MOST_NUMBERS] for sign in "%/*"]
        for sign, other, prior in more:
            new = f"{left} {sign} {other}"
            yield target.edit(node, f"({new})" if needs_brackets(target, parent) else new, "operand.added", prior)


def _read_numbers(target: GoTarget) -> list[str]:
    """The fields and elements that the function reads and that are numbers, the nearest first."""
    function = target.function
    nodes = [one for one in descendants(function) if one.type in _NAMED[1:]] if function is not None else []
    found = [one for one in target.by_distance(nodes) if target.kind(one) in NUMBERS]
    return list(dict.fromkeys(map(text, found)))[:_MOST_NAMES]


def computations(target: GoTarget) -> Iterator[Edit]:
    """Another operator and another operand at once."""
    return other_operations(target, ARITHMETIC, target.local_names[:_MOST_NAMES])


def results(target: GoTarget) -> Iterator[Edit]:
    """Another value returned: variables in scope, zero values, an error that was found or none."""
    for node in target.of_type("return_statement"):
        given = [one for one in node.named_children if one.type == "expression_list"]
        parts = given[0].named_children if given else []
        for number, one in enumerate(parts):
            kind = target.results[number] if len(target.results) == len(parts) else ""
            for new in _values_of(target, kind):
                if new != text(one):
                    yield target.edit(one, new, "return.value", 0.6)


def _values_of(target: GoTarget, kind: str) -> Iterator[str]:
    for name in target.local_names:
        if not kind or not target.types.get(name) or target.types[name] == kind:
            yield name
    if kind == "bool":
        yield from ("true", "false")
    elif kind == "error":
        yield from (*target.own_errors, "nil")
    elif kind:
        yield target.zero(kind)


def arguments(target: GoTarget) -> Iterator[Edit]:
    """One more argument or element, or the list of elements given one by one."""
    for node in target.of_type("argument_list"):
        parts = [text(one) for one in node.named_children]
        if parts and not text(node).rstrip(")").endswith("..."):
            yield target.edit(node, f"({', '.join(parts)}...)", "spread.added", 0.4)
        for name in target.local_names[:_MOST_NAMES]:
            if name not in parts:
                yield target.edit(node, f"({', '.join([*parts, name])})", "argument.added", 0.3)


def loop_copies(target: GoTarget) -> Iterator[Edit]:
    """The element itself changed, not the copy of it that a loop holds."""
    node = target.stmt.node
    if node.type not in ("assignment_statement", "inc_statement", "dec_statement"):
        return
    written = field(node, "left") or node
    first = next((one for one in target.of_type("identifier") if written.start_byte == one.start_byte), None)
    for loop in (one for one in target.source.syntax.above(node) if one.type == "for_statement"):
        clause = next((one for one in loop.named_children if one.type == "range_clause"), None)
        left, right = field(clause, "left"), field(clause, "right")
        if first is None or left is None or right is None or left.named_child_count != 2 or right.type not in _NAMED:
            continue
        key, value = left.named_children
        if text(value) != text(first):
            continue
        index = text(key) if text(key) != "_" else "i"
        spans = [(key, index)] if text(key) == "_" else []
        uses = [one for one in target.of_type("identifier") if text(one) == text(value) and one != first]
        spans += [(one, f"{text(right)}[{index}]") for one in uses]
        if text(key) == "_":
            yield target.edit(first, f"{text(right)}[{index}]", "loop.element", 0.8, (left, index), *spans[1:])
        yield target.edit(first, f"{text(right)}[{index}]", "loop.element", 0.8, *spans)
