"""What is thrown away although it could be of use: parts of an unpacking (`_, week, _ = ...`), what a call answers."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.repair.edits.calls import callee
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import is_generator, reach_of, root_of, stored_names, walk_scope
from testfix_pipeline.repair.edits.traces import empty_kind
from testfix_pipeline.repair.edits.updates import first_values
from testfix_pipeline.repair.source import Function

MOST = 12
GATHERED = 0.6
INTO = {
    "number": ("{} += {}",), "list": ("{}.extend({})", "{} += {}", "{}.append({})"),
    "set": ("{} |= {}", "{}.update({})"), "dict": ("{}.update({})",),
    "truth": ("{0} = {1} or {0}", "{0} = {1} and {0}"), "text": ("{} += {}",),
}  # fmt: skip
"""How what a call answers is added to a variable that begins as a thing of this kind."""


def taken_up(target: Target) -> Iterator[Edit]:
    """A part that is thrown away kept under the name of a variable or attribute that is read later, in its place."""
    thrown = [node for node in target.expressions(ast.Name) if _is_thrown(target, node)]
    if not thrown or target.function is None:
        return
    later = [node for node in walk_scope(target.function.node) if getattr(node, "lineno", 0) > target.stmt.lineno]
    read = [
        node for node in later if isinstance(getattr(node, "ctx", None), ast.Load) and not target.source.is_called(node)
    ]
    for part in thrown:
        yield from _kept(target, part, sorted(read, key=lambda node: (node.lineno, node.col_offset)))  # type: ignore[attr-defined]


def _is_thrown(target: Target, node: ast.expr) -> bool:
    """Whether a name is a part of an unpacking that is thrown away."""
    thrown = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id.startswith("_")
    return thrown and isinstance(target.source.parents[node], (ast.Tuple, ast.List, ast.Starred))


def _kept(target: Target, part: ast.expr, later: list[ast.AST]) -> Iterator[Edit]:
    taken = {"self", "cls", *stored_names(target.stmt)}
    names = dict.fromkeys(node.id for node in later if isinstance(node, ast.Name) and node.id not in taken)
    for name in list(names)[:MOST]:
        yield target.replace(part, name, "part-taken-up", 0.25, f"{name} unpacked")
    attributes = [n for n in later if isinstance(n, ast.Attribute) and target.source.is_real(n) and n.attr not in taken]
    for node in attributes[:MOST]:
        start, end = target.source.span(node)
        edit = target.replace(part, node.attr, "part-taken-up", 0.35, f"{node.attr} unpacked")
        yield replace(edit, more=((start, end, node.attr),))


def gathered(target: Target) -> Iterator[Edit]:
    """What a call of the project answers and a statement throws away, added to a variable that begins empty or as a
    number: `gone += prune(child)`, `found.extend(names(child))`."""
    stmt, function = target.stmt, target.function
    value = stmt.value if isinstance(stmt, ast.Expr) else None
    call = value.value if isinstance(value, ast.Await) else value
    if function is None or not isinstance(call, ast.Call) or not isinstance(value, ast.expr):
        return
    called = callee(target, call)
    if called is None or not _answers(called):
        return
    begun, reach, text = first_values(target.source, function), reach_of(target), target.text(value)
    kinds = [(name, kind_of(start)) for name, start in begun.items() if root_of(name) in reach]
    kinds.sort(key=lambda pair: "." in pair[0])
    for rank, (name, kind) in enumerate((name, kind) for name, kind in kinds if kind):
        for place, form in enumerate(INTO[kind]):
            code = form.format(name, text)
            yield target.replace(stmt, code, "result.kept", GATHERED / (1 + 0.3 * rank + 0.5 * place), code)


def _answers(function: Function) -> bool:
    returns = [node.value for node in walk_scope(function.node) if isinstance(node, ast.Return) and node.value]
    given = [value for value in returns if not (isinstance(value, ast.Constant) and value.value is None)]
    return bool(given) or is_generator(function)


def kind_of(text: str) -> str:
    """What a plain first value is: a container, a number or a truth value; "" for anything else."""
    value = ast.parse(f"({text})", mode="eval").body
    if isinstance(value, ast.Constant) and isinstance(value.value, (int, float)):
        return "truth" if isinstance(value.value, bool) else "number"
    if isinstance(value, ast.Constant) and value.value == "":
        return "text"
    return empty_kind(value) or ""
