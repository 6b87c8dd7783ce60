"""Statements that change what a function or an object keeps and nothing changes: a sum, a place in a walk, a flag."""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from testfix_pipeline.core.python_code import FunctionNode, argument_names, expression_or_none, read_names, stored_names
from testfix_pipeline.repair.languages.python.analysis.blocks import loop_around
from testfix_pipeline.repair.languages.python.analysis.dataflow import empty_kind, kind_of_start
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import local_names, self_attributes, walk_scope
from testfix_pipeline.repair.languages.python.edits.updates import (
    can_insert_beside,
    first_values,
    insertions,
    names_bound_last,
)
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.model.source_cache import cached_per_search

KIND = "update.missing"
_MOST, _MOST_GIVEN, _MOST_WALKED, _MOST_OWNERS = 60, 4, 3, 3
_FORMS = {
    "number": ("{0} += {1}", "{0} -= {1}", "{0} = {1}", "{0} = max({0}, {1})", "{0} = {1} + 1", "{0} = min({0}, {1})"),
    "NoneType": ("{0} = {1}",),
    "str": ("{0} += {1}", "{0} = {1}"),
    "list": ("{0}.append({1})", "{0}.extend({1})"),
    "set": ("{0}.add({1})", "{0}.discard({1})"),
    "": ("{0} -= {1}", "{0} += {1}", "{0} = {1}", "{0} = {0}[{1}]", "{0} = {1} + 1"),
}
_ALONE = {
    "number": ("{0} += 1", "{0} -= 1", "{0} = -{0}"),
    "list": ("{0}.pop()", "{0}.clear()", "{0}.pop(0)"),
    "set": ("{0}.clear()",),
    "dict": ("{0}.clear()",),
    "str": ('{0} = ""',),
}
_IN_PLACE = ("{0}.sort()", "{0}.reverse()")
_KEYED = ("{0}[{1}] = {2}", "{0}[{1}] += 1", "del {0}[{1}]", "{0}[{1}].append({2})")


class _Place(NamedTuple):
    """What may have to change: its text, and its sort: "" where nothing says it."""

    text: str
    sort: str


def propose_missing_updates(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a change of each thing that the function or its object keeps, by what the statement has in reach."""
    if not can_insert_beside(target):
        return
    given = _given(target)
    forms = [list(_changes(target, place, given)) for place in _places(target)]
    rounds = itertools.zip_longest(*forms, list(_of_others(target, given)))
    codes = dict.fromkeys(code for each in rounds for code in each if code is not None)
    for rank, code in enumerate(list(codes)[:_MOST]):
        yield from insertions(target, code, KIND, 0.4 / (1 + 0.05 * rank))


def _given(target: PythonEditSite) -> list[str]:
    """What a change may take: what nothing reads, then what was bound last."""
    assert target.function is not None
    read = read_names(walk_scope(target.function.node))
    names = [name for name in names_bound_last(target) if name != "self"]
    return sorted(names, key=lambda name: name in read)


def _places(target: PythonEditSite) -> list[_Place]:
    """What may have to change: fields and variables with a first value, those that a loop reads, those of the file."""
    assert target.function is not None
    function, local = target.function.node, local_names(target)
    found = {place: _sort(value) for place, value in first_values(target.source, target.function).items()}
    loop = loop_around(target.source, target.stmt)
    kept = stored_names(ast.walk(loop)) if loop is not None else set()
    walked = read_names(ast.walk(loop)) - kept if loop is not None else argument_names(function.args)
    found = {
        **{f"self.{name}": "" for name in self_attributes(target)[0]},
        **dict.fromkeys((name for name in local if name in walked), ""),
        **_filled(function),
        **_bound_once(function),
        **found,
    }
    read = read_names(ast.walk(function))
    found |= {name: sort for name, sort in _containers_of_file(target.source) if name in read}
    usable = [
        _Place(text, sort) for text, sort in found.items() if "." in text or text in local or sort in ("dict", "list")
    ]
    return [one for one in usable if one.text != "self"]


def _sort(value: str) -> str:
    node = expression_or_none(value)
    return _sort_of(node) if node is not None else ""


def _sort_of(value: ast.expr) -> str:
    shown = (ast.List, ast.Set, ast.Dict)
    sort = kind_of_start(value) or (type(value).__name__.lower() if isinstance(value, shown) else "")
    return "number" if sort in ("int", "float") or isinstance(value, ast.UnaryOp) else sort


def _bound_once(function: FunctionNode) -> dict[str, str]:
    """The variables that a plain assignment of the function gives a value, with their sorts."""
    assigned = [one for one in walk_scope(function) if isinstance(one, ast.Assign)]
    return {one.id: _sort_of(stmt.value) for stmt in assigned for one in stmt.targets if isinstance(one, ast.Name)}


def _filled(function: FunctionNode) -> dict[str, str]:
    """The variables that the function appends or adds to, with their sorts."""
    calls = [
        one.func for one in walk_scope(function) if isinstance(one, ast.Call) and isinstance(one.func, ast.Attribute)
    ]
    named = [(one.value.id, one.attr) for one in calls if isinstance(one.value, ast.Name)]
    return {name: {"append": "list", "add": "set"}[method] for name, method in named if method in ("append", "add")}


@cached_per_search(64)
def _containers_of_file(source: SourceFile) -> tuple[tuple[str, str], ...]:
    plain = [one for one in source.tree.body if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)]
    return tuple((one.targets[0].id, sort) for one in plain if (sort := empty_kind(one.value)))  # type: ignore[attr-defined]


def _changes(target: PythonEditSite, place: _Place, given: Sequence[str]) -> Iterator[str]:
    others = [name for name in given if name != place.text][:_MOST_GIVEN]
    if place.sort == "bool":
        yield from (f"{place.text} = True", f"{place.text} = False")
        return
    named = [name for name in others if name == place.text.rpartition(".")[2]]
    yield from (f"{place.text} = {name}" for name in named)
    if place.sort == "dict":
        yield from _keyed(target, place.text, others)
    yield from (form.format(place.text, name) for name in others for form in _FORMS.get(place.sort, ()))
    if place.sort in ("list", "set") and len(others) > 1:
        ignored = _unread(target)
        unread = [name for name in local_names(target) if name in ignored and name in others]
        method = "append" if place.sort == "list" else "add"
        yield from [f"{place.text}.{method}(({', '.join(unread)}))"] if len(unread) > 1 else []
    if place.sort == "number":
        pairs = list(itertools.combinations(others[:3], 2))
        yield from (f"{place.text} {sign}= {one} * {other}" for sign in "+-" for one, other in pairs)
    yield from (form.format(place.text) for form in _ALONE.get(place.sort, ()))
    if not place.sort and "." not in place.text:
        yield from (f"{place.text} = {place.text}.{name}" for name in _links(target.source)[:_MOST_WALKED])
        yield from (form.format(place.text) for form in _IN_PLACE)


def _unread(target: PythonEditSite) -> set[str]:
    assert target.function is not None
    return argument_names(target.function.node.args) - read_names(walk_scope(target.function.node))


def _keyed(target: PythonEditSite, place: str, given: Sequence[str]) -> Iterator[str]:
    """Changes of a mapping: at the keys that the function asks it for, else at what is given."""
    assert target.function is not None
    nodes = list(walk_scope(target.function.node))
    asked = [
        target.text(one.slice) for one in nodes if isinstance(one, ast.Subscript) and target.text(one.value) == place
    ]
    tested = (one for one in nodes if isinstance(one, ast.Compare) and target.text(one.comparators[-1]) == place)
    keys = dict.fromkeys((*asked, *(target.text(one.left) for one in tested)))
    for key in list(keys)[:2] or given[:2]:
        values = [name for name in given if name != key][:2] or ["None"]
        yield from dict.fromkeys(form.format(place, key, value) for value in values for form in _KEYED)


@cached_per_search(64)
def _links(source: SourceFile) -> list[str]:
    """The attributes that the file gives to anything but `self`, or reads of it, the most frequent first."""
    attributes = (one for one in ast.walk(source.tree) if isinstance(one, ast.Attribute))
    return [name for name, _ in Counter(one.attr for one in attributes if not source.is_called(one)).most_common()]


def _of_others(target: PythonEditSite, given: Sequence[str]) -> Iterator[str]:
    """Fields of other objects set: `child.parent = self`, `node.next = head`."""
    for owner in given[:_MOST_OWNERS]:
        values = ["self", *given] if "self" in local_names(target) else given
        for name in _links(target.source)[:_MOST_WALKED]:
            yield from (f"{owner}.{name} = {value}" for value in values[:_MOST_GIVEN] if value != owner)
