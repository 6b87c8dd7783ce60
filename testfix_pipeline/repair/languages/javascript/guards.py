"""Early exits put in front of a statement: what is asked, of what, and how the function is left."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tree_sitter import Node

from testfix_pipeline.core.patch_policy.syntax_nodes import descendants, field, is_inside, text
from testfix_pipeline.repair.languages.javascript.calls import method_of, receiver_of
from testfix_pipeline.repair.languages.javascript.source import LOOPS, is_truth
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.javascript.unread_names import unread_of_function
from testfix_pipeline.repair.languages.tree_sitter.guards import (
    MOST_ANSWERED,
    asked_elsewhere,
    copied_guards,
    just_bound,
)
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_USUAL = ("return;", "return null;", "return false;", "return true;", "return [];", "return '';", "return 0;")
_TAKING = ("pop", "shift")
_MOST_SUBJECTS, _MOST_EXITS = 5, 10
QUESTIONS = (
    ("guard.falsy", "!{0}"),
    ("guard.true", "{0}"),
    ("guard.missing", "{0} == null"),
    ("guard.missing", "{0} === undefined"),
    ("guard.empty", "{0}.length === 0"),
    ("guard.bound", "{0} === -1"),
    ("guard.bound", "{0} <= 0"),
    ("guard.bound", "{0} < 0"),
    ("guard.bound", "{0} <= 1"),
    ("guard.bound", "{0}.length <= 1"),
    *(("guard.type", f"typeof {{0}} !== '{kind}'") for kind in ("string", "function")),
)
NAME = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")


def guards(target: JsTarget) -> Iterator[Edit]:
    """An early exit in front of a statement: for missing or empty values, or as the file asks elsewhere."""
    if not is_in_block(target):
        return
    yield from copied_guards(target)
    asked_of, leaves = subjects(target), exits(target)
    asked = [(kind, form.format(name)) for name in asked_of for kind, form in QUESTIONS]
    asked += [("guard.asked", question) for question in asked_elsewhere(target, asked_of, NAME, written)]
    asked += [("guard.empty", f"{name}.length === 0") for name in _taken_from(target)]
    asked += [one for name in _flags(target) for one in (("guard.true", name), ("guard.falsy", f"!{name}"))]
    for kind, question in dict.fromkeys(asked):
        for leave in leaves:
            yield target.insert_line(target.stmt.node, f"if ({question}) {leave}", kind, 0.4)


def subjects(target: JsTarget) -> list[str]:
    """What may be asked: what was just bound, what the statement reads, then the parameters of the function."""
    nodes = target.of_type("identifier", "member_expression")
    read = dict.fromkeys(text(one) for one in nodes if field(target.source.syntax.parent(one), "function") != one)
    inside = [name for name in read if name.split(".")[0] in (*target.names, "this") and NAME.fullmatch(name)]
    bound = just_bound(target, NAME)
    found = dict.fromkeys((*bound, *inside[:MOST_ANSWERED], *target.parameters, *inside, *target.local_names[:2]))
    return list(found)[:_MOST_SUBJECTS]


def _flags(target: JsTarget) -> list[str]:
    """The variables of the function around that begin as true or false."""
    nodes = descendants(target.function) if target.function is not None else ()
    declared = [one for one in nodes if one.type == "variable_declarator"]
    named = [text(field(one, "name")) for one in declared if text(field(one, "value")) in ("true", "false")]
    return [one for one in dict.fromkeys(named) if one in target.names][:MOST_ANSWERED]


def exits(target: JsTarget) -> list[str]:
    """How the function is left: with what nothing reads, as elsewhere in it, with values of the sort that it returns,
    then as in the file."""
    around = {one.type for one in target.source.syntax.above(target.stmt.node)}
    leaving = [one for one in target.leaving if is_inside(one, target.function)]
    own = dict.fromkeys(map(text, leaving))
    every = [text(one) for one in target.leaving]
    often = sorted(dict.fromkeys(every), key=lambda one: -every.count(one))
    in_loop = ["continue;", "break;"] if around & set(LOOPS) else []
    unread = unread_of_function(target.source, target.function) if target.function is not None else ()
    first = (f"return {name};" for name in unread[:2])
    names = [f"return {name};" for name in target.local_names[:2]]
    usual = _usual(target)
    found = (*first, *list(own)[:MOST_ANSWERED], *in_loop, *usual, *names, *often[:MOST_ANSWERED], *_USUAL)
    return list(dict.fromkeys(found))[:_MOST_EXITS]


def _usual(target: JsTarget) -> tuple[str, ...]:
    """What stands for no result where a function returns something of the sort that this one does."""
    inside = descendants(target.function) if target.function is not None else ()
    returned = [one.named_children[0] for one in inside if one.type == "return_statement" and one.named_children]
    sorts = {"truth" if is_truth(one) else _SORTS.get(one.type, "object") for one in returned}
    return tuple(one for sort in sorted(sorts) for one in _OF_SORTS[sort]) or ("return;",)


_SORTS = {
    **{"array": "list", "string": "text", "template_string": "text", "number": "number", "unary_expression": "number"},
    **{"binary_expression": "number", "null": "object", "undefined": "object"},
}
_OF_SORTS = {
    "list": ("return [];",),
    "number": ("return 0;", "return -1;", "return null;"),
    "object": ("return null;", "return;"),
    "text": ("return '';", "return null;"),
    "truth": ("return false;", "return true;"),
}


def _taken_from(target: JsTarget) -> list[str]:
    """The lists from which the function around takes its last or first element."""
    calls = [one for one in descendants(target.function) if method_of(one) in _TAKING] if target.function else []
    return list(dict.fromkeys(receiver_of(one) for one in target.by_distance(calls)))[:MOST_ANSWERED]


def written(condition: Node | None) -> str:
    """A condition without its brackets."""
    return text(condition)[1:-1]
