"""Edits that languages share: statements left out or moved, loops and cases that end."""

from __future__ import annotations

from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, text
from testfix_pipeline.repair.languages.tree_sitter.target import TreeTarget
from testfix_pipeline.repair.model.edit import Edit

_MOST_AT_ONCE = 3


def is_in_block(target: TreeTarget) -> bool:
    """Whether the statement lies in a block, where statements can be added beside it."""
    parent = target.source.syntax.parent(target.stmt.node)
    return parent is not None and parent.type in target.forms.blocks


def breaks(target: TreeTarget) -> Iterator[Edit]:
    """A case of a `switch` that ends, instead of going on with the next one; a loop that ends, or goes on."""
    node = target.stmt.node
    parent = target.source.syntax.parent(node)
    if parent is None or node.type in ("break_statement", *target.forms.leaving):
        return
    around = {one.type for one in target.source.syntax.above(node)}
    if parent.type in target.forms.cases and parent.named_children[-1] == node:
        yield target.insert_line(node, f"break{target.forms.stop}", "break.added", 0.7, behind=True)
    elif is_in_block(target) and around & set(target.forms.loops):
        for word in ("break", "continue"):
            yield target.insert_line(node, word + target.forms.stop, "break.added", 0.3, behind=True)


def deletions(target: TreeTarget) -> Iterator[Edit]:
    """A statement left out, or an `if` around its block, or an `else`."""
    node = target.stmt.node
    if node.type in target.forms.simple or node.type == "if_statement":
        yield target.edit(node, target.forms.stop if not is_in_block(target) else "", "deleted.statement", 0.3)
    block, other = node.child_by_field_name("consequence"), node.child_by_field_name("alternative")
    if node.type == "if_statement" and block is not None:
        yield target.edit(node, text(block), "deleted.condition", 0.3)
        if other is not None:
            start, end = target.source.span(block)[1], target.source.span(other)[1]
            yield target.replace(start, end, "", "deleted.alternative", 0.3)


def branches(target: TreeTarget) -> Iterator[Edit]:
    """An `if` as the `else` of the one before it, and the reverse; behind the loop what its last `else` leaves with."""
    node, source = target.stmt.node, target.source
    before, body, other = node.prev_named_sibling, field(node, "consequence"), field(node, "alternative")
    if node.type != "if_statement" or body is None or not is_in_block(target):
        return
    if before is not None and before.type == "if_statement" and field(before, "alternative") is None:
        yield target.replace(source.span(before)[1], source.span(node)[0], " else ", "branch.joined", 0.4)
    block = other.named_children[0] if other is not None and other.type == "else_clause" else other
    if other is None or block is None:
        return
    if block.type == "if_statement":
        parts = [field(node, "condition"), body, field(block, "condition"), field(block, "consequence")]
        one, two, three, four = (part or node for part in parts)
        if None not in parts:
            more = ((two, text(four)), (three, text(one)), (four, text(two)))
            yield target.edit(one, text(three), "branch.order", 0.4, *more)
        between = f"{source.newline}{target.indent_at(source.span(node)[0])}"
        yield target.replace(source.span(body)[1], source.span(block)[0], between, "branch.parted", 0.4)
    loop = next((one for one in source.syntax.above(node) if one.type in target.forms.loops), None)
    left = block.named_children[0] if block.named_child_count == 1 else block
    if loop is not None and node.next_named_sibling is None and left.type in target.forms.leaving:
        (_, start), (_, end), (at, behind) = source.span(body), source.span(other), source.span(loop)
        moved = f"{source.newline}{target.indent_at(at)}{text(left)}"
        yield target.replace(start, behind, source.text[end:behind] + moved, "moved.behind-the-loop", 0.5)


def at_once(target: TreeTarget) -> Iterator[Edit]:
    """Assignments made at once where a later value reads what an earlier one replaced: `[a, b] = [b, a % b]`."""
    node: Node | None = target.stmt.node
    run: list[tuple[Node, Node]] = []
    while node is not None and len(run) < _MOST_AT_ONCE and (pair := _assigned(node)) is not None:
        run.append(pair)
        places, values = ([text(part) for part in parts] for parts in zip(*run, strict=True))
        read = {text(one) for one in descendants(pair[1])} | {text(pair[1])}
        if not read.isdisjoint(places[:-1]):
            left, right = ", ".join(places), ", ".join(values)
            is_list = node.type == "assignment_statement"
            code = f"{left} = {right}" if is_list else f"[{left}] = [{right}]{target.forms.stop}"
            start, end = target.source.span(target.stmt.node)[0], target.source.span(node)[1]
            yield target.replace(start, end, code, "assignment.at-once", 0.5)
        node = node.next_named_sibling


def _assigned(statement: Node) -> tuple[Node, Node] | None:
    """What a statement gives a value, and the value."""
    node = statement.named_children[0] if statement.type == "expression_statement" else statement
    left, right = field(node, "left"), field(node, "right")
    is_plain = any(one.type == "=" for one in node.children)
    if node.type not in ("assignment_expression", "assignment_statement") or left is None or right is None:
        return None
    return (left, right) if is_plain else None


def _reads_what_it_declares(target: TreeTarget, node: Node, other: Node) -> bool:
    """Whether a statement reads a variable that the one before it declares."""
    if node.type not in target.forms.declarations:
        return False
    declared = {text(field(one, "name")) for one in node.named_children}
    left = field(node, "left")
    declared |= {text(one) for one in descendants(left) if one.type == "identifier"} if left is not None else set()
    return any(one.type == "identifier" and text(one) in declared for one in descendants(other))


def moves(target: TreeTarget) -> Iterator[Edit]:
    """A statement swapped with its neighbour, or moved out of the block around it.

    Each is one span: of two, each would find its code still in the other, and look more natural than it is.
    """
    node, source = target.stmt.node, target.source
    if not is_in_block(target):
        return
    start, end = source.span(node)
    neighbour = node.next_named_sibling
    if neighbour is not None and neighbour.type != "comment" and not _reads_what_it_declares(target, node, neighbour):
        first, last = source.span(neighbour)
        swapped = source.text[first:last] + source.text[end:first] + source.text[start:end]
        yield target.replace(start, last, swapped, "moved.swapped", 0.4)
    around = next((one for one in source.syntax.above(node) if one.type in (*target.forms.loops, "if_statement")), None)
    if around is not None and node.type in target.forms.simple:
        first, last = source.span(around)
        indent = target.indent_at(first)
        moved = f"{source.newline}{indent}{text(node)}"
        yield target.replace(start, last, source.text[end:last] + moved, "moved.out-of-the-block", 0.4)
        moved = f"{text(node)}{source.newline}{indent}"
        yield target.replace(first, end, moved + source.text[first:start], "moved.in-front-of-the-block", 0.4)
