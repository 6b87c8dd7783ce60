"""The table of the producers that search for ingredients, and the ids of what they propose."""

from __future__ import annotations

from testfix_pipeline.repair.languages.python.edits.edit_producer import EditProducer
from testfix_pipeline.repair.languages.python.ingredients import extend, insert, move, replace, shrink, wrap

FUNCTIONS = {
    "replace.name": replace.names,
    "replace.attribute": replace.attributes,
    "replace.call": replace.callees,
    "replace.constant": replace.literals,
    "replace.expression": replace.expressions,
    "replace.condition": replace.tests,
    "replace.keyword": replace.keywords,
    "replace.exception": replace.exceptions,
    "shrink.part": shrink.parts,
    "shrink.dropped": shrink.dropped,
    "wrap": wrap.wrapped,
    "wrap.prefix": wrap.prefixed,
    "extend.condition": extend.tests,
    "extend.condition-part": extend.parts_of_tests,
    "extend.argument": extend.arguments,
    "extend.element": extend.elements,
    "extend.class": extend.classes,
    "extend.operand": extend.operands,
    "extend.branch": extend.branches,
    "extend.default": extend.defaults,
    "extend.exception": extend.exceptions,
    "extend.parameter": extend.parameters,
    "insert.guard": insert.guards,
    "insert.condition": insert.around,
    "insert.statement": insert.lines,
    "insert.assignment": insert.assignments,
    "insert.else": insert.otherwise,
    "remove.statement": move.removed,
    "remove.condition": move.unwrapped,
    "move.statement": move.moved,
    "exchange.statement": move.exchanged,
    "exchange.parts": move.swapped,
}
"""By the producer's id, the function that proposes its edits."""
RICH = ("insert.", "move.", "remove.", "exchange.statement", "extend.condition", "extend.argument", "extend.default")
"""How the ids of those begin that write or move statements, conditions and arguments: a share of a search by itself."""
PRODUCERS = tuple(EditProducer(name, one, 1.0, rich=name.startswith(RICH)) for name, one in FUNCTIONS.items())
