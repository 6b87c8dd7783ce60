"""Functions of a library that are used in another way now: properties, coroutine functions, context managers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.call_refit import calls_of
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import ChangedUsage
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.88
_Rule = Callable[[FileEdits, ChangedUsage], None]


def usage_fixes(changes: Sequence[ChangedUsage], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One rule for each function: all places in the program use it as it is to be used now."""
    for one in changes:
        rule = _RULES.get((one.was, one.now))
        if rule is None:
            continue
        edits = {file: FileEdits(source) for file, source in files.items()}
        for here in edits.values():
            rule(here, one)
        texts = edited_texts(edits)
        symbol = ".".join(filter(None, [one.module, one.owner, one.name]))
        note = f"{symbol} was a {one.was} and is a {one.now}: {one.library} {one.version}"
        yield LibraryFix(
            texts, "library.usage", note, LIKELIHOOD, symbol, (update_of(one.library, one.version, symbol, note),)
        )


def _uncalled(edits: FileEdits, change: ChangedUsage) -> None:
    """`x.name()` -> `x.name`"""
    for call in _calls(edits, change):
        if not call.args and not call.keywords:
            edits.replace(edits.source.span(call.func)[1], edits.source.span(call)[1], "")


def _called(edits: FileEdits, change: ChangedUsage) -> None:
    """`x.name` -> `x.name()`"""
    parents = edits.source.parents
    for node in edits.source.nodes:
        is_read = isinstance(node, ast.Attribute) and node.attr == change.name and isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.Attribute) and is_read and edits.source.is_real(node):
            parent = parents.get(node)
            if not (isinstance(parent, ast.Call) and parent.func is node):
                end = edits.source.span(node)[1]
                edits.replace(end, end, "()")


def _awaited(edits: FileEdits, change: ChangedUsage) -> None:
    """`f(x)` -> `await f(x)` in a coroutine function, `asyncio.run(f(x))` elsewhere."""
    for call in _calls(edits, change):
        start, end = edits.source.span(call)
        text = edits.source.text[start:end]
        if isinstance(edits.source.parents.get(call), ast.Await):
            continue
        if isinstance(_function_of(edits.source, call), ast.AsyncFunctionDef):
            edits.replace(start, end, f"(await {text})")
        else:
            edits.replace(start, end, f"asyncio.run({text})")
            if not edits.local_name("asyncio"):
                edits.add_import("import asyncio", "")


def _unawaited(edits: FileEdits, change: ChangedUsage) -> None:
    """`await f(x)` and `asyncio.run(f(x))` -> `f(x)`"""
    source = edits.source
    for call in _calls(edits, change):
        start, end = source.span(call)
        around = source.parents.get(call)
        is_run = isinstance(around, ast.Call) and ast.unparse(around.func) == "asyncio.run"
        if isinstance(around, ast.expr) and (is_run or isinstance(around, ast.Await)):
            edits.replace(*source.span(around), source.text[start:end])


def _function_of(source: SourceFile, node: ast.AST) -> ast.AST | None:
    found = source.parents.get(node)
    while found is not None and not isinstance(found, (FunctionNode, ast.Lambda)):
        found = source.parents.get(found)
    return found


def _entered(edits: FileEdits, change: ChangedUsage) -> None:
    """`x = f()` and what follows in its block -> `with f() as x:` around that."""
    source = edits.source
    for call in _calls(edits, change):
        parent = source.parents.get(call)
        body = _body_of(source, parent)
        if not isinstance(parent, ast.Assign) or not body or not source.owns_line(parent):
            continue
        rest = body[body.index(parent) + 1 :]
        target = parent.targets[0]
        has_long_text = any("\n" in source.segment(one) for node in rest for one in _texts(node))
        if len(parent.targets) > 1 or not isinstance(target, ast.Name) or not rest or has_long_text:
            continue
        start, end = source.span(parent)[0], source.span(rest[-1])[1]
        lines = source.text[source.block(parent)[1] : end].splitlines(keepends=True)
        inner = "".join(f"    {line}" if line.strip() else line for line in lines)
        edits.replace(start, end, f"with {source.segment(call)} as {target.id}:{source.newline}{inner}")


def _texts(node: ast.AST) -> Iterator[ast.expr]:
    for one in ast.walk(node):
        if isinstance(one, ast.JoinedStr) or (isinstance(one, ast.Constant) and isinstance(one.value, (str, bytes))):
            yield one


def _body_of(source: SourceFile, statement: ast.AST | None) -> list[ast.stmt]:
    """The block that a statement is in."""
    holder = source.parents.get(statement) if statement is not None else None
    for name in ("body", "orelse", "finalbody"):
        body = getattr(holder, name, None)
        if isinstance(body, list) and statement in body:
            return body
    return []


def _calls(edits: FileEdits, change: ChangedUsage) -> Iterator[ast.Call]:
    return calls_of(change.module, ".".join(filter(None, [change.owner, change.name])), edits.source)


_RULES: Mapping[tuple[str, str], _Rule] = {
    ("function", "property"): _uncalled,
    ("property", "function"): _called,
    ("function", "coroutine function"): _awaited,
    ("coroutine function", "function"): _unawaited,
    ("function", "context manager"): _entered,
}
