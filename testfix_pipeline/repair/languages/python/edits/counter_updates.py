"""Missing steps of what is counted: on or back by one, as elsewhere, by a key, by the size of what was taken out."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    local_names,
    own_attribute,
    reach_of,
    stored_names,
    walk_scope,
)
from testfix_pipeline.repair.languages.python.edits.updates import TAKING, first_values, has_room, inserted
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.source_cache import remembered


def steps(target: PythonEditSite) -> Iterator[Edit]:
    """A variable counted or changed on as it is elsewhere in the function or class: `x += 1`, `x *= factor`."""
    if not has_room(target):
        return
    assert target.function is not None
    reach = reach_of(target)
    known = {*reach, "len", "max", "min"}
    for rank, (_, text, names) in enumerate(_counted(target.source, _around(target))):
        if names <= known:
            yield from inserted(target, text, "state.counted-on", 0.35 / (1 + 0.25 * rank))
    for rank, text in enumerate(_counted_by_key(target)):
        yield from inserted(target, text, "state.counted-on", 0.4 / (1 + 0.25 * rank))
    for rank, text in enumerate(_given_back(target)):
        yield from inserted(target, text, "state.counted-on", 0.4 / (1 + 0.25 * rank))
    for rank, place in enumerate(_numbers(target)):
        for sign in "+-":
            yield from inserted(target, f"{place} {sign}= 1", "state.counted-on", 0.25 / (1 + 0.4 * rank))


def turned(target: PythonEditSite) -> Iterator[Edit]:
    """The sign of a product or of a step turned round, a flag the other way: `sign = -sign`, `flag = not flag`."""
    if not has_room(target):
        return
    assert target.function is not None
    reach = set(reach_of(target))
    for rank, (place, form) in enumerate(_turnable(target.source, target.function)):
        if place.partition(".")[0] in reach:
            yield from inserted(target, f"{place} = {form}{place}", "state.counted-on", 0.25 / (1 + 0.4 * rank))


@remembered(512)
def _turnable(source: SourceFile, function: PythonFunction) -> list[tuple[str, str]]:
    """(place, what turns it) of the products, steps of one and flags that a function begins with."""
    nodes = list(walk_scope(function.node))
    steps = [one for one in nodes if isinstance(one, ast.AugAssign)]
    found = {source.segment(one.target): "-" for one in steps if isinstance(one.op, ast.Mult)}
    added = _added(source, nodes)
    for place, value in first_values(source, function).items():
        if place in added and value in ("1", "-1"):
            found.setdefault(place, "-")
        elif value in ("True", "False"):
            found[place] = "not "
    return list(found.items())


def _added(source: SourceFile, nodes: Sequence[ast.AST]) -> set[str]:
    """What is added or multiplied: `step` of `at += step`."""
    values = [one.value for one in nodes if isinstance(one, ast.AugAssign)]
    values += [side for one in nodes if isinstance(one, ast.BinOp) for side in (one.left, one.right)]
    return {source.segment(one) for one in values if isinstance(one, (ast.Name, ast.Attribute))}


def _around(target: PythonEditSite) -> ast.AST:
    assert target.function is not None
    return target.function.owner or target.source.tree


@remembered(256)
def _counted(source: SourceFile, around: ast.AST) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """(place, statement, its names) of what the class or the module's functions change step by step."""
    steps = {source.segment(node): node for node in ast.walk(around) if isinstance(node, ast.AugAssign)}
    names = {text: frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name)) for text, node in steps.items()}
    short = (text for text in steps if "\n" not in text and len(text) < 60)
    return tuple((source.segment(steps[text].target), text, names[text]) for text in short)


def _counted_by_key(target: PythonEditSite) -> Iterator[str]:
    """`self.moves[last.player] -= 1` where the statement sets another thing of the object by that key, and the class
    counts these on or back."""
    stmt, function = target.stmt, target.function
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) else getattr(stmt, "target", None)
    if function is None or not isinstance(place, ast.Subscript) or not own_attribute(place.value):
        return
    key = target.text(place.slice)
    for other, text, _ in _counted(target.source, _around(target)):
        name, bracket, _ = other.partition("[")
        if bracket and name.startswith("self.") and name != target.text(place.value):
            step = text[len(other) :].strip()
            turned = {"+": "-", "-": "+"}.get(step[:1], "")
            yield from (f"{name}[{key}] {sign}{step[1:]}" for sign in (turned, step[:1]) if turned)


def _given_back(target: PythonEditSite) -> Iterator[str]:
    """`self.used -= entry.size` where the class adds such a thing elsewhere, and something was just taken out: the
    thing itself, or the field of it that is called like what is added."""
    assert target.function is not None
    taken = _taken_out(target.function)
    reach = set(local_names(target))
    for place, text, _ in _counted(target.source, _around(target)):
        sign, _, amount = text[len(place) :].strip().partition("= ")
        turned = {"+": "-", "-": "+"}.get(sign)
        if turned and place.startswith("self.") and "[" not in place and not amount.isdigit():
            last = amount.rpartition(".")[2]
            for name in (one for one in taken if one in reach):
                yield from (f"{place} {turned}= {given}" for given in (f"{name}.{last}", name) if last.isidentifier())


@remembered(512)
def _taken_out(function: PythonFunction) -> list[str]:
    """Variables that the function binds to what it takes out of a container, or looks up there."""
    found = []
    for node in walk_scope(function.node):
        value = node.value if isinstance(node, ast.Assign) else None
        by_call = isinstance(value, ast.Call) and getattr(value.func, "attr", "") in {*TAKING, "get"}
        if by_call or isinstance(value, ast.Subscript):
            found += sorted(stored_names(node))
    return found


def _numbers(target: PythonEditSite) -> list[str]:
    """Variables and attributes that begin with a number."""
    assert target.function is not None
    first = first_values(target.source, target.function)
    numbers = [place for place, value in first.items() if value.lstrip("-").isdigit()]
    bound = set(local_names(target))
    found = [*numbers, *_compared_with_numbers(target.function)]
    return [place for place in dict.fromkeys(found) if place.startswith("self.") or place in bound][:5]


@remembered(512)
def _compared_with_numbers(function: PythonFunction) -> list[str]:
    """Variables that the function asks to be more, less or other than a number, or whether they are anything."""
    tests = [n.test for n in walk_scope(function.node) if isinstance(n, (ast.If, ast.While))]
    compared = [test for test in tests if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name)]
    names = [test.left.id for test in compared if isinstance(test.comparators[0], ast.Constant)]  # type: ignore[attr-defined]
    rest = [test.id for test in tests if isinstance(test, ast.Name)]
    stepped = {
        n.target.id
        for n in walk_scope(function.node)
        if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)
    }
    divided = {
        place.id
        for n in walk_scope(function.node)
        if isinstance(n, ast.Assign)
        and (getattr(getattr(n.value, "func", None), "id", "") == "divmod" or _is_number(n.value))
        for one in n.targets
        for place in ast.walk(one)
        if isinstance(place, ast.Name)
    }
    return [
        name for name in dict.fromkeys([*names, *rest]) if name in divided or (name in names and name not in stepped)
    ]


def _is_number(value: ast.expr) -> bool:
    """Whether a value is calculated: a difference, quotient, remainder or a length."""
    signs = (ast.Sub, ast.FloorDiv, ast.Mod, ast.Mult)
    is_length = isinstance(value, ast.Call) and getattr(value.func, "id", "") == "len"
    return is_length or (isinstance(value, ast.BinOp) and isinstance(value.op, signs))
