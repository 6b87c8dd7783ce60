"""Everything that proposes edits of JavaScript and TypeScript; each producer edits one statement in one way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.javascript import (
    alternatives,
    branch_steps,
    changed_values,
    computed,
    empty_blocks,
    enclosing,
    expected_errors,
    expressions,
    failures,
    first_elements,
    forgotten_steps,
    functions,
    guards,
    idioms,
    ingredient_edits,
    inner_names,
    insertions,
    mirrored_code,
    moved_code,
    paired_calls,
    paired_updates,
    property_values,
    questions,
    remainders,
    replaced_tokens,
    retained_state,
    sibling_differences,
    split_code,
    state_updates,
    texts,
    unchanged_state,
    unread_uses,
    unset_state,
)
from testfix_pipeline.repair.languages.javascript.rewriting import rewritten
from testfix_pipeline.repair.languages.javascript.rules import rules_by_type
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.languages.tree_sitter import (
    companions,
    conditions,
    copied_statements,
    coupled_edits,
    parallel_code,
    systematic_edits,
)
from testfix_pipeline.repair.languages.tree_sitter import expressions as common
from testfix_pipeline.repair.languages.tree_sitter import insertions as placed
from testfix_pipeline.repair.languages.tree_sitter.producer import TreeProducer
from testfix_pipeline.repair.model.edit import Edit


def _like_another(target: JsTarget) -> Iterator[Edit]:
    finders = (replaced_tokens.operators, texts.texts, replaced_tokens.names, replaced_tokens.properties)
    return conditions.like_another(target, finders)


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
    TreeProducer("js.shorten", 0.6, common.shortened),
    TreeProducer("js.wrap", 0.6, expressions.wrapped, rich=True),
    TreeProducer("js.await", 0.6, expressions.awaited),
    TreeProducer("js.nullish", 0.6, expressions.nullish),
    TreeProducer("js.condition", 0.5, conditions.conditions, rich=True),
    TreeProducer("js.both-comparisons", 0.3, coupled_edits.both_comparisons, rich=True),
    TreeProducer("js.joined-otherwise", 0.3, coupled_edits.joined_otherwise, rich=True),
    TreeProducer("js.first-element", 0.3, first_elements.first_elements),
    TreeProducer("js.alike", 0.4, _like_another, rich=True),
    TreeProducer("js.argument", 0.9, expressions.arguments, rich=True),
    TreeProducer("js.presence", 0.9, computed.presence_checks),
    TreeProducer("js.spread", 0.5, computed.spreads),
    TreeProducer("js.keep", 0.8, computed.retained_parts),
    TreeProducer("js.convert", 0.6, computed.conversions, rich=True),
    TreeProducer("js.default", 0.4, computed.defaults),
    TreeProducer("js.assigned-default", 0.3, computed.assigned_defaults),
    TreeProducer("js.branches", 0.5, computed.branches),
    TreeProducer("js.break", 0.7, placed.breaks),
    TreeProducer("js.operand", 0.5, computed.operands, rich=True),
    TreeProducer("js.compute", 0.3, computed.computations, rich=True),
    TreeProducer("js.assign", 0.5, insertions.assignments, rich=True),
    TreeProducer("js.found", 0.6, insertions.found_results),
    TreeProducer("js.collect", 0.7, insertions.collected_results),
    TreeProducer("js.guard", 0.5, guards.guards, rich=True),
    TreeProducer("js.return", 0.9, insertions.returns),
    TreeProducer("js.delete", 0.3, placed.deletions, rich=True),
    TreeProducer("js.companion", 0.9, companions.companions),
    TreeProducer("js.copy", 0.4, copied_statements.copies, rich=True),
    TreeProducer("js.parallel", 0.9, parallel_code.missing_beside),
    TreeProducer("js.vary", 0.3, copied_statements.varied, rich=True),
    TreeProducer("js.move", 0.4, placed.moves, rich=True),
    TreeProducer("js.idiom", 0.9, idioms.idioms),
    TreeProducer("js.bound", 0.5, idioms.bounds),
    TreeProducer("js.regroup", 0.7, idioms.regrouped),
    TreeProducer("js.compare", 0.3, idioms.compared_with, rich=True),
    TreeProducer("js.question", 0.5, idioms.own_questions),
    TreeProducer("js.declare", 0.5, moved_code.declarations),
    TreeProducer("js.finally", 0.6, moved_code.cleanups),
    TreeProducer("js.chain", 0.5, moved_code.chained_calls),
    TreeProducer("js.order", 0.6, moved_code.elements),
    TreeProducer("js.loop", 0.9, moved_code.awaited_loops),
    TreeProducer("js.inverse", 0.5, paired_calls.inverse_calls),
    TreeProducer("js.forgotten", 0.9, forgotten_steps.forgotten_steps),
    TreeProducer("js.sorted", 0.5, forgotten_steps.ordered_by_difference),
    TreeProducer("js.key", 0.5, forgotten_steps.completed_keys),
    TreeProducer("js.visited", 0.5, forgotten_steps.visited),
    TreeProducer("js.failure", 0.5, paired_calls.forgotten_failures),
    TreeProducer("js.survived", 0.5, paired_calls.survived_failures),
    TreeProducer("js.indexed", 0.4, inner_names.indexed),
    TreeProducer("js.keys", 0.5, inner_names.keys_of_both),
    TreeProducer("js.counted", 0.5, inner_names.counted_up),
    TreeProducer("js.settled", 0.5, paired_calls.forgotten_when_settled),
    TreeProducer("js.remainder", 0.5, remainders.remainders),
    TreeProducer("js.constant", 0.5, alternatives.alternatives),
    TreeProducer("js.jump", 0.5, branch_steps.instead_of_leaving),
    TreeProducer("js.filter", 0.3, ingredient_edits.filtered, rich=True),
    TreeProducer("js.argument-elsewhere", 0.5, ingredient_edits.arguments_elsewhere),
    TreeProducer("js.run", 0.4, copied_statements.copied_runs),
    TreeProducer("js.rule", 0.6, _rules),
    TreeProducer("js.value", 0.5, ingredient_edits.replaced_values, rich=True),
    TreeProducer("js.same-name", 0.5, ingredient_edits.same_named),
    TreeProducer("js.cap", 0.5, ingredient_edits.capped),
    TreeProducer("js.limit", 0.5, ingredient_edits.bounded, rich=True),
    TreeProducer("js.part", 0.4, ingredient_edits.positions, rich=True),
    TreeProducer("js.object", 0.4, ingredient_edits.object_parts),
    TreeProducer("js.inner", 0.4, ingredient_edits.inner_properties),
    TreeProducer("js.branch", 0.3, ingredient_edits.branches, rich=True),
    TreeProducer("js.variant", 0.3, _conditional_variants, rich=True),
    TreeProducer("js.tie", 0.4, ingredient_edits.tie_breaks),
    TreeProducer("js.container", 0.4, state_updates.container_changes, rich=True),
    TreeProducer("js.sum", 0.4, state_updates.sums, rich=True),
    TreeProducer("js.parameter", 0.4, state_updates.copied_parameters),
    TreeProducer("js.call", 0.4, state_updates.own_calls, rich=True),
    TreeProducer("js.under", 0.4, enclosing.conditions_around, rich=True),
    TreeProducer("js.into", 0.4, enclosing.into_blocks, rich=True),
    TreeProducer("js.further", 0.3, enclosing.further, rich=True),
    TreeProducer("js.clean-up", 0.9, enclosing.cleaned_up),
    TreeProducer("js.mirror", 0.5, mirrored_code.mirrored_statements, rich=True),
    TreeProducer("js.mirror-value", 0.4, mirrored_code.mirrored_values),
    TreeProducer("js.operand-moved", 0.4, mirrored_code.moved_operands),
    TreeProducer("js.everywhere", 0.4, _everywhere, rich=True),
    TreeProducer("js.function", 0.6, functions.functions),
    TreeProducer("js.aligned", 0.6, sibling_differences.sibling_pieces),
    TreeProducer("js.own-question", 0.5, questions.own_questions, rich=True),
    TreeProducer("js.comparison", 0.3, questions.comparisons, rich=True),
    TreeProducer("js.compared-guard", 0.3, questions.compared_guards, rich=True),
    TreeProducer("js.template", 0.4, texts.template_parts),
    TreeProducer("js.escape", 0.7, texts.escaped_patterns),
    TreeProducer("js.computed-key", 0.6, texts.computed_keys),
    TreeProducer("js.caught", 0.3, failures.caught, rich=True),
    TreeProducer("js.missing-part", 0.4, failures.missing_parts),
    TreeProducer("js.default-in-reach", 0.3, failures.defaults_in_reach, rich=True),
    TreeProducer("js.wrapper", 0.4, failures.moved_wrappers),
    TreeProducer("js.mirror-operand", 0.4, mirrored_code.mirrored_operands),
    TreeProducer("js.correct", 0.4, state_updates.corrections, rich=True),
    TreeProducer("js.complete", 0.4, texts.completed_templates),
    TreeProducer("js.split", 0.5, texts.split_at_first),
    TreeProducer("js.other-question", 0.3, questions.other_questions, rich=True),
    TreeProducer("js.unread", 0.5, unread_uses.uses),
    TreeProducer("js.paired-update", 0.5, paired_updates.paired_updates),
    TreeProducer("js.branch-step", 0.5, branch_steps.steps_of_other_branch),
    TreeProducer("js.unset", 0.5, unset_state.unset_state),
    TreeProducer("js.unchanged", 0.5, unchanged_state.unchanged_state),
    TreeProducer("js.filled", 0.5, empty_blocks.filled),
    TreeProducer("js.element", 0.5, retained_state.renewed_elements),
    TreeProducer("js.remembered", 0.5, retained_state.remembered_fields),
    TreeProducer("js.changed", 0.4, changed_values.changed_values, rich=True),
    TreeProducer("js.expected-error", 0.5, expected_errors.expected_guards),
    TreeProducer("js.split-loop", 0.5, split_code.split_loops),
    TreeProducer("js.property-elsewhere", 0.5, property_values.values_elsewhere),
    TreeProducer("js.of-missing", 0.5, ingredient_edits.guarded_properties),
    TreeProducer("js.toggled", 0.5, property_values.toggled),
    TreeProducer("js.else", 0.4, split_code.conditional_else, rich=True),
)
