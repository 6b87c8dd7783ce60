"""The producers as families of the search, and the ids of what they propose."""

from __future__ import annotations

from testfix_pipeline.repair.edits.family import Family
from testfix_pipeline.repair.ingredients import extend, insert, move, replace, shrink, wrap
from testfix_pipeline.repair.ingredients.priors import base

PRODUCERS = {
    "replace.name": (replace.names, ["replace.name"]),
    "replace.attribute": (replace.attributes, ["replace.attribute"]),
    "replace.call": (replace.callees, ["replace.call"]),
    "replace.constant": (replace.literals, ["replace.constant"]),
    "replace.expression": (replace.expressions, ["replace.expression"]),
    "replace.condition": (replace.tests, ["replace.condition"]),
    "replace.keyword": (replace.keywords, ["replace.keyword"]),
    "replace.exception": (replace.exceptions, ["replace.exception"]),
    "shrink.part": (shrink.parts, ["shrink.part"]),
    "shrink.dropped": (shrink.dropped, ["shrink.dropped"]),
    "wrap": (wrap.wrapped, ["wrap"]),
    "wrap.prefix": (wrap.prefixed, ["wrap.prefix"]),
    "extend.condition": (extend.tests, ["extend.condition", "extend.condition-before"]),
    "extend.condition-part": (extend.parts_of_tests, ["extend.condition-part"]),
    "extend.argument": (extend.arguments, ["extend.argument", "extend.keyword"]),
    "extend.element": (extend.elements, ["extend.element", "extend.element-before"]),
    "extend.class": (extend.classes, ["extend.class"]),
    "extend.operand": (extend.operands, ["extend.operand"]),
    "extend.branch": (extend.branches, ["extend.branch"]),
    "extend.default": (extend.defaults, ["extend.default"]),
    "extend.exception": (extend.exceptions, ["extend.exception"]),
    "extend.parameter": (extend.parameters, ["extend.parameter"]),
    "insert.guard": (insert.guards, ["insert.guard"]),
    "insert.condition": (insert.around, ["insert.condition"]),
    "insert.statement": (insert.lines, ["insert.statement"]),
    "insert.assignment": (insert.assignments, ["insert.assignment"]),
    "insert.else": (insert.otherwise, ["insert.else", "insert.elif"]),
    "remove.statement": (move.removed, ["remove.statement"]),
    "remove.condition": (move.unwrapped, ["remove.condition"]),
    "move.statement": (move.moved, ["move.statement"]),
    "exchange.statement": (move.exchanged, ["exchange.statement"]),
    "exchange.parts": (move.swapped, ["exchange.parts"]),
}
"""By the id of the family: what proposes, and the kinds of its edits."""
FAMILIES = tuple(Family(name, one, max(map(base, kinds))) for name, (one, kinds) in PRODUCERS.items())
