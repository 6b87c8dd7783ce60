"""Slips of asynchronous code: functions, loops and `with` blocks that should be asynchronous or should not."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target

SIGNS = re.compile(r"coroutine|await|async|asynchronous|__a(?:iter|next|enter|exit)__")


def slips(target: Target) -> Iterator[Edit]:
    """`async` put before, or taken from, `def`, `for` and `with`, where a failure speaks of such things."""
    if not any(SIGNS.search(text) for text in target.clues.messages):
        return
    stmt, source = target.stmt, target.source
    start = source.span(stmt)[0]
    inside = target.function is not None and isinstance(target.function.node, ast.AsyncFunctionDef)
    if isinstance(stmt, ast.FunctionDef) or (inside and isinstance(stmt, (ast.For, ast.With))):
        yield target.splice(start, start, "async ", "await", 0.6, "async added")
    elif isinstance(stmt, (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith)):
        text = source.text[start:]
        end = start + len("async") + len(text[len("async") :]) - len(text[len("async") :].lstrip())
        yield target.splice(start, end, "", "await", 0.5, "async dropped")
    if inside and isinstance(stmt, (ast.Assign, ast.Return, ast.Expr)):
        yield from _gathered(target)
    for one in target.nodes if inside else ():
        if isinstance(one, ast.comprehension) and target.source.is_real(one.target):
            at = source.text.rfind("for", 0, source.span(one.target)[0])
            if one.is_async:
                begin = source.text.rfind("async", 0, at)
                yield target.splice(begin, at, "", "await", 0.5, "async dropped")
            else:
                yield target.splice(at, at, "async ", "await", 0.6, "async added")


def _gathered(target: Target) -> Iterator[Edit]:
    """A list of coroutines awaited together."""
    for node in target.expressions(ast.ListComp):
        assert isinstance(node, ast.ListComp)
        if isinstance(node.elt, ast.Call):
            text = f"list(await asyncio.gather(*{target.text(node)}))"
            yield target.replace(node, text, "await", 0.4, "gathered")
            begin, end = target.source.span(node.elt)
            yield target.splice(begin, end, f"await {target.text(node.elt)}", "await", 0.5, "each awaited")
