"""Early exits put in front of a statement: what is asked, of what, and how the function is left."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import field, text
from testfix_pipeline.repair.languages.javascript.insertions import is_in_block
from testfix_pipeline.repair.languages.javascript.source import LOOPS
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit

_USUAL = ("return;", "return null;", "return false;", "return true;", "return [];", "return '';", "return 0;")
_MOST_SUBJECTS, _MOST_GUARDS, _MOST_ASKED, _MOST_EXITS, _MOST_ANSWERED = 5, 8, 24, 10, 3
_LONGEST, _MOST_LINES = 80, 4
_QUESTIONS = (
    ("guard.falsy", "!{0}"),
    ("guard.true", "{0}"),
    ("guard.missing", "{0} == null"),
    ("guard.missing", "{0} === undefined"),
    ("guard.empty", "{0}.length === 0"),
    ("guard.bound", "{0} === -1"),
    ("guard.bound", "{0} <= 0"),
    *(("guard.type", f"typeof {{0}} !== '{kind}'") for kind in ("string", "function")),
)
_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")


def guards(target: JsTarget) -> Iterator[Edit]:
    """An early exit in front of a statement: for missing or empty values, or as the file asks elsewhere."""
    if not is_in_block(target):
        return
    yield from _copied(target)
    subjects, exits = _subjects(target), _exits(target)
    asked = [(kind, form.format(name)) for name in subjects for kind, form in _QUESTIONS]
    asked += [("guard.asked", question) for question in _asked_elsewhere(target, subjects)]
    for kind, question in dict.fromkeys(asked):
        for leave in exits:
            yield target.insert_line(target.stmt.node, f"if ({question}) {leave}", kind, 0.4)


def _copied(target: JsTarget) -> Iterator[Edit]:
    """The guards that the file has elsewhere, as they are; the nearest first."""
    known = [one for one in target.source.syntax.of_type("if_statement") if _is_guard(one) and one != target.stmt.node]
    for other in list({" ".join(text(one).split()): one for one in target.nearest(known)})[:_MOST_GUARDS]:
        yield target.insert_line(target.stmt.node, other, "guard.copied", 0.5)


def _is_guard(node: Node) -> bool:
    lines = int(node.end_point[0]) - int(node.start_point[0]) + 1
    return field(node, "alternative") is None and lines <= _MOST_LINES


def _subjects(target: JsTarget) -> list[str]:
    """What may be asked: what was just bound, what the statement reads, then the parameters of the function."""
    read = dict.fromkeys(text(one) for one in target.of_type("identifier", "member_expression"))
    inside = [name for name in read if name.split(".")[0] in (*target.names, "this") and _NAME.fullmatch(name)]
    found = dict.fromkeys((*_just_bound(target), *inside[:_MOST_ANSWERED], *target.parameters, *inside))
    return list(found)[:_MOST_SUBJECTS]


def _just_bound(target: JsTarget) -> list[str]:
    """What the statement before assigns."""
    before = target.stmt.node.prev_named_sibling
    while before is not None and before.type == "comment":
        before = before.prev_named_sibling
    if before is None or before.type not in ("lexical_declaration", "variable_declaration", "expression_statement"):
        return []
    named = [field(one, "name") or field(one, "left") for one in before.named_children]
    return [text(one) for one in named if one is not None and _NAME.fullmatch(text(one))]


def _asked_elsewhere(target: JsTarget, subjects: Sequence[str]) -> list[str]:
    """The conditions of the file, the nearest first, as they are and of these subjects."""
    nodes = target.source.syntax.of_type("if_statement")
    conditions = (text(field(one, "condition"))[1:-1] for one in target.nearest(nodes))
    found = list(dict.fromkeys(one for one in conditions if len(one) <= _LONGEST and "\n" not in one))[:_MOST_GUARDS]
    names = {one: {name for name in _NAME.findall(one) if name.split(".")[0] in target.file_names} for one in found}
    varied = [
        _with_name(one, name, subject)
        for one in found
        for name in sorted(names[one])
        for subject in subjects[:_MOST_ANSWERED]
    ]
    return list(dict.fromkeys((*found, *varied)))[:_MOST_ASKED]


def _with_name(condition: str, name: str, new: str) -> str:
    return re.sub(rf"(?<![\w$.]){re.escape(name)}(?![\w$])", lambda _: new, condition)


def _exits(target: JsTarget) -> list[str]:
    """How the function is left: as elsewhere in it, as it is usual, with what it has, then as elsewhere in the file."""
    around = {one.type for one in target.source.syntax.above(target.stmt.node)}
    own = dict.fromkeys(
        text(one) for one in target.leaving if target.function is not None and _is_inside(one, target.function)
    )
    every = [text(one) for one in target.leaving]
    often = sorted(dict.fromkeys(every), key=lambda one: -every.count(one))
    in_loop = ["continue;", "break;"] if around & set(LOOPS) else []
    names = [f"return {name};" for name in target.local_names[:2]]
    found = (*list(own)[:_MOST_ANSWERED], *in_loop, *names, *_USUAL[:_MOST_ANSWERED], *often[:_MOST_ANSWERED], *_USUAL)
    return list(dict.fromkeys(found))[:_MOST_EXITS]


def _is_inside(node: Node, outer: Node) -> bool:
    return outer.start_byte <= node.start_byte and node.end_byte <= outer.end_byte
