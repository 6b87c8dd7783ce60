"""What is named and not called, or called and not awaited."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.scope import without_defaults
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile


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


def call_added(target: Target) -> Iterator[Edit]:
    """A method or function that was named but not called; likeliest where nothing but its answer makes sense."""
    ready = _ready(target.source)
    for node in target.expressions(ast.Attribute, ast.Name):
        parent, name = target.source.parents[node], last_name(node)
        if not isinstance(getattr(node, "ctx", None), ast.Load) or target.source.is_called(node):
            continue
        if name not in ready and isinstance(node if isinstance(node, ast.Name) else parent, (ast.Name, ast.Call)):
            continue
        if isinstance(node, ast.Name) and isinstance(parent, HANDED):
            continue
        if isinstance(parent, ast.Attribute) and (isinstance(node, ast.Name) or name not in TEXT_METHODS | ready):
            continue
        prior = 0.2 if name not in ready or isinstance(parent, HANDED) else 0.6
        yield target.replace(node, f"{target.text(node)}()", "call.added", prior, "called")


HANDED = (ast.Call, ast.keyword, ast.Assign, ast.AnnAssign, ast.Dict, ast.List, ast.Tuple)
"""Where a function may stand that is called later."""
TEXT_METHODS = frozenset(
    {"strip", "lstrip", "rstrip", "lower", "upper", "title", "casefold", "split", "keys", "values"}
)


@remembered(64)
def _ready(source: SourceFile) -> frozenset[str]:
    """Functions and methods of the file that can be called without arguments; nothing that is a value as well."""
    values, ready = set[str](), set[str]()
    for node in ast.walk(source.tree):
        if isinstance(node, ast.arg):
            values.add(node.arg)
        elif isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
            values.add(last_name(node))
    for one in source.functions:
        args = one.node.args
        needed = [
            *without_defaults(args)[1 if one.owner is not None else 0 :],
            *(one for one, value in zip(args.kwonlyargs, args.kw_defaults, strict=True) if value is None),
            *filter(None, (args.vararg, args.kwarg)),
        ]
        plain = one.outer is one.node and not one.node.decorator_list and not needed
        (ready if plain else values).add(one.name)
    return frozenset(ready - values)
