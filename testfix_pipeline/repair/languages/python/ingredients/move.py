"""Producers that remove, unwrap, move or exchange statements."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from testfix_pipeline.core.python_code import FunctionNode
from testfix_pipeline.repair.languages.python.analysis.blocks import LOOPS, is_elif, loop_around, reindent, siblings_of
from testfix_pipeline.repair.languages.python.analysis.dataflow import assigned_pairs, kind_of_start
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.analysis.scope import is_generator
from testfix_pipeline.repair.languages.python.ingredients.priors import prior
from testfix_pipeline.repair.languages.python.ingredients.replace import functions_called
from testfix_pipeline.repair.languages.python.source import COMPOUND, header_end

NEVER_REMOVED = (ast.Return, ast.Raise)
_COLLECTED = {
    "list": ("{}.extend({})", "{}.append({})"),
    "set": ("{}.update({})", "{}.add({})"),
    "dict": ("{}.update({})",),
    **dict.fromkeys(("int", "float", "str"), ("{} += {}",)),
}
"""How a variable takes up the result of a call, by what it begins with."""


def remove_statement(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to remove the statement, or to replace it by `pass` if it is alone. A `return` or `raise` is not
    removed: tests could pass although the function returns nothing."""
    source, stmt = target.source, target.stmt
    if isinstance(stmt, (*NEVER_REMOVED, FunctionNode, ast.ClassDef)) or not source.owns_line(stmt):
        return
    if isinstance(stmt, ast.If) and stmt.orelse:
        return
    start, end = source.block(stmt)
    is_alone = not is_elif(source, stmt) and len(siblings_of(source, stmt)[0]) == 1
    text = f"{source.indent(stmt)}pass{source.newline}" if is_alone else ""
    yield Edit(source.path, start, end, text, "remove.statement", prior(0), stmt.lineno, "removed")


def unwrap_block(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to replace an `if`, `with` or loop by its block."""
    source, stmt = target.source, target.stmt
    plain = isinstance(stmt, (ast.If, ast.With, ast.For, ast.While)) and not getattr(stmt, "orelse", None)
    if not plain or is_elif(source, stmt) or not source.owns_line(stmt):
        return
    inner = stmt.body[0]  # type: ignore[attr-defined]
    if inner.lineno > header_end(stmt):
        (start, end), first = source.block(stmt), source.line_starts[header_end(stmt)]
        text = reindent(source.text[first:end], source.indent(inner), source.indent(stmt))
        kind = "remove.condition"
        yield Edit(source.path, start, end, text, kind, prior(0), stmt.lineno, "without its condition")


def move_statement(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to move the statement up or down, into the block before, or out of its block."""
    source, stmt = target.source, target.stmt
    block, at = siblings_of(source, stmt)
    if not block or not source.owns_line(stmt) or is_elif(source, stmt):
        return
    for rank, other in enumerate([*block[at + 1 : at + 4], *reversed(block[max(0, at - 3) : at])]):
        if source.owns_line(other):
            yield _move_past(target, other, rank)
    if at and isinstance(block[at - 1], COMPOUND):
        yield from _move_into(target, block[at - 1])
    parent = source.parents.get(stmt)
    if (
        isinstance(parent, ast.stmt)
        and not isinstance(parent, (FunctionNode, ast.ClassDef))
        and at == len(block) - 1
        and at
    ):
        yield _move_out_of(target, parent)

    if not at and isinstance(parent, LOOPS) and isinstance(stmt, ast.Assign) and len(block) > 1:
        yield _moved_in_front(target, parent)


def _edit(target: PythonEditSite, start: int, end: int, text: str, rank: int, note: str) -> Edit:
    kind = "move.statement"
    return Edit(target.source.path, start, end, text, kind, prior(rank), target.stmt.lineno, note)


def _move_past(target: PythonEditSite, other: ast.stmt, rank: int) -> Edit:
    """Moves the statement to the far side of another one of its block."""
    source = target.source
    (start, end), (first, last) = source.block(target.stmt), source.block(other)
    own = source.text[start:end]
    if first >= end:
        return _edit(
            target, start, last, source.text[end:last] + _with_line_end(source.newline, own), rank, "moved down"
        )
    return _edit(target, first, end, _with_line_end(source.newline, own) + source.text[first:start], rank, "moved up")


def _with_line_end(newline: str, text: str) -> str:
    return text if text.endswith("\n") else text + newline


def _move_into(target: PythonEditSite, other: ast.stmt) -> Iterator[Edit]:
    """Moves the statement to the ends of the blocks of the compound statement before it."""
    source = target.source
    start, end = source.block(target.stmt)
    last = other
    for rank in itertools.count():
        inner = getattr(last, "orelse", None) or getattr(last, "body", None)
        if not isinstance(last, COMPOUND) or not inner or not isinstance(inner[-1], ast.stmt):
            return
        last = inner[-1]
        text = reindent(source.text[start:end], source.indent(target.stmt), source.indent(last))
        if source.owns_line(last):
            yield _edit(target, start, end, text, rank, "moved into the block")


def _move_out_of(target: PythonEditSite, parent: ast.stmt) -> Edit:
    source = target.source
    start, end = source.block(target.stmt)
    text = reindent(source.text[start:end], source.indent(target.stmt), source.indent(parent))
    return _edit(target, start, end, text, 0, "moved out of the block")


def _moved_in_front(target: PythonEditSite, loop: ast.stmt) -> Edit:
    """What each round of a loop begins with is done once, in front of it."""
    source = target.source
    (start, end), (first, _) = source.block(target.stmt), source.block(loop)
    text = reindent(source.text[start:end], source.indent(target.stmt), source.indent(loop))
    return _edit(target, first, end, text + source.text[first:start], 0, "moved in front of the loop")


def exchange_statement(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to exchange `return`, `raise`, `x = x.f()`, `x.extend(f())`, a plain call; `break` and `continue`."""
    kind, own = "exchange.statement", target.text(target.stmt)
    for rank, text in enumerate(one for one in _replacement_statements(target) if one != own):
        yield target.replace(target.stmt, text, kind, prior(rank), text[:40])


def _replacement_statements(target: PythonEditSite) -> Iterator[str]:
    match target.stmt:
        case ast.Break():
            yield from ("continue", "return", "pass")
        case ast.Continue():
            yield from ("break", "return", "pass")
        case ast.Pass():
            yield from ("return", "raise", "continue", "break")
            if isinstance(target.source.parents[target.stmt], ast.ExceptHandler):
                yield from ("return False", "return 0", 'return ""', "return []", "return {}", "return True")
        case ast.Assign(value=value):
            yield f"return {target.text(value)}"
            if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
                yield target.text(value)
        case ast.Return(value=ast.Call(func=ast.Name(id=name)) as value) if name.endswith(("Error", "Exception")):
            yield f"raise {target.text(value)}"
        case ast.Expr(value=ast.Call(func=ast.Name(id="print"), args=[value], keywords=[])):
            yield from (f"return {target.text(value)}", f"return str({target.text(value)})")
        case ast.Return(value=ast.expr() as value):
            yield from (f"{word}{target.text(value)}" for word in ("", *_value_keywords(target)))
            yield from ("continue", "break") if loop_around(target.source, target.stmt) is not None else ()
        case ast.Return():
            yield from ("continue", "break", "pass") if loop_around(target.source, target.stmt) is not None else ()
        case ast.Expr(value=ast.Yield(value=ast.expr() as value) | ast.YieldFrom(value=value)):
            yield from (f"{word}{target.text(value)}" for word in ("return ", *_value_keywords(target)))
        case ast.Expr(value=value) if not isinstance(value, ast.Constant):
            text = target.text(value)
            yield from (f"{name} = {text}" for name in _possible_targets(target, value))
            yield from (form.format(name, text) for name, form in _collecting(target, value))
            yield from (f"{word}{text}" for word in ("return ", "raise ", *_value_keywords(target)))


def _value_keywords(target: PythonEditSite) -> Iterator[str]:
    """Yields the keywords that may precede a value in this function."""
    if target.function is not None and is_generator(target.function):
        yield from ("yield ", "yield from ")
    if target.function is not None and isinstance(target.function.node, ast.AsyncFunctionDef):
        yield "await "


def _collecting(target: PythonEditSite, node: ast.expr) -> Iterator[tuple[str, str]]:
    """Yields (variable of the function, form) of those that may collect the result of a call of the project's own."""
    call = node.value if isinstance(node, ast.Await) else node
    if target.function is None or not isinstance(call, ast.Call) or not functions_called(target, call):
        return
    for stmt in ast.walk(target.function.node):
        if isinstance(stmt, ast.Assign) and stmt.lineno < target.stmt.lineno:
            pairs = [pair for one in stmt.targets for pair in assigned_pairs(one, stmt.value)]
            names = ((one.id, value) for one, value in pairs if isinstance(one, ast.Name))
            yield from ((name, form) for name, value in names for form in _COLLECTED.get(_kind(value), ()))


def _kind(value: ast.expr) -> str:
    return kind_of_start(value) or type(value).__name__.lower()  # `[node.value]` begins a list as well


def _possible_targets(target: PythonEditSite, node: ast.expr) -> list[str]:
    """The object or argument that a call may have been meant to change, although it only returns the changed value."""
    if not isinstance(node, ast.Call):
        return []
    candidates = [node.func.value] if isinstance(node.func, ast.Attribute) else node.args[:1]
    return [target.text(one) for one in candidates if isinstance(one, (ast.Name, ast.Attribute))]
