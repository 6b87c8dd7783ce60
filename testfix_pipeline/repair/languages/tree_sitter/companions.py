"""What is done beside like statements elsewhere: `entries.delete(key)` in front of each `entries.set(key, ...)`."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Mapping

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import bare, descendants, field, text
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.languages.tree_sitter.target import TreeTarget
from testfix_pipeline.repair.model.edit import Edit
from testfix_pipeline.repair.model.state_change import StateChange

_MOST_ALIKE = 4
_CHANGES = (
    *("call_expression", "assignment_expression", "augmented_assignment_expression", "update_expression"),
    *("assignment_statement", "inc_statement", "dec_statement"),
)
_HEADS = ("left", "argument", "function", "operand")
_NAME = re.compile(r"(?<![\w.#$])[A-Za-z_$][\w$]*")


def companions(target: TreeTarget) -> Iterator[Edit]:
    """The neighbours of statements of the file that call the same method, or change the same state, as this one does.

    A name that the other statement has where this one has another is exchanged for it.
    """
    own = _change(target.stmt.node)
    if own is None or not is_in_block(target):
        return
    beside = target.source.syntax.parent(target.stmt.node)
    known = {bare(text(one)) for one in beside.named_children} if beside is not None else set()
    changes = ((one, _change(one)) for one in target.nearest(*target.forms.simple) if one != target.stmt.node)
    alike = ((one, change) for one, change in changes if change is not None and own.is_like(change))
    for other, change in itertools.islice(alike, _MOST_ALIKE):
        names = _exchanged(other, target.stmt.node)
        for neighbour, behind in ((other.prev_named_sibling, False), (other.next_named_sibling, True)):
            line = _readable(target, neighbour, names) if neighbour is not None else ""
            if line and bare(line) not in known:
                prior = 0.9 if own == change else 0.6
                yield target.insert_line(target.stmt.node, line, "step.added-as-elsewhere", prior, behind=behind)


def _change(statement: Node) -> StateChange | None:
    """What a statement calls or writes; None where it does neither."""
    node = statement
    while node.type in ("expression_statement", "await_expression") and node.named_children:
        node = node.named_children[0]
    if node.type not in _CHANGES or not node.named_children:
        return None
    head = next((found for name in _HEADS if (found := field(node, name)) is not None), node.named_children[0])
    is_assigned = node.type.startswith("assignment") and text(field(node, "operator")) in ("", "=")
    return StateChange.of(text(head), is_assigned)


def _exchanged(other: Node, own: Node) -> Mapping[str, str]:
    """Names of one statement that the other has another name in the place of."""
    theirs, ours = ([text(one) for one in descendants(node) if one.type == "identifier"] for node in (other, own))
    return {one: name for one, name in zip(theirs, ours, strict=False) if one != name}


def _readable(target: TreeTarget, neighbour: Node, names: Mapping[str, str]) -> str:
    """A neighbour of one line with its names exchanged where that is needed; "" if it reads what is unknown here."""
    forms = target.forms
    is_alone = neighbour.type in forms.simple and neighbour.type not in (*forms.leaving, *forms.declarations)
    line = text(neighbour)
    if "\n" in line or not (is_alone or neighbour.type == "if_statement"):
        return ""
    around = (one for one in target.source.syntax.above(neighbour) if one.type in forms.functions)
    foreign = {name for scope in around for name in target.bound_names(scope)} - set(target.names)
    used = {text(one) for one in descendants(neighbour) if one.type == "identifier"} & foreign
    if any(names.get(one) not in target.names for one in used):
        return ""
    return _NAME.sub(lambda found: names[found[0]] if found[0] in used else found[0], line)
