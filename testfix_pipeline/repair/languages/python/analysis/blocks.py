"""Whole-line edits: inserting code beside a statement, replacing it, moving it, at the indentation the place has."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.terminating_statements import JUMPS
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.source import FunctionNode, SourceFile, blocks
from testfix_pipeline.repair.model.source_cache import remembered

LEAVING = JUMPS
LOOPS = (ast.For, ast.AsyncFor, ast.While)


@remembered(256)
def unit(source: SourceFile) -> str:
    """One step of indentation as this file does it."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.stmt):
            continue
        for block in blocks(node):
            outer, inner = source.indent(node), source.indent(block[0])
            if inner.startswith(outer) and len(inner) > len(outer):
                return inner[len(outer) :]
    return "    "


def lines(source: SourceFile, indent: str, code: Sequence[str]) -> str:
    """Code lines (indented among themselves by tabs for one step) as they stand in the file."""
    step = unit(source)
    return "".join((indent + line.replace("\t", step) if line else "") + source.newline for line in code)


def lines_at(source: SourceFile, at: int, indent: str, code: Sequence[str]) -> str:
    """The same behind what ends at an offset; the last line of a file may have no end."""
    text = lines(source, indent, code)
    return text if source.text[:at].endswith("\n") else source.newline + text


def before(target: PythonEditSite, code: Sequence[str], kind: str, prior: float, note: str = "") -> Edit | None:
    """The code put on lines of its own in front of the statement; None where the statement shares its line. A hole is
    filled with it.

    In front of an `elif` a guard that leaves becomes a branch of the chain; anything else stands in front of it all.
    """
    source, stmt = target.source, target.stmt
    if is_elif(source, stmt):
        leaves = code[-1].lstrip("\t").split(" ")[0] in ("return", "raise", "continue", "break")
        if leaves and code[0].startswith("if ") and all(line.startswith("\t") for line in code[1:]):
            code = ["el" + code[0], *code[1:]]
        else:
            stmt = next(one for one in source.ancestors(stmt) if isinstance(one, ast.If) and not is_elif(source, one))
    if not source.owns_line(stmt):
        return None
    start, end = source.block(stmt)
    if is_hole(source, stmt):
        text = lines_at(source, start, source.indent(stmt), code)
        return Edit(source.path, start, end, text, kind, prior, stmt.lineno, note)
    text = lines(source, source.indent(stmt), code)
    return Edit(source.path, start, start, text, kind, prior, stmt.lineno, note)


def after(target: PythonEditSite, code: Sequence[str], kind: str, prior: float, note: str = "") -> Edit | None:
    """The code put on lines of its own behind the statement and everything in it; None for a hole, which is filled by
    what is put in front of it."""
    source, stmt = target.source, target.stmt
    if not source.owns_line(stmt) or is_hole(source, stmt):
        return None
    end = source.block(stmt)[1]
    text = lines_at(source, end, source.indent(stmt), code)
    return Edit(source.path, end, end, text, kind, prior, stmt.lineno, note)


def beside(target: PythonEditSite, code: Sequence[str], kind: str, prior: float, note: str = "") -> Iterator[Edit]:
    """The code in front of the statement, and behind it where that ends its block without leaving it."""
    block, position = siblings_of(target.source, target.stmt)
    found = [before(target, code, kind, prior, note)]
    if position == len(block) - 1 and not isinstance(target.stmt, LEAVING):
        found.append(after(target, code, kind, prior, note))
    yield from (edit for edit in found if edit is not None)


def is_hole(source: SourceFile, stmt: ast.stmt) -> bool:
    """Whether a statement is the `pass` of a block in which nothing else is done."""
    return isinstance(stmt, ast.Pass) and len(siblings_of(source, stmt)[0]) == 1


def siblings_of(source: SourceFile, stmt: ast.stmt) -> tuple[list[ast.stmt], int]:
    """The block a statement stands in and its position there; ([], 0) for what stands nowhere."""
    parent = source.parents.get(stmt)
    for block in blocks(parent) if parent is not None else ():
        for position, other in enumerate(block):
            if other is stmt:
                return block, position
    return [], 0


def is_elif(source: SourceFile, stmt: ast.stmt) -> bool:
    """Whether a statement is a further branch of an `if` above it."""
    return isinstance(stmt, ast.If) and source.text.startswith("elif", source.span(stmt)[0])


def loop_around(source: SourceFile, stmt: ast.stmt) -> ast.stmt | None:
    """The loop whose rounds a statement belongs to, within its function."""
    for parent in source.ancestors(stmt):
        if isinstance(parent, LOOPS):
            return parent
        if isinstance(parent, (*FunctionNode.__args__, ast.ClassDef)):
            return None
    return None


def one_step_in(source: SourceFile, start: int, end: int, indent: str) -> str:
    """Lines of the file, which stand at an indentation, as they stand one step further in."""
    return reindented(source.text[start:end], indent, indent + unit(source))


def reindented(text: str, old: str, new: str) -> str:
    """Lines moved from one indentation to another; lines that don't carry the old one stay."""
    moved = [new + line[len(old) :] if line.startswith(old) else line for line in text.splitlines(keepends=True)]
    return "".join(moved)


def first_code(node: FunctionNode) -> ast.stmt:
    """The first statement of a function behind its docstring."""
    first = node.body[0]
    docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return node.body[1] if docstring and len(node.body) > 1 else first
