"""Statements put into blocks that are empty: what other producers would put in front of the statement around."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from testfix_pipeline.repair.languages.javascript import insertions, state_updates, unchanged_state, unset_state
from testfix_pipeline.repair.languages.javascript.branch_steps import varied_steps
from testfix_pipeline.repair.languages.javascript.expected_errors import thrown
from testfix_pipeline.repair.languages.javascript.guards import exits
from testfix_pipeline.repair.languages.javascript.source import NOTHING
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter import copied_statements
from testfix_pipeline.repair.model.edit import Edit

_FINDERS: Sequence[Callable[[JsTarget], Iterator[Edit]]] = (
    unchanged_state.unchanged_state,
    unset_state.unset_state,
    state_updates.own_calls,
    state_updates.container_changes,
    copied_statements.copies,
    copied_statements.varied,
    insertions.assignments,
    state_updates.sums,
)
_CHAIN = ("else_clause", "if_statement")


def filled(target: JsTarget) -> Iterator[Edit]:
    """A statement in each empty block of an `if` or a loop."""
    blocks = [one for one in target.of_type("statement_block") if all(x.type in NOTHING for x in one.named_children)]
    if not blocks or not target.stmt.node.type.endswith("_statement"):
        return
    outer = _at_first_if(target)
    start = target.source.span(outer.stmt.node)[0]
    edits = (edit for find in _FINDERS for edit in find(outer))
    inserted = (edit.replacement.strip() for edit in edits if edit.start == edit.end == start)
    every = (*exits(target), *(f"throw {one};" for one in thrown(target)), *inserted)
    for block in blocks:
        for code in dict.fromkeys((*varied_steps(target, block), *every)):
            yield target.edit(block, f"{{ {code} }}", "block.filled", 0.5)


def _at_first_if(target: JsTarget) -> JsTarget:
    """The same at the `if` that the chain of an `else if` begins with: other producers put nothing in front of that."""
    chain = itertools.takewhile(lambda one: one.type in _CHAIN, target.source.syntax.above(target.stmt.node))
    first = [one for one in chain if one.type == "if_statement"][-1:]
    known = [one for one in target.source.statements.values() if one.node in first]
    return replace(target, stmt=known[0]) if known else target
