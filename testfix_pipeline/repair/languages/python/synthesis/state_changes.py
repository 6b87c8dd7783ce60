"""What may be missing under a condition besides `return` and `raise`: changes of state, helpers called, both."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.python.analysis.container_methods import UNDONE
from testfix_pipeline.repair.languages.python.analysis.dataflow import words_of
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.analysis.scope import local_names, reach_of, without_defaults
from testfix_pipeline.repair.languages.python.edits import counter_updates as steps
from testfix_pipeline.repair.languages.python.edits import helpers, updates
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.synthesis.probe_points import ProbePoint
from testfix_pipeline.repair.model.source_cache import remembered

MOST_SINGLE, MOST_TOGETHER = 8, 6
MOST_NAMES, MOST_STEPS, MOST_OTHERS = 3, 2, 5
TOGETHER = 0.9
"""The weight of two changes under one condition against the likelier of them: what lacks one may lack both."""
UNDOING = 0.3
"""The weight of taking a member out of what others put it in, or the reverse."""


def changed(place: ProbePoint) -> list[tuple[str, float]]:
    """(lines, how likely) of changes that may be missing at the place, the likeliest first."""
    found: dict[str, float] = {}
    for code, weight in _single(place):
        found[code] = max(found.get(code, 0.0), weight)
    single = sorted(found.items(), key=lambda item: (-item[1], item[0]))
    return [*single[:MOST_SINGLE], *_together(place, single)]


def _single(place: ProbePoint) -> Iterator[tuple[str, float]]:
    target = place.target
    found: list[Edit] = [
        *helpers.unmoved(target),
        *steps.steps(target),
        *steps.turned(target),
        *updates.changes(target),
    ]
    for edit in found:
        code = edit.replacement.strip()
        if edit.start == edit.end and "\n" not in code:
            yield code, edit.prior
    yield from _undone(place)
    yield from _called(place)


def _undone(place: ProbePoint) -> Iterator[tuple[str, float]]:
    """A member taken out of what others put it in, or put into what others take it out of."""
    target = place.target
    function = target.function
    names = list(reversed(local_names(target)))[:MOST_NAMES]
    forms = _undoing(target.source, function.owner) if function is not None and "self" in reach_of(target) else ()
    for form in forms:
        yield from ((f"{form}({name})", UNDOING / (1 + 0.3 * rank)) for rank, name in enumerate(names))


@remembered(512)
def _undoing(source: SourceFile, owner: ast.ClassDef | None) -> Sequence[str]:
    """What undoes the changes of the object's containers that the class makes: `self.busy.discard`."""
    found: dict[str, None] = {}
    for node in ast.walk(owner) if owner is not None else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in UNDONE:
            text = source.segment(node.func.value)
            if text.startswith("self.") and len(node.args) == 1:
                found.setdefault(f"{text}.{UNDONE[node.func.attr]}")
    return list(found)


@remembered(4096)
def _answers(method: ast.FunctionDef) -> bool:
    return any(isinstance(node, ast.Return) and node.value is not None for node in ast.walk(method))


def _called(place: ProbePoint) -> Iterator[tuple[str, float]]:
    """Methods of the class that return no value, called on the names they ask for; those that nobody calls first."""
    target = place.target
    assert target.function is not None
    words, reach = words_of(target.project), set(local_names(target))
    owner = target.function.owner if "self" in reach_of(target) else None
    for method in owner.body if owner is not None else ():
        if not isinstance(method, ast.FunctionDef) or method is target.function.node or method.name.startswith("__"):
            continue
        wanted = [argument.arg for argument in without_defaults(method.args)[1:]]
        if not _answers(method) and set(wanted) <= reach and not method.decorator_list:
            weight = 0.45 if words[method.name] == 1 else 0.35 if method.name.startswith("_") else 0.2
            yield f"self.{method.name}({', '.join(wanted)})", weight


def _together(place: ProbePoint, single: Sequence[tuple[str, float]]) -> Iterator[tuple[str, float]]:
    """Something counted with something changed or called: the likeliest pairs."""
    steps = [(code, weight) for code, weight in single if " += " in code or " -= " in code][:MOST_STEPS]
    others = [(code, weight) for code, weight in single if code.endswith(")") and " = " not in code][:MOST_OTHERS]
    both = itertools.product(others, steps)
    pairs = [(f"{code}\n{step}", TOGETHER * (one * other) ** 0.5) for (code, one), (step, other) in both]
    yield from sorted(pairs, key=lambda pair: -pair[1])[:MOST_TOGETHER]
