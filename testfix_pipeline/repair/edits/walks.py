"""Loops over pairs, clauses in order, the last node of a chain, elements by key, neighbours in a grid."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.operators import parts_asked
from testfix_pipeline.repair.edits.scope import walk_scope
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

PAIRS, ORDER, NODE = 0.45, 0.5, 0.35
LOOPS = (ast.For, ast.AsyncFor, ast.comprehension)


def each_pair(target: Target) -> Iterator[Edit]:
    """`range(i + 1, n)` for the inner of two loops over `range(n)`; also from `i` on, and up to `i`."""
    for node in target.nodes:
        times = node.iter if isinstance(node, LOOPS) else None
        if not isinstance(times, ast.Call) or called(times) != "range" or len(times.args) != 1:
            continue
        outer = [one for one in _around(target.source, node) if ast.dump(one.iter) == ast.dump(times)]
        for name in [one.target.id for one in outer if isinstance(one.target, ast.Name)][:1]:
            end = target.text(times.args[0])
            for rank, text in enumerate((f"range({name} + 1, {end})", f"range({name}, {end})", f"range({name})")):
                yield target.replace(times, text, "each-pair-once", PAIRS / (1 + 0.3 * rank), text)


def _around(source: SourceFile, node: ast.AST) -> Iterator[ast.For | ast.AsyncFor | ast.comprehension]:
    """The loops around a loop, and the clauses of a comprehension in front of one."""
    parent = source.parents[node]
    clauses = getattr(parent, "generators", []) if isinstance(node, ast.comprehension) else []
    yield from clauses[: clauses.index(node)] if node in clauses else []
    yield from (one for one in source.ancestors(node) if isinstance(one, (ast.For, ast.AsyncFor)))


def clauses_in_order(target: Target) -> Iterator[Edit]:
    """`for row in rows for cell in row` for the two the other way round."""
    for node in target.expressions(ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp):
        clauses = node.generators  # type: ignore[attr-defined]
        if len(clauses) == 2 and not any(one.is_async for one in clauses):
            (start, middle), (begin, end) = (_span(target, one) for one in clauses)
            text = target.source.text
            new = f"{text[begin:end]} {text[start:middle]}"
            share = 1.0 if "NameError" in target.clues.errors or "UnboundLocalError" in target.clues.errors else 0.4
            yield target.splice(start, end, new, "clauses-reordered", ORDER * share, new[:50])


def _span(target: Target, clause: ast.comprehension) -> tuple[int, int]:
    start = target.source.text.rindex("for", 0, target.source.span(clause.target)[0])
    return start, target.source.span(clause.ifs[-1] if clause.ifs else clause.iter)[1]


def to_the_last(target: Target) -> Iterator[Edit]:
    """`while node` for `while node.next`, and the other way round where the function takes that attribute."""
    function = target.function
    if function is None:
        return
    for part in parts_asked(target.stmt):
        if isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id != "self":
            yield target.replace(part, part.value.id, "attribute.dropped", NODE, part.value.id)
        elif isinstance(part, ast.Name) and isinstance(target.stmt, (ast.While, ast.If)):
            names = _attributes(target.source, function).get(part.id, ())
            for rank, name in enumerate(list(names)[:3]):
                text = f"{part.id}.{name}"
                yield target.replace(part, text, "attribute.of", NODE / (1 + 0.3 * rank), text)


@remembered(256)
def _attributes(source: SourceFile, function: Function) -> Mapping[str, Mapping[str, None]]:
    """By variable, the attributes that a function takes or sets of it."""
    found: dict[str, dict[str, None]] = {}
    for node in walk_scope(function.node):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found.setdefault(node.value.id, {})[node.attr] = None
    return found


def looked_up(target: Target) -> Iterator[Edit]:
    """`cache[key]` for `cache`, where the function stores or looks up its elements by that key."""
    if target.function is None:
        return
    known = _keys(target.source, target.function)
    for given in dict.fromkeys(target.assigned_or_passed()):
        for rank, key in enumerate(list(known.get(target.text(given), ()))[:2]):
            text = f"{target.text(given)}[{key}]"
            yield target.replace(given, text, "element.instead", 0.4 / (1 + 0.3 * rank), text)


@remembered(256)
def _keys(source: SourceFile, function: Function) -> Mapping[str, Mapping[str, None]]:
    """By container, the keys that a function stores or looks up its elements by."""
    found: dict[str, dict[str, None]] = {}
    for node in walk_scope(function.node):
        if isinstance(node, ast.Subscript) and isinstance(node.slice, (ast.Name, ast.Attribute, ast.Tuple)):
            found.setdefault(source.segment(node.value), {})[source.segment(node.slice)] = None
    return found


def of_the_statement(target: Target) -> Iterator[Edit]:
    """An argument that is something else of the same statement: `ordered(node.left, low, node.key)`, where the call
    beside it has `node.key` as another."""
    calls = list(target.expressions(ast.Call))
    given = [one for call in calls for one in call.args if isinstance(one, (ast.Name, ast.Attribute, ast.Subscript))]  # type: ignore[attr-defined]
    others = [one for one in target.expressions(ast.Attribute, ast.Subscript) if not target.source.is_called(one)]
    texts = dict.fromkeys(target.text(one) for one in others if isinstance(one.ctx, ast.Load))  # type: ignore[attr-defined]
    for one in given:
        for rank, text in enumerate([text for text in texts if text != target.text(one)][:5]):
            yield target.replace(one, text, "expression.instead", 0.25 / (1 + 0.2 * rank), text[:50])


def neighbours(target: Target) -> Iterator[Edit]:
    """`... for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy`: the place itself is none of its neighbours."""
    for node in target.expressions(ast.ListComp, ast.SetComp, ast.GeneratorExp):
        clauses = node.generators  # type: ignore[attr-defined]
        steps = [one.target.id for one in clauses if isinstance(one.target, ast.Name) and _holds_nought(one.iter)]
        if len(steps) == 2 and not clauses[-1].ifs:
            end = target.source.span(clauses[-1].iter)[1]
            for rank, asked in enumerate(("{} or {}", "abs({}) + abs({}) == 1", "abs({}) != abs({})")):
                text = asked.format(*steps)
                yield target.splice(end, end, f" if {text}", "filter-added", 0.45 / (1 + 0.3 * rank), text)


def _holds_nought(node: ast.expr) -> bool:
    if isinstance(node, (ast.Tuple, ast.List)):
        return any(isinstance(one, ast.Constant) and one.value == 0 for one in node.elts)
    return isinstance(node, ast.Call) and called(node) == "range" and len(node.args) == 2
