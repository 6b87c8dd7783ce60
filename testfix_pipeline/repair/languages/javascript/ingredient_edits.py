"""Edits that put an expression in reach into a statement: in place of another one, as a bound, branch, part or key."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.ingredients import expressions_in_reach
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.expressions import by_rank, values
from testfix_pipeline.repair.model.edit import Edit

NAME = re.compile(r"[A-Za-z_$][\w$]*")


def with_names(code: str, new: Mapping[str, str]) -> str:
    """Return code with each name replaced by its new one at once, so that two names can be exchanged."""
    return NAME.sub(lambda found: new.get(found[0], found[0]), code)


_MOST, _MOST_PARTS, _MOST_PROPERTIES = 16, 8, 8
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
            for new in _exchanged_variables(target, old):
                yield target.edit(node, f"{question} ? {old} : {new}", "value.branch-exchanged", 0.4)
            is_order = question in ordered
            for new in varied:
                first, second = (old, new) if is_order else (new, old)
                yield target.edit(node, f"{question} ? {first} : {second}", "value.branch-varied", 0.3)


def _exchanged_variables(target: JsTarget, code: str) -> Iterator[str]:
    """A code with two of its variables exchanged: two of the function, or two of the module, such as a package."""
    variables = [name for name in dict.fromkeys(NAME.findall(code)) if name in target.names]
    for one, other in itertools.combinations(variables[:4], 2):
        if (one in target.local_names) == (other in target.local_names):
            yield with_names(code, {one: other, other: one})
