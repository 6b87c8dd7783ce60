"""Missing updates of variables and attributes that keep their first value."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core import python_code
from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.terminating_statements import JUMPS
from testfix_pipeline.repair.languages.python.analysis.blocks import after, before, loop_around, siblings_of
from testfix_pipeline.repair.languages.python.analysis.dataflow import attribute_uses, empty_kind, unused_definitions
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    attributes_by_name,
    bound_names,
    class_attributes,
    local_names,
)
from testfix_pipeline.repair.languages.python.edits.updates import first_values

_MOST_KEYS = 5
_IDENTIFYING_WORDS = ("key", "name", "id", "index", "code", "title")
_STORING_FORMS = {"defaultdict(list)": "{}[{}].append({})", "defaultdict(set)": "{}[{}].add({})"}
_COUNTING_FORMS = dict.fromkeys(("Counter()", "defaultdict(int)"), "{0}[{1}] += 1") | {
    "{}": "{0}[{1}] = {0}.get({1}, 0) + 1"
}
"""By a dictionary's first value: the statement that stores under a key, and the one that counts."""
_FILL = {"list": ("append", "extend"), "set": ("add", "update"), "dict": ("update",)}


def propose_updates_of_constants(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to count up, set or fill a variable or attribute that keeps its first constant."""
    if target.function is None or isinstance(target.stmt, (FunctionNode, ast.ClassDef)):
        return
    block, position = siblings_of(target.source, target.stmt)
    last = position == len(block) - 1 and not isinstance(target.stmt, JUMPS)
    for name, start, strength in _constant_variables(target):
        for code, share in _updates(target, name, start):
            for place, weight in ((before, 1.0), *(((after, 1.0),) if last else ())):
                edit = place(target, [code], "value.moved", 0.55 * strength * share * weight, code)
                if edit:
                    yield edit


def _constant_variables(target: PythonEditSite) -> Iterator[tuple[str, str, float]]:
    """Yields (name, first value, strength) of locals in loops and of attributes of the class that never change."""
    assert target.function is not None
    bound = bound_names(target.function.node)
    if loop_around(target.source, target.stmt) is not None:
        for name, start in unused_definitions(target.source, target.function).unmoved.items():
            if bound.get(name, target.stmt.lineno) < target.stmt.lineno:  # not those of a nested function
                yield name, start, 1.0
    if target.function.name in ("__init__", "__new__") or target.function.owner is None:
        return
    known = attribute_uses(target.project)
    for attr in class_attributes(target.source, target.function.owner)[0]:
        use = known.get(attr)
        if use and use.reads and use.constant and not attr.isupper():
            yield f"self.{attr}", use.constant, 0.8


def _updates(target: PythonEditSite, name: str, start: str) -> Iterator[tuple[str, float]]:
    """Yields (statement that changes the variable, its share of the prior), by the type of its first value."""
    values = _names_by_recency(target, name)[:3]
    if start in ("True", "False"):
        yield f"{name} = {start == 'False'}", 1.0
    elif start.lstrip("-").replace(".", "").isdigit():
        yield f"{name} += 1", 1.0
        yield from ((f"{name} += {value}", 0.5 / (1 + 0.4 * rank)) for rank, value in enumerate(values))
        yield f"{name} -= 1", 0.3
        yield from ((f"{name} = {value}", 0.4 / (1 + 0.4 * rank)) for rank, value in enumerate(values))
    elif start.startswith(("'", '"')):
        yield from ((f"{name} += {value}", 0.6 / (1 + 0.4 * rank)) for rank, value in enumerate(values))
        yield from ((f"{name} = {value}", 0.6 / (1 + 0.4 * rank)) for rank, value in enumerate(values))
    elif start == "None":
        yield from ((f"{name} = {value}", 0.8 / (1 + 0.4 * rank)) for rank, value in enumerate(values))
    else:
        kind = empty_kind(python_code.expression(start))
        yield from _filling_statements(target, name, kind) if kind else ()


_VALUES_WITH_ATTRIBUTES, MOST_ATTRIBUTES = 2, 4


def _keys(target: PythonEditSite, value: str) -> list[str]:
    """The expressions under which a value could be stored: variables of the enclosing loop and their identifying
    attributes first."""
    loop = loop_around(target.source, target.stmt)
    inner = [n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)] if isinstance(loop, ast.For) else []
    inner = [n for n in inner if n != value]
    known = attributes_by_name(target.source)
    named = [f"{n}.{attr}" for n in inner for attr in known.get(n, ()) if attr.strip("_") in _IDENTIFYING_WORDS]
    others = [n for n in reversed(local_names(target)) if n != value and n not in inner]
    identifying = [n for n in others if any(word in n for word in _IDENTIFYING_WORDS)]
    return list(dict.fromkeys([*inner, *named[:2], *identifying, *others]))[:_MOST_KEYS]


def _filling_statements(target: PythonEditSite, name: str, kind: str) -> Iterator[tuple[str, float]]:
    """Yields (statement that puts a value in reach into a container, its share of the prior). kind: the type of the
    container."""
    first_value = first_values(target.source, target.function).get(name, "") if target.function else ""
    form, counting_form = _STORING_FORMS.get(first_value, "{}[{}] = {}"), _COUNTING_FORMS.get(first_value, "")
    for value, share in _values_in_reach(target, name):
        if counting_form:
            yield counting_form.format(name, value), share
        if kind == "dict":
            for rank, key in enumerate(_keys(target, value)):
                if key != name:
                    yield form.format(name, key, value), share / (1 + 0.3 * rank)
        else:
            yield f"{name}.{_FILL[kind][0]}({value})", share
        yield f"{name}.{_FILL[kind][-1]}({value})", 0.4 * share


def _values_in_reach(target: PythonEditSite, name: str) -> Iterator[tuple[str, float]]:
    """Yields (value in reach, its share), with attributes of the first values."""
    for rank, value in enumerate(_names_by_recency(target, name)[:5]):
        yield value, 1 / (1 + 0.3 * rank)
        attributes = attributes_by_name(target.source).get(value, ()) if rank < _VALUES_WITH_ATTRIBUTES else ()
        for attribute_rank, attribute in enumerate(attributes[:MOST_ATTRIBUTES]):
            yield f"{value}.{attribute}", 0.6 / (1 + 0.3 * rank + 0.2 * attribute_rank)


def _names_by_recency(target: PythonEditSite, name: str) -> list[str]:
    """The names in reach: unread ones first, then those bound last."""
    assert target.function is not None
    bound = bound_names(target.function.node)
    unread_here = unused_definitions(target.source, target.function).unread
    names = [n for n in local_names(target) if n != name]
    return sorted(names, key=lambda n: (-unread_here.get(n, 0.0), -bound.get(n, 0)))
