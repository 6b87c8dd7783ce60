"""Edits that put an expression in reach into a statement: in place of another one, as a bound, branch, part or key."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.javascript.calls import arguments_of, method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.ingredients import (
    expressions_in_reach,
    properties_beside,
    same_of_others,
)
from testfix_pipeline.repair.languages.javascript.mirrored_code import exchanged_variables
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.expressions import by_rank, values
from testfix_pipeline.repair.model.edit import Edit

_MOST, _MOST_BOUNDS, _MOST_BRANCHES, _MOST_PARTS, _MOST_PROPERTIES = 16, 8, 4, 8, 8
_BOUNDS = ("Math.min", "Math.max")
_GOING_OVER = ("map", "forEach", "reduce", "flatMap", "some", "every", "find", "sort", "toSorted")
_LITERALS = ("number", "string", "true", "false", "null", "undefined", "array", "object", "template_string")
_LONGEST_LITERAL, _LONGEST_VARIED = 20, 60
_MOST_VARIED, _MOST_ASKED, _MOST_ALIKE, _MOST_GIVEN = 16, 14, 4, 12


def replaced_values(target: JsTarget) -> Iterator[Edit]:
    """A value in place of another one, or of a constant."""
    found = expressions_in_reach(target, _MOST)
    return by_rank(_replaced(target, node, found) for node in (*_read_values(target), *_constants(target)))


def _replaced(target: JsTarget, node: Node, found: Sequence[str]) -> Iterator[Edit]:
    for new in found:
        if new != text(node) and not (node.type == "identifier" and new in target.names):
            yield target.edit(node, new, "value.replaced", 0.4)


def _read_values(target: JsTarget) -> Iterator[Node]:
    return (node for node in values(target) if node.type != "parenthesized_expression")


def _constants(target: JsTarget) -> Iterator[Node]:
    for node in target.of_type(*_LITERALS):
        parent = target.source.syntax.parent(node)
        is_key = field(parent, "key") == node or (
            parent is not None and parent.type in ("import_statement", "literal_type")
        )
        if len(text(node)) <= _LONGEST_LITERAL and not is_key:
            yield node


def bounded(target: JsTarget) -> Iterator[Edit]:
    """A number that is at most, or at least, a value in reach."""
    found = expressions_in_reach(target, _MOST_BOUNDS)
    for node in _read_values(target):
        parent, old = target.source.syntax.parent(node), text(node)
        if not target.may_count(node) or (parent is not None and parent.type == "member_expression"):
            continue
        for bound in [one for one in found if one != old]:
            for name in _BOUNDS:
                yield target.edit(node, f"{name}({old}, {bound})", "value.bounded", 0.4)


def capped(target: JsTarget) -> Iterator[Edit]:
    """A value bounded by the property that it is computed of, of a variable declared together with its object:
    `second.max + 1` as `Math.min(second.max + 1, first.max)`."""
    siblings = _of_siblings(target)
    for node in _whole_values(target) if siblings else ():
        old = text(node)
        for bound, owners in siblings.items() if target.may_count(node) else ():
            if any(re.search(rf"\b{re.escape(one)}\.{bound.partition('.')[2]}\b", old) for one in owners):
                yield from (target.edit(node, f"{one}({old}, {bound})", "value.capped", 0.4) for one in _BOUNDS)


def _of_siblings(target: JsTarget) -> dict[str, set[str]]:
    """The properties that the statement reads, of variables that a list of parameters or a pattern declares together
    with their objects: `first.max` for `second.max`; with the names that are declared there."""
    nodes = descendants(target.function) if target.function is not None else ()
    lists = [
        {text(field(one, "pattern") or one) for one in node.named_children}  # with a type in TypeScript
        for node in nodes
        if node.type in target.forms.parameters
    ]
    owners = {one: one.partition(".")[0] for one in same_of_others(target)}
    found = {one: names - {owner} for one, owner in owners.items() for names in lists if owner in names}
    return dict(itertools.islice(found.items(), _MOST_ALIKE))


def same_named(target: JsTarget) -> Iterator[Edit]:
    """The property of the name that a variable has, and the other way round: `time` as `before.time`."""
    for node in _read_values(target):
        name = text(field(node, "property")) if node.type == "member_expression" else text(node)
        if node.type == "identifier":
            found = [one for one in target.read_in_reach if one.endswith(f".{name}")][:_MOST_ALIKE]
        else:
            found = [name] if node.type == "member_expression" and name in target.local_names else []
        yield from (target.edit(node, new, "value.same-name", 0.5) for new in found)


def positions(target: JsTarget) -> Iterator[Edit]:
    """One more argument or element, in front of those that are there, or between them."""
    found = expressions_in_reach(target, _MOST_PARTS)
    for node in target.of_type("arguments", "array"):
        parts = [text(one) for one in node.named_children]
        opening, closing = text(node)[0], text(node)[-1]
        for more in [one for one in found if one not in parts]:
            places = range(len(parts)) if node.type == "arguments" else {0, len(parts)}
            for at in sorted(places):
                new = ", ".join([*parts[:at], more, *parts[at:]])
                yield target.edit(node, f"{opening}{new}{closing}", "part.inserted", 0.3)


def object_parts(target: JsTarget) -> Iterator[Edit]:
    """One more property of an object: a variable, or what other objects of the file have."""
    pairs = list(dict.fromkeys(text(one) for one in target.nearest("pair") if "\n" not in text(one)))
    short = [name for name in target.local_names if name in target.properties] + target.local_names
    for node in target.of_type("object"):
        known = {_key(one) for one in node.named_children}
        found = dict.fromkeys((*pairs[:_MOST], *_like_others(target, node), *short[:_MOST_PARTS]))
        inner = text(node)[1:-1].strip().rstrip(",")
        for more in [one for one in found if one.split(":")[0].strip() not in known]:
            whole = f"{{ {inner}, {more} }}" if inner else f"{{ {more} }}"
            yield target.edit(node, whole, "part.property", 0.4)


def _like_others(target: JsTarget, node: Node) -> Iterator[str]:
    """Properties that are taken from the value of which the others are: `b: x.b` beside `a: x.a`."""
    for one in node.named_children:
        value, key = field(one, "value"), text(field(one, "key"))
        if value is not None and value.type == "member_expression" and text(field(value, "property")) == key:
            owner = text(field(value, "object"))
            beside = properties_beside(target, [_key(other) for other in node.named_children])[:_MOST_PROPERTIES]
            names = dict.fromkeys((*beside, *target.properties[:_MOST_PROPERTIES]))
            yield from (f"{name}: {owner}.{name}" for name in names)
            return


def _key(node: Node) -> str:
    return text(field(node, "key")) or text(field(node, "name")) or text(node)


def inner_properties(target: JsTarget) -> Iterator[Edit]:
    """A property of a value in place of the value."""
    for node in _read_values(target):
        parent = target.source.syntax.parent(node)
        if node.type in ("identifier", "binary_expression") or field(parent, "function") == node:
            continue
        for name in target.properties[:_MOST_PROPERTIES]:
            yield target.edit(node, f"{text(node)}.{name}", "value.property", 0.3)


def branches(target: JsTarget) -> Iterator[Edit]:
    """A value only where something holds, and nothing or another value where not."""
    questions = _questions(target)[:_MOST_ASKED]
    others = ("null", "0", "''", "[]", "undefined", *expressions_in_reach(target, _MOST_BRANCHES))
    for node in _whole_values(target):
        old = text(node)
        for question in questions:
            for other in [one for one in others if one != old]:
                yield target.edit(node, f"{question} ? {old} : {other}", "value.branch", 0.3)
                if other in others[5:]:
                    yield target.edit(node, f"{question} ? {other} : {old}", "value.branch", 0.3)


def _whole_values(target: JsTarget) -> Iterator[Node]:
    """What is returned, assigned, declared or a property."""
    for node in target.nodes:
        parent = target.source.syntax.parent(node)
        if (
            parent is None
            or not node.is_named
            or node.type in ("function_expression", "arrow_function", "object_pattern")
        ):
            continue
        is_value = node in (field(parent, "value"), field(parent, "right")) and parent.type in _HOLDERS
        is_answer = parent.type == "return_statement" or (
            parent.type == "arrow_function" and field(parent, "body") == node
        )
        inner = node.named_children[0] if node.type == "parenthesized_expression" and node.named_children else node
        if (is_value or is_answer) and inner.type not in ("statement_block", "ternary_expression"):
            yield node


def guarded_properties(target: JsTarget) -> Iterator[Edit]:
    """Reads a property only of an object that exists: `last.title` becomes `last ? last.title : null`."""
    for node in _whole_values(target):
        owner = field(node, "object") if node.type == "member_expression" else None
        if owner is not None and owner.type == "identifier" and text(owner) in target.local_names:
            for other in ("null", "0", "''", "[]"):
                yield target.edit(node, f"{text(owner)} ? {text(node)} : {other}", "value.of-missing", 0.5)


_ASKED = ("", " === undefined", " === null", ".length > 0")
_HOLDERS = ("variable_declarator", "assignment_expression", "augmented_assignment_expression", "pair")


def _questions(target: JsTarget) -> Sequence[str]:
    """What the file asks nearest, simple questions of what the statement reads, and how parameters are ordered."""
    nodes = target.nearest("binary_expression")
    asked = [text(one) for one in nodes if text(field(one, "operator")) in target.forms.comparisons]
    read = [text(one) for one in _read_values(target) if one.type in ("identifier", "member_expression")]
    own = [f"{name}{rest}" for name in dict.fromkeys(read[:3]) for rest in _ASKED]
    return list(dict.fromkeys((*_ordered(target), *asked[:_MOST_PARTS], *own)))


def _ordered(target: JsTarget) -> list[str]:
    """Which of two parameters is less."""
    pairs = itertools.combinations(target.parameters[:3], 2)
    return [f"{one} {sign} {other}" for one, other in pairs for sign in ("<=", "<")]


def filtered(target: JsTarget) -> Iterator[Edit]:
    """Only the elements for which a property holds, or doesn't, of those that a callback gets one by one."""
    for node in target.of_type("call_expression"):
        receiver = field(field(node, "function"), "object")
        callback = next(iter(arguments_of(node)), None)
        if receiver is None or method_of(node) not in _GOING_OVER or text(callback).count("=>") == 0:
            continue
        read = {text(field(one, "property")) for one in descendants(node) if one.type == "member_expression"}
        beside = properties_beside(target, list(read))[:_MOST_PROPERTIES]
        for name in [one for one in dict.fromkeys((*beside, *target.properties[:_MOST])) if one not in read]:
            for sign in ("", "!"):
                more = f".filter((each) => {sign}each.{name})"
                yield target.insert(receiver, "", more, "elements.filtered", 0.3)


def arguments_elsewhere(target: JsTarget) -> Iterator[Edit]:
    """The argument that other calls on the same object have at its place, where what it reads is in reach."""
    calls = target.nearest("call_expression")
    for node in target.of_type("call_expression"):
        receiver, given = receiver_of(node), arguments_of(node)
        if not receiver or not given:
            continue
        others = [arguments_of(one)[:1] for one in calls if receiver_of(one) == receiver and one != node]
        found = dict.fromkeys(text(one) for first in others for one in first if _is_in_reach(target, one))
        for other in list(found)[:_MOST_GIVEN]:
            if other != text(given[0]):
                yield target.edit(given[0], other, "argument.as-elsewhere", 0.5)


def _is_in_reach(target: JsTarget, node: Node) -> bool:
    return all(text(one) in target.names for one in descendants(node) if one.type == "identifier")


def tie_breaks(target: JsTarget) -> Iterator[Edit]:
    """An order that looks at a second property where the first one is the same."""
    for node in target.nodes:
        pair = _compared(node)
        parent = target.source.syntax.parent(node)
        if pair is None or parent is None or parent.type not in ("arrow_function", "return_statement"):
            continue
        one, other = pair
        beside = properties_beside(target, [text(one) for one in target.of_type("property_identifier")])
        for name in dict.fromkeys((*beside[:_MOST_PROPERTIES], *target.properties[:_MOST])):
            left, right = f"{one}.{name}", f"{other}.{name}"
            if left not in text(node) and right not in text(node):
                texts = (f"{left}.localeCompare({right})", f"{right}.localeCompare({left})")
                for more in (texts[0], f"{left} - {right}", f"{right} - {left}", texts[1]):
                    yield target.edit(node, f"{text(node)} || {more}", "order.tie-break", 0.4)


def _compared(node: Node) -> tuple[str, str] | None:
    """The variables whose properties an order compares: of `a.n - b.n` these are a and b."""
    if node.type == "binary_expression" and text(field(node, "operator")) == "-":
        left, right = field(node, "left"), field(node, "right")
    elif text(field(field(node, "function"), "property")) == "localeCompare":
        arguments = field(node, "arguments")
        left = field(field(node, "function"), "object")
        right = arguments.named_children[0] if arguments is not None and arguments.named_children else None
    else:
        return None
    one, other = (text(field(side, "object")) for side in (left, right))
    return (one, other) if one and other and one != other else None


def conditional_variants(target: JsTarget, edits: Sequence[Edit]) -> Iterator[Edit]:
    """A replaced value only where something holds that the file asks elsewhere: `a` as `b === c ? a : a + 1`; or the
    value with two variables exchanged."""
    ordered, questions = _ordered(target), _questions(target)[: _MOST_PARTS + 2]
    for node in _whole_values(target):
        start, end = target.source.span(node)
        old = text(node)
        inside = [one for one in edits if start <= one.start and one.end <= end and not one.more]
        varied = [old[: one.start - start] + one.replacement + old[one.end - start :] for one in inside][:_MOST_VARIED]
        if len(old) > _LONGEST_VARIED:
            continue
        for question in questions:
            for new in exchanged_variables(target, old):
                yield target.edit(node, f"{question} ? {old} : {new}", "value.branch-exchanged", 0.4)
            is_order = question in ordered
            for new in varied:
                first, second = (old, new) if is_order else (new, old)
                yield target.edit(node, f"{question} ? {first} : {second}", "value.branch-varied", 0.3)
