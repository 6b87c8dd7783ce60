"""Everything that proposes edits of JavaScript and TypeScript; each producer edits one statement in one way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from testfix_pipeline.repair.languages.javascript import (
    computed,
    conditions,
    copied_statements,
    expressions,
    forgotten_steps,
    guards,
    idioms,
    insertions,
    moved_code,
    paired_calls,
    parallel_code,
    replaced_tokens,
)
from testfix_pipeline.repair.languages.javascript.target import JsTarget
from testfix_pipeline.repair.model.edit import Edit


@dataclass(frozen=True)
class JsProducer:
    """See `Producer` of the language seam."""

    id: str
    bound: float
    edits: Callable[[JsTarget], Iterator[Edit]]
    rich: bool = False


PRODUCERS: Sequence[JsProducer] = (
    JsProducer("js.operator", 0.9, replaced_tokens.operators),
    JsProducer("js.literal", 0.8, replaced_tokens.literals),
    JsProducer("js.name", 0.6, replaced_tokens.names),
    JsProducer("js.property", 0.7, replaced_tokens.properties),
    JsProducer("js.text", 0.5, replaced_tokens.texts),
    JsProducer("js.off-by-one", 0.8, expressions.off_by_one),
    JsProducer("js.negation", 0.7, expressions.negations),
    JsProducer("js.swap", 0.5, expressions.swaps),
    JsProducer("js.shorten", 0.6, expressions.shortened),
    JsProducer("js.wrap", 0.6, expressions.wrapped, rich=True),
    JsProducer("js.await", 0.6, expressions.awaited),
    JsProducer("js.nullish", 0.6, expressions.nullish),
    JsProducer("js.condition", 0.5, conditions.conditions, rich=True),
    JsProducer("js.alike", 0.4, conditions.like_another, rich=True),
    JsProducer("js.argument", 0.9, expressions.arguments, rich=True),
    JsProducer("js.presence", 0.9, computed.presence),
    JsProducer("js.spread", 0.5, computed.spreads),
    JsProducer("js.keep", 0.8, computed.retained_parts),
    JsProducer("js.convert", 0.6, computed.conversions, rich=True),
    JsProducer("js.default", 0.4, computed.defaults),
    JsProducer("js.assigned-default", 0.3, computed.assigned_defaults),
    JsProducer("js.branches", 0.5, computed.branches),
    JsProducer("js.break", 0.7, insertions.breaks),
    JsProducer("js.operand", 0.5, computed.operands, rich=True),
    JsProducer("js.compute", 0.3, computed.computations, rich=True),
    JsProducer("js.assign", 0.5, insertions.assignments, rich=True),
    JsProducer("js.found", 0.6, insertions.found_results),
    JsProducer("js.guard", 0.5, guards.guards, rich=True),
    JsProducer("js.return", 0.9, insertions.returns),
    JsProducer("js.delete", 0.3, insertions.deletions, rich=True),
    JsProducer("js.copy", 0.4, copied_statements.copies, rich=True),
    JsProducer("js.parallel", 0.9, parallel_code.missing_beside),
    JsProducer("js.vary", 0.3, copied_statements.varied, rich=True),
    JsProducer("js.move", 0.4, insertions.moves, rich=True),
    JsProducer("js.idiom", 0.9, idioms.idioms),
    JsProducer("js.bound", 0.5, idioms.bounds),
    JsProducer("js.regroup", 0.7, idioms.regrouped),
    JsProducer("js.compare", 0.3, idioms.compared_with, rich=True),
    JsProducer("js.question", 0.5, idioms.own_questions),
    JsProducer("js.declare", 0.5, moved_code.declarations),
    JsProducer("js.finally", 0.6, moved_code.cleanups),
    JsProducer("js.chain", 0.5, moved_code.chained_calls),
    JsProducer("js.order", 0.6, moved_code.elements),
    JsProducer("js.loop", 0.9, moved_code.awaited_loops),
    JsProducer("js.inverse", 0.5, paired_calls.inverse_calls),
    JsProducer("js.forgotten", 0.9, forgotten_steps.forgotten_steps),
    JsProducer("js.sorted", 0.5, forgotten_steps.ordered_by_difference),
    JsProducer("js.key", 0.5, forgotten_steps.completed_keys),
    JsProducer("js.visited", 0.5, forgotten_steps.visited),
    JsProducer("js.failure", 0.5, paired_calls.forgotten_failures),
)
