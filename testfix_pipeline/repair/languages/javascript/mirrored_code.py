"""Code that is there for one of two names and missing, or wrong, for the other: `left` and `right`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import bare, descendants, field, text
from testfix_pipeline.repair.languages.javascript.renaming import NAME, with_names
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.expressions import values
from testfix_pipeline.repair.languages.tree_sitter.forms import is_logic
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_MOST_STATEMENTS, _MOST_PAIRS = 4, 10
_PAIRS = (
    *(("min", "max"), ("start", "end"), ("first", "last"), ("left", "right"), ("top", "bottom"), ("row", "column")),
    *(("width", "height"), ("before", "after"), ("previous", "next"), ("from", "to"), ("source", "target"), ("x", "y")),
    *(
        ("a", "b"),
        ("in", "out"),
        ("low", "high"),
        ("lower", "upper"),
        ("add", "remove"),
        ("begin", "end"),
        ("old", "new"),
    ),
    *(("up", "down"), ("parent", "child"), ("key", "value"), ("rows", "columns"), ("push", "pop"), ("open", "close")),
)


def mirrored_statements(target: JsTarget) -> Iterator[Edit]:
    """A statement near this one, of the other side: `a.games.add(b)` beside `b.games.add(a)`."""
    if target.function is None or not is_in_block(target):
        return
    known = {bare(text(one)) for one in descendants(target.function) if target.source.is_statement(one)}
    for statement in _near_statements(target):
        for new in _mirrored(target, text(statement)):
            if bare(new) not in known:
                yield target.insert_line(target.stmt.node, new, "mirrored.added", 0.5)
                yield target.insert_line(target.stmt.node, new, "mirrored.added", 0.5, behind=True)


def mirrored_values(target: JsTarget) -> Iterator[Edit]:
    """A value of the other side: two names of it exchanged, or one replaced by its counterpart at all places."""
    for node in values(target):
        if node.type in ("call_expression", "binary_expression", "member_expression", "subscript_expression"):
            for new in _mirrored(target, text(node)):
                yield target.edit(node, new, "mirrored.value", 0.4)


def mirrored_operands(target: JsTarget) -> Iterator[Edit]:
    """What is asked of one of two values asked of the other one too: `a.from < b.to` with `&& b.from < a.to`, which may
    take the place of what is asked beside it."""
    for node in target.of_type("binary_expression"):
        left, sign, right = (field(node, name) for name in ("left", "operator", "right"))
        if left is None or right is None:
            continue
        if text(sign) in target.forms.comparisons:
            for new in exchanged_variables(target, text(node)):
                for joint in ("&&", "||"):
                    yield target.edit(node, f"({text(node)} {joint} {new})", "mirrored.operand", 0.3)
        elif is_logic(node):
            yield from (
                target.edit(left, new, "mirrored.operand", 0.4) for new in exchanged_variables(target, text(right))
            )
            yield from (
                target.edit(right, new, "mirrored.operand", 0.4) for new in exchanged_variables(target, text(left))
            )


def _near_statements(target: JsTarget) -> Sequence[Node]:
    """This statement and those beside it, the nearest first."""
    block = target.source.syntax.parent(target.stmt.node)
    beside = [one for one in block.named_children if one.type == "expression_statement"] if block is not None else []
    return target.by_distance(one for one in beside if "\n" not in text(one))[:_MOST_STATEMENTS]


def _mirrored(target: JsTarget, code: str) -> Iterator[str]:
    """A code with two of its names exchanged, or with one of a pair replaced."""
    names = list(dict.fromkeys(NAME.findall(code)))
    yield from exchanged_variables(target, code)
    for one, other in _counterparts(target, names)[:_MOST_PAIRS]:
        yield with_names(code, {one: other, other: one})


def exchanged_variables(target: JsTarget, code: str) -> Iterator[str]:
    """A code with two of its variables exchanged: two of the function, or two of the module, such as a package."""
    variables = [name for name in dict.fromkeys(NAME.findall(code)) if name in target.names]
    for one, other in itertools.combinations(variables[:4], 2):
        if (one in target.local_names) == (other in target.local_names):
            yield with_names(code, {one: other, other: one})


def _counterparts(target: JsTarget, names: Sequence[str]) -> list[tuple[str, str]]:
    """The names that have a counterpart which the file knows: by a word in them."""
    known = {*target.names, *target.properties}
    found = []
    for name, (one, other) in itertools.product(names, _PAIRS):
        for old, new in ((one, other), (other, one)):
            counterpart = _with_word(name, old, new)
            if counterpart != name and counterpart in known:
                found.append((name, counterpart))
    return list(dict.fromkeys(found))


def _with_word(name: str, old: str, new: str) -> str:
    """A name with a word of it replaced: `maxWidth` to `maxHeight`."""
    if name == old:
        return new
    capital, other = old.capitalize(), new.capitalize()
    if re.match(rf"{old}(?=[A-Z_])", name):
        return new + name[len(old) :]
    return re.sub(rf"{capital}(?![a-z])", other, name)


def moved_operands(target: JsTarget) -> Iterator[Edit]:
    """What is added to one argument or operand is added to another one: `f(a, b - 1)` as `f(a - 1, b)`."""
    for node in target.of_type("arguments", "array", "binary_expression"):
        parts = [one for one in node.named_children if one.type != "comment"]
        for one, other in itertools.permutations(parts[:4], 2):
            left, sign, right = (field(one, name) for name in ("left", "operator", "right"))
            if one.type != "binary_expression" or text(sign) not in ("+", "-", "*") or left is None:
                continue
            if other.type in ("identifier", "member_expression", "call_expression", "subscript_expression"):
                yield target.edit(
                    one, text(left), "operand.moved", 0.4, (other, f"{text(other)} {text(sign)} {text(right)}")
                )
