"""The wrong name: another variable, parameter, attribute, function or method was meant."""

from __future__ import annotations

import ast
import builtins
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from testfix_pipeline.repair.languages.python.edits.confusable import confusable
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.imports import brought, home_of
from testfix_pipeline.repair.languages.python.edits.scope import (
    bound_names,
    by_likeness,
    fields_beside,
    likeness,
    local_names,
    module_names,
    self_attributes,
    stored_names,
    without_defaults,
)
from testfix_pipeline.repair.languages.python.source import Function, SourceFile, places_of
from testfix_pipeline.repair.remembered import remembered

# The prior of a method that the file calls on something else, and how many of these.
FAR, MOST_CALLED = 0.18, 12
# What a variable is worth that stands beside itself then: whoever wrote the two meant two.
TWICE = 0.5

BUILTIN = frozenset({"round", "int", "str", "float", "len", "sorted", "list", "abs", "repr", "sum", "min", "max"})
"""What one of the module's own functions may have been meant for."""
MOST_CALLS = 6
"""Of one function in a class or a file: where there are more, they are not likely to be all wrong."""


def variables(target: Target) -> Iterator[Edit]:
    """A variable replaced by another one of the function, or by a value of the module."""
    locals_ = local_names(target)
    values, _ = module_names(target.source)
    unset = _first_set_here(target)
    for node in target.expressions(ast.Name):
        assert isinstance(node, ast.Name)
        if isinstance(node.ctx, ast.Del) or target.source.is_called(node):
            continue
        stored = isinstance(node.ctx, ast.Store)
        usable = locals_ if stored else [name for name in locals_ if name not in unset]
        lambdas = [one.args.args for one in target.source.ancestors(node) if isinstance(one, ast.Lambda)]
        usable = [*usable, *(argument.arg for given in lambdas for argument in given if argument.arg not in usable)]
        near = _used_alike(target, node, by_likeness(node.id, usable))
        for rank, other in enumerate(near[:10]):
            prior = (0.2 if stored else 0.6) / (1 + 0.25 * rank)
            twice = other in _beside(target.source, node)
            kind, prior = ("variable.twice", TWICE * prior) if twice else ("variable", prior)
            yield target.replace(node, other, kind, prior, f"`{node.id}` -> `{other}`")
        if node.id in values or (not near and target.function is None):
            for rank, other in enumerate(by_likeness(node.id, values)[:6]):
                yield target.replace(node, other, "variable", 0.35 / (1 + 0.4 * rank), f"`{node.id}` -> `{other}`")


def _first_set_here(target: Target) -> set[str]:
    """The variables that the statement is the first to set: what it sets them to can't speak of them."""
    stmt, function = target.stmt, target.function
    if function is None or not isinstance(stmt, (ast.Assign, ast.AnnAssign)):
        return set()
    bound = bound_names(function.node)
    return {name for place in places_of(stmt) for name in stored_names(place) if bound.get(name) == stmt.lineno}


def _beside(source: SourceFile, node: ast.Name) -> set[str]:
    """The variables that stand beside one: other arguments of the call, elements of the tuple, operands, sides."""
    parent = source.parents.get(node)
    others = ast.iter_child_nodes(parent) if isinstance(parent, (ast.Call, ast.Tuple, ast.BinOp, ast.Compare)) else ()
    return {other.id for other in others if isinstance(other, ast.Name) and other is not node}


def _used_alike(target: Target, node: ast.Name, names: list[str]) -> list[str]:
    """The names in their order, those first that the function uses as this one is used here."""
    if target.function is None:
        return names
    used, use = _uses(target.source, target.function), use_of(target.source, node)
    return sorted(names, key=lambda name: use not in used.get(name, ()))


@remembered(512)
def _uses(source: SourceFile, function: Function) -> Mapping[str, set[str]]:
    """By variable, the ways in which the function uses it."""
    found: dict[str, set[str]] = defaultdict(set)
    for node in ast.walk(function.node):
        if isinstance(node, ast.Name) and (use := use_of(source, node)):
            found[node.id].add(use)
    return found


def use_of(source: SourceFile, node: ast.Name) -> str:
    """What is done with a variable where it stands: an attribute read, an element, gone over, called with; "" else."""
    parent = source.parents.get(node)
    if isinstance(parent, ast.Attribute):
        return f".{parent.attr}"
    if isinstance(parent, ast.Subscript):
        above = source.parents.get(parent)
        of_element = f".{above.attr}" if isinstance(above, ast.Attribute) else ""
        return f"[]{of_element}" if parent.value is node else f"key of {ast.unparse(parent.value)}"
    if isinstance(parent, ast.Call) and node in parent.args:
        return f"argument {parent.args.index(node)} of {ast.unparse(parent.func)}"
    return "gone over" if isinstance(parent, (ast.For, ast.comprehension)) and parent.iter is node else ""


def functions(target: Target) -> Iterator[Edit]:
    """A called function replaced by one that is easily taken for it, or by another one of the module."""
    _, callables = module_names(target.source)
    own = [name for name in callables if name not in vars(builtins)]
    for node in target.expressions(ast.Name):
        assert isinstance(node, ast.Name)
        if not isinstance(node.ctx, ast.Load):
            continue
        for other, likely in confusable(node.id):
            if other in vars(builtins) or other in callables:
                yield from _everywhere(target, node, target.replace(node, other, "function", 0.45 * likely))
            elif home := home_of(other):
                name, more = brought(target.source, home, other)
                edit = target.replace(node, name, "function", 0.4 * likely)
                yield from _everywhere(target, node, replace(edit, more=more))
        parent = target.source.parents[node]
        if node.id in BUILTIN and isinstance(parent, ast.Call) and parent.func is node and len(parent.args) == 1:
            for rank, other in enumerate(_taking_one(target.source)[:4]):
                yield target.replace(node, other, "function", 0.3 / (1 + 0.5 * rank), f"`{node.id}` -> `{other}`")
        if node.id in own:
            for rank, other in enumerate(by_likeness(node.id, own)[:5]):
                yield target.replace(node, other, "function", 0.35 / (1 + 0.5 * rank), f"`{node.id}` -> `{other}`")


@remembered(256)
def _taking_one(source: SourceFile) -> list[str]:
    """Functions of the module that take one value."""
    plain = [one for one in source.functions if one.owner is None and one.node in source.tree.body]
    return [one.name for one in plain if len(without_defaults(one.node.args)) == 1]


def _everywhere(target: Target, node: ast.Name, edit: Edit) -> Iterator[Edit]:
    """The edit by itself, and wherever else the class or the file calls the same function by this name."""
    note = f"`{node.id}` -> `{edit.replacement}`"
    yield replace(edit, note=note)
    around = target.function.owner if target.function and target.function.owner else target.source.tree
    others = [one for one in _called_by_name(around).get(node.id, ()) if one is not node]
    if 0 < len(others) < MOST_CALLS:
        spans = tuple((*target.source.span(one), edit.replacement) for one in others if target.source.is_real(one))
        note = f"{note} (in {len(spans) + 1} places)"
        yield replace(edit, prior=0.6 * edit.prior, more=(*edit.more, *spans), note=note)


@remembered(512)
def _called_by_name(around: ast.AST) -> Mapping[str, list[ast.Name]]:
    """By name, where a class or a file calls it."""
    found: dict[str, list[ast.Name]] = defaultdict(list)
    for one in ast.walk(around):
        if isinstance(one, ast.Call) and isinstance(one.func, ast.Name):
            found[one.func.id].append(one.func)
    return found


def attributes(target: Target) -> Iterator[Edit]:
    """An attribute or method replaced by a sibling of the class, one seen elsewhere, or a common confusion."""
    data, methods = self_attributes(target)
    for node in target.expressions(ast.Attribute):
        assert isinstance(node, ast.Attribute)
        for other, prior in _attribute_choices(target, node, data, methods):
            start = target.source.span(node)[1] - len(node.attr)
            if target.source.text[start : start + len(node.attr)] == node.attr:
                yield target.splice(
                    start, start + len(node.attr), other, "attribute", prior, f".{node.attr} -> .{other}"
                )


def _attribute_choices(
    target: Target, node: ast.Attribute, data: list[str], methods: list[str]
) -> Iterator[tuple[str, float]]:
    seen = {node.attr}
    called = target.source.is_called(node)
    on_self = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
    pool = (methods if called else data) if on_self else _seen_on(target, node, called)
    choices = [(other, 0.5 * likely) for other, likely in confusable(node.attr)]
    choices += [(o, 0.45 / (1 + 0.35 * rank)) for rank, o in enumerate(by_likeness(node.attr, pool)[:8])]
    if called and not on_self:
        choices += [(o, FAR / (1 + 0.2 * rank)) for rank, o in enumerate(_called(target.source)[_arity(target, node)])]
    if not on_self and not called:
        beside = by_likeness(node.attr, fields_beside((target.source, *target.project), node.attr))
        choices += [(o, BESIDE / (1 + 0.25 * rank)) for rank, o in enumerate(beside[:8])]
    for other, prior in choices:
        if other not in seen and not (other.startswith("__") and not node.attr.startswith("__")):
            seen.add(other)
            yield other, prior * (0.5 if isinstance(node.ctx, ast.Store) else 1.0)


BESIDE = 0.3
"""Of an attribute that a class of the project has beside the one that is read."""


def _arity(target: Target, node: ast.Attribute) -> int:
    call = target.source.parents[node]
    assert isinstance(call, ast.Call)
    return len(call.args) + len(call.keywords)


@remembered(256)
def _called(source: SourceFile) -> Mapping[int, list[str]]:
    """By number of arguments, the methods that the file calls on whatever it is, the most frequent first."""
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            found[len(node.args) + len(node.keywords)][node.func.attr] += 1
    return {number: [name for name, _ in names.most_common(MOST_CALLED)] for number, names in found.items()}


def _seen_on(target: Target, node: ast.Attribute, called: bool) -> list[str]:
    """Attributes seen in the file on a receiver of the same text, or defined by its classes under a like name."""
    found = dict.fromkeys(_asked_of(target.source).get(ast.dump(node.value), ()))
    if called:
        names = _method_names((target.source, *target.project))
        found.update(dict.fromkeys(name for name in names if likeness(name, node.attr) > 0.6))
    return list(found)


@remembered(64)
def _asked_of(source: SourceFile) -> Mapping[str, Mapping[str, None]]:
    """By receiver, the attributes that the file asks it for."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for one in ast.walk(source.tree):
        if isinstance(one, ast.Attribute):
            found[ast.dump(one.value)].setdefault(one.attr)
    return found


@remembered(4)
def _method_names(sources: tuple[SourceFile, ...]) -> list[str]:
    return list(dict.fromkeys(one.name for source in sources for one in source.functions if one.owner))


@remembered(256)
def attributes_read(source: SourceFile) -> Mapping[str, Mapping[str, None]]:
    """By variable, the attributes that the file reads from it."""
    seen: dict[str, dict[str, None]] = {}
    for other in ast.walk(source.tree):
        if isinstance(other, ast.Attribute) and isinstance(other.value, ast.Name):
            seen.setdefault(other.value.id, {}).setdefault(other.attr)
    return seen
