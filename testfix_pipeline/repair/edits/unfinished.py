"""What a loop still holds when it ends: the last group, line or word, that only the next round would have handed on."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import LOOPS, after, before, loop_around
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import local_names, stored_names, walk_scope
from testfix_pipeline.repair.edits.tokens import renamed
from testfix_pipeline.repair.edits.translate import reads
from testfix_pipeline.repair.source import blocks

KIND = "last-round-handed-on"
MOST_ENDS = 5
PUTTING = {"append", "add", "put", "send", "write", "emit", "appendleft"}
OPEN = "left"
"""The variable for what is still there."""


def last_rounds(target: Target) -> Iterator[Edit]:
    """Behind a loop the statement that hands on what it gathers, as the loop has it before it starts to gather anew."""
    loop = target.stmt
    if not isinstance(loop, LOOPS):
        return
    seen: set[str] = set()
    for handed, name in _handed_on(loop):
        asked = handed.test if isinstance(handed, ast.If) else None
        text = target.text(handed.body[0] if isinstance(handed, ast.If) else handed)
        if "\n" not in text and text not in seen:
            seen.add(text)
            yield from _up_to_the_end(target, loop, target.text(asked) if asked else "", text)
            guarded = [f"if {target.text(asked) if asked else name}:", f"\t{text}"]
            # What a round asks of the variable holds for the last one as well.
            ways = [guarded] if asked and reads(asked, name) else [guarded, [text]]
            for code in ways:
                edit = after(target, code, KIND, 0.6 if len(code) == 2 else 0.4, text[:40])
                if edit:
                    yield edit


def _up_to_the_end(target: Target, loop: ast.stmt, asked: str, text: str) -> Iterator[Edit]:
    """The same with what the function was given in the place of the loop's variable: what lies behind the last one."""
    own = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)} if isinstance(loop, ast.For) else set()
    said = [name for name in sorted(own) if re.search(rf"\b{name}\b", f"{asked} {text}")]
    if len(said) != 1 or target.function is None:
        return
    bound = stored_names(loop)
    given = [one.arg for one in target.function.arguments if one.arg not in ("self", "cls")]
    names = [name for name in dict.fromkeys([*reversed(given), *local_names(target)]) if name not in bound]
    for rank, name in enumerate(names[:MOST_ENDS]):
        condition, told = (renamed(code, {said[0]: name}, said) for code in (asked, text))
        edit = after(target, [f"if {condition}:", f"\t{told}"] if asked else [told], KIND, 0.5 / (1 + 0.2 * rank), told)
        if edit:
            yield edit


def tails(target: Target) -> Iterator[Edit]:
    """Behind a loop that hands on the pieces between its hits (`out.append(text[last:hit.start()])`), what lies behind
    the last of them: `out.append(text[last:])`."""
    loop = target.stmt
    if not isinstance(loop, LOOPS):
        return
    moved = stored_names(loop)
    for stmt in (one for one in walk_scope(loop) if isinstance(one, (ast.Expr, ast.AugAssign))):
        for node in (one for one in ast.walk(stmt) if isinstance(one, ast.Slice)):
            if isinstance(node.lower, ast.Name) and node.lower.id in moved and node.upper is not None:
                code = target.text_with(stmt, node, f"{node.lower.id}:")
                edit = after(target, [code], KIND, 0.6, code[:40]) if "\n" not in code else None
                if edit:
                    yield edit


def still_open(target: Target) -> Iterator[Edit]:
    """Behind a loop that hands on what it takes out of a mapping (`yield closed(active.pop(key))`): the same for all
    that is still in there."""
    loop = target.stmt
    if not isinstance(loop, LOOPS):
        return
    seen: set[str] = set()
    for stmt in walk_scope(loop):
        if not isinstance(stmt, ast.Expr) or "\n" in target.text(stmt):
            continue
        for node in ast.walk(stmt):
            taken = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "pop"
            if not taken or len(node.args) not in (1, 2):  # type: ignore[attr-defined]
                continue
            body = target.text_with(stmt, node, OPEN)
            held = target.text(node.func.value)  # type: ignore[attr-defined]
            edit = after(target, [f"for {OPEN} in {held}.values():", f"\t{body}"], KIND, 0.5, body[:40])
            if edit is not None and body not in seen:
                seen.add(body)
                yield edit


def replaced(target: Target) -> Iterator[Edit]:
    """In front of `session = current[user] = Session(user)` in a loop what is done behind it with the last one: `yield
    session`, under a condition where there may be none."""
    stmt, loop, function = target.stmt, loop_around(target.source, target.stmt), target.function
    if not isinstance(stmt, ast.Assign) or loop is None or function is None:
        return
    bound = {node.id for place in stmt.targets for node in [place] if isinstance(node, ast.Name)}
    asked = next((one.test for one in target.source.ancestors(stmt) if isinstance(one, ast.If)), None)
    behind = [
        one for one in walk_scope(function.node) if isinstance(one, ast.Expr) and one.lineno > (loop.end_lineno or 0)
    ]
    for name in sorted(bound if asked is not None else ()):
        held = _holding(loop, stmt, name)
        for code in dict.fromkeys(code for one in behind for code in _said_of(target, one, name, held)):
            there = f"{name} is not None" if f"{name} is None" in target.text(asked) else name  # type: ignore[arg-type]
            for lines, prior in (([f"if {there}:", f"\t{code}"], 0.55), ([code], 0.3)):
                edit = before(target, lines, KIND, prior, code)
                if edit is not None:
                    yield edit


def _holding(loop: ast.stmt, stmt: ast.Assign, name: str) -> set[str]:
    """The containers that a variable comes from, or is put into, in a loop."""
    values = [one.value for one in walk_scope(loop) if isinstance(one, ast.Assign) and _binds(one, name)]
    held = [
        value.func.value for value in values if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute)
    ]
    held += [value.value for value in (*values, *stmt.targets) if isinstance(value, ast.Subscript)]
    return {ast.unparse(one) for one in held}


def _binds(stmt: ast.Assign, name: str) -> bool:
    return any(getattr(place, "id", "") == name for place in stmt.targets)


def _said_of(target: Target, stmt: ast.Expr, name: str, held: set[str]) -> Iterator[str]:
    """What a statement hands on of the variable, or of an element of what holds it, said of the variable."""
    hands_on = isinstance(stmt.value, ast.Yield) or (isinstance(stmt.value, ast.Call) and called(stmt.value) in PUTTING)
    if not hands_on or "\n" in target.text(stmt):
        return
    if reads(stmt, name):
        yield target.text(stmt)
    for node in ast.walk(stmt):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) in held:
            yield target.text_with(stmt, node, name)


def _handed_on(loop: ast.For | ast.AsyncFor | ast.While) -> Iterator[tuple[ast.stmt, str]]:
    """(statement, variable): the statement, alone or under a condition, uses the variable, which is then set anew."""
    for node in (loop, *walk_scope(loop)):
        for block in blocks(node) if isinstance(node, ast.stmt) else ():
            for position, (one, _) in enumerate(itertools.pairwise(block)):
                if _hands_on(one):
                    read = {ast.unparse(n) for n in ast.walk(one) if isinstance(n, (ast.Name, ast.Attribute))}
                    yield from ((one, name) for name in _set_anew(block[position + 1 :]) if name in read)


def _hands_on(stmt: ast.stmt) -> bool:
    if isinstance(stmt, ast.If):
        return len(stmt.body) == 1 and not stmt.orelse and _hands_on(stmt.body[0])
    return isinstance(stmt, (ast.Expr, ast.AugAssign)) or _stores_item(stmt)


def _stores_item(stmt: ast.stmt) -> bool:
    return isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Subscript)


def _set_anew(rest: list[ast.stmt]) -> Iterator[str]:
    for stmt in rest:
        if isinstance(stmt, ast.Assign):
            for node in ast.walk(stmt.targets[0]):
                if isinstance(node, (ast.Name, ast.Attribute)) and isinstance(node.ctx, ast.Store):
                    yield ast.unparse(node)
        elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call):
            func = stmt.value.func
            if isinstance(func, ast.Attribute) and func.attr == "clear":
                yield ast.unparse(func.value)
