"""Changes of state, calls of helpers, or both, that may be missing under a condition."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.python.analysis.container_methods import OPPOSITE_METHODS
from testfix_pipeline.repair.languages.python.analysis.dataflow import words_of
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.analysis.scope import local_names, names_in_scope, without_defaults
from testfix_pipeline.repair.languages.python.edits import constant_variables, updates
from testfix_pipeline.repair.languages.python.edits import counter_updates as steps
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint
from testfix_pipeline.repair.model.source_cache import cached_per_search

MOST_SINGLE, MOST_TOGETHER = 8, 6
MOST_NAMES, MOST_STEPS, MOST_OTHERS = 3, 2, 5
TOGETHER = 0.9
"""The weight of two changes under one condition against their mean: code that lacks one may lack both."""
UNDOING = 0.3
"""The weight of removing an element from a container to which other code adds it, or the reverse."""


def state_changes(place: ProbePoint) -> list[tuple[str, float]]:
    """(lines, weight) of changes that may be missing at the place, the likeliest first."""
    found: dict[str, float] = {}
    for code, weight in _single_changes(place):
        found[code] = max(found.get(code, 0.0), weight)
    single = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [*single[:MOST_SINGLE], *_pairs_of_changes(single)]


def _single_changes(place: ProbePoint) -> Iterator[tuple[str, float]]:
    target = place.target
    found: list[Edit] = [
        *constant_variables.propose_updates_of_constants(target),
        *steps.propose_steps(target),
        *steps.propose_negations(target),
        *updates.propose_container_changes(target),
    ]
    for edit in found:
        code = edit.replacement.strip()
        if edit.start == edit.end and "\n" not in code:
            yield code, edit.prior
    yield from _opposite_changes(place)
    yield from _helper_calls(place)


def _opposite_changes(place: ProbePoint) -> Iterator[tuple[str, float]]:
    """Yields statements that remove an element from a container to which the class adds elements, or the reverse."""
    target = place.target
    function = target.function
    names = list(reversed(local_names(target)))[:MOST_NAMES]
    forms = (
        _opposite_methods(target.source, function.self_class)
        if function is not None and "self" in names_in_scope(target)
        else ()
    )
    for form in forms:
        yield from ((f"{form}({name})", UNDOING / (1 + 0.3 * rank)) for rank, name in enumerate(names))


@cached_per_search(512)
def _opposite_methods(source: SourceFile, owner: ast.ClassDef | None) -> Sequence[str]:
    """The opposites of the changes that the class makes to the object's containers: `self.busy.discard`."""
    found: dict[str, None] = {}
    for node in ast.walk(owner) if owner is not None else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in OPPOSITE_METHODS:
            text = source.segment(node.func.value)
            if text.startswith("self.") and len(node.args) == 1:
                found.setdefault(f"{text}.{OPPOSITE_METHODS[node.func.attr]}")
    return list(found)


@cached_per_search(4096)
def _returns_value(method: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(method))


def _helper_calls(place: ProbePoint) -> Iterator[tuple[str, float]]:
    """Yields calls of the class's methods that return no value, with the names of their parameters; uncalled ones are
    likelier."""
    target = place.target
    assert target.function is not None
    words, reach = words_of(target.project), set(local_names(target))
    owner = target.function.self_class if "self" in names_in_scope(target) else None
    for method in owner.body if owner is not None else ():
        if not isinstance(method, ast.FunctionDef) or method is target.function.node or method.name.startswith("__"):
            continue
        parameters = [argument.arg for argument in without_defaults(method.args)[1:]]
        if not _returns_value(method) and set(parameters) <= reach and not method.decorator_list:
            weight = 0.45 if words[method.name] == 1 else 0.35 if method.name.startswith("_") else 0.2
            yield f"self.{method.name}({', '.join(parameters)})", weight


def _pairs_of_changes(single: Sequence[tuple[str, float]]) -> Iterator[tuple[str, float]]:
    """Yields the likeliest pairs of a counter update with another change or call."""
    steps = [(code, weight) for code, weight in single if " += " in code or " -= " in code][:MOST_STEPS]
    others = [(code, weight) for code, weight in single if code.endswith(")") and " = " not in code][:MOST_OTHERS]
    products = itertools.product(others, steps)
    pairs = [(f"{code}\n{step}", TOGETHER * (one * other) ** 0.5) for (code, one), (step, other) in products]
    yield from sorted(pairs, key=lambda pair: -pair[1])[:MOST_TOGETHER]
