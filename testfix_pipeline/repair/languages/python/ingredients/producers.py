"""The table of the producers that search for ingredients, by the ids of their edits."""

from __future__ import annotations

from testfix_pipeline.repair.languages.python.edits.edit_producer import EditProducer
from testfix_pipeline.repair.languages.python.ingredients import (
    companions,
    exchange,
    extend,
    insert,
    move,
    replace,
    shrink,
    wrap,
)

FUNCTIONS = {
    "replace.name": replace.names,
    "replace.attribute": replace.attributes,
    "replace.call": replace.callees,
    "replace.constant": replace.literals,
    "replace.expression": replace.expressions,
    "replace.condition": replace.tests,
    "replace.keyword": replace.keywords,
    "replace.exception": replace.exceptions,
    "shrink.part": shrink.keep_part,
    "shrink.dropped": shrink.drop_part,
    "wrap": wrap.wrap_value,
    "wrap.prefix": wrap.change_prefix,
    "extend.condition": extend.tests,
    "extend.condition-part": extend.parts_of_tests,
    "extend.argument": extend.arguments,
    "extend.element": extend.elements,
    "extend.class": extend.classes,
    "extend.offset": extend.offsets,
    "extend.operand": extend.operands,
    "extend.operation": extend.operations,
    "extend.branch": extend.branches,
    "extend.exception": extend.exceptions,
    "extend.parameter": extend.parameters,
    "insert.guard": insert.guards,
    "insert.condition": insert.enclosing_conditions,
    "insert.statement": insert.lines,
    "insert.as-elsewhere": companions.propose_companions,
    "insert.assignment": insert.assignments,
    "insert.else": insert.else_branches,
    "remove.statement": move.remove_statement,
    "remove.condition": move.unwrap_block,
    "move.statement": move.move_statement,
    "exchange.statement": move.exchange_statement,
    "exchange.parts": exchange.swap_parts,
}
"""The function that proposes the edits of each producer, by the producer's id."""
RICH = ("insert.", "move.", "remove.", "exchange.statement", "extend.condition", "extend.argument")
"""Prefixes of ids of producers that write or move statements, conditions and arguments: they have their own share of a
search."""
PRODUCERS = tuple(EditProducer(name, one, 1.0, rich=name.startswith(RICH)) for name, one in FUNCTIONS.items())
