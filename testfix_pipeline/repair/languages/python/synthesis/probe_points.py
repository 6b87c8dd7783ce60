"""Points at which synthesis observes a running program: before a statement, after the last one of a block,
at a value."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.terminating_statements import JUMPS
from testfix_pipeline.repair.languages.python.analysis.blocks import after, before, is_elif, siblings_of
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.operators import is_test
from testfix_pipeline.repair.languages.python.source import SourceFile, own_nodes
from testfix_pipeline.repair.model.candidate import Candidate

HIT, SEE = "__testfix_hit__", "__testfix_see__"
"""The names that `in_target/warm_probe.py` registers."""
BEHIND_SHARE, WITHIN_SHARE = 0.9, 0.7
"""The score of the place after the last statement of a block, and of one inside it, as a share of the statement's."""
VALUE_HOLDERS = (
    ast.Return, ast.Assign, ast.AnnAssign, ast.Call, ast.keyword, ast.ListComp, ast.SetComp, ast.GeneratorExp,
    ast.DictComp, ast.Tuple, ast.Dict,
)  # fmt: skip
"""Nodes that accept a value of any type."""


@dataclass(frozen=True)
class ProbePoint:
    """A place to observe; `value` is the expression of the statement that is observed too: a condition, a returned or
    assigned value.

    inside: before a value within the statement, as in a comprehension. parts: expressions of the statement whose values
    are observed at the hit.
    """

    target: PythonEditSite
    score: float
    side: Literal["before", "behind", "inside"]
    value: ast.expr | None = None
    parts: tuple[ast.expr, ...] = ()

    @property
    def key(self) -> tuple[str, int, str]:
        """A value that is equal for equal places."""
        return self.target.source.path, self.target.stmt.lineno, self.side + self._inner

    @property
    def _inner(self) -> str:
        if self.side != "inside" or self.value is None:
            return "loop" if isinstance(self.target.stmt, ast.While) and self.value is None else ""
        return f"{self.value.lineno}:{self.value.col_offset}"

    @property
    def condition(self) -> ast.expr | None:
        """The condition that is the place's value, so that its evaluations are the hits."""
        if self.value is None or not is_condition(self.target.source, self.value):
            return None
        return self.value

    @property
    def is_loop_test(self) -> bool:
        """Whether the place is the condition of a `while`."""
        return isinstance(self.target.stmt, ast.While) and self.side == "before" and self.value is not None

    def insert(self, code: Sequence[str], kind: str, prior: float, note: str = "") -> Edit | None:
        """An edit that inserts code as lines at this place; None if that is impossible."""
        if self.side == "behind":
            return after(self.target, code, kind, prior, note)
        if self.is_loop_test or is_elif(self.target.source, self.target.stmt):
            return None
        return before(self.target, code, kind, prior, note)

    def spans(self, number: int) -> list[tuple[int, int, str]]:
        """The edits that insert the probe; empty if that is impossible."""
        seen = [(part, f"{SEE}(({number}, {rank}), 0, (") for rank, part in enumerate(self.parts)]
        if self.value is not None:
            return _wrapping_spans(self.target, [(self.value, f"{SEE}({number}, {HIT}({number}), ("), *seen])
        edit = self.insert([f"{HIT}({number})"], "probe", 1.0)
        return [*edit.spans, *_wrapping_spans(self.target, seen)] if edit else []


def _wrapping_spans(target: PythonEditSite, openings: Sequence[tuple[ast.expr, str]]) -> list[tuple[int, int, str]]:
    """The spans that wrap expressions in calls, in the order of insertion: closing parentheses first, then the largest
    expression."""
    spans = [(*target.source.span(node), text) for node, text in openings]
    closing = [(end, end, "))") for _, end, _ in spans]
    return [*closing, *((start, start, text) for start, end, text in sorted(spans, key=lambda s: s[0] - s[1]))]


def places_inside(target: PythonEditSite, score: float) -> Iterator[ProbePoint]:
    """Yields the places inside a statement's comprehensions and lambdas."""
    for node in own_nodes(target.stmt) if target.function is not None else ():
        found: list[ast.expr] = []
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
            found = [node.elt, *(test for one in node.generators for test in one.ifs)]
        elif isinstance(node, ast.DictComp):
            found = [node.key, node.value, *(test for one in node.generators for test in one.ifs)]
        elif isinstance(node, ast.Lambda):
            found = [node.body]
        yield from (ProbePoint(target, score, "inside", value) for value in found if target.source.is_real(value))


def conditions_within(target: PythonEditSite, score: float) -> Iterator[ProbePoint]:
    """Yields conditions within the statement's expressions that may be incomplete, and comprehensions without a filter.

    Not where the elements are conditions themselves, as for `any`: a filter would only be a part of these.
    """
    if target.function is None or isinstance(target.stmt, (FunctionNode, ast.ClassDef)):
        return
    source, known = target.source, _observed_value(target)
    for node in own_nodes(target.stmt):
        if not isinstance(node, ast.expr) or node is known or not source.is_real(node):
            continue
        if is_condition(source, node) or (unfiltered_loop(source, node) is not None and not is_test(node)):
            yield ProbePoint(target, score * WITHIN_SHARE, "inside", node)


def places_at(target: PythonEditSite, score: float) -> Iterator[ProbePoint]:
    """Yields the places of one statement of a function."""
    stmt = target.stmt
    if target.function is None or isinstance(stmt, (FunctionNode, ast.ClassDef, ast.Global, ast.Nonlocal)):
        return
    yield ProbePoint(target, score, "before", _observed_value(target))
    if isinstance(stmt, ast.While) and _observed_value(target) is not None:
        yield ProbePoint(target, score, "before")  # before the whole loop, not before each test of its condition
    block, position = siblings_of(target.source, stmt)
    if block and position == len(block) - 1 and not isinstance(stmt, JUMPS) and not is_elif(target.source, stmt):
        yield ProbePoint(target, score * BEHIND_SHARE, "behind")


def _observed_value(target: PythonEditSite) -> ast.expr | None:
    stmt = target.stmt
    if isinstance(stmt, (ast.If, ast.While)):
        found: ast.expr | None = stmt.test
    elif isinstance(stmt, (ast.Return, ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr)):
        found = stmt.value
    elif isinstance(stmt, (ast.For, ast.AsyncFor)):
        found = stmt.iter
    else:
        found = None
    return found if found is not None and target.source.is_real(found) else None


def insert_probes(places: Sequence[ProbePoint]) -> Candidate | None:
    """The code with a probe at every place of one file, numbered in order; None if no probe can be inserted."""
    source = places[0].target.source
    at: dict[int, list[str]] = {}
    for number, place in enumerate(places):
        for start, _, text in place.spans(number):
            at.setdefault(start, []).append(text)
    if not at:
        return None
    (start, end, text), *more = [(start, start, _joined_insertions(texts)) for start, texts in sorted(at.items())]
    edit = Edit(source.path, start, end, text, "probe", 1.0, source.line_at(start), "", tuple(more))
    return Candidate.single(source, edit, 1.0, "probe")


def _joined_insertions(texts: Sequence[str]) -> str:
    """The insertions at one offset as one text: whole lines first, the deepest first."""
    whole = [text for text in texts if text.endswith("\n")]
    return "".join([*sorted(whole), *(text for text in texts if not text.endswith("\n"))])


def is_condition(source: SourceFile, node: ast.expr) -> bool:
    """Whether an expression's truth value is used: by its position, or by its form where any value is accepted."""
    parent = source.parents[node]
    if isinstance(parent, (ast.If, ast.While, ast.IfExp)):
        return parent.test is node
    if isinstance(parent, ast.comprehension):
        return node in parent.ifs
    if isinstance(parent, ast.BoolOp):
        return is_condition(source, parent)
    return isinstance(parent, VALUE_HOLDERS) and is_test(node)


def unfiltered_loop(source: SourceFile, node: ast.expr) -> ast.comprehension | None:
    """The innermost loop of the comprehension whose element the node is; None if the comprehension has a filter."""
    parent = source.parents[node]
    if isinstance(parent, (ast.ListComp, ast.SetComp, ast.GeneratorExp)):
        first = parent.elt
    elif isinstance(parent, ast.DictComp):
        first = parent.key
    else:
        return None
    loop = parent.generators[-1]
    return loop if node is first and not loop.ifs else None
