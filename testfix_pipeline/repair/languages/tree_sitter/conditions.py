"""Conditions with one more operand: what the file asks elsewhere, of other variables too, and simple questions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.tree_sitter.expressions import values
from testfix_pipeline.repair.languages.tree_sitter.forms import is_logic
from testfix_pipeline.repair.languages.tree_sitter.target import TreeTarget
from testfix_pipeline.repair.model.edit import Edit

_ANSWERING = ("return_statement", "arrow_function", "variable_declarator", "pair", "ternary_expression")
_MOST_ASKED, _MOST_CALLS, _MOST_NAMES, _LONGEST = 16, 8, 4, 60

Finder = Callable[[Any], Iterator[Edit]]
"""Edits of single tokens of a statement."""


def conditions(target: TreeTarget) -> Iterator[Edit]:
    """A condition with one more operand: those that the file asks elsewhere, and simple questions of its names."""
    asked = list(_asked_elsewhere(target))
    for node in (node for node in target.nodes if is_condition(target, node)):
        read = {text(one): one for one in values(target) if one.type in ("identifier", target.forms.member)}
        own = [f"{name}{rest}" for name, one in read.items() for rest in target.asks(one)]
        truths = [name for name, one in read.items() if "" in target.asks(one)]
        calls = list(_calls_of_names(target, [name for name in read if name.isidentifier()][:_MOST_NAMES]))
        for more in dict.fromkeys((*asked, *own, *(f"!{name}" for name in truths))):
            yield from joined(target, node, more, "condition.added")
        for more in dict.fromkeys((*calls, *(f"!{call}" for call in calls))):
            yield from joined(target, node, more, "condition.called")
        for name in truths:
            yield from joined(target, node, name, "condition.in-front", in_front=True)


def like_another(target: TreeTarget, finders: Sequence[Finder]) -> Iterator[Edit]:
    """One more operand that is an operand with one token replaced: `a === 1` becomes `a === 1 || b === 1`."""
    edits = [edit for find in finders for edit in find(target) if not edit.more]
    for node in (node for node in target.nodes if _may_have_operand(target, node)):
        start, end = target.source.span(node)
        old, outer = text(node), target.source.syntax.parent(node)
        known = text(field(outer, "operator"))
        inside = [edit for edit in edits if start <= edit.start and edit.end <= end]
        for edit in inside if len(old) <= _LONGEST else ():
            new = old[: edit.start - start] + edit.replacement + old[edit.end - start :]
            for sign in (known,) if known in ("&&", "||") else ("||", "&&"):
                yield target.edit(node, f"{old} {sign} {new}", "condition.alike", 0.3)


def _may_have_operand(target: TreeTarget, node: Node) -> bool:
    """Whether a node is a question by itself, or one of several."""
    parent = target.source.syntax.parent(node)
    if parent is None or not node.is_named or node.type in ("parenthesized_expression", *target.forms.conditionals):
        return False
    sign = text(field(node, "operator"))
    if sign in ("&&", "||", "??"):
        return False
    outer = target.source.syntax.parent(parent)
    is_whole = parent.type == "parenthesized_expression" and field(outer, "condition") == parent
    return is_whole or is_logic(parent) or field(parent, "condition") == node or sign in target.forms.comparisons


def joined(target: TreeTarget, node: Node, more: str, kind: str, *, in_front: bool = False) -> Iterator[Edit]:
    """A condition with one more operand, which it doesn't have yet: behind `&&` and behind `||`."""
    inner = node.named_children[0] if node.type == "parenthesized_expression" else node
    old = text(inner)
    for sign in ("&&", "||") if more not in old or in_front else ():
        kept = f"({old})" if _binds_looser(target, inner, sign) else old
        new = f"{more} {sign} {kept}" if in_front else f"{kept} {sign} {more}"
        yield target.edit(node, f"({new})" if inner != node else new, kind, 0.5)


def _binds_looser(target: TreeTarget, node: Node, sign: str) -> bool:
    """Whether an operand of `&&` or `||` needs brackets."""
    if node.type == "binary_expression":
        return text(field(node, "operator")) in ("??", "||" if sign == "&&" else "??")
    return node.type in target.forms.looser


def _asked_elsewhere(target: TreeTarget) -> Iterator[str]:
    """The comparisons of the file, the nearest first."""
    found = [one for one in target.nearest("binary_expression") if is_question(target, one)]
    return iter(list(dict.fromkeys(map(text, found)))[:_MOST_ASKED])


def _calls_of_names(target: TreeTarget, names: list[str]) -> Iterator[str]:
    """The calls that the file asks in conditions, of these names instead of the variable that they ask there."""
    asked = [one for one in target.nearest("call_expression") if _is_operand(target, one)]
    for call in list({text(one): one for one in reversed(asked)}.values())[::-1][:_MOST_CALLS]:
        arguments = field(call, "arguments")
        first = arguments.named_children[0] if arguments is not None and arguments.named_children else None
        if len(text(call)) > _LONGEST:
            continue
        yield text(call)
        if first is not None and first.type in ("identifier", target.forms.member):
            start = first.start_byte - call.start_byte
            whole = call.text or b""
            for name in names:
                yield (whole[:start] + name.encode() + whole[start + len(first.text or b"") :]).decode()


def _is_operand(target: TreeTarget, node: Node) -> bool:
    """Whether a call, or its negation, is asked by itself or beside other questions."""
    parent = target.source.syntax.parent(node)
    while parent is not None and parent.type in ("unary_expression", "parenthesized_expression"):
        node, parent = parent, target.source.syntax.parent(parent)
    if parent is None:
        return False
    return is_logic(parent) or field(parent, "condition") == node


def is_condition(target: TreeTarget, node: Node) -> bool:
    """Whether a node is the condition of a statement, or a truth that is returned, named or chosen."""
    parent = target.source.syntax.parent(node)
    if parent is None or not node.is_named:
        return False
    if parent.type == "expression_list":  # in languages that return several values
        parent = target.source.syntax.parent(parent) or parent
    is_answer = parent.type in _ANSWERING and (is_question(target, node) or _has_questions(target, node))
    return field(parent, "condition") == node or is_answer


def is_question(target: TreeTarget, node: Node) -> bool:
    """Whether a node compares two values."""
    return text(field(node, "operator")) in target.forms.comparisons


def _has_questions(target: TreeTarget, node: Node) -> bool:
    return is_logic(node) and any(is_question(target, one) for one in descendants(node))
