"""Values that should have been held within bounds, or compared with what is there already: `max` and `min`."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.repair.languages.python.edits.blocks import loop_around
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.languages.python.edits.scope import bound_names, local_names, own_attribute
from testfix_pipeline.repair.languages.python.edits.unread_fields import unread_beside
from testfix_pipeline.repair.languages.python.edits.updates import first_values
from testfix_pipeline.repair.languages.python.source import Function, SourceFile
from testfix_pipeline.repair.remembered import remembered

BEST_KEPT, KEPT, WALKED, WALKED_BACK = 0.45, 0.3, 0.7, 0.6
MOST_LIMITS = 4


def clamps(target: Target) -> Iterator[Edit]:
    """`max(x, y)` or `min(x, y)` for x; y is 0, what was stored there, or what the code around compares with."""
    if target.function is None:
        return
    priors = dict.fromkeys([*unread_beside(target), *_unread_limits(target.source)], 0.4)
    for rank, other in enumerate(["0", "1", *_bounds(target)]):
        priors.setdefault(other, 0.25 / (1 + 0.15 * rank))
    whole, set_anew = getattr(target.stmt, "value", None), _set_by_rounds(target)
    for node in target.expressions(ast.Name, ast.Attribute, ast.Subscript, ast.BinOp, ast.Call):
        parent = target.source.parents[node]
        if isinstance(getattr(node, "ctx", None), (ast.Store, ast.Del)) or not _holds_number(target, node, parent):
            continue
        text = target.text(node)
        for other, prior in priors.items():
            if other != text and "\n" not in other:
                best = node is whole and other in set_anew
                kind, prior = ("best-kept", BEST_KEPT) if best else ("bound.added", prior)
                for name in ("max", "min"):
                    new = f"{name}({other}, {text})" if best else f"{name}({text}, {other})"
                    yield target.replace(node, new, kind, prior, f"{name} with {other}")
    yield from _counted_within(target, priors)
    yield from _end_kept(target)


def _end_kept(target: Target) -> Iterator[Edit]:
    """`Span(last.start, one.end)` under a condition that asks for `last.end`: `max(last.end, one.end)`."""
    tests = [one.test for one in target.source.ancestors(target.stmt) if isinstance(one, ast.If)]
    asked = list(dict.fromkeys(side for test in tests for side in _sides(target.source, test)))
    for call in target.expressions(ast.Call):
        assert isinstance(call, ast.Call)
        for node in [*call.args, *(one.value for one in call.keywords)]:
            if not isinstance(node, ast.Attribute):
                continue
            for other in asked:
                if other.endswith(f".{node.attr}") and other != target.text(node):
                    for name in ("max", "min"):
                        new = f"{name}({other}, {target.text(node)})"
                        yield target.replace(node, new, "best-kept", BEST_KEPT, new)


def _counted_within(target: Target, priors: Mapping[str, float]) -> Iterator[Edit]:
    """`x = max(x - n, 0)` for `x -= n`, `x = min(x + n, limit)` for `x += n`."""
    stmt = target.stmt
    if not isinstance(stmt, ast.AugAssign) or not isinstance(stmt.op, (ast.Add, ast.Sub)):
        return
    if isinstance(stmt.value, (ast.List, ast.Tuple, ast.JoinedStr, ast.ListComp)):
        return
    place, value = target.text(stmt.target), wrapped(target, stmt.value)
    begun = first_values(target.source, target.function).get(place, "0") if target.function else ""
    if not begun.lstrip("-")[:1].isdigit():
        return  # a text or a list
    name, sign = ("min", "+") if isinstance(stmt.op, ast.Add) else ("max", "-")
    others = [one for one in priors if one not in ("0", "1", place, target.text(stmt.value)) and "\n" not in one]
    for rank, other in enumerate(["0", *others][:3] if name == "max" else others[:MOST_LIMITS]):
        code = f"{place} = {name}({place} {sign} {value}, {other})"
        yield target.replace(stmt, code, "bound.added", max(priors[other], 0.35 / (1 + 0.3 * rank)), code[:50])


def _set_by_rounds(target: Target) -> set[str]:
    """The variable that the statement sets in a loop and that was bound in front of it: the best so far, perhaps."""
    loop = loop_around(target.source, target.stmt)
    if loop is None or target.function is None or not isinstance(target.stmt, ast.Assign):
        return set()
    bound = bound_names(target.function.node)
    names = {place.id for place in target.stmt.targets if isinstance(place, ast.Name)}
    return {name for name in names if bound.get(name, loop.lineno) < loop.lineno}


def _holds_number(target: Target, node: ast.expr, parent: ast.AST) -> bool:
    if isinstance(parent, (ast.Assign, ast.AugAssign, ast.Return, ast.Slice, ast.Tuple, ast.BinOp)):
        return True
    if isinstance(parent, ast.AnnAssign):
        return parent.value is node
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Sub):  # what is left over: not less than nothing
        return isinstance(parent, (ast.Call, ast.keyword, ast.Dict, ast.List, ast.IfExp, ast.Yield))
    return (
        isinstance(parent, ast.Call)
        and node in parent.args
        and getattr(parent.func, "id", "") in ("range", "int", "round")
    )


def _bounds(target: Target) -> list[str]:
    """The place that is assigned to, sides of comparisons in the conditions around, and the function's locals."""
    source, found = target.source, dict[str, None]()
    stmt = target.stmt
    if isinstance(stmt, ast.Assign):
        found.update(dict.fromkeys(source.segment(place) for place in stmt.targets))
    elif isinstance(stmt, ast.AugAssign):
        found[source.segment(stmt.target)] = None
    for parent in source.ancestors(stmt):
        if isinstance(parent, (ast.If, ast.While)):
            found.update(dict.fromkeys(_sides(source, parent.test)))
    for name in local_names(target)[-4:]:
        found.setdefault(name)
        found.setdefault(f"len({name})")
    own = _own_calls(target.source, target.function) if target.function is not None else ()
    return list(dict.fromkeys([*list(found)[:9], *own]))


@remembered(64)
def _unread_limits(source: SourceFile) -> Sequence[str]:
    """The module's numbers in capitals that nothing in the file reads."""
    values = {place.id: stmt.value for stmt in source.tree.body if isinstance(stmt, ast.Assign)
              for place in stmt.targets if isinstance(place, ast.Name) and place.id.isupper()}  # fmt: skip
    read = {one.id for one in ast.walk(source.tree) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Load)}
    numbers = [name for name, value in values.items() if type(getattr(value, "value", None)) in (int, float)]
    return [name for name in numbers if name not in read][:MOST_LIMITS]


@remembered(512)
def _own_calls(source: SourceFile, function: Function) -> Sequence[str]:
    """Methods of the object that the function asks without arguments already: `self.total()`."""
    calls = (one for one in ast.walk(function.node) if isinstance(one, ast.Call) and not one.args and not one.keywords)
    return list(dict.fromkeys(source.segment(call) for call in calls if own_attribute(call.func)))[:2]


def _sides(source: SourceFile, test: ast.expr) -> Iterator[str]:
    for node in ast.walk(test):
        if isinstance(node, ast.Compare):
            yield from (source.segment(side) for side in (node.left, *node.comparators))
