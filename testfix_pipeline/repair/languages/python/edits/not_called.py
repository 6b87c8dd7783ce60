"""An `await` that a coroutine lacks, or has too many."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target, wrapped


def coroutines(target: Target) -> Iterator[Edit]:
    """A missing `await` in a coroutine; an `await` too many."""
    if target.function and isinstance(target.function.node, ast.AsyncFunctionDef):
        for node in target.expressions(ast.Call):
            parent = target.source.parents[node]
            if not isinstance(parent, ast.Await):
                taken = isinstance(parent, (ast.Attribute, ast.Subscript)) and parent.value is node
                form = "(await {})" if taken or target.source.is_called(node) else "await {}"
                yield target.replace(node, form.format(target.text(node)), "await", 0.5, "await added")
        for node in target.expressions(ast.Await):
            assert isinstance(node, ast.Await)
            yield target.replace(node, wrapped(target, node.value), "await", 0.4, "await dropped")
