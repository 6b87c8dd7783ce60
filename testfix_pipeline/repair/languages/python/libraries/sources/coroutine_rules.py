"""Generators that `asyncio.coroutine` made coroutines of: coroutine functions of the language in their place."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.python_code import own_nodes
from testfix_pipeline.repair.language.library_fixes import LibraryFix
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits, edited_texts
from testfix_pipeline.repair.languages.python.libraries.inquiry.answer import LostName
from testfix_pipeline.repair.languages.python.libraries.inquiry.named_libraries import update_of
from testfix_pipeline.repair.languages.python.source import SourceFile

LIKELIHOOD = 0.88
_NAMES = ("asyncio.coroutine", "asyncio.coroutines.coroutine")
_SINGLE = (ast.Call, ast.Name, ast.Attribute, ast.Subscript)
"""What `await` takes without parentheses."""


def coroutine_fixes(lost: Sequence[LostName], files: Mapping[str, SourceFile]) -> Iterator[LibraryFix]:
    """One rule for the whole program, where `asyncio.coroutine` is lost: `async def` and `await`."""
    for one in lost:
        texts = _texts(files) if one.place.full in _NAMES else {}
        if texts:
            note = f"@{one.place.full} -> async def: {one.library} {one.version} has only coroutines of the language"
            update = update_of(one.library, one.version, one.place.full, note)
            yield LibraryFix(texts, "library.usage", note, LIKELIHOOD, one.place.full, (update,))
            return


def _texts(files: Mapping[str, SourceFile]) -> dict[str, str]:
    """The new text of every file with such a function; empty where one can't be changed so."""
    edits = {file: FileEdits(source) for file, source in files.items() if "coroutine" in source.text}
    if not all([_change_all(one) for one in edits.values()]):  # noqa: C419 - all are collected
        return {}
    return edited_texts(edits)


def _change_all(edits: FileEdits) -> bool:
    functions = [node for node in edits.source.nodes if isinstance(node, ast.FunctionDef)]
    found = [(node, one) for node in functions for one in node.decorator_list if _is_coroutine(edits, one)]
    if not all([_change(edits, node, one) for node, one in found]):  # noqa: C419 - all are collected
        return False
    return not found or _drop_import(edits, len(found))


def _is_coroutine(edits: FileEdits, node: ast.expr) -> bool:
    if isinstance(node, ast.Name):
        return node.id == edits.imported_as("asyncio", "coroutine")
    owner = edits.local_name("asyncio")
    return isinstance(node, ast.Attribute) and node.attr == "coroutine" and edits.source.segment(node.value) == owner


def _change(edits: FileEdits, function: ast.FunctionDef, decorator: ast.expr) -> bool:
    """Drop the decorator, and await what the function yields from; False of one that yields values of its own."""
    own = list(own_nodes(function.body))
    if any(isinstance(node, ast.Yield) for node in own):
        return False
    text = edits.source.text
    start, end = edits.source.span(decorator)
    line, after = text.rfind("\n", 0, start) + 1, text.find("\n", end) + 1
    if text[line:start].strip() != "@" or text[end:after].strip():
        return False
    edits.replace(line, after, "")
    head = text.index("def", edits.source.span(function.decorator_list[-1])[1])
    edits.replace(head, head, "async ")
    entered = {id(node.items[0].context_expr): node for node in own if isinstance(node, ast.With) and _is_lock(node)}
    for node in own:
        if isinstance(node, ast.YieldFrom) and id(node) in entered:
            _enter(edits, entered[id(node)], node)
        elif isinstance(node, ast.YieldFrom):
            _await(edits, node)
    return True


def _is_lock(node: ast.With) -> bool:
    return len(node.items) == 1 and node.items[0].optional_vars is None


def _enter(edits: FileEdits, block: ast.With, node: ast.YieldFrom) -> None:
    """`with (yield from lock):` -> `async with lock:`, as Python 3.9 has it no more"""
    start, end = edits.source.span(node.value)
    edits.replace(edits.source.span(block)[0], start, "async with ")
    edits.replace(end, edits.source.text.index(":", end), "")


def _await(edits: FileEdits, node: ast.YieldFrom) -> None:
    """`yield from x` -> `await x`"""
    first, (start, end) = edits.source.span(node)[0], edits.source.span(node.value)
    is_single = isinstance(node.value, _SINGLE) or "(" in edits.source.text[first:start]
    edits.replace(first, first + len("yield"), "await")
    keyword = edits.source.text.index("from", first)
    edits.replace(keyword, start if not is_single else _behind(edits, keyword), "" if is_single else "(")
    edits.replace(end, end, "" if is_single else ")")


def _behind(edits: FileEdits, keyword: int) -> int:
    """Where the text goes on behind `from` and the blanks that follow."""
    place = keyword + len("from")
    while edits.source.text[place : place + 1] == " ":
        place += 1
    return place


def _drop_import(edits: FileEdits, uses: int) -> bool:
    """Import the decorator no more, where nothing else uses it."""
    for node in edits.imports:
        if isinstance(node, ast.ImportFrom) and node.module == "asyncio":
            for alias in node.names:
                loads = edits.loads(alias.asname or alias.name) if alias.name == "coroutine" else None
                if loads is not None and len(loads) == uses:
                    return edits.move_name(node, alias) if len(node.names) == 1 else edits.drop_name(node, alias)
    return True
