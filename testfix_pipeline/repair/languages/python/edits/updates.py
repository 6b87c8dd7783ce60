"""Missing updates of state: what has a first value is set back to it, or changed as it is elsewhere."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.languages.python.analysis.blocks import beside, loop_around, siblings_of
from testfix_pipeline.repair.languages.python.analysis.dataflow import assigned_pairs
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    bound_names,
    fields_of,
    local_names,
    reach_of,
    root_of,
    stored_names,
    walk_scope,
)
from testfix_pipeline.repair.languages.python.source import FunctionNode, PythonFunction, SourceFile, places_of
from testfix_pipeline.repair.model.source_cache import remembered

SIMPLE = (ast.Constant, ast.List, ast.Dict, ast.Set, ast.Tuple, ast.UnaryOp, ast.Call)
CHANGING = {"append", "add", "remove", "discard", "pop", "extend", "update", "insert", "clear", "appendleft", "popleft"}
TAKING = {"pop", "popitem", "popleft", "get_nowait"}
PUTTING = {"pop": "append", "popleft": "append", "get_nowait": "put_nowait"}
LONGEST_VALUE = 24
MOST_RESETS, MOST_CHANGES, MOST_ARGUMENTS = 6, 8, 4
ALONG = 0.65
"""How likely a variable is set back behind one that is read together with it."""


def resets(target: PythonEditSite) -> Iterator[Edit]:
    """`x = <its first value>` where the function uses x on, most of all in a loop or a branch."""
    if not has_room(target):
        return
    assert target.function is not None
    first = first_values(target.source, target.function)
    for rank, (place, value) in enumerate(_in_use(target, first)[:MOST_RESETS]):
        code = f"{place} = {value}"
        prior = (0.45 if not place.startswith("self.") or _is_changed(target, place) else 0.3) / (1 + 0.25 * rank)
        along = ALONG if place in _read_with(target.function, _just_bound(target)) else 0.0
        yield from inserted(target, code, "state.reset", max(prior, along))


def _just_bound(target: PythonEditSite) -> frozenset[str]:
    """The variables that the statement binds in a loop, or one of the two in front of it."""
    if loop_around(target.source, target.stmt) is None:
        return frozenset()
    block, position = siblings_of(target.source, target.stmt)
    return frozenset().union(*map(stored_names, block[max(0, position - 2) : position + 1]))


@remembered(2048)
def _read_with(function: PythonFunction, bound: frozenset[str]) -> frozenset[str]:
    """Other variables in a subscript with bound ones: `last` where `table[section][last]` is read, `section` bound."""
    found: set[str] = set()
    for node in walk_scope(function.node) if bound else ():
        if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Subscript):
            names = {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}
            found |= names if names & bound else set()
    return frozenset(found - bound)


def changes(target: PythonEditSite) -> Iterator[Edit]:
    """A container changed as elsewhere, with a name that is at hand: `seen.add(item)`, `self.order.remove(key)`."""
    if not has_room(target):
        return
    assert target.function is not None
    names = nearest(target)[:MOST_ARGUMENTS]
    reach = reach_of(target)
    found = [form for place, form in _changed(target.source, target.function) if root_of(place) in reach]
    for rank, form in enumerate(found[:MOST_CHANGES]):
        for nearness, name in enumerate(names if "{}" in form else [""]):
            code = form.format(name)
            prior = 0.3 / (1 + 0.2 * rank) / (1 + 0.35 * nearness)
            yield from inserted(target, code, "container.changed", prior)
            if _only_leaves(target):
                yield target.replace(target.stmt, code, "container.changed", prior, f"{code} instead")


def nearest(target: PythonEditSite) -> list[str]:
    """The names in reach, those bound last first."""
    assert target.function is not None
    lines = bound_names(target.function.node)
    return sorted(local_names(target), key=lambda name: -lines.get(name, 0))


def has_room(target: PythonEditSite) -> bool:
    """Whether a statement can be put beside the target, in a function's body."""
    stmt = target.stmt
    return target.function is not None and not isinstance(stmt, (*FunctionNode.__args__, ast.ClassDef))


def _only_leaves(target: PythonEditSite) -> bool:
    """Whether the statement does nothing but leave its block: a change of state may have been meant instead."""
    stmt = target.stmt
    block, _ = siblings_of(target.source, stmt)
    return len(block) == 1 and (
        isinstance(stmt, (ast.Pass, ast.Continue)) or (isinstance(stmt, ast.Return) and not stmt.value)
    )


def inserted(target: PythonEditSite, code: str, kind: str, prior: float) -> Iterator[Edit]:
    """In front of the statement, and behind it at the end of its block; not where it stands already."""
    block, position = siblings_of(target.source, target.stmt)
    around = {target.text(one) for one in block[max(0, position - 1) : position + 2]}
    if block and code not in around:
        yield from beside(target, [code], kind, prior, code)


@remembered(512)
def first_values(source: SourceFile, function: PythonFunction) -> Mapping[str, str]:
    """Place -> the simple value that it begins with: variables of the function, attributes from the constructor."""
    found = {f"self.{name}": value for name, value in fields_of(source, function.owner).items()}
    makers = [f for f in function.owner.body if isinstance(f, ast.FunctionDef)] if function.owner else []
    makers = [f for f in makers if f.name == "__init__" and f is not function.node]
    for node in itertools.chain(*map(_assignments, [*makers, function.node])):
        if node.value is not None:
            for one, value in (pair for place in places_of(node) for pair in assigned_pairs(place, node.value)):
                text = source.segment(value)
                is_own = isinstance(one, ast.Name) or source.segment(one).startswith("self.")
                if is_own and isinstance(value, SIMPLE) and len(text) <= LONGEST_VALUE and _is_plain(value):
                    found.setdefault(source.segment(one), text)
    return found


def _assignments(function: FunctionNode) -> list[ast.Assign | ast.AnnAssign]:
    """In the order of the text."""
    found = [node for node in walk_scope(function) if isinstance(node, (ast.Assign, ast.AnnAssign))]
    return sorted(found, key=lambda node: node.lineno)


def _is_plain(value: ast.expr) -> bool:
    """Whether a value says the same everywhere: no names in it but those of builtin types."""
    names = {n.id for n in ast.walk(value) if isinstance(n, ast.Name)}
    return names <= {"set", "dict", "list", "int", "float", "deque", "Counter", "defaultdict", "OrderedDict"}


def _in_use(target: PythonEditSite, first: Mapping[str, str]) -> list[tuple[str, str]]:
    """Those that the function reads or changes, the ones of the statement's own block first."""
    assert target.function is not None
    here = target.stmt.lineno
    block, _ = siblings_of(target.source, target.stmt)
    near = {
        target.source.segment(n) for stmt in block for n in ast.walk(stmt) if isinstance(n, (ast.Name, ast.Attribute))
    }
    bound = set(local_names(target))
    usable = []
    for place, value in first.items():
        if place.startswith("self.") or place in bound:
            usable.append((place not in near, _first_line(target, place) == here, place, value))
    return [(place, value) for _, just, place, value in sorted(usable, key=lambda one: one[0]) if not just]


def _first_line(target: PythonEditSite, place: str) -> int:
    assert target.function is not None
    return bound_names(target.function.node).get(place, 0)


def _is_changed(target: PythonEditSite, place: str) -> bool:
    owner = target.function.owner if target.function else None
    return owner is not None and place in _counted(target.source, owner)


@remembered(512)
def _counted(source: SourceFile, owner: ast.ClassDef) -> frozenset[str]:
    """What a class counts on: `self.total` of `self.total += 1`."""
    return frozenset(source.segment(node.target) for node in ast.walk(owner) if isinstance(node, ast.AugAssign))


@remembered(512)
def _changed(source: SourceFile, function: PythonFunction) -> tuple[tuple[str, str], ...]:
    """(container, form of the statement) of the changes that the function and its class make, the function's first.

    A form has `{}` for the one argument or key: `seen.add({})`, `self.places[{}] = None`, `del self.places[{}]`.
    """
    first = first_values(source, function).items()
    ordered = [place for place, value in first if value == "OrderedDict()" and len(place) < 30]
    found: dict[tuple[str, str], None] = {(place, f"{place}.move_to_end({{}})"): None for place in ordered}
    for around in (function.node, function.owner):
        found.update(dict.fromkeys(_changed_in(source, around) if around is not None else ()))
    return tuple(found)


@remembered(1024)
def _changed_in(source: SourceFile, around: ast.AST) -> tuple[tuple[str, str], ...]:
    forms = (pair for node in ast.walk(around) for pair in _forms(source, node))
    fitting = ((place, form) for place, form in forms if len(place) < 30 and "\n" not in form and len(form) < 60)
    return tuple(dict.fromkeys(fitting))


def _forms(source: SourceFile, node: ast.AST) -> Iterator[tuple[str, str]]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        place, is_alone = source.segment(node.func.value), isinstance(source.parents[node], ast.Expr)
        if len(node.args) <= 1 and not node.keywords and (is_alone or node.func.attr in CHANGING):
            yield place, f"{_plain(place)}.{node.func.attr}({'{}' if node.args else ''})"
        if node.func.attr in PUTTING and not node.args and isinstance(node.func.value, ast.Name):
            yield place, f"{_plain(place)}.{PUTTING[node.func.attr]}({{}})"
    elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript) and _is_plain(node.value):
        place = source.segment(node.targets[0].value)
        yield place, f"{_plain(place)}[{{}}] = {_plain(source.segment(node.value))}"
    elif isinstance(node, ast.Delete) and isinstance(node.targets[0], ast.Subscript):
        place = source.segment(node.targets[0].value)
        yield place, f"del {_plain(place)}[{{}}]"


def _plain(text: str) -> str:
    """Text that stays as it is when a form is filled in."""
    return text.replace("{", "{{").replace("}", "}}")
