"""Calls of what is no function: a property, or another value."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite

_NO_FUNCTION = re.compile(r"object is not callable")


def propose_values(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes `x.title` for `x.title()` where a failure says that something is not callable."""
    if not any(map(_NO_FUNCTION.search, target.failure_evidence.messages)):
        return
    for node in target.expressions(ast.Call):
        if isinstance(node, ast.Call) and not (node.args or node.keywords):
            func = target.text(node.func)
            yield target.replace(node, func, "called-value", 0.8, f"{func}() -> {func}")
