"""A statement put under a condition."""

from __future__ import annotations

from collections.abc import Iterator

from testfix_pipeline.repair.languages.javascript.guards import NAME, subjects, written
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter.guards import asked_elsewhere
from testfix_pipeline.repair.languages.tree_sitter.insertions import is_in_block
from testfix_pipeline.repair.model.edit import Edit

_QUESTIONS = (
    "{0}",
    "!{0}",
    "{0} !== undefined",
    "{0} === undefined",
    "{0} != null",
    "{0}.length > 0",
    "{0} > 0",
    "{0} !== null",
)


def conditions_around(target: JsTarget) -> Iterator[Edit]:
    """A statement done only where something holds."""
    node = target.stmt.node
    if (
        target.function is None
        or not is_in_block(target)
        or node.type in target.forms.declarations
        or not _is_whole(target)
    ):
        return
    names = subjects(target)
    asked = [form.format(name) for name in names for form in _QUESTIONS]
    elsewhere = asked_elsewhere(target, names, NAME, written)
    negated = [f"!({one})" for one in elsewhere]
    for question in dict.fromkeys((*asked, *elsewhere, *negated)):
        yield target.insert(node, f"if ({question}) {{ ", " }", "condition.around", 0.4)


def _is_whole(target: JsTarget) -> bool:
    """Whether a statement is none that something else is a part of, such as a case or a method."""
    return target.stmt.node.type.endswith("_statement")
