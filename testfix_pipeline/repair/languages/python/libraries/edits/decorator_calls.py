"""Writes decorators as the calls that they are: `@app.hook` over `def f` -> `app.hook(f)` at the end of the block.

What a rule says of the call then holds for the decorator.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.languages.python.libraries.edits.file_edits import FileEdits
from testfix_pipeline.repair.languages.python.source import SourceFile

_LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


def with_calls(source: SourceFile, methods: Collection[str]) -> SourceFile:
    """The file with calls in the place of outermost decorators that are these methods of objects; else the same one."""
    if not any(re.search(rf"@[\w.]+\.{name}\b", source.text) for name in methods):
        return source
    edits, calls = FileEdits(source), dict[tuple[int, str], list[str]]()
    for node in source.nodes:
        for block in (getattr(node, "body", None), getattr(node, "orelse", None)):
            if isinstance(node, ast.ClassDef) or not isinstance(block, list):
                continue
            for one in block:
                decorator = one.decorator_list[0] if isinstance(one, FunctionNode) and one.decorator_list else None
                if isinstance(decorator, ast.Attribute) and decorator.attr in methods and _drop(edits, decorator):
                    place = _end(source, block), source.indent(one)
                    calls.setdefault(place, []).append(f"{source.segment(decorator)}({one.name})")
    for (offset, indent), texts in calls.items():
        newline = source.newline
        lead = newline * (1 if indent else 2) + ("" if source.text[:offset].endswith("\n") else newline)
        edits.replace(offset, offset, lead + "".join(f"{indent}{text}{newline}" for text in texts))
    text = edits.text() if calls else None
    return source if text is None else SourceFile(source.path, source.encode(text))


def _drop(edits: FileEdits, decorator: ast.expr) -> bool:
    """Take out the line of a decorator; False where something else is on it."""
    source = edits.source
    start, end = source.offset(decorator.lineno, 0), source.offset((decorator.end_lineno or 0) + 1, 0)
    if source.text[start:end].strip() != f"@{source.segment(decorator)}":
        return False
    edits.replace(start, end, "")
    return True


def _end(source: SourceFile, block: list[ast.stmt]) -> int:
    """Where a block ends, before what leaves it or runs only where the file is the program."""
    ends = [one for one in block if not (isinstance(one, _LEAVING) or _is_of_program(one))]
    return source.block(ends[-1])[1]


def _is_of_program(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and "__name__" in {
        one.id for one in ast.walk(node.test) if isinstance(one, ast.Name)
    }
