"""Orders suspicious statements for a reader: the one that is probably at fault first.

A search tries many statements in little time, so that its ranking model may err; a reader starts at the first. Lines
that failing tests alone run come first; among equals those that decide something, and that hold the wrong value itself.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Sequence

from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.explanation.incomplete_code import Executed
from testfix_pipeline.explanation.model import ComparedValues, Place
from testfix_pipeline.explanation.product_sources import ProductSources
from testfix_pipeline.repair.localise.spectrum import Spectrum, ochiai

_DECIDING = (ast.Compare, ast.BoolOp, ast.BinOp, ast.UnaryOp, ast.Subscript, ast.IfExp)
_HEADERS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
# The weights of what speaks for a statement beside its suspiciousness, which is at most 1: chosen by hand on the
# training programs, checked by `make bench-explain`.
DECIDES, HOLDS_VALUE, HEADER, PASSES_ON, COMPLAINS = 0.15, 0.7, -0.5, -0.25, -0.6


def likely_statements(
    sources: ProductSources,
    places: Sequence[Place],
    failing: Collection[TestId],
    passing: Collection[TestId],
    executed: Executed,
    values: Sequence[ComparedValues],
) -> list[Place]:
    """Return the places, the likeliest first. places: with the scores of a ranking model, from 0 to 1."""
    spectrum = Spectrum.of(executed, list(failing), list(passing))
    called = {function.name for file in {one.file for one in places} for function in sources.functions(file)}

    def score(place: Place) -> float:
        statement = statement_at(sources, place)
        shape = _shape(statement, called, values) if statement is not None else 0.0
        return place.score + 2 * ochiai(spectrum.counts(place.file, place.line)) + shape

    ordered = sorted(places, key=score, reverse=True)
    best = max((score(place) for place in ordered), default=1.0) or 1.0
    return [place.model_copy(update={"score": round(max(0.0, score(place) / best), 3)}) for place in ordered]


def statement_at(sources: ProductSources, place: Place) -> ast.stmt | None:
    """Return the innermost statement that begins in a place's line; None in other languages than Python."""
    tree = sources.tree(place.file)
    found = (one for one in ast.walk(tree) if isinstance(one, ast.stmt)) if tree is not None else ()
    return next((one for one in found if one.lineno == place.line), None)


def _shape(statement: ast.stmt, called: Collection[str], values: Sequence[ComparedValues]) -> float:
    if isinstance(statement, _HEADERS):
        return HEADER
    if isinstance(statement, ast.Raise):
        return COMPLAINS  # it says what is wrong elsewhere
    parts = list(_own_parts(statement))
    decides = any(isinstance(one, _DECIDING) for one in parts)
    literals = {repr(one.value) for one in parts if isinstance(one, ast.Constant)}
    holds = any(value.given in literals and value.expected not in literals for value in values)
    names = {one.func.attr if isinstance(one.func, ast.Attribute) else getattr(one.func, "id", "") for one in parts
             if isinstance(one, ast.Call)}  # fmt: skip
    passes_on = not decides and not names.isdisjoint(called)
    return DECIDES * decides + HOLDS_VALUE * holds + PASSES_ON * passes_on


def _own_parts(statement: ast.stmt) -> Iterator[ast.AST]:
    """Yield the nodes of a statement without those of the blocks in it."""
    pending: list[ast.AST] = [one for one in ast.iter_child_nodes(statement) if not isinstance(one, ast.stmt)]
    while pending:
        node = pending.pop()
        yield node
        pending += [one for one in ast.iter_child_nodes(node) if not isinstance(one, ast.stmt)]
