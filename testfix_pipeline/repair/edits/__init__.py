"""All families of edits, cheapest first. A family is a function Target -> Iterator[Edit]."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from testfix_pipeline.repair.edits import (
    aligned,
    asyncs,
    bounds,
    branches,
    calls,
    closures,
    conditions,
    constants,
    consume,
    definitions,
    donors,
    elsewhere,
    entries,
    explained,
    fields,
    gaps,
    guards,
    helpers,
    imports,
    initials,
    names,
    operators,
    parallel,
    pull,
    resets,
    statements,
    strings,
    unfinished,
    unpacking,
    uses,
)
from testfix_pipeline.repair.edits.edit import Edit, Target


@dataclass(frozen=True)
class Family:
    """`bound` is the highest prior the family gives; `rich` families need donors or restructure code."""

    name: str
    propose: Callable[[Target], Iterator[Edit]]
    bound: float
    rich: bool = False


FAMILIES = (
    Family("compare", operators.compare, 0.95),
    Family("arithmetic", operators.arithmetic, 0.85),
    Family("augmented", operators.augmented, 0.85),
    Family("boolean", operators.boolean, 0.85),
    Family("roundings", operators.roundings, 0.3),
    Family("negation", operators.negation, 0.75),
    Family("minus", operators.minus, 0.14),
    Family("operands", operators.operands, 0.4),
    Family("condition parts", operators.condition_parts, 0.3),
    Family("numbers", constants.numbers, 0.8),
    Family("flags", constants.flags, 0.85),
    Family("siblings", constants.siblings, 0.4),
    Family("off by one", constants.off_by_one, 0.7),
    Family("slices", constants.slices, 0.35),
    Family("ranges", constants.ranges, 0.4),
    Family("variables", names.variables, 0.6),
    Family("functions", names.functions, 0.45),
    Family("attributes", names.attributes, 0.5),
    Family("prefixes", names.prefixes, 0.8),
    Family("attribute of", names.unwrap_attribute, 0.15),
    Family("swapped arguments", calls.swapped_arguments, 0.6),
    Family("swapped elements", calls.swapped_elements, 0.4),
    Family("dropped arguments", calls.dropped_arguments, 0.6),
    Family("call dropped", calls.call_dropped, 0.25),
    Family("added arguments", calls.added_arguments, 0.75),
    Family("known keywords", calls.known_keywords, 0.3),
    Family("wrappers", calls.wrappers, 0.26),
    Family("familiar conversions", calls.familiar, 0.39),
    Family("iterated", calls.iterated, 0.5),
    Family("explained conversions", explained.conversions, 0.65),
    Family("explained ends", explained.ends, 0.4),
    Family("unpacking", unpacking.stars, 0.6),
    Family("late binding", closures.late, 0.9),
    Family("asynchronous", asyncs.slips, 0.6),
    Family("bounds", bounds.clamps, 0.4),
    Family("copies", bounds.copies, 0.4),
    Family("coroutines", calls.coroutines, 0.5),
    Family("call added", calls.call_added, 0.2),
    Family("helper calls", calls.helper_calls, 0.4),
    Family("history repeated", elsewhere.repeated, 0.9),
    Family("imports", imports.missing, 0.95),
    Family("import names", imports.wrong, 0.7),
    Family("text from assertion", strings.from_assertion, 0.75),
    Family("numbers from assertion", strings.numbers_from_assertion, 0.3),
    Family("separators", strings.separators, 0.3),
    Family("formats", strings.formats, 0.5),
    Family("fields", fields.specifications, 0.5),
    Family("patterns", strings.patterns, 0.35),
    Family("jumps", statements.jumps, 0.7, rich=True),
    Family("returns", statements.returns, 0.8, rich=True),
    Family("effects", statements.effects, 0.8, rich=True),
    Family("moves", statements.moves, 0.5, rich=True),
    Family("branches", statements.into_branches, 0.4, rich=True),
    Family("generators", statements.generators, 0.5, rich=True),
    Family("deletions", statements.deletions, 0.2, rich=True),
    Family("accumulators", initials.accumulators, 0.25),
    Family("mutable defaults", initials.mutable_defaults, 0.9, rich=True),
    Family("forgotten attributes", initials.forgotten_attributes, 0.85, rich=True),
    Family("constructors", initials.parameters_kept, 0.7, rich=True),
    Family("decorators", initials.decorators, 0.6, rich=True),
    Family("missing self", initials.missing_self, 0.8, rich=True),
    Family("lookups", guards.lookups, 0.6, rich=True),
    Family("fallbacks", guards.fallbacks, 0.7, rich=True),
    Family("unbound", guards.unbound, 0.7, rich=True),
    Family("early exits", guards.early_exits, 0.6, rich=True),
    Family("raises", guards.raises, 0.65, rich=True),
    Family("handlers", guards.handlers, 0.25, rich=True),
    Family("wider handlers", guards.wider_handlers, 0.6, rich=True),
    Family("condition added", conditions.parts_added, 0.3, rich=True),
    Family("conditions rebuilt", conditions.rebuilt, 0.3),
    Family("filters", conditions.filters, 0.2, rich=True),
    Family("aligned", aligned.insertions, 0.55),
    Family("last rounds", unfinished.last_rounds, 0.6, rich=True),
    Family("gaps", gaps.statements, 0.75, rich=True),
    Family("loose ends", consume.unread, 0.7, rich=True),
    Family("loose ends combined", consume.combined, 0.4, rich=True),
    Family("unfilled", consume.unfilled, 0.75, rich=True),
    Family("helpers", helpers.helpers, 0.8, rich=True),
    Family("unmoved", helpers.unmoved, 0.55, rich=True),
    Family("definitions", definitions.names, 0.85, rich=True),
    Family("stored attributes", definitions.stored_attributes, 0.7, rich=True),
    Family("namesakes", uses.namesakes, 0.7, rich=True),
    Family("twins", uses.twins, 0.6, rich=True),
    Family("else branches", branches.otherwise, 0.6, rich=True),
    Family("resets", resets.otherwise, 0.45, rich=True),
    Family("elif branches", branches.alternatives, 0.5, rich=True),
    Family("except branches", branches.handlers, 0.6, rich=True),
    Family("entries", entries.entries, 0.5, rich=True),
    Family("donor statements", donors.statements, 0.35, rich=True),
    Family("donor expressions", donors.expressions, 0.22, rich=True),
    Family("operand added", donors.operands, 0.14, rich=True),
)


def weighed_proposals(target: Target, family: Family) -> list[Edit]:
    """What a family proposes for a statement, weighed by what it does to the loose ends of the function."""
    edits = [pull.weighed(target, edit) for edit in family.propose(target)]
    return [*edits, *parallel.everywhere(target, edits)]
