"""Edits that mend a failing test and break a passing one: perhaps right, but not always."""

from __future__ import annotations

import ast
from collections.abc import Callable

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.edits.blocks import is_elif, lines, reindented, unit
from testfix_pipeline.repair.edits.edit import Edit, Target, apply_spans
from testfix_pipeline.repair.synthesis.actions import Action
from testfix_pipeline.repair.synthesis.places import Place

SIMPLE = (ast.Return, ast.Assign, ast.AugAssign, ast.Expr, ast.AnnAssign)
MOST_LINES = 3
# How often an edit is right under a condition, against how often it is right without one.
CONDITIONAL_SHARE = 0.4


def made_conditional(candidate: Candidate, target: Target) -> tuple[Place, Action] | None:
    """The place and the action of an edit at `target`: taken only under a condition; None where it is no such edit, or
    where there are no executions to tell apart, as outside of functions."""
    if len(candidate.edits) != 1 or candidate.edits[0].more or target.function is None:
        return None
    edit = candidate.edits[0]
    return _insertion(edit, target) or _replacement(edit, target)


def _insertion(edit: Edit, target: Target) -> tuple[Place, Action] | None:
    """Whole lines put in front of the statement or behind it."""
    source = target.source
    code = edit.replacement.splitlines()
    if edit.start != edit.end or not 0 < len(code) <= MOST_LINES or not source.owns_line(target.stmt):
        return None
    start, end = source.block(target.stmt)
    indent = source.indent(target.stmt)
    fitting = all(line.startswith(indent) for line in code) and not code[0].strip().startswith(
        ("if ", "elif ", "else:")
    )
    if edit.start not in (start, end) or not fitting or is_elif(target.source, target.stmt):
        return None
    place = Place(target, 1.0, "before" if edit.start == start else "behind")

    def write(condition: str | None) -> Edit | None:
        inner = [f"\t{line[len(indent) :]}" for line in code]
        return place.insert([f"if {condition}:", *inner], "guard.statement", 1.0, f"{condition}: {code[0].strip()}")

    return place, _action("guard.statement", edit, write)


def _replacement(edit: Edit, target: Target) -> tuple[Place, Action] | None:
    """Another value in a simple statement: `if condition: new` and else as it was."""
    source, stmt = target.source, target.stmt
    if not isinstance(stmt, SIMPLE) or not source.owns_line(stmt):
        return None
    start, end = source.block(stmt)
    if not start <= edit.start <= edit.end <= end or "\n" in edit.replacement:
        return None
    old = source.text[start:end]
    if not old.endswith("\n"):  # the last line of the file
        old += source.newline
    new = apply_spans(old, [(edit.start - start, edit.end - start, edit.replacement)])
    indent = source.indent(stmt)
    deeper = indent + unit(source)

    def write(condition: str | None) -> Edit | None:
        text = lines(source, indent, [f"if {condition}:"]) + reindented(new, indent, deeper)
        if isinstance(stmt, ast.Return):
            text += old
        else:
            text += lines(source, indent, ["else:"]) + reindented(old, indent, deeper)
        return target.splice(start, end, text, "guard.value", 1.0, f"{condition}: {new.strip()[:60]}")

    return Place(target, 1.0, "before"), _action("guard.value", edit, write)


def _action(kind: str, edit: Edit, write: Callable[[str | None], Edit | None]) -> Action:
    return Action(
        kind, "when", CONDITIONAL_SHARE * edit.prior, f"{edit.kind} only under a condition", write, always=0.0
    )
