"""Missing updates of state: reset a variable to its first value, or change a container as elsewhere."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping

from testfix_pipeline.core.python_code import FunctionNode, assignment_targets, names_in, stored_names
from testfix_pipeline.repair.languages.python.analysis.blocks import beside, loop_around, siblings_of
from testfix_pipeline.repair.languages.python.analysis.dataflow import assigned_pairs
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    bound_names,
    fields_of,
    local_names,
    names_in_scope,
    root_of,
    walk_scope,
)
from testfix_pipeline.repair.languages.python.source import PythonFunction, SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

SIMPLE_VALUES = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple, ast.UnaryOp, ast.Call)
CHANGING_METHODS = {
    "append", "add", "remove", "discard", "pop", "extend", "update", "insert", "clear", "appendleft", "popleft",
}  # fmt: skip
REMOVING_METHODS = {"pop", "popitem", "popleft", "get_nowait"}
OPPOSITE_METHODS = {"pop": "append", "popleft": "append", "get_nowait": "put_nowait"}
FILLING = {"[]": "append", "set()": "add"}
LONGEST_VALUE = 24
MOST_RESETS, MOST_CHANGES, MOST_ARGUMENTS = 6, 8, 4
PRIOR_BESIDE_BOUND = 0.65
"""The prior for a reset of a variable that is read together with one that was just bound."""


def propose_resets(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `x = <its first value>` where the function uses x later, above all in a loop or a branch."""
    if not can_insert_beside(target):
        return
    assert target.function is not None
    first = first_values(target.source, target.function)
    for rank, (place, value) in enumerate(_in_use(target, first)[:MOST_RESETS]):
        code = f"{place} = {value}"
        prior = (0.45 if not place.startswith("self.") or _is_counter(target, place) else 0.3) / (1 + 0.25 * rank)
        prior_beside_bound = (
            PRIOR_BESIDE_BOUND if place in _variables_read_with(target.function, _just_bound(target)) else 0.0
        )
        yield from insertions(target, code, "state.reset", max(prior, prior_beside_bound))


def _just_bound(target: PythonEditSite) -> frozenset[str]:
    """The variables that the statement or one of the two before it binds in a loop."""
    if loop_around(target.source, target.stmt) is None:
        return frozenset()
    block, position = siblings_of(target.source, target.stmt)
    near = block[max(0, position - 2) : position + 1]
    return frozenset(stored_names(node for stmt in near for node in ast.walk(stmt)))


@cached_per_search(2048)
def _variables_read_with(function: PythonFunction, bound: frozenset[str]) -> frozenset[str]:
    """The other variables in a nested subscript with a bound one: `last` in `table[section][last]` if `section` is
    bound."""
    found: set[str] = set()
    for node in walk_scope(function.node) if bound else ():
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Subscript):
            names = names_in(node)
            found |= names if names & bound else set()
    return frozenset(found - bound)


def propose_container_changes(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to change a container as elsewhere, with a name in reach: `seen.add(item)`, `self.order.remove(key)`."""
    if not can_insert_beside(target):
        return
    assert target.function is not None
    names = names_bound_last(target)[:MOST_ARGUMENTS]
    reach = names_in_scope(target)
    found = [form for place, form in _container_changes(target.source, target.function) if root_of(place) in reach]
    for rank, form in enumerate(found[:MOST_CHANGES]):
        for nearness, name in enumerate(names if "{}" in form else [""]):
            code = form.format(name)
            prior = 0.3 / (1 + 0.2 * rank) / (1 + 0.35 * nearness)
            yield from insertions(target, code, "container.changed", prior)
            if _is_bare_exit(target):
                yield target.replace(target.stmt, code, "container.changed", prior, f"{code} instead")


def names_bound_last(target: PythonEditSite) -> list[str]:
    """The names in reach, those bound last first."""
    assert target.function is not None
    lines = bound_names(target.function.node)
    return sorted(local_names(target), key=lambda name: -lines.get(name, 0))


def can_insert_beside(target: PythonEditSite) -> bool:
    """Whether a statement can be inserted beside the target in a function's body."""
    stmt = target.stmt
    return target.function is not None and not isinstance(stmt, (FunctionNode, ast.ClassDef))


def _is_bare_exit(target: PythonEditSite) -> bool:
    """Whether the statement does nothing but leave its block: a change of state may have been meant instead."""
    stmt = target.stmt
    block, _ = siblings_of(target.source, stmt)
    return len(block) == 1 and (
        isinstance(stmt, (ast.Pass, ast.Continue)) or (isinstance(stmt, ast.Return) and not stmt.value)
    )


def insertions(target: PythonEditSite, code: str, kind: str, prior: float) -> Iterator[Edit]:
    """Yields edits that insert code before the statement, and after it at the end of its block, unless the code is
    there already."""
    block, position = siblings_of(target.source, target.stmt)
    neighbours = {target.text(one) for one in block[max(0, position - 1) : position + 2]}
    if block and code not in neighbours:
        yield from beside(target, [code], kind, prior, code)


@cached_per_search(512)
def first_values(source: SourceFile, function: PythonFunction) -> Mapping[str, str]:
    """The simple first value of each variable of the function and each attribute that the constructor sets."""
    found = {f"self.{name}": value for name, value in fields_of(source, function.self_class).items()}
    constructors = [f for f in own.body if isinstance(f, ast.FunctionDef)] if (own := function.self_class) else []
    constructors = [f for f in constructors if f.name == "__init__" and f is not function.node]
    for node in itertools.chain(*map(_assignments, [*constructors, function.node])):
        if node.value is not None:
            for target, value in (
                pair for place in assignment_targets(node) for pair in assigned_pairs(place, node.value)
            ):
                text = source.segment(value)
                is_own = isinstance(target, ast.Name) or source.segment(target).startswith("self.")
                if (
                    is_own
                    and isinstance(value, SIMPLE_VALUES)
                    and len(text) <= LONGEST_VALUE
                    and _is_context_free(value)
                ):
                    found.setdefault(source.segment(target), text)
    return found


def _assignments(function: FunctionNode) -> list[ast.Assign | ast.AnnAssign]:
    """The assignments of a function in the order of the text."""
    found = [node for node in walk_scope(function) if isinstance(node, (ast.Assign, ast.AnnAssign))]
    return sorted(found, key=lambda node: node.lineno)


def _is_context_free(value: ast.expr) -> bool:
    """Whether a value is the same everywhere: it has no names except those of builtin types."""
    names = names_in(value)
    return names <= {"set", "dict", "list", "int", "float", "deque", "Counter", "defaultdict", "OrderedDict"}


def _in_use(target: PythonEditSite, first: Mapping[str, str]) -> list[tuple[str, str]]:
    """The variables that the function reads or changes, with their first values; those of the statement's own block
    first."""
    assert target.function is not None
    line = target.stmt.lineno
    block, _ = siblings_of(target.source, target.stmt)
    names_in_block = {
        target.source.segment(n) for stmt in block for n in ast.walk(stmt) if isinstance(n, (ast.Name, ast.Attribute))
    }
    bound = set(local_names(target))
    usable = []
    for place, value in first.items():
        if place.startswith("self.") or place in bound:
            usable.append((place not in names_in_block, _line_of_binding(target, place) == line, place, value))
    return [
        (place, value) for _, is_bound_here, place, value in sorted(usable, key=lambda one: one[0]) if not is_bound_here
    ]


def _line_of_binding(target: PythonEditSite, place: str) -> int:
    assert target.function is not None
    return bound_names(target.function.node).get(place, 0)


def _is_counter(target: PythonEditSite, place: str) -> bool:
    owner = target.function.self_class if target.function else None
    return owner is not None and place in _counters(target.source, owner)


@cached_per_search(512)
def _counters(source: SourceFile, owner: ast.ClassDef) -> frozenset[str]:
    """The variables that a class updates by augmented assignment: `self.total` of `self.total += 1`."""
    return frozenset(source.segment(node.target) for node in ast.walk(owner) if isinstance(node, ast.AugAssign))


@cached_per_search(512)
def _container_changes(source: SourceFile, function: PythonFunction) -> tuple[tuple[str, str], ...]:
    """(container, form of the statement) of the changes that the function and its class make, the function's first.

    A form has `{}` for the one argument or key: `seen.add({})`, `self.places[{}] = None`, `del self.places[{}]`.
    """
    first = first_values(source, function).items()
    ordered = [place for place, value in first if value == "OrderedDict()" and len(place) < 30]
    found: dict[tuple[str, str], None] = {(place, f"{place}.move_to_end({{}})"): None for place in ordered}
    for around in (function.node, function.self_class):
        found.update(dict.fromkeys(_container_changes_in(source, around) if around is not None else ()))
    filled = ((place, FILLING[value]) for place, value in first if value in FILLING and len(place) < 30)
    return tuple(found | {(place, f"{place}.{method}({{}})"): None for place, method in filled})


@cached_per_search(1024)
def _container_changes_in(source: SourceFile, around: ast.AST) -> tuple[tuple[str, str], ...]:
    forms = (pair for node in ast.walk(around) for pair in _change_forms(source, node))
    fitting = ((place, form) for place, form in forms if len(place) < 30 and "\n" not in form and len(form) < 60)
    return tuple(dict.fromkeys(fitting))


def _change_forms(source: SourceFile, node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        place, is_alone = source.segment(node.func.value), isinstance(source.parents[node], ast.Expr)
        if len(node.args) <= 1 and not node.keywords and (is_alone or node.func.attr in CHANGING_METHODS):
            yield place, f"{_escape_braces(place)}.{node.func.attr}({'{}' if node.args else ''})"
        if node.func.attr in OPPOSITE_METHODS and not node.args and isinstance(node.func.value, ast.Name):
            yield place, f"{_escape_braces(place)}.{OPPOSITE_METHODS[node.func.attr]}({{}})"
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript) and _is_context_free(node.value):
        place = source.segment(node.targets[0].value)
        yield place, f"{_escape_braces(place)}[{{}}] = {_escape_braces(source.segment(node.value))}"
    elif isinstance(node, ast.Delete) and isinstance(node.targets[0], ast.Subscript):
        place = source.segment(node.targets[0].value)
        yield place, f"del {_escape_braces(place)}[{{}}]"


def _escape_braces(text: str) -> str:
    """The text with doubled braces, so that `str.format` leaves it unchanged."""
    return text.replace("{", "{{").replace("}", "}}")
