"""Edits that take up loose ends: read the unread, fill the empty, call the uncalled, move what never moves."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import LEAVING, after, before, loop_around, siblings_of
from testfix_pipeline.repair.edits.calls import behind_arguments, callee, with_brackets
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import (
    attributes_of_namesakes,
    bound_names,
    class_attributes,
    local_names,
    own_attribute,
    stored_names,
)
from testfix_pipeline.repair.edits.traces import Attribute, attributes, empty_kind, loose_ends
from testfix_pipeline.repair.edits.updates import first_values
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, FunctionNode, SourceFile, places_of

PASSING = {"isinstance", "len", "super", "print", "hasattr", "issubclass", "type", "id", "repr", "iter", "next"}
OPTIONS = {"kwargs", "kwds", "kw", "keywords", "options", "named"}
ASKED_VALUES, ASKED_ATTRIBUTES = 2, 4
IF_ANY = 0.5
"""How much less what is kept only where there is any is worth."""
MOST_KEYS = 5
NAMING = ("key", "name", "id", "index", "code", "title")
OF_KEYS = {"defaultdict(list)": "{}[{}].append({})", "defaultdict(set)": "{}[{}].add({})"}
COUNTED = dict.fromkeys(("Counter()", "defaultdict(int)"), "{0}[{1}] += 1") | {"{}": "{0}[{1}] = {0}.get({1}, 0) + 1"}
"""By how a dictionary begins: how it is filled by keys, and how it counts."""
FILL = {"list": ("append", "extend"), "set": ("add", "update"), "dict": ("update",)}


def unread(target: Target) -> Iterator[Edit]:
    """A variable or parameter that nothing reads, handed to a call, put into a collection, kept, or returned."""
    if target.function is None or isinstance(target.stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    bound = bound_names(target.function.node)
    for name, strength in loose_ends(target.source, target.function).unread.items():
        if bound.get(name, 0) > (target.stmt.end_lineno or 0) or strength < 0.3:
            continue
        if bound.get(name, 0) < target.stmt.lineno or name in {a.arg for a in target.function.arguments}:
            yield from _into_calls(target, name, strength)
            yield from _into_collections(target, name, strength)
            yield from _returned(target, name, strength)
        yield from _kept(target, name, strength)


def stored(target: Target) -> Iterator[Edit]:
    """A variable that nothing reads, stored instead of what an assignment stores now, or counted up by."""
    stmt, function = target.stmt, target.function
    if function is None or not isinstance(stmt, (ast.Assign, ast.AugAssign)):
        return
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) else stmt.target
    bound = bound_names(function.node)
    for name, strength in loose_ends(target.source, function).unread.items():
        if bound.get(name, 0) >= stmt.lineno or strength < 0.3 or isinstance(place, ast.Tuple):
            continue
        code = f"{target.text(place)} = {name}"
        yield target.replace(stmt, code, "loose-end.stored", 0.5 * strength, code)
        if isinstance(stmt, ast.AugAssign):
            yield target.replace(stmt.value, name, "loose-end.stored", 0.4 * strength, name)


def options(target: Target) -> Iterator[Edit]:
    """The keyword arguments that a function takes as a whole and never looks at, with the positional ones or a list."""
    if target.function is None:
        return
    rest = {one.arg for one in (target.function.node.args.vararg, target.function.node.args.kwarg) if one is not None}
    taken = {*rest, *(argument.arg for argument in target.function.arguments)} & OPTIONS
    for name in sorted(taken & set(loose_ends(target.source, target.function).unread)):
        for node in target.expressions(ast.Name, ast.Call, ast.Tuple, ast.List):
            if isinstance(getattr(node, "ctx", None), ast.Store):
                continue
            text = target.text(node)
            listed = f"sorted({name}.items())"
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "list":
                yield target.replace(node, f"{text} + {listed}", "loose-end.collected", 0.45, listed)
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "tuple":
                yield target.replace(node, f"{text} + tuple({listed})", "loose-end.collected", 0.45, listed)
            elif isinstance(node, ast.Name) and node.id in rest - {name}:
                yield target.replace(node, f"({text}, tuple({listed}))", "loose-end.collected", 0.4, listed)


def _into_calls(target: Target, name: str, strength: float) -> Iterator[Edit]:
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        mentioned = any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(node))
        if called(node) in PASSING or mentioned or any(isinstance(a, ast.GeneratorExp) for a in node.args):
            continue
        function = callee(target, node)
        takes = [argument.arg for argument in function.arguments] if function else []
        known = name in takes or (function is not None and function.node.args.kwarg is not None)
        for text, share in (
            (f"{name}={name}", 1.0 if known else 0.35),
            (name, 0.9 if function is None or known else 0.6),
        ):
            yield from _argument(target, node, text, 0.45 * strength * share)


def _argument(target: Target, node: ast.Call, text: str, prior: float) -> Iterator[Edit]:
    """The argument behind the others of its kind; a positional one also before them."""
    end = behind_arguments(target, node)
    if not node.args and not node.keywords:
        yield target.splice(end, end, text, "loose-end.passed", prior, text)
        return
    if "=" in text:
        yield target.splice(end, end, f", {text}", "loose-end.passed", prior, text)
        return
    if node.args:
        at = with_brackets(target.source, node.args[-1])[1] if node.keywords else end
        yield target.splice(at, at, f", {text}", "loose-end.passed", prior, text)
    first = target.source.text.index("(", target.source.span(node.func)[1]) + 1
    yield target.splice(first, first, f"{text}, ", "loose-end.passed", prior * 0.6, text)


def _into_collections(target: Target, name: str, strength: float) -> Iterator[Edit]:
    """An entry or element of a dict, list, tuple or set that is written out."""
    for node in target.expressions(ast.Dict, ast.List, ast.Tuple, ast.Set):
        parts = node.values if isinstance(node, ast.Dict) else getattr(node, "elts", [])
        if not parts or isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        at = with_brackets(target.source, parts[-1])[1]
        text = f'"{name}": {name}' if isinstance(node, ast.Dict) else name
        yield target.splice(at, at, f", {text}", "loose-end.collected", 0.4 * strength, text)


def _returned(target: Target, name: str, strength: float) -> Iterator[Edit]:
    stmt = target.stmt
    if isinstance(stmt, ast.Return):
        if stmt.value is None:
            yield target.replace(stmt, f"return {name}", "variable.returned", 0.6 * strength, f"return {name}")
        elif not isinstance(stmt.value, ast.Tuple):
            text = target.text(stmt.value)
            yield target.replace(stmt.value, f"{text}, {name}", "variable.returned", 0.15 * strength, f"..., {name}")


def _kept(target: Target, name: str, strength: float) -> Iterator[Edit]:
    """Stored in an attribute that the class reads, or put into a collection, behind what binds it."""
    stmt, function = target.stmt, target.function
    assert function is not None
    if isinstance(stmt, LEAVING):
        return
    block, position = siblings_of(target.source, stmt)
    binds = name in stored_names(stmt)
    if not binds and position < len(block) - 1:
        return
    given = name in {argument.arg for argument in function.arguments}
    data = () if given and function.name == "__init__" else class_attributes(target.source, function.owner)[0]
    of_object = [(f"self.{attr} = {name}", 0.7) for attr in data if attr.strip("_") == name.strip("_")]
    in_collections = list(_stored(target, name))
    where_any = [([f"if {name}:", f"\t{code}"], IF_ANY * prior) for code, prior in in_collections]
    for code, prior in [*(([line], prior) for line, prior in (*of_object, *in_collections)), *where_any]:
        edit = after(target, code, "loose-end.kept", prior * strength, " ".join(code).replace("\t", ""))
        if edit:
            yield edit


def _stored(target: Target, name: str) -> Iterator[tuple[str, float]]:
    """Ways to put the variable into the collections of the function."""
    assert target.function is not None
    unfilled = loose_ends(target.source, target.function).unfilled
    for rank, (other, kind) in enumerate(_collections(target).items()):
        if other == name:
            continue
        prior = (0.75 if other in unfilled else 0.45) / (1 + 0.3 * rank)
        for method in FILL[kind]:
            yield f"{other}.{method}({name})", prior * (1.0 if method in ("append", "add") else 0.6)
        if kind == "dict":
            for rank_, key in enumerate(_keys(target, name)):
                yield f"{other}[{key}] = {name}", prior / (1 + 0.4 * rank_)


def _collections(target: Target) -> dict[str, str]:
    """Names of the function that start as empty containers, with their kind; the last bound first."""
    assert target.function is not None
    found: dict[str, str] = {}
    for stmt in ast.walk(target.function.node):
        value = getattr(stmt, "value", None)
        if isinstance(stmt, (ast.Assign, ast.AnnAssign)) and isinstance(value, ast.expr) and empty_kind(value):
            places = places_of(stmt)
            found.update({p.id: empty_kind(value) for p in places if isinstance(p, ast.Name)})
    reach = set(local_names(target))
    return dict(reversed([(name, kind) for name, kind in found.items() if name in reach]))


def _keys(target: Target, value: str) -> list[str]:
    """What a value could be stored under: the variables of the loop around and what names them, then others."""
    loop = loop_around(target.source, target.stmt)
    inner = [n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)] if isinstance(loop, ast.For) else []
    inner = [n for n in inner if n != value]
    known = attributes_of_namesakes(target.source)
    named = [f"{n}.{attr}" for n in inner for attr in known.get(n, ()) if attr.strip("_") in NAMING]
    others = [n for n in reversed(local_names(target)) if n != value and n not in inner]
    spoken = [n for n in others if any(word in n for word in NAMING)]
    return list(dict.fromkeys([*inner, *named[:2], *spoken, *others]))[:MOST_KEYS]


def unfilled(target: Target) -> Iterator[Edit]:
    """A container that nothing fills, of the function or of the object: with what the loop or the statement yields."""
    if target.function is None or isinstance(target.stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    bound = bound_names(target.function.node)
    own = loose_ends(target.source, target.function).unfilled.items()
    containers = [(name, kind) for name, kind in own if name in bound and bound[name] <= target.stmt.lineno]
    project = target.project or (target.source,)
    for name, kind in [*containers, *_never_filled(target.source, target.function, project)]:
        looped = loop_around(target.source, target.stmt) is not None
        for code, share in fillings(target, name, kind):
            prior = (0.75 if looped else 0.35) * share
            block, position = siblings_of(target.source, target.stmt)
            if position == len(block) - 1 and not isinstance(target.stmt, LEAVING):
                edit = after(target, [code], "container.filled", prior, code)
                if edit:
                    yield edit
            edit = before(target, [code], "container.filled", 0.8 * prior, code)
            if edit and bound.get(name, 0) < target.stmt.lineno:
                yield edit


@remembered(512)
def _never_filled(source: SourceFile, function: Function, project: tuple[SourceFile, ...]) -> Sequence[tuple[str, str]]:
    """Attributes that the class begins with as empty containers and nothing in the project fills, with their kind."""
    known, found = attributes(project), []
    for place, value in first_values(source, function).items():
        attribute = known.get(place.removeprefix("self.")) if place.startswith("self.") else None
        kind = empty_kind(ast.parse(f"({value})", mode="eval").body)
        if kind and attribute is not None and not attribute.moved and not set(attribute.values) - {value, ""}:
            found.append((place, kind))
    return [*found, *_only_asked(source, function, known)]


def _only_asked(source: SourceFile, function: Function, known: Mapping[str, Attribute]) -> Iterator[tuple[str, str]]:
    """Tables that the class makes as full copies and nothing stores into, with their kind."""
    nodes = ast.walk(function.owner) if function.owner is not None else ()
    for node in (one for one in nodes if isinstance(one, ast.Assign)):
        attribute, value = known.get(own_attribute(node.targets[0])), node.value
        is_copy = isinstance(value, ast.Dict) and None in value.keys
        is_copy |= isinstance(value, ast.Call) and called(value) == "dict" and bool(value.args)
        if attribute is not None and not attribute.moved and is_copy:
            yield source.segment(node.targets[0]), "dict"


def fillings(target: Target, name: str, kind: str) -> Iterator[tuple[str, float]]:
    made = first_values(target.source, target.function).get(name, "") if target.function else ""
    form, times = OF_KEYS.get(made, "{}[{}] = {}"), COUNTED.get(made, "")
    for value, share in _at_hand(target, name):
        if times:
            yield times.format(name, value), share
        if kind == "dict":
            for place, key in enumerate(_keys(target, value)):
                if key != name:
                    yield form.format(name, key, value), share / (1 + 0.3 * place)
        else:
            yield f"{name}.{FILL[kind][0]}({value})", share
        yield f"{name}.{FILL[kind][-1]}({value})", 0.4 * share


def _at_hand(target: Target, name: str) -> Iterator[tuple[str, float]]:
    """Values to be put away, and attributes of the first of them."""
    for rank, value in enumerate(recent(target, name)[:5]):
        yield value, 1 / (1 + 0.3 * rank)
        asked = attributes_of_namesakes(target.source).get(value, ()) if rank < ASKED_VALUES else ()
        for place, attribute in enumerate(asked[:ASKED_ATTRIBUTES]):
            yield f"{value}.{attribute}", 0.6 / (1 + 0.3 * rank + 0.2 * place)


def recent(target: Target, name: str) -> list[str]:
    """Values at hand: unread ones, those bound last, the loop's."""
    assert target.function is not None
    bound = bound_names(target.function.node)
    unread_here = loose_ends(target.source, target.function).unread
    names = [n for n in local_names(target) if n != name]
    return sorted(names, key=lambda n: (-unread_here.get(n, 0.0), -bound.get(n, 0)))
