"""Orders that are the wrong way round or leave something out: sort keys, entries of heaps, tuples that are compared."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.core.code_view import called, last_name
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.scope import bound_names
from testfix_pipeline.repair.edits.traces import loose_ends
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

ORDERING = {"sorted", "sort", "min", "max", "nlargest", "nsmallest", "groupby", "merge"}
ORDERING |= {"heappush", "heappushpop", "heapreplace"}
MAYBE_PAIRS = 0.4
"""How likely what is put in order backwards, and is not made in the function, is pairs that want it otherwise."""
HEAPS = {"heappush", "heappushpop", "heapreplace", "insort", "insort_left", "insort_right"}


def reversed_parts(target: Target) -> Iterator[Edit]:
    """The key of an order, or one part of it, negated; a minus sign taken away."""
    for value in keys_written(target):
        parts = value.elts if isinstance(value, ast.Tuple) else [value]
        for rank, part in enumerate(parts):
            if isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub):
                yield target.replace(part, target.text(part.operand), "order.reversed", 0.45, "minus dropped")
            elif isinstance(part, (ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
                prior = 0.4 / (1 + 0.4 * rank)
                yield target.replace(part, f"-{target.text(part)}", "order.reversed", prior, "minus added")
            elif isinstance(part, ast.BinOp) and isinstance(part.op, ast.Sub):
                swapped = f"{wrapped(target, part.right)} - {wrapped(target, part.left)}"
                yield target.replace(part, swapped, "order.reversed", 0.45, swapped[:50])
            elif isinstance(part, ast.BinOp) and isinstance(part.op, (ast.Add, ast.Mult, ast.Div, ast.FloorDiv)):
                prior = 0.4 / (1 + 0.4 * rank)
                yield target.replace(part, f"-({target.text(part)})", "order.reversed", prior, "minus added")


def signed_instead(target: Target) -> Iterator[Edit]:
    """`key=lambda x: (a, b), reverse=True` with one part negated and nothing reversed: ties in their natural order."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        turned = [keyword for keyword in node.keywords if keyword.arg == "reverse" and is_true(keyword.value)]
        keys = [keyword.value for keyword in node.keywords if keyword.arg == "key"]
        if turned and not keys and called(node) in ("sort", "sorted"):
            yield from _first_part_reversed(target, node, turned[0])
        if not turned or not keys or not isinstance(keys[0], ast.Lambda) or not isinstance(keys[0].body, ast.Tuple):
            continue
        start, end = with_its_comma(target, node, turned[0])
        for rank, part in enumerate(keys[0].body.elts):
            edit = target.replace(
                part, f"-{wrapped(target, part)}", "order.reversed", 0.5 / (1 + rank), "a minus, not reverse"
            )
            yield replace(edit, more=((start, end, ""),))


def _first_part_reversed(target: Target, node: ast.Call, keyword: ast.keyword) -> Iterator[Edit]:
    """`pairs.sort(reverse=True)` by the first part downwards and the rest upwards: of tuples made in the function, or
    of what comes from elsewhere and may be pairs."""
    listed = node.args[0] if node.args else getattr(node.func, "value", None)
    sizes = _sizes(target, target.text(listed)) if listed is not None else set()
    size, prior = (next(iter(sizes)), 0.5) if len(sizes) == 1 else (2, MAYBE_PAIRS)
    if size > 1:
        rest = ", ".join(f"one[{number}]" for number in range(1, size))
        text = f"key=lambda one: (-one[0], {rest})"
        yield target.replace(keyword, text, "order.reversed", prior, text)


def _sizes(target: Target, listed: str) -> set[int]:
    """How many parts the tuples have that the function puts into a list."""
    found: set[int] = set()
    for node in ast.walk(target.function.node) if target.function else ():
        if isinstance(node, ast.Call) and called(node) == "append" and len(node.args) == 1:
            if isinstance(node.args[0], ast.Tuple) and target.text(node.func).removesuffix(".append") == listed:
                found.add(len(node.args[0].elts))
        elif isinstance(node, (ast.ListComp, ast.GeneratorExp)) and isinstance(node.elt, ast.Tuple):
            parent = target.source.parents[node]
            kept = isinstance(parent, ast.Assign) and target.text(parent.targets[0]) == listed
            if kept or target.text(node) == listed:
                found.add(len(node.elt.elts))
    return found


def with_its_comma(target: Target, node: ast.Call, keyword: ast.keyword) -> tuple[int, int]:
    """The span of a keyword argument that is one of several, with the comma that goes with it."""
    spans = sorted(target.source.span(one) for one in (*node.args, *node.keywords))
    place = spans.index(target.source.span(keyword))
    return (spans[place - 1][1], spans[place][1]) if place else (spans[0][0], spans[1][0])


def is_true(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is True


def missing_parts(target: Target) -> Iterator[Edit]:
    """A variable that nothing reads put into a tuple that is compared or answered, with the sign of its neighbours."""
    if target.function is None:
        return
    bound = bound_names(target.function.node)
    loose = loose_ends(target.source, target.function).unread
    names = [name for name, strength in loose.items() if strength >= 0.3 and bound.get(name, 0) < target.stmt.lineno]
    for node in target.expressions(ast.Tuple):
        assert isinstance(node, ast.Tuple)
        if not isinstance(node.ctx, ast.Load) or not node.elts:
            continue
        signed = any(isinstance(part, ast.UnaryOp) and isinstance(part.op, ast.USub) for part in node.elts)
        for name in names:
            for rank, part in enumerate(node.elts):
                for text, prior in ((f"-{name}", 0.5 if signed else 0.15), (name, 0.3 if signed else 0.5)):
                    at = target.source.span(part)[0]
                    yield target.splice(at, at, f"{text}, ", "part-of-a-tuple", prior / (1 + 0.2 * rank), text)
            end = target.source.span(node.elts[-1])[1]
            yield target.splice(end, end, f", {name}", "part-of-a-tuple", 0.4, name)


def keys_written(target: Target) -> Iterator[ast.expr]:
    """What the statement orders by: key functions written in place, entries put on a heap, tuples that are put in order
    as they are, a key function's answer."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        name = called(node)
        if name in ORDERING:
            given = [keyword.value for keyword in node.keywords if keyword.arg == "key"]
            yield from (one.body for one in given if isinstance(one, ast.Lambda))
        if name in HEAPS and len(node.args) == 2:
            yield node.args[1]
        put = node.args[0] if name == "append" and len(node.args) == 1 else None
        if isinstance(put, ast.Tuple) and isinstance(node.func, ast.Attribute):
            yield from [put] if _is_put_in_order(target, node.func.value) else []
    yield from _elements(target)
    stmt, function = target.stmt, target.function
    named = last_name(stmt.targets[0]) if isinstance(stmt, ast.Assign) else ""
    if named and isinstance(stmt.value, ast.Lambda) and named in _key_functions(target.source):  # type: ignore[attr-defined]
        yield stmt.value.body  # type: ignore[attr-defined]
    if isinstance(target.stmt, ast.Return) and target.stmt.value is not None and function is not None:
        known = {"__lt__", "sort_key", "order", "rank"} | _key_functions(target.source)
        yield from [target.stmt.value] if function.name in known else []


@remembered(64)
def _key_functions(source: SourceFile) -> frozenset[str]:
    """The last names of what the file gives as `key=`."""
    calls = (node for node in ast.walk(source.tree) if isinstance(node, ast.Call))
    return frozenset(last_name(one.value) for call in calls for one in call.keywords if one.arg == "key")


def _elements(target: Target) -> Iterator[ast.expr]:
    """Tuples made by a comprehension that is put in order as it is, or bound to a name that is."""
    for node in target.expressions(ast.ListComp, ast.GeneratorExp):
        assert isinstance(node, (ast.ListComp, ast.GeneratorExp))
        parent = target.source.parents[node]
        if not isinstance(node.elt, ast.Tuple):
            continue
        at_once = isinstance(parent, ast.Call) and called(parent) in ORDERING and not parent.keywords
        if at_once or (isinstance(parent, ast.Assign) and _is_put_in_order(target, parent.targets[0])):
            yield node.elt


def _is_put_in_order(target: Target, node: ast.expr) -> bool:
    """Whether the function sorts something, or takes its first or last, as it is."""
    function = target.function
    return function is not None and target.text(node) in _put_in_order(target.source, function)


@remembered(512)
def _put_in_order(source: SourceFile, function: Function) -> frozenset[str]:
    """What the function sorts, or takes the first or last of, without a key."""
    found: set[str] = set()
    for node in ast.walk(function.node):
        if isinstance(node, ast.Call) and called(node) in ORDERING and not any(k.arg == "key" for k in node.keywords):
            found |= {source.segment(one) for one in node.args[:1]}
            if isinstance(node.func, ast.Attribute) and node.func.attr == "sort":
                found.add(source.segment(node.func.value))
    return frozenset(found)
