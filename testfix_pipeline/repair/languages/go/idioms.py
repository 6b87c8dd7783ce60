"""Common mistakes in Go, each with the usual way to write what was meant."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.go.target import GoTarget
from testfix_pipeline.repair.languages.tree_sitter.expressions import needs_brackets
from testfix_pipeline.repair.model.edit import Edit

_VERB = re.compile(r"%(0?\d*)(?:\.(\d))?([dfv])")
_MOST_STEPS = 3


def idioms(target: GoTarget) -> Iterator[Edit]:
    """The edits of all mistakes of this file."""
    for find in (_ranges, _starts, _gathered, _calls, _arithmetic, _means, _copies, _formats):
        yield from find(target)


def _ranges(target: GoTarget) -> Iterator[Edit]:
    """The elements gone through, not their indexes, and the reverse; a loop that goes in steps of a parameter."""
    for node in target.of_type("range_clause"):
        left = field(node, "left")
        names = left.named_children if left is not None else []
        if left is not None and len(names) == 1:
            yield target.edit(left, f"_, {text(left)}", "loop.elements", 0.6)
        elif left is not None and len(names) == 2 and text(names[0]) == "_":
            yield target.edit(left, text(names[1]), "loop.indexes", 0.4)
    for node in target.of_type("inc_statement", "dec_statement"):
        name = text(node.named_children[0])
        for step in [one for one in target.parameters if one != name][:_MOST_STEPS]:
            yield target.edit(node, f"{name} {text(node)[-1]}= {step}", "update.stepped", 0.4)


def _starts(target: GoTarget) -> Iterator[Edit]:
    """A search for the least or greatest that begins with the first element, or beyond all."""
    node = target.stmt.node
    if node.type != "short_var_declaration" or target.function is None:
        return
    values = field(node, "right")
    loops = [one for one in descendants(target.function) if one.type == "range_clause"]
    firsts = [f"{text(field(one, 'right'))}[0]" for one in loops]
    extremes = ["math.MinInt", "math.MaxInt", "math.Inf(-1)", "math.Inf(1)"] if "math" in target.imported else []
    for value in values.named_children if values is not None else ():
        if value.type in ("int_literal", "float_literal"):
            for new in dict.fromkeys((*firsts, *extremes)):
                yield target.edit(value, new, "start.extreme", 0.4)


def _gathered(target: GoTarget) -> Iterator[Edit]:
    """An element counted or appended to where it is overwritten; the result of `append` assigned."""
    node = target.stmt.node
    left, right = field(node, "left"), field(node, "right")
    place = left.named_children[0] if left is not None and left.named_children else left
    is_set = node.type == "assignment_statement" and any(one.type == "=" for one in node.children)
    if is_set and place is not None and place.type == "index_expression":
        for new in (f"{text(place)}++", f"{text(place)} += {text(right)}"):
            yield target.edit(node, new, "container.counted", 0.4)
        yield target.edit(node, f"{text(place)} = append({text(place)}, {text(right)})", "container.gathered", 0.4)
    call = node.named_children[0] if node.type == "expression_statement" else None
    given = field(call, "arguments")
    if call is not None and text(field(call, "function")) == "append" and given is not None and given.named_children:
        yield target.edit(node, f"{text(given.named_children[0])} = {text(call)}", "result.kept", 0.9)


def _calls(target: GoTarget) -> Iterator[Edit]:
    """A call that is nearly right: fields for parts at a space, both numbers converted, a number written as text."""
    for node in target.of_type("call_expression", "type_conversion_expression"):
        name, given = text(field(node, "function")), field(node, "arguments")
        arguments = given.named_children if given is not None else []
        if name == "strings.Split" and len(arguments) == 2 and text(arguments[1]) == '" "':
            yield target.edit(node, f"strings.Fields({text(arguments[0])})", "text.split-space", 0.6)
        if len(arguments) != 1:
            continue
        if name == "float64" and arguments[0].type == "binary_expression":
            one, sign, other = (text(field(arguments[0], part)) for part in ("left", "operator", "right"))
            yield target.edit(node, f"float64({one}) {sign} float64({other})", "converted.both", 0.7)
        if name == "string" and "strconv" in target.imported:
            yield target.edit(node, f"strconv.Itoa({text(arguments[0])})", "converted.text", 0.7)


def _arithmetic(target: GoTarget) -> Iterator[Edit]:
    """A remainder that is never negative, an odd number below zero, rounded cents."""
    for node in target.of_type("binary_expression"):
        left, sign, right = field(node, "left"), text(field(node, "operator")), text(field(node, "right"))
        parent, whole = target.source.syntax.parent(node), text(node)
        if sign == "%":
            new = f"({whole} + {right}) % {right}"
            is_part = parent is not None and needs_brackets(target, parent)
            yield target.edit(node, f"({new})" if is_part else new, "number.modulo", 0.4)
        if sign == "==" and right == "1" and text(field(left, "operator")) == "%":
            yield target.edit(node, f"{text(left)} != 0", "number.odd", 0.5)
        if sign in "/*" and "math" in target.imported and target.kind(node) == "float64":
            yield target.edit(node, f"math.Round({whole}*100) / 100", "number.rounded", 0.3)


def _means(target: GoTarget) -> Iterator[Edit]:
    """A sum shared out among those that were summed."""
    for node in target.of_type("expression_list") if target.stmt.node.type == "return_statement" else ():
        for value in [one for one in node.named_children if one.type == "identifier"]:
            names = [name for name, kind in target.types.items() if kind.startswith(("[]", "map"))]
            kind = target.kind(value)
            for name in [one for one in names if one in target.local_names]:
                length = f"float64(len({name}))" if kind == "float64" else f"len({name})"
                yield target.edit(value, f"{text(value)} / {length}", "operand.length", 0.3)


def _copies(target: GoTarget) -> Iterator[Edit]:
    """A slice of its own where two names would share one; its end for its start."""
    nodes: list[Node] = target.of_type("identifier", "selector_expression")
    for node in nodes if target.stmt.node.type in ("short_var_declaration", "return_statement") else ():
        kind, parent = target.kind(node), target.source.syntax.parent(node)
        is_value = parent is not None and parent.type == "expression_list" and parent != field(target.stmt.node, "left")
        if kind.startswith("[]") and is_value:
            yield target.edit(node, f"append({kind}(nil), {text(node)}...)", "wrapped.copy", 0.4)
    for node in target.of_type("slice_expression"):
        operand, start, end = (text(field(node, name)) for name in ("operand", "start", "end"))
        if end and not start:
            yield target.edit(node, f"{operand}[len({operand})-{end}:]", "slice.bounds", 0.4)


def _formats(target: GoTarget) -> Iterator[Edit]:
    """A number with two digits, or another number of decimal places; one field or all."""
    for node in target.of_type("interpreted_string_literal"):
        old = text(node)
        verbs = list(_VERB.finditer(old))
        changes = [(one, other) for one in verbs for other in _others(one)]
        for verb, new in changes:
            yield target.edit(node, old[: verb.start()] + new + old[verb.end() :], "text.format", 0.4)
        for verb, new in changes[:2] if len(verbs) > 1 else ():
            yield target.edit(node, old.replace(verb[0], new), "text.format", 0.4)


def _others(verb: re.Match[str]) -> tuple[str, ...]:
    digits, kind = verb[2], verb[3]
    if kind == "d":
        return ("%d",) if verb[1] else ("%02d", "%03d")
    places = int(digits) if digits else None
    return ("%.2f", "%.1f") if places is None else (f"%.{places + 1}f", f"%.{max(0, places - 1)}f")
