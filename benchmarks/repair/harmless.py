"""Changes that leave the behaviour alone: the other work among which a removal hides in a project's history.

Each is a mutation of the right text into what may have stood there before: a variable under another name, a result
returned without or with a name, a condition written the other way round, a comment that came later.
"""

from __future__ import annotations

import ast
import random
from collections import defaultdict
from collections.abc import Iterator, Sequence

from benchmarks.repair.changed import SIGNS
from benchmarks.repair.mutation import Mutation
from testfix_pipeline.core.python_code import FunctionNode, argument_names
from testfix_pipeline.repair.languages.python.source import SourceFile

TURNED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
NOTE = "# see the tests for the cases that matter here"


def work(source: SourceFile, removal: Mutation, wanted: int, chance: random.Random) -> list[Mutation]:
    """`wanted` harmless changes of a file apart from the removal and from each other, of as many kinds as can be.

    Fewer where the file has no room. Those near the removal come first.
    """
    pools: dict[str, list[Mutation]] = defaultdict(list)
    for change in harmless(source):
        pools[change.kind].append(change)
    for pool in pools.values():
        chance.shuffle(pool)
        pool.sort(key=lambda change: abs(change.line - removal.line) > 60)
    chosen: list[Mutation] = []
    kinds = sorted(pools)
    chance.shuffle(kinds)
    kinds.sort(key=lambda kind: kind == "comment")
    while len(chosen) < wanted and any(pools.values()):
        for kind in kinds:
            found = pools[kind].pop(0) if pools[kind] else None
            if found and len(chosen) < wanted and _apart(source, found, [removal, *chosen]):
                chosen.append(found)
    return sorted(chosen, key=lambda change: change.start)


def _apart(source: SourceFile, change: Mutation, others: Sequence[Mutation]) -> bool:
    """Whether at least a line lies between the change and every other."""
    first, last = _lines(source, change)
    return all(last + 1 < start or end + 1 < first for start, end in (_lines(source, other) for other in others))


def _lines(source: SourceFile, change: Mutation) -> tuple[int, int]:
    return source.line_at(change.start), source.line_at(max(change.start, change.end - 1))


def harmless(source: SourceFile) -> Iterator[Mutation]:
    """All harmless changes of a file that the text alone shows; the suite has the last word."""
    for function in ast.walk(source.tree):
        if isinstance(function, FunctionNode):
            yield from _renamed(source, function)
            yield from _annotation(source, function)
            for node in ast.walk(function):
                yield from _at(source, node)


def _at(source: SourceFile, node: ast.AST) -> Iterator[Mutation]:
    if isinstance(node, ast.Return) and source.owns_line(node) and _is_long(source, node.value):
        yield from _named_result(source, node)
    elif isinstance(node, ast.Compare) and source.is_real(node):
        yield from _turned(source, node)
    elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
        yield from _spelt_out(source, node)
    elif isinstance(node, (ast.If, ast.For, ast.While)) and source.owns_line(node):
        yield _change(source, source.block(node)[0], source.block(node)[0], f"{source.indent(node)}{NOTE}\n", "comment")


def _change(source: SourceFile, start: int, end: int, new: str, kind: str) -> Mutation:
    return Mutation(source.path, start, end, new, kind, source.line_at(start))


def _is_long(source: SourceFile, value: ast.expr | None) -> bool:
    return value is not None and "\n" not in source.segment(value) and len(source.segment(value)) > 12


def _named_result(source: SourceFile, node: ast.Return) -> Iterator[Mutation]:
    assert node.value is not None
    if "outcome" not in source.text:
        start, end = source.span(node)
        indent = source.indent(node)
        yield _change(
            source, start, end, f"outcome = {source.segment(node.value)}\n{indent}return outcome", "result named"
        )


def _turned(source: SourceFile, node: ast.Compare) -> Iterator[Mutation]:
    sign = SIGNS[type(node.ops[0])]
    plain = (ast.Name, ast.Constant, ast.Attribute)
    if len(node.ops) == 1 and sign in TURNED and isinstance(node.left, plain):
        right = node.comparators[0]
        if isinstance(right, plain):
            start, end = source.span(node)
            text = f"{source.segment(right)} {TURNED[sign]} {source.segment(node.left)}"
            yield _change(source, start, end, text, "comparison turned")


def _spelt_out(source: SourceFile, node: ast.AugAssign) -> Iterator[Mutation]:
    start, end = source.span(node)
    name, value = source.segment(node.target), source.segment(node.value)
    operator = source.text[source.span(node.target)[1] : source.span(node.value)[0]].strip()
    if operator.endswith("=") and "\n" not in value and isinstance(node.value, (ast.Constant, ast.Name, ast.Call)):
        yield _change(source, start, end, f"{name} = {name} {operator[:-1]} {value}", "assignment spelt out")


def _annotation(source: SourceFile, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Mutation]:
    if function.returns is not None:
        start, end = source.span(function.returns)
        arrow = source.text.rfind("->", 0, start)
        if not source.text[arrow + 2 : start].strip() and source.text[:arrow].endswith(" "):
            yield _change(source, arrow - 1, end, "", "annotation")


def _renamed(source: SourceFile, function: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[Mutation]:
    """A variable that is used on a few lines below each other, under another name."""
    inner = [node for node in ast.walk(function) if node is not function and isinstance(node, (*SCOPES, *REACHING))]
    if inner:
        return
    uses: dict[str, list[ast.Name]] = defaultdict(list)
    for node in ast.walk(function):
        if isinstance(node, ast.Name) and source.is_real(node):
            uses[node.id].append(node)
    parameters = argument_names(function.args)
    for name, nodes in sorted(uses.items()):
        bound = any(isinstance(node.ctx, ast.Store) for node in nodes)
        spans = sorted(source.span(node) for node in nodes)
        close = source.line_at(spans[-1][1]) - source.line_at(spans[0][0]) < 12
        if bound and close and name not in parameters and f"{name}_" not in source.text:
            start, end = spans[0][0], spans[-1][1]
            yield _change(source, start, end, _rewritten(source, spans, f"{name}_"), "variable renamed")


SCOPES = (FunctionNode, ast.ClassDef, ast.Lambda)
REACHING = (ast.Global, ast.Nonlocal, ast.JoinedStr)


def _rewritten(source: SourceFile, spans: Sequence[tuple[int, int]], new: str) -> str:
    """The text from the first span to the last with `new` in place of each."""
    text, at = "", spans[0][0]
    for start, end in spans:
        text += source.text[at:start] + new
        at = end
    return text
