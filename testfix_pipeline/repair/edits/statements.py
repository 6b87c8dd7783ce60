"""Statements in the wrong place, of the wrong kind, too many, or without effect."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.blocks import (
    after,
    is_elif,
    loop_around,
    reindented,
    siblings_of,
    unit,
)
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import bound_names, inner_names, local_names, walk_scope
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, FunctionNode, blocks

TAKING = {"pop", "popleft", "popitem", "remove", "discard"}
STORED = (ast.Name, ast.Attribute, ast.Subscript)
LONGEST = 40
REPEATED = 0.5


def jumps(target: Target) -> Iterator[Edit]:
    """break <-> continue, pass -> either, a jump after the statement."""
    stmt, source = target.stmt, target.source
    swaps = {ast.Break: "continue", ast.Continue: "break"}
    if type(stmt) in swaps:
        yield target.replace(stmt, swaps[type(stmt)], "jump", 0.7, f"-> {swaps[type(stmt)]}")
    if isinstance(stmt, ast.Return) and loop_around(source, stmt):
        yield target.replace(stmt, "continue", "jump", 0.45, "return -> continue")
        yield target.replace(stmt, "break", "jump", 0.3, "return -> break")
    if isinstance(stmt, ast.Pass) and loop_around(source, stmt):
        yield target.replace(stmt, "continue", "jump", 0.4, "pass -> continue")
        yield target.replace(stmt, "break", "jump", 0.4, "pass -> break")
    block, position = siblings_of(source, stmt)
    inside = loop_around(source, stmt) is not None and not isinstance(source.parents[stmt], (ast.For, ast.While))
    if inside and block and position == len(block) - 1 and not _leaves(stmt):
        for word in ("break", "continue"):
            edit = after(target, [word], "jump.added", 0.3, word)
            if edit:
                yield edit


def _leaves(stmt: ast.stmt) -> bool:
    return isinstance(stmt, (ast.Return, ast.Raise, ast.Break, ast.Continue))


def returns(target: Target) -> Iterator[Edit]:
    """A missing `return`, a returned value that is not computed, and the result of a call that is thrown away."""
    stmt, source = target.stmt, target.source
    if target.function is None:
        return
    if isinstance(stmt, ast.Expr) and not isinstance(stmt.value, (ast.Constant, ast.Yield, ast.YieldFrom)):
        prior = 0.6 if not _answers(target.function) else 0.35
        yield target.replace(stmt, f"return {target.text(stmt.value)}", "result.returned", prior, "its result")
        if isinstance(stmt.value, ast.Call):
            name = getattr(stmt.value.func, "id", "")
            if name.endswith(("Error", "Exception")):
                yield target.replace(stmt, f"raise {target.text(stmt.value)}", "raise.added", 0.8, "raised")
    given = stmt.value if isinstance(stmt, ast.Return) else None
    if isinstance(given, ast.Call) and last_name(given.func).endswith(("Error", "Exception")):
        yield target.replace(stmt, f"raise {target.text(given)}", "raise.added", 0.7, "raised")
    loop = loop_around(source, stmt) if isinstance(stmt, ast.Break) else None
    if isinstance(loop, (ast.For, ast.AsyncFor)) and isinstance(loop.target, ast.Name):
        yield target.replace(stmt, f"return {loop.target.id}", "variable.returned", 0.35, f"return {loop.target.id}")
    block, position = siblings_of(source, stmt)
    if position == len(block) - 1 and not _leaves(stmt) and not isinstance(stmt, ast.Pass):
        yield from _added_returns(target, stmt)
    if isinstance(stmt, ast.Return) and stmt.value is not None:
        for name in ("self", *_own_first(target)[:4]):
            if name != target.text(stmt.value) and (name != "self" or target.function.owner):
                yield target.replace(stmt.value, name, "variable.returned", 0.3, f"return {name}")


@remembered(512)
def _answers(function: Function) -> bool:
    return any(isinstance(n, ast.Return) and n.value is not None for n in walk_scope(function.node))


def _added_returns(target: Target, stmt: ast.stmt) -> Iterator[Edit]:
    """`return x` behind the last statement of a block: what it bound or stored, else a local."""
    assert target.function is not None
    if target.function.name == "__init__":
        return
    stored = [n for n in ast.walk(stmt) if isinstance(n, STORED) and isinstance(n.ctx, ast.Store)]
    bound, inner = [n.id for n in stored if isinstance(n, ast.Name)], inner_names(stmt)
    places = [text for n in stored if not isinstance(n, ast.Name) and len(text := target.text(n)) <= LONGEST]
    names = [name for name in dict.fromkeys([*bound, *places[:2], *_own_first(target)]) if name not in inner]
    if target.function.owner is None and any(one.arg == "cls" for one in target.function.arguments):
        names.insert(0, "cls")
    last = stmt in target.function.node.body
    for rank, name in enumerate([*names[: 5 if places else 4], *(["self"] if target.function.owner else [])]):
        prior = (0.55 if last and not _answers(target.function) else 0.25) / (1 + 0.35 * rank)
        edit = after(target, [f"return {name}"], "return.added", prior, f"return {name}")
        if edit:
            yield edit


def _own_first(target: Target) -> list[str]:
    """The names in reach: those of the function itself before those around it, what it binds first before the rest."""
    own = bound_names(target.function.node) if target.function is not None else {}
    names = local_names(target)[::-1]
    return sorted(names, key=lambda name: name not in own)


def into_branches(target: Target) -> Iterator[Edit]:
    """The statement only under a condition seen in the function; `if` <-> `while`, `elif` <-> `if`."""
    source, stmt = target.source, target.stmt
    start = source.span(stmt)[0] if isinstance(stmt, (ast.If, ast.While)) else 0
    if isinstance(stmt, ast.If):
        # What a failing test never comes to because of a branch above is suspicious through that branch alone.
        for one in (stmt, *stmt.orelse[:1]):
            if is_elif(source, one):
                at = source.span(one)[0]
                yield target.splice(at, at + len("elif"), "if", "branch", 0.4, "elif -> if")
        if is_elif(source, stmt) and not stmt.orelse:
            yield target.splice(start, source.span(stmt.test)[1], "else", "branch", 0.3, "elif -> else")
        if not is_elif(source, stmt):
            block, position = siblings_of(source, stmt)
            if position > 0 and isinstance(block[position - 1], ast.If):
                yield target.splice(start, start + 2, "elif", "branch", 0.4, "if -> elif")
            if not stmt.orelse:
                prior = REPEATED if _moves_on(target, stmt) else 0.3
                yield target.splice(start, start + 2, "while", "branch", prior, "if -> while")
    elif isinstance(stmt, ast.While):
        yield target.splice(start, start + 5, "if", "branch", 0.2, "while -> if")


def _moves_on(target: Target, stmt: ast.If) -> bool:
    """Whether the branch changes what its condition asks about and goes on: it may be a round that is done once."""
    if any(isinstance(node, (ast.Return, ast.Raise, ast.Break, ast.Continue)) for node in ast.walk(stmt)):
        return False
    asked = {target.text(node) for node in ast.walk(stmt.test) if isinstance(node, (ast.Name, ast.Attribute))}
    for node in (node for part in stmt.body for node in ast.walk(part)):
        if isinstance(node, ast.AugAssign) and target.text(node.target) in asked:
            return True
        func = node.func if isinstance(node, ast.Call) else None
        if isinstance(func, ast.Attribute) and func.attr in TAKING and target.text(func.value) in asked:
            return True
    return False


def deletions(target: Target) -> Iterator[Edit]:
    """A statement too many. Returns and raises are never deleted by themselves."""
    source, stmt = target.source, target.stmt
    if isinstance(stmt, (ast.Return, ast.Raise, ast.Import, ast.ImportFrom, *FunctionNode.__args__, ast.ClassDef)):
        return
    if any(isinstance(node, (ast.Return, ast.Raise, ast.Yield)) for node in ast.walk(stmt)):
        return
    block, _ = siblings_of(source, stmt)
    if not source.owns_line(stmt):
        return
    start, end = source.block(stmt)
    if len(block) > 1:
        yield target.splice(start, end, "", "deleted.statement", 0.2, target.text(stmt).split("\n")[0][:40])
    inner = next(iter(blocks(stmt)), None)
    if inner and isinstance(stmt, (ast.If, ast.For, ast.While, ast.With)) and not getattr(stmt, "orelse", None):
        body = source.text[source.block(inner[0])[0] : source.block(inner[-1])[1]]
        text = reindented(body, source.indent(stmt) + unit(source), source.indent(stmt))
        yield target.splice(start, end, text, "deleted.condition", 0.15, "always done")
