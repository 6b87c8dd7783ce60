"""Missing updates of counters: a step of one, a step as elsewhere in the class, or the amount of a removed element."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.python_code import stored_names
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    local_names,
    names_in_scope,
    own_attribute,
    walk_scope,
)
from testfix_pipeline.repair.languages.python.edits.updates import (
    REMOVING_METHODS,
    can_insert_beside,
    first_values,
    insertions,
)
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search


def propose_steps(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to update a variable as the function or class does elsewhere, or by one: `x += 1`, `x *= factor`."""
    if not can_insert_beside(target):
        return
    assert target.function is not None
    reach = names_in_scope(target)
    known = {*reach, "len", "max", "min"}
    for rank, (_, text, names) in enumerate(_augmented_assignments(target.source, _owner_or_module(target))):
        if names <= known:
            yield from insertions(target, text, "state.counted-on", 0.35 / (1 + 0.25 * rank))
    for rank, text in enumerate(_steps_by_key(target)):
        yield from insertions(target, text, "state.counted-on", 0.4 / (1 + 0.25 * rank))
    for rank, text in enumerate(_steps_back(target)):
        yield from insertions(target, text, "state.counted-on", 0.4 / (1 + 0.25 * rank))
    for rank, place in enumerate(_number_variables(target)):
        for sign in "+-":
            yield from insertions(target, f"{place} {sign}= 1", "state.counted-on", 0.25 / (1 + 0.4 * rank))


def propose_negations(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to negate a factor, a step or a flag: `sign = -sign`, `flag = not flag`."""
    if not can_insert_beside(target):
        return
    assert target.function is not None
    reach = set(names_in_scope(target))
    for rank, (place, form) in enumerate(_negatable(target.source, target.function)):
        if place.partition(".")[0] in reach:
            yield from insertions(target, f"{place} = {form}{place}", "state.counted-on", 0.25 / (1 + 0.4 * rank))


@cached_per_search(512)
def _negatable(source: SourceFile, function: PythonFunction) -> list[tuple[str, str]]:
    """(variable, operator that negates it) for factors, steps of one and flags that start with a constant."""
    nodes = list(walk_scope(function.node))
    steps = [one for one in nodes if isinstance(one, ast.AugAssign)]
    found = {source.segment(one.target): "-" for one in steps if isinstance(one.op, ast.Mult)}
    added = _amounts(source, nodes)
    for place, value in first_values(source, function).items():
        if place in added and value in ("1", "-1"):
            found.setdefault(place, "-")
        elif value in ("True", "False"):
            found[place] = "not "
    return list(found.items())


def _amounts(source: SourceFile, nodes: Sequence[ast.AST]) -> set[str]:
    """The variables that are added or multiplied: `step` of `at += step`."""
    values = [one.value for one in nodes if isinstance(one, ast.AugAssign)]
    values += [side for one in nodes if isinstance(one, ast.BinOp) for side in (one.left, one.right)]
    return {source.segment(one) for one in values if isinstance(one, (ast.Name, ast.Attribute))}


def _owner_or_module(target: PythonEditSite) -> ast.AST:
    assert target.function is not None
    return target.function.owner or target.source.tree


@cached_per_search(256)
def _augmented_assignments(source: SourceFile, around: ast.AST) -> tuple[tuple[str, str, frozenset[str]], ...]:
    """(variable, statement, names in it) for each augmented assignment in the class or module."""
    steps = {source.segment(node): node for node in ast.walk(around) if isinstance(node, ast.AugAssign)}
    names = {text: frozenset(n.id for n in ast.walk(node) if isinstance(n, ast.Name)) for text, node in steps.items()}
    short = (text for text in steps if "\n" not in text and len(text) < 60)
    return tuple((source.segment(steps[text].target), text, names[text]) for text in short)


def _steps_by_key(target: PythonEditSite) -> Iterator[str]:
    """Yields `self.moves[last.player] -= 1` if the statement sets another attribute under that key, and the class
    changes `self.moves[...]` by such steps."""
    stmt, function = target.stmt, target.function
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) else getattr(stmt, "target", None)
    if function is None or not isinstance(place, ast.Subscript) or not own_attribute(place.value):
        return
    key = target.text(place.slice)
    for other, text, _ in _augmented_assignments(target.source, _owner_or_module(target)):
        name, bracket, _ = other.partition("[")
        if bracket and name.startswith("self.") and name != target.text(place.value):
            step = text[len(other) :].strip()
            opposite = {"+": "-", "-": "+"}.get(step[:1], "")
            yield from (f"{name}[{key}] {sign}{step[1:]}" for sign in (opposite, step[:1]) if opposite)


def _steps_back(target: PythonEditSite) -> Iterator[str]:
    """Yields `self.used -= entry.size` if the class adds such a value elsewhere and the function has just taken `entry`
    out of a container; the value is the element or its field with the added name."""
    assert target.function is not None
    taken = _removed_elements(target.function)
    reach = set(local_names(target))
    for place, text, _ in _augmented_assignments(target.source, _owner_or_module(target)):
        sign, _, amount = text[len(place) :].strip().partition("= ")
        opposite = {"+": "-", "-": "+"}.get(sign)
        if opposite and place.startswith("self.") and "[" not in place and not amount.isdigit():
            last = amount.rpartition(".")[2]
            for name in (one for one in taken if one in reach):
                yield from (
                    f"{place} {opposite}= {operand}" for operand in (f"{name}.{last}", name) if last.isidentifier()
                )


@cached_per_search(512)
def _removed_elements(function: PythonFunction) -> list[str]:
    """The variables that the function binds to an element that it removes from or looks up in a container."""
    found = []
    for node in walk_scope(function.node):
        value = node.value if isinstance(node, ast.Assign) else None
        by_call = isinstance(value, ast.Call) and getattr(value.func, "attr", "") in {*REMOVING_METHODS, "get"}
        if by_call or isinstance(value, ast.Subscript):
            found += sorted(stored_names(ast.walk(node)))
    return found


def _number_variables(target: PythonEditSite) -> list[str]:
    """The variables and attributes that start with a number."""
    assert target.function is not None
    first = first_values(target.source, target.function)
    numbers = [place for place, value in first.items() if value.lstrip("-").isdigit()]
    bound = set(local_names(target))
    found = [*numbers, *_compared_with_numbers(target.function)]
    return [place for place in dict.fromkeys(found) if place.startswith("self.") or place in bound][:5]


@cached_per_search(512)
def _compared_with_numbers(function: PythonFunction) -> list[str]:
    """The variables that the function compares with a constant or tests for truth, if it calculates them or never steps
    them."""
    tests = [n.test for n in walk_scope(function.node) if isinstance(n, (ast.If, ast.While))]
    compared = [test for test in tests if isinstance(test, ast.Compare) and isinstance(test.left, ast.Name)]
    names = [test.left.id for test in compared if isinstance(test.comparators[0], ast.Constant)]  # type: ignore[attr-defined]
    tested = [test.id for test in tests if isinstance(test, ast.Name)]
    stepped = {
        n.target.id
        for n in walk_scope(function.node)
        if isinstance(n, ast.AugAssign) and isinstance(n.target, ast.Name)
    }
    calculated = {
        place.id
        for n in walk_scope(function.node)
        if isinstance(n, ast.Assign)
        and (getattr(getattr(n.value, "func", None), "id", "") == "divmod" or _is_calculated_number(n.value))
        for one in n.targets
        for place in ast.walk(one)
        if isinstance(place, ast.Name)
    }
    return [
        name
        for name in dict.fromkeys([*names, *tested])
        if name in calculated or (name in names and name not in stepped)
    ]


def _is_calculated_number(value: ast.expr) -> bool:
    """Whether a value is a difference, product, quotient, remainder or length."""
    signs = (ast.Sub, ast.FloorDiv, ast.Mod, ast.Mult)
    is_length = isinstance(value, ast.Call) and getattr(value.func, "id", "") == "len"
    return is_length or (isinstance(value, ast.BinOp) and isinstance(value.op, signs))
