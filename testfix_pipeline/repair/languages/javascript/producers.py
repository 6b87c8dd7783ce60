"""Everything that proposes edits of JavaScript and TypeScript; each producer edits one statement in one way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.javascript import (
    computed,
    enclosing,
    expressions,
    functions,
    guards,
    idioms,
    ingredient_edits,
    insertions,
    members,
    missing_updates,
    paired_calls,
    replaced_tokens,
    state_updates,
    tables,
    texts,
    unread_uses,
    unset_state,
)
from testfix_pipeline.repair.languages.javascript.rewriting import rewritten
from testfix_pipeline.repair.languages.javascript.rules import rules_by_type
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter import conditions, copied_statements, systematic_edits
from testfix_pipeline.repair.languages.tree_sitter import expressions as common
from testfix_pipeline.repair.languages.tree_sitter import insertions as placed
from testfix_pipeline.repair.languages.tree_sitter.producer import TreeProducer
from testfix_pipeline.repair.model.edit import Edit


def _like_another(target: JsTarget) -> Iterator[Edit]:
    finders = (replaced_tokens.operators, texts.texts, replaced_tokens.names, replaced_tokens.properties)
    return conditions.like_another(target, finders)


def _grouped(target: JsTarget) -> Iterator[Edit]:
    return common.grouped_operators(target, tables.OPERATORS)


def _rules(target: JsTarget) -> Iterator[Edit]:
    return rewritten(target, rules_by_type())


def _everywhere(target: JsTarget) -> Iterator[Edit]:
    tokens = replaced_tokens
    finders = (tokens.operators, tokens.literals, tokens.names, tokens.properties, texts.texts, common.off_by_one)
    return systematic_edits.everywhere(target, finders)


def _conditional_variants(target: JsTarget) -> Iterator[Edit]:
    finders = (replaced_tokens.operators, common.off_by_one, common.shortened, replaced_tokens.names)
    return ingredient_edits.conditional_variants(target, [edit for find in finders for edit in find(target)])


PRODUCERS: Sequence[TreeProducer] = (
    TreeProducer("js.operator", 0.9, replaced_tokens.operators),
    TreeProducer("js.literal", 0.8, replaced_tokens.literals),
    TreeProducer("js.name", 0.6, replaced_tokens.names),
    TreeProducer("js.property", 0.7, replaced_tokens.properties),
    TreeProducer("js.text", 0.5, texts.texts),
    TreeProducer("js.off-by-one", 0.8, common.off_by_one),
    TreeProducer("js.negation", 0.7, expressions.negations),
    TreeProducer("js.swap", 0.5, common.swaps),
    TreeProducer("js.brackets", 0.5, common.regrouped),
    TreeProducer("js.grouped", 0.7, _grouped),
    TreeProducer("js.completed", 0.6, common.completed),
    TreeProducer("js.rate", 0.4, common.rates),
    TreeProducer("js.shorten", 0.6, common.shortened),
    TreeProducer("js.wrap", 0.6, expressions.wrapped, rich=True),
    TreeProducer("js.await", 0.6, expressions.awaited),
    TreeProducer("js.nullish", 0.6, expressions.nullish),
    TreeProducer("js.condition", 0.5, conditions.conditions, rich=True),
    TreeProducer("js.alike", 0.4, _like_another, rich=True),
    TreeProducer("js.argument", 0.9, expressions.arguments, rich=True),
    TreeProducer("js.presence", 0.9, computed.presence_checks),
    TreeProducer("js.branch", 0.5, placed.branches),
    TreeProducer("js.at-once", 0.5, placed.at_once),
    TreeProducer("js.break", 0.7, placed.breaks),
    TreeProducer("js.operand", 0.5, computed.operands, rich=True),
    TreeProducer("js.compute", 0.3, computed.computations, rich=True),
    TreeProducer("js.assign", 0.5, insertions.assignments, rich=True),
    TreeProducer("js.found", 0.6, insertions.found_results),
    TreeProducer("js.guard", 0.5, guards.guards, rich=True),
    TreeProducer("js.return", 0.9, insertions.returns),
    TreeProducer("js.delete", 0.3, placed.deletions, rich=True),
    TreeProducer("js.copy", 0.4, copied_statements.copies, rich=True),
    TreeProducer("js.vary", 0.3, copied_statements.varied, rich=True),
    TreeProducer("js.move", 0.4, placed.moves, rich=True),
    TreeProducer("js.idiom", 0.9, idioms.idioms),
    TreeProducer("js.loop", 0.9, expressions.awaited_loops),
    TreeProducer("js.rule", 0.6, _rules),
    TreeProducer("js.value", 0.5, ingredient_edits.replaced_values, rich=True),
    TreeProducer("js.variant", 0.3, _conditional_variants, rich=True),
    TreeProducer("js.container", 0.4, state_updates.container_changes, rich=True),
    TreeProducer("js.call", 0.4, state_updates.own_calls, rich=True),
    TreeProducer("js.under", 0.4, enclosing.conditions_around, rich=True),
    TreeProducer("js.everywhere", 0.4, _everywhere, rich=True),
    TreeProducer("js.function", 0.6, functions.functions),
    TreeProducer("js.unread", 0.5, unread_uses.uses),
    TreeProducer("js.unset", 0.5, unset_state.unset_state),
    TreeProducer("js.missing", 0.4, missing_updates.missing_updates, rich=True),
    TreeProducer("js.inverse", 0.5, paired_calls.inverse_calls),
    TreeProducer("js.sorted", 0.5, idioms.ordered_by_difference),
    TreeProducer("js.clean-up", 0.9, enclosing.cleaned_up),
    TreeProducer("js.handler", 0.5, enclosing.handled),
    TreeProducer("js.split", 0.5, texts.split_at_first),
    TreeProducer("js.unchanged", 0.5, insertions.removals),
    TreeProducer("js.member", 0.5, members.members),
)
