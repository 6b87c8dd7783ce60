"""Values in reach that could be put into a container."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.analysis.blocks import loop_around
from testfix_pipeline.repair.languages.python.analysis.dataflow import unused_definitions
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    attributes_by_name,
    bound_names,
    local_names,
)
from testfix_pipeline.repair.languages.python.edits.updates import first_values

VALUES_WITH_ATTRIBUTES, MOST_ATTRIBUTES = 2, 4
MOST_KEYS = 5
IDENTIFYING_WORDS = ("key", "name", "id", "index", "code", "title")
STORING_FORMS = {"defaultdict(list)": "{}[{}].append({})", "defaultdict(set)": "{}[{}].add({})"}
COUNTING_FORMS = dict.fromkeys(("Counter()", "defaultdict(int)"), "{0}[{1}] += 1") | {
    "{}": "{0}[{1}] = {0}.get({1}, 0) + 1"
}
"""By a dictionary's first value: the statement that stores under a key, and the one that counts."""
FILL = {"list": ("append", "extend"), "set": ("add", "update"), "dict": ("update",)}


def _keys(target: PythonEditSite, value: str) -> list[str]:
    """The expressions under which a value could be stored: variables of the enclosing loop and their identifying
    attributes first."""
    loop = loop_around(target.source, target.stmt)
    inner = [n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)] if isinstance(loop, ast.For) else []
    inner = [n for n in inner if n != value]
    known = attributes_by_name(target.source)
    named = [f"{n}.{attr}" for n in inner for attr in known.get(n, ()) if attr.strip("_") in IDENTIFYING_WORDS]
    others = [n for n in reversed(local_names(target)) if n != value and n not in inner]
    identifying = [n for n in others if any(word in n for word in IDENTIFYING_WORDS)]
    return list(dict.fromkeys([*inner, *named[:2], *identifying, *others]))[:MOST_KEYS]


def filling_statements(target: PythonEditSite, name: str, kind: str) -> Iterator[tuple[str, float]]:
    """Yields (statement that puts a value in reach into a container, its share of the prior). kind: the type of the
    container."""
    first_value = first_values(target.source, target.function).get(name, "") if target.function else ""
    form, counting_form = STORING_FORMS.get(first_value, "{}[{}] = {}"), COUNTING_FORMS.get(first_value, "")
    for value, share in _values_in_reach(target, name):
        if counting_form:
            yield counting_form.format(name, value), share
        if kind == "dict":
            for rank, key in enumerate(_keys(target, value)):
                if key != name:
                    yield form.format(name, key, value), share / (1 + 0.3 * rank)
        else:
            yield f"{name}.{FILL[kind][0]}({value})", share
        yield f"{name}.{FILL[kind][-1]}({value})", 0.4 * share


def _values_in_reach(target: PythonEditSite, name: str) -> Iterator[tuple[str, float]]:
    """Yields (value in reach, its share), with attributes of the first values."""
    for rank, value in enumerate(names_by_recency(target, name)[:5]):
        yield value, 1 / (1 + 0.3 * rank)
        attributes = attributes_by_name(target.source).get(value, ()) if rank < VALUES_WITH_ATTRIBUTES else ()
        for attribute_rank, attribute in enumerate(attributes[:MOST_ATTRIBUTES]):
            yield f"{value}.{attribute}", 0.6 / (1 + 0.3 * rank + 0.2 * attribute_rank)


def names_by_recency(target: PythonEditSite, name: str) -> list[str]:
    """The names in reach: unread ones first, then those bound last."""
    assert target.function is not None
    bound = bound_names(target.function.node)
    unread_here = unused_definitions(target.source, target.function).unread
    names = [n for n in local_names(target) if n != name]
    return sorted(names, key=lambda n: (-unread_here.get(n, 0.0), -bound.get(n, 0)))
