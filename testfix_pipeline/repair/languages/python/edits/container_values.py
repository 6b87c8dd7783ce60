"""Values at hand that a container could be filled with."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.analysis.blocks import loop_around
from testfix_pipeline.repair.languages.python.analysis.dataflow import unused_definitions
from testfix_pipeline.repair.languages.python.analysis.edit import PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import (
    attributes_of_namesakes,
    bound_names,
    local_names,
)
from testfix_pipeline.repair.languages.python.edits.updates import first_values

ASKED_VALUES, ASKED_ATTRIBUTES = 2, 4
MOST_KEYS = 5
NAMING = ("key", "name", "id", "index", "code", "title")
OF_KEYS = {"defaultdict(list)": "{}[{}].append({})", "defaultdict(set)": "{}[{}].add({})"}
COUNTED = dict.fromkeys(("Counter()", "defaultdict(int)"), "{0}[{1}] += 1") | {"{}": "{0}[{1}] = {0}.get({1}, 0) + 1"}
"""By how a dictionary begins: how it is filled by keys, and how it counts."""
FILL = {"list": ("append", "extend"), "set": ("add", "update"), "dict": ("update",)}


def _keys(target: PythonEditSite, value: str) -> list[str]:
    """What a value could be stored under: the variables of the loop around and what names them, then others."""
    loop = loop_around(target.source, target.stmt)
    inner = [n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)] if isinstance(loop, ast.For) else []
    inner = [n for n in inner if n != value]
    known = attributes_of_namesakes(target.source)
    named = [f"{n}.{attr}" for n in inner for attr in known.get(n, ()) if attr.strip("_") in NAMING]
    others = [n for n in reversed(local_names(target)) if n != value and n not in inner]
    spoken = [n for n in others if any(word in n for word in NAMING)]
    return list(dict.fromkeys([*inner, *named[:2], *spoken, *others]))[:MOST_KEYS]


def fillings(target: PythonEditSite, name: str, kind: str) -> Iterator[tuple[str, float]]:
    """Statements that put a value at hand into a container, with their shares. kind: the type of the container."""
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


def _at_hand(target: PythonEditSite, name: str) -> Iterator[tuple[str, float]]:
    """Values to be put away, and attributes of the first of them."""
    for rank, value in enumerate(recent(target, name)[:5]):
        yield value, 1 / (1 + 0.3 * rank)
        asked = attributes_of_namesakes(target.source).get(value, ()) if rank < ASKED_VALUES else ()
        for place, attribute in enumerate(asked[:ASKED_ATTRIBUTES]):
            yield f"{value}.{attribute}", 0.6 / (1 + 0.3 * rank + 0.2 * place)


def recent(target: PythonEditSite, name: str) -> list[str]:
    """Values at hand: unread ones, those bound last, the loop's."""
    assert target.function is not None
    bound = bound_names(target.function.node)
    unread_here = unused_definitions(target.source, target.function).unread
    names = [n for n in local_names(target) if n != name]
    return sorted(names, key=lambda n: (-unread_here.get(n, 0.0), -bound.get(n, 0)))
