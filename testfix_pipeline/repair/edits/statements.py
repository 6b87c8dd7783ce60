"""Statements in the wrong place, of the wrong kind, too many, or without effect."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import after, before, is_elif, loop_around, reindented, siblings_of, unit
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import bound_names, is_generator, local_names
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, FunctionNode, blocks

IN_PLACE = {"append", "extend", "sort", "reverse", "update", "add", "remove", "insert", "clear"}
TAKING = {"pop", "popleft", "popitem", "remove", "discard"}
REPEATED = 0.5
ANSWERS = {
    "strip",
    "lower",
    "upper",
    "replace",
    "title",
    "format",
    "lstrip",
    "rstrip",
    "join",
    "copy",
    "union",
    "split",
}


def jumps(target: Target) -> Iterator[Edit]:
    """break <-> continue, pass -> either, a jump after the statement."""
    stmt, source = target.stmt, target.source
    swaps = {ast.Break: "continue", ast.Continue: "break"}
    if type(stmt) in swaps:
        yield target.replace(stmt, swaps[type(stmt)], "jump", 0.7, f"-> {swaps[type(stmt)]}")
    if isinstance(stmt, ast.Pass) and loop_around(source, stmt):
        yield target.replace(stmt, "continue", "jump", 0.4, "pass -> continue")
        yield target.replace(stmt, "break", "jump", 0.4, "pass -> break")
    block, position = siblings_of(source, stmt)
    inside = loop_around(source, stmt) is not None and not isinstance(source.parents[stmt], (ast.For, ast.While))
    if inside and block and position == len(block) - 1 and not _leaves(stmt):
        for word in ("break", "continue"):
            edit = after(target, [word], "jump added", 0.3, word)
            if edit:
                yield edit


def done(target: Target) -> Iterator[Edit]:
    """`return` at the end of a branch, where the function answers nothing and goes on behind it."""
    stmt, source = target.stmt, target.source
    block, position = siblings_of(source, stmt)
    branch = source.parents.get(stmt)
    if target.function is None or not isinstance(branch, ast.If) or position < len(block) - 1:
        return
    if _leaves(stmt) or is_elif(source, stmt):
        return
    chain = (one for one in (branch, *source.ancestors(branch)) if isinstance(one, ast.stmt))
    branch = next(one for one in chain if not is_elif(source, one))
    rest, at = siblings_of(source, branch)
    if at < len(rest) - 1 and not _answers(target.function):
        edit = after(target, ["return"], "jump added", 0.35, "return")
        if edit:
            yield edit


def _leaves(stmt: ast.stmt) -> bool:
    return isinstance(stmt, (ast.Return, ast.Raise, ast.Break, ast.Continue))


def returns(target: Target) -> Iterator[Edit]:
    """A missing `return`, a returned value that is not computed, and the result of a call that is thrown away."""
    stmt, source = target.stmt, target.source
    if target.function is None:
        return
    if isinstance(stmt, ast.Expr) and not isinstance(stmt.value, (ast.Constant, ast.Yield, ast.YieldFrom, ast.Await)):
        prior = 0.6 if not _answers(target.function) else 0.35
        yield target.replace(stmt, f"return {target.text(stmt.value)}", "result returned", prior, "its result")
        if isinstance(stmt.value, ast.Call):
            name = getattr(stmt.value.func, "id", "")
            if name.endswith(("Error", "Exception")):
                yield target.replace(stmt, f"raise {target.text(stmt.value)}", "raise added", 0.8, "raised")
    block, position = siblings_of(source, stmt)
    if position == len(block) - 1 and not _leaves(stmt) and not isinstance(stmt, ast.Pass):
        yield from _added_returns(target, stmt)
    if isinstance(stmt, ast.Return) and stmt.value is not None:
        for name in ("self", *local_names(target)[-4:]):
            if name != target.text(stmt.value) and (name != "self" or target.function.owner):
                yield target.replace(stmt.value, name, "variable returned", 0.3, f"return {name}")


def noted(target: Target) -> Iterator[Edit]:
    """`found = True` for `return True` in a loop, where the function answers `found` at its end."""
    stmt, function = target.stmt, target.function
    value = stmt.value if isinstance(stmt, ast.Return) else None
    last = function.node.body[-1] if function is not None else None
    if function is None or value is None or last is stmt or loop_around(target.source, stmt) is None:
        return
    name = getattr(last.value, "id", "") if isinstance(last, ast.Return) else ""
    if name and bound_names(function.node).get(name, stmt.lineno) < stmt.lineno:
        code = f"{name} = {target.text(value)}"
        yield target.replace(stmt, code, "return dropped", 0.45, code)


@remembered(512)
def _answers(function: Function) -> bool:
    return any(isinstance(n, ast.Return) and n.value is not None for n in ast.walk(function.node))


def _added_returns(target: Target, stmt: ast.stmt) -> Iterator[Edit]:
    """`return x` behind the last statement of a block: what it assigned or built, else a local."""
    assert target.function is not None
    stored = [n for n in ast.walk(stmt) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)]
    names = list(dict.fromkeys([*(n.id for n in stored), *reversed(local_names(target))]))
    last = stmt in target.function.node.body
    for rank, name in enumerate([*names[:4], *(["self"] if target.function.owner else [])]):
        prior = (0.55 if last and not _answers(target.function) else 0.25) / (1 + 0.35 * rank)
        edit = after(target, [f"return {name}"], "return added", prior, f"return {name}")
        if edit:
            yield edit


def effects(target: Target) -> Iterator[Edit]:
    """`x.strip()` whose result is lost, `x = x.sort()` whose result is None."""
    stmt = target.stmt
    if isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call):
        call = stmt.value
        text = target.text(call)
        if isinstance(call.func, ast.Attribute):
            receiver = target.text(call.func.value)
            prior = 0.8 if call.func.attr in ANSWERS else 0.25
            yield target.replace(stmt, f"{receiver} = {text}", "result kept", prior, f"{receiver} = ...")
        for argument in call.args[:2]:
            if isinstance(argument, ast.Name):
                yield target.replace(stmt, f"{argument.id} = {text}", "result kept", 0.3, f"{argument.id} = ...")
    if isinstance(stmt, (ast.Assign, ast.Return)) and isinstance(stmt.value, ast.Call):
        call = stmt.value
        if isinstance(call.func, ast.Attribute) and call.func.attr in IN_PLACE and not isinstance(stmt, ast.Return):
            yield target.replace(stmt, target.text(call), "result dropped", 0.7, "works in place")
        if isinstance(call.func, ast.Attribute) and call.func.attr in IN_PLACE and isinstance(stmt, ast.Return):
            code = [target.text(call)]
            edit = before(target, code, "result dropped", 0.7, "works in place")
            if edit:
                start, end = target.source.span(call)
                more = ((start, end, target.text(call.func.value)),)
                yield Edit(
                    edit.file, edit.start, edit.end, edit.replacement, edit.kind, 0.7, edit.line, edit.note, more
                )


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
        called = node.func if isinstance(node, ast.Call) else None
        if isinstance(called, ast.Attribute) and called.attr in TAKING and target.text(called.value) in asked:
            return True
    return False


def generators(target: Target) -> Iterator[Edit]:
    """yield <-> yield from, yield <-> return."""
    for node in target.expressions(ast.Yield, ast.YieldFrom):
        assert isinstance(node, (ast.Yield, ast.YieldFrom))
        if node.value is None:
            continue
        text = target.text(node.value)
        other = f"yield from {text}" if isinstance(node, ast.Yield) else f"yield {text}"
        yield target.replace(node, other, "generator", 0.5, other.rsplit(" ", 1)[0])
    stmt, function = target.stmt, target.function
    if isinstance(stmt, ast.Return) and stmt.value is not None and function is not None and is_generator(function):
        text = target.text(stmt.value)
        yield target.replace(stmt, f"yield {text}", "generator", 0.5, "return -> yield")
        yield target.replace(stmt, f"yield from {text}", "generator", 0.5, "return -> yield from")


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
        yield target.splice(start, end, "", "deleted statement", 0.2, target.text(stmt).split("\n")[0][:40])
    inner = next(iter(blocks(stmt)), None)
    if inner and isinstance(stmt, (ast.If, ast.For, ast.While, ast.With)) and not getattr(stmt, "orelse", None):
        body = source.text[source.block(inner[0])[0] : source.block(inner[-1])[1]]
        text = reindented(body, source.indent(stmt) + unit(source), source.indent(stmt))
        yield target.splice(start, end, text, "deleted condition", 0.15, "always done")
