"""Common forms of values, counted in the standard library (`learned/forms.json`)."""

from __future__ import annotations

import ast
import functools
import json
from pathlib import Path

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.ingredients.mined_expressions import Form, accepted_types
from testfix_pipeline.repair.languages.python.ingredients.static_types import Typing
from testfix_pipeline.repair.languages.python.templates import precedence

FORMS_FILE = Path(__file__).parents[1] / "learned" / "forms.json"
VALUE_NAME = "_value_"


@functools.cache
def common_forms(which: str) -> list[tuple[Form, float]]:
    """(form, share), the most frequent first. which: "condition" or "value"."""
    read: dict[str, dict[str, float]] = json.loads(FORMS_FILE.read_text())
    return [(parse_form(text), share) for text, share in read[which].items()]


@functools.cache
def common_exceptions() -> tuple[str, ...]:
    """The exceptions that `except` names, the most frequent first."""
    read: dict[str, dict[str, float]] = json.loads(FORMS_FILE.read_text())
    return tuple(read["exception"])


def parse_form(text: str) -> Form:
    """The form of a text in which `{}` stands for the value: `len({})`. Other braces are doubled."""
    before, after = (one.replace("{{", "{").replace("}}", "}") for one in text.split("{}"))
    root = python_code.expression(f"{before}{VALUE_NAME}{after}")
    parents = {child: node for node in ast.walk(root) for child in ast.iter_child_nodes(node)}
    value_node = next(node for node in ast.walk(root) if isinstance(node, ast.Name) and node.id == VALUE_NAME)
    if value_node is root:
        return Form("", "", precedence.LOOSEST, "Name")
    parent = parents[value_node]
    grandparent = parents.get(parent)
    inner = grandparent if isinstance(parent, ast.Attribute) and isinstance(grandparent, ast.Call) else parent
    takes = accepted_types(Typing(), inner, value_node) if isinstance(inner, ast.expr) else frozenset[str]()
    return Form(
        before, after, precedence.least_precedence(parent, value_node), type(root).__name__, takes, Typing().of(root)
    )
