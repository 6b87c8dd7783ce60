"""What guards in front of a statement are made of in any language: other guards, conditions, what was just bound."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.tree_sitter.target import TreeTarget
from testfix_pipeline.repair.model.edit import Edit

MOST_ANSWERED = 3
_MOST_GUARDS, _MOST_ASKED = 8, 24
_LONGEST, _MOST_LINES = 80, 4


def copied_guards(target: TreeTarget) -> Iterator[Edit]:
    """The guards that the file has elsewhere, as they are; the nearest first."""
    known = [one for one in target.nearest("if_statement") if _is_guard(one) and one != target.stmt.node]
    for other in list({" ".join(text(one).split()): one for one in known}.values())[:_MOST_GUARDS]:
        yield target.insert_line(target.stmt.node, text(other), "guard.copied", 0.5)


def _is_guard(node: Node) -> bool:
    lines = int(node.end_point[0]) - int(node.start_point[0]) + 1
    return field(node, "alternative") is None and lines <= _MOST_LINES


def just_bound(target: TreeTarget, name: re.Pattern[str]) -> list[str]:
    """What the statement before assigns."""
    before = target.stmt.node.prev_named_sibling
    while before is not None and before.type in ("comment", "empty_statement"):
        before = before.prev_named_sibling
    if before is None or before.type not in (*target.forms.declarations, *_ASSIGNING):
        return []
    left = field(before, "left")
    if left is not None:
        named = list(left.named_children)
    else:
        found = [field(one, "name") or field(one, "left") for one in before.named_children]
        named = [one for one in found if one is not None]
    return [text(one) for one in named if name.fullmatch(text(one))]


_ASSIGNING = ("expression_statement", "assignment_statement")


def asked_elsewhere(
    target: TreeTarget, subjects: Sequence[str], name: re.Pattern[str], written: Callable[[Node | None], str]
) -> list[str]:
    """The conditions of the file, the nearest first, as they are and of these subjects.

    written: the text of a condition without what the language puts around it.
    """
    conditions = (written(field(one, "condition")) for one in target.nearest("if_statement"))
    found = list(dict.fromkeys(one for one in conditions if len(one) <= _LONGEST and "\n" not in one))[:_MOST_GUARDS]
    names = {one: {each for each in _read_in(one, name) if each.split(".")[0] in target.file_names} for one in found}
    varied = [
        _with_name(one, each, subject)
        for one in found
        for each in sorted(names[one])
        for subject in subjects[:MOST_ANSWERED]
    ]
    return list(dict.fromkeys((*found, *varied)))[:_MOST_ASKED]


def _read_in(condition: str, name: re.Pattern[str]) -> Iterator[str]:
    """The values that a condition reads; of a method that it calls, what it is called on."""
    for found in name.finditer(condition):
        read = found[0].rpartition(".")[0] if condition[found.end() :].startswith("(") else found[0]
        if read:
            yield read


def _with_name(condition: str, name: str, new: str) -> str:
    return re.sub(rf"(?<![\w$.]){re.escape(name)}(?![\w$])", lambda _: new, condition)
