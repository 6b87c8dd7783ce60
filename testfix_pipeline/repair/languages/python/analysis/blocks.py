"""Edits of whole lines: insert code beside a statement, or change its indentation."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.core.terminating_statements import JUMPS
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.source import SourceFile, blocks
from testfix_pipeline.repair.model.source_cache import cached_per_search

LOOPS = (ast.For, ast.AsyncFor, ast.While)


@cached_per_search(256)
def indent_step(source: SourceFile) -> str:
    """One step of the file's indentation."""
    for node in ast.walk(source.tree):
        if not isinstance(node, ast.stmt):
            continue
        for block in blocks(node):
            outer, inner = source.indent(node), source.indent(block[0])
            if inner.startswith(outer) and len(inner) > len(outer):
                return inner[len(outer) :]
    return "    "


def lines(source: SourceFile, indent: str, code: Sequence[str]) -> str:
    """Code lines in the file's layout; a tab in `code` stands for one step of indentation."""
    step = indent_step(source)
    return "".join((indent + line.replace("\t", step) if line else "") + source.newline for line in code)


def lines_at(source: SourceFile, at: int, indent: str, code: Sequence[str]) -> str:
    """Code lines to insert at an offset, after a line end if the text before it has none."""
    text = lines(source, indent, code)
    return text if source.text[:at].endswith("\n") else source.newline + text


def before(target: PythonEditSite, code: Sequence[str], kind: str, prior: float, note: str = "") -> Edit | None:
    """An edit that inserts code on lines before the statement, or replaces a lone `pass`; None if the statement shares
    its line.

    Before an `elif` a guard that leaves the block becomes a branch of the chain; other code is inserted before the
    whole chain.
    """
    source, stmt = target.source, target.stmt
    if is_elif(source, stmt):
        is_exit = code[-1].lstrip("\t").split(" ")[0] in ("return", "raise", "continue", "break")
        if is_exit and code[0].startswith("if ") and all(line.startswith("\t") for line in code[1:]):
            code = ["el" + code[0], *code[1:]]
        else:
            stmt = next(one for one in source.ancestors(stmt) if isinstance(one, ast.If) and not is_elif(source, one))
    if not source.owns_line(stmt):
        return None
    start, end = source.block(stmt)
    if is_lone_pass(source, stmt):
        text = lines_at(source, start, source.indent(stmt), code)
        return Edit(source.path, start, end, text, kind, prior, stmt.lineno, note)
    text = lines(source, source.indent(stmt), code)
    return Edit(source.path, start, start, text, kind, prior, stmt.lineno, note)


def after(target: PythonEditSite, code: Sequence[str], kind: str, prior: float, note: str = "") -> Edit | None:
    """An edit that inserts code on lines after the statement and its blocks; None for a lone `pass`, which `before`
    replaces."""
    source, stmt = target.source, target.stmt
    if not source.owns_line(stmt) or is_lone_pass(source, stmt):
        return None
    end = source.block(stmt)[1]
    text = lines_at(source, end, source.indent(stmt), code)
    return Edit(source.path, end, end, text, kind, prior, stmt.lineno, note)


def beside(target: PythonEditSite, code: Sequence[str], kind: str, prior: float, note: str = "") -> Iterator[Edit]:
    """Yields edits that insert code before the statement, and after it if it ends its block without leaving it."""
    block, position = siblings_of(target.source, target.stmt)
    found = [before(target, code, kind, prior, note)]
    if position == len(block) - 1 and not isinstance(target.stmt, JUMPS):
        found.append(after(target, code, kind, prior, note))
    yield from (edit for edit in found if edit is not None)


def is_lone_pass(source: SourceFile, stmt: ast.stmt) -> bool:
    """Whether a statement is the `pass` of an otherwise empty block."""
    return isinstance(stmt, ast.Pass) and len(siblings_of(source, stmt)[0]) == 1


def siblings_of(source: SourceFile, stmt: ast.stmt) -> tuple[list[ast.stmt], int]:
    """(the block of a statement, its position in it); ([], 0) if it is in no block."""
    parent = source.parents.get(stmt)
    for block in blocks(parent) if parent is not None else ():
        for position, other in enumerate(block):
            if other is stmt:
                return block, position
    return [], 0


def is_elif(source: SourceFile, stmt: ast.stmt) -> bool:
    """Whether a statement is an `elif` branch."""
    return isinstance(stmt, ast.If) and source.text.startswith("elif", source.span(stmt)[0])


def loop_around(source: SourceFile, stmt: ast.stmt) -> ast.stmt | None:
    """The innermost loop around a statement within its function."""
    for parent in source.ancestors(stmt):
        if isinstance(parent, LOOPS):
            return parent
        if isinstance(parent, (FunctionNode, ast.ClassDef)):
            return None
    return None


def one_step_in(source: SourceFile, start: int, end: int, indent: str) -> str:
    """Lines of the file, indented one step further."""
    return reindent(source.text[start:end], indent, indent + indent_step(source))


def reindent(text: str, old: str, new: str) -> str:
    """Lines with one indentation replaced by another; lines without the old one are unchanged."""
    moved = [new + line[len(old) :] if line.startswith(old) else line for line in text.splitlines(keepends=True)]
    return "".join(moved)


def first_code(node: FunctionNode) -> ast.stmt:
    """The first statement of a function after its docstring."""
    first = node.body[0]
    docstring = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return node.body[1] if docstring and len(node.body) > 1 else first
