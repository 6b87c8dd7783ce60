"""Halves rounded away from zero, as in bills, where Python's default is the even neighbour."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.calls import with_argument
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.imports import brought

WAYS = (("ROUND_HALF_UP", 0.4), ("ROUND_DOWN", 0.15), ("ROUND_UP", 0.12))


def halves(target: Target) -> Iterator[Edit]:
    """`x.quantize(step)` with a way to round; `round(x)` of what is no whole number by adding a half first."""
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if getattr(node.func, "attr", "") == "quantize" and node.args:
            named = [word.value for word in node.keywords if word.arg == "rounding"]
            given = next(iter([*named, *node.args[1:]]), None)
            for way, prior in WAYS:
                name, more = brought(target.source, "decimal", way)
                if given is not None:
                    edits = [target.replace(given, name, "rounding", prior, way)] if last_name(given) != way else []
                else:
                    where = with_argument(target, node, f"rounding={name}")
                    edits = [target.splice(*where, "rounding", prior, way)] if where else []
                yield from (replace(edit, more=more) for edit in edits)
        elif getattr(node.func, "id", "") == "round" and len(node.args) == 1 and not node.keywords:
            name, more = brought(target.source, "math", "floor")
            text = f"{name}({wrapped(target, node.args[0])} + 0.5)"
            yield replace(target.replace(node, text, "rounding", 0.3, "halves up"), more=more)
