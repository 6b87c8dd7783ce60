"""The forms that values have in any code: counted in the standard library (`learned/forms.json`)."""

from __future__ import annotations

import ast
import functools
import json
from pathlib import Path

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.ingredients.mined import Form, taken
from testfix_pipeline.repair.languages.python.ingredients.static_types import Typing
from testfix_pipeline.repair.languages.python.templates import precedence

COUNTED = Path(__file__).parents[1] / "learned" / "forms.json"
HOLE = "_value_"


@functools.cache
def usual(which: str) -> list[tuple[Form, float]]:
    """Forms with their shares, the most frequent first. which: "condition" or "value"."""
    read: dict[str, dict[str, float]] = json.loads(COUNTED.read_text())
    return [(form_of(text), share) for text, share in read[which].items()]


@functools.cache
def usual_exceptions() -> tuple[str, ...]:
    """The exceptions that `except` takes, the most frequent first."""
    read: dict[str, dict[str, float]] = json.loads(COUNTED.read_text())
    return tuple(read["exception"])


def form_of(text: str) -> Form:
    """The form of a text in which `{}` stands for the value: `len({})`. Braces of its own are doubled."""
    before, after = (one.replace("{{", "{").replace("}}", "}") for one in text.split("{}"))
    root = python_code.expression(f"{before}{HOLE}{after}")
    parents = {child: node for node in ast.walk(root) for child in ast.iter_child_nodes(node)}
    hole = next(node for node in ast.walk(root) if isinstance(node, ast.Name) and node.id == HOLE)
    if hole is root:
        return Form("", "", precedence.LOOSEST, "Name")
    around = parents[hole]
    called = parents.get(around)
    inner = called if isinstance(around, ast.Attribute) and isinstance(called, ast.Call) else around
    takes = taken(Typing(), inner, hole) if isinstance(inner, ast.expr) else frozenset[str]()
    return Form(before, after, precedence.needed(around, hole), type(root).__name__, takes, Typing().of(root))
