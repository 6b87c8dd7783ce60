"""Everything that proposes edits of Go; each producer edits one statement in one way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.go import (
    common_mistakes,
    expressions,
    guards,
    idioms,
    insertions,
    tables,
    tokens,
)
from testfix_pipeline.repair.languages.go.target import GoTarget
from testfix_pipeline.repair.languages.tree_sitter import conditions, copied_statements, systematic_edits
from testfix_pipeline.repair.languages.tree_sitter import expressions as common
from testfix_pipeline.repair.languages.tree_sitter import insertions as placed
from testfix_pipeline.repair.languages.tree_sitter.producer import TreeProducer
from testfix_pipeline.repair.model.edit import Edit


def _like_another(target: GoTarget) -> Iterator[Edit]:
    return conditions.like_another(target, (tokens.operators, tokens.texts, tokens.names, tokens.fields))


def _grouped(target: GoTarget) -> Iterator[Edit]:
    return common.grouped_operators(target, tables.OPERATORS)


def _everywhere(target: GoTarget) -> Iterator[Edit]:
    finders = (tokens.operators, tokens.literals, tokens.names, tokens.fields, tokens.texts, common.off_by_one)
    return systematic_edits.everywhere(target, finders)


PRODUCERS: Sequence[TreeProducer] = (
    TreeProducer("go.operator", 0.9, tokens.operators),
    TreeProducer("go.literal", 0.8, tokens.literals),
    TreeProducer("go.name", 0.6, tokens.names),
    TreeProducer("go.field", 0.7, tokens.fields),
    TreeProducer("go.text", 0.5, tokens.texts),
    TreeProducer("go.off-by-one", 0.8, common.off_by_one),
    TreeProducer("go.negation", 0.7, expressions.negations),
    TreeProducer("go.slice", 0.6, expressions.slices),
    TreeProducer("go.swap", 0.5, common.swaps),
    TreeProducer("go.brackets", 0.5, common.regrouped),
    TreeProducer("go.grouped", 0.7, _grouped),
    TreeProducer("go.completed", 0.6, common.completed),
    TreeProducer("go.rate", 0.4, common.rates),
    TreeProducer("go.shorten", 0.6, common.shortened),
    TreeProducer("go.return", 0.6, expressions.results),
    TreeProducer("go.expression", 0.4, expressions.replaced, rich=True),
    TreeProducer("go.convert", 0.5, expressions.converted),
    TreeProducer("go.wrap", 0.4, expressions.wrapped, rich=True),
    TreeProducer("go.loop-copy", 0.8, expressions.loop_copies),
    TreeProducer("go.argument", 0.4, expressions.arguments),
    TreeProducer("go.operand", 0.5, expressions.operands, rich=True),
    TreeProducer("go.compute", 0.3, expressions.computations, rich=True),
    TreeProducer("go.condition", 0.5, conditions.conditions, rich=True),
    TreeProducer("go.everywhere", 0.4, _everywhere, rich=True),
    TreeProducer("go.alike", 0.3, _like_another, rich=True),
    TreeProducer("go.error", 0.8, guards.errors),
    TreeProducer("go.error-identity", 0.8, common_mistakes.error_identity),
    TreeProducer("go.wrapped-error", 0.8, common_mistakes.wrapped_errors),
    TreeProducer("go.shadowed", 0.8, common_mistakes.shadowed_variables),
    TreeProducer("go.loop-break", 0.8, common_mistakes.loop_breaks),
    TreeProducer("go.integers", 0.8, common_mistakes.integer_arithmetic),
    TreeProducer("go.map", 0.6, guards.new_maps),
    TreeProducer("go.idiom", 0.6, idioms.idioms),
    TreeProducer("go.guard", 0.5, guards.guards, rich=True),
    TreeProducer("go.branch", 0.5, placed.branches),
    TreeProducer("go.at-once", 0.5, placed.at_once),
    TreeProducer("go.break", 0.7, placed.breaks),
    TreeProducer("go.end", 0.5, insertions.ends),
    TreeProducer("go.receiver", 0.7, insertions.receivers),
    TreeProducer("go.result", 0.4, insertions.returns, rich=True),
    TreeProducer("go.assign", 0.5, insertions.assignments, rich=True),
    TreeProducer("go.delete", 0.3, placed.deletions, rich=True),
    TreeProducer("go.copy", 0.4, copied_statements.copies, rich=True),
    TreeProducer("go.move", 0.4, placed.moves, rich=True),
)
