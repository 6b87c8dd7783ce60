"""What one branch of a `try` or an `if` does and the other one lacks: its changes of counts, flags and containers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import bare, descendants, field, text
from testfix_pipeline.repair.languages.javascript.ingredients import expressions_in_reach
from testfix_pipeline.repair.languages.javascript.tables import LITERALS, related_names
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_CHANGES = ("update_expression", "augmented_assignment_expression", "assignment_expression", "call_expression")
_MOST_STEPS, _MOST_VALUES = 4, 9
_OTHERS = {**LITERALS, "{}": ("[]",), "[]": ("{}",)}
_NAME = re.compile(r"[\w$.#]+")


def steps_of_other_branch(target: JsTarget) -> Iterator[Edit]:
    """A statement of the other branch, put in front of a statement of this branch, or behind it."""
    block = target.source.syntax.parent(target.stmt.node)
    other = _other_branch(target, block) if block is not None and is_in_block(target) else None
    if block is None or other is None:
        return
    own = {bare(text(one)) for one in block.named_children}
    caught = text(field(target.source.syntax.parent(other), "parameter"))
    changes = [one for one in other.named_children if _is_change(one) and not _reads(one, caught)]
    steps = [one for one in changes if bare(text(one)) not in own]
    for step in sorted(steps, key=_is_call)[:_MOST_STEPS]:
        yield target.insert_line(target.stmt.node, text(step), "copied.from-branch", 0.6)
        if target.stmt.node == block.named_children[-1]:
            yield target.insert_line(target.stmt.node, text(step), "copied.from-branch", 0.6, behind=True)
    for code in _assignments(target, own, steps):
        yield target.insert_line(target.stmt.node, code, "assignment.of-branch", 0.5)


def _assignments(target: JsTarget, own: set[str], steps: Sequence[Node]) -> Iterator[str]:
    """What the other branch assigns and this one does not, with values in reach: as they are, and given to what the
    other branch calls for it or what is used for much the same."""
    for step in steps:
        left, right = (field(step.named_children[0], name) for name in ("left", "right"))
        if left is None or any(one.startswith(f"{bare(text(left))}=") for one in own):
            continue
        called = text(field(right, "function"))
        forms = ("{0}", *(f"{one}({{0}})" for one in (called, *related_names(called)) if one.isidentifier()))
        values = [one for one in expressions_in_reach(target, _MOST_VALUES) if one != text(left)]
        yield from (f"{text(left)} = {form.format(one)};" for one in values for form in forms)


def varied_steps(target: JsTarget, block: Node) -> Iterator[str]:
    """The statements of the other branch of a block, as they are and with one constant replaced."""
    other = _other_branch(target, block)
    for step in other.named_children if other is not None else ():
        if _is_change(step):
            code, start = text(step), target.source.span(step)[0]
            yield code
            for node in descendants(step):
                first, last = (place - start for place in target.source.span(node))
                yield from (code[:first] + new + code[last:] for new in _OTHERS.get(text(node), ()))


def instead_of_leaving(target: JsTarget) -> Iterator[Edit]:
    """What is asked for is called, or its timer cleared, where the function is left: `if (cancel) cancel();`."""
    for node in target.of_type("return_statement", "continue_statement"):
        holder = target.source.syntax.parent(node)
        if holder is not None and holder.type == "statement_block":
            holder = target.source.syntax.parent(holder)
        name = text(field(holder, "condition"))[1:-1] if holder is not None and holder.type == "if_statement" else ""
        if not node.named_children and _NAME.fullmatch(name):
            for new in (f"{name}();", f"clearTimeout({name});", f"clearInterval({name});", f"{name}.abort();"):
                yield target.edit(node, new, "jump.replaced", 0.5)


def _other_branch(target: JsTarget, block: Node) -> Node | None:
    """The block of the `try` for one of its `catch`, and the other way round; of an `if` for its `else`."""
    holder = target.source.syntax.parent(block)
    if holder is None:
        return None
    if holder.type == "catch_clause":
        return field(target.source.syntax.parent(holder), "body")
    if holder.type == "try_statement" and field(holder, "body") == block:
        return field(field(holder, "handler"), "body")
    if holder.type == "else_clause":
        return _block(field(target.source.syntax.parent(holder), "consequence"))
    alternative = field(holder, "alternative") if holder.type == "if_statement" else None
    return _block(alternative.named_children[0]) if alternative is not None and alternative.named_children else None


def _block(node: Node | None) -> Node | None:
    return node if node is not None and node.type == "statement_block" else None


def _is_change(node: Node) -> bool:
    inner = node.named_children[0] if node.type == "expression_statement" and node.named_children else None
    return inner is not None and inner.type in _CHANGES and "\n" not in text(node)


def _reads(node: Node, name: str) -> bool:
    return any(one.type == "identifier" and text(one) == name for one in descendants(node))


def _is_call(node: Node) -> bool:
    return bool(node.named_children[0].type == "call_expression")
