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
    bound_names,
    class_attributes,
)
from testfix_pipeline.repair.languages.python.edits.container_values import filling_statements, names_by_recency


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
    values = names_by_recency(target, name)[:3]
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
        yield from filling_statements(target, name, kind) if kind else ()
