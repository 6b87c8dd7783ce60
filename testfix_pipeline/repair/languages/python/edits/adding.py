"""The families that put in what is missing, or move and restructure what is there; most need donors."""

from __future__ import annotations

from testfix_pipeline.repair.languages.python.edits import (
    aligned,
    conditions,
    definitions,
    donors,
    factors,
    guards,
    initials,
    like_calls,
    like_elements,
    moves,
    shared,
    signatures,
    statements,
    steps,
    updates,
)
from testfix_pipeline.repair.languages.python.edits.family import Family

FAMILIES = (
    Family("moves", moves.moves, 0.5, rich=True),
    Family("branches", statements.into_branches, 0.5, rich=True),
    Family("accumulators", initials.accumulators, 0.25),
    Family("mutable-defaults", initials.mutable_defaults, 0.9, rich=True),
    Family("forgotten-attributes", initials.forgotten_attributes, 0.85, rich=True),
    Family("defaults", signatures.defaults, 0.8, rich=True),
    Family("lookups", guards.lookups, 0.6, rich=True),
    Family("fallbacks", guards.fallbacks, 0.7),
    Family("unbound", guards.unbound, 0.7, rich=True),
    Family("early-exits", guards.early_exits, 0.6, rich=True),
    Family("skipped-rounds", guards.skipped_rounds, 0.5, rich=True),
    Family("raises", guards.raises, 0.65, rich=True),
    Family("handlers", guards.handlers, 0.25, rich=True),
    Family("condition-added", conditions.parts_added, 0.3, rich=True),
    Family("conditions-rebuilt", conditions.rebuilt, 0.3),
    Family("aligned", aligned.insertions, 0.55),
    Family("terms", factors.terms, 0.35),
    Family("arguments-like-others", like_calls.arguments, 0.55, rich=True),
    Family("definitions", definitions.names, 0.85, rich=True),
    Family("shared-statements", shared.habits, 0.75, rich=True),
    Family("state-reset", updates.resets, 0.45, rich=True),
    Family("turned-over", steps.turned, 0.25, rich=True),
    Family("further-elements", like_elements.further, 0.45),
    Family("containers-changed", updates.changes, 0.3, rich=True),
    Family("donor-statements", donors.statements, 0.35, rich=True),
)
