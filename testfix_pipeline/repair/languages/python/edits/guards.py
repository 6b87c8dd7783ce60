"""Missing guards: the code that a crash, or an exception that a test waited for in vain, asks for."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.python.edits.blocks import before, lines, loop_around, one_step_in, unit
from testfix_pipeline.repair.languages.python.edits.donors import names_in_reach
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target, as_argument, wrapped
from testfix_pipeline.repair.languages.python.edits.initials import first_code
from testfix_pipeline.repair.languages.python.edits.operators import BINARY
from testfix_pipeline.repair.languages.python.edits.raising import missed, raised
from testfix_pipeline.repair.languages.python.edits.scope import (
    FACTORIES,
    bound_names,
    is_generator,
    local_names,
    stored_names,
    walk_scope,
)
from testfix_pipeline.repair.languages.python.source import Function, FunctionNode, SourceFile, places_of
from testfix_pipeline.repair.remembered import remembered

EMPTY = ("None", "0", "''", "[]", "{}", "False", "0.0")
CRASHES = {
    "TypeError",
    "AttributeError",
    "IndexError",
    "ZeroDivisionError",
    "KeyError",
    "ValueError",
    "StopIteration",
    "RecursionError",
}


def return_values(target: Target) -> list[str]:
    """What the function could answer early: simple values it returns elsewhere, then the usual empty ones."""
    return list(_answers(target.source, target.function)) if target.function else []


@remembered(1024)
def _answers(source: SourceFile, function: Function) -> Sequence[str]:
    found: dict[str, None] = {}
    for node in ast.walk(function.node):
        if isinstance(node, ast.Return) and node.value is not None:
            text = source.segment(node.value)
            names = {n.id for n in ast.walk(node.value) if isinstance(n, ast.Name)}
            if len(text) < 30 and names <= {a.arg for a in function.arguments}:
                found.setdefault(text)
            found.update(dict.fromkeys(_empty_like(node.value)))
            if isinstance(node.value, ast.Name):
                found.update(dict.fromkeys(_empty_of(function, node.value.id)))
    return [*found, *(value for value in EMPTY if value not in found)]


def _empty_of(function: Function, name: str) -> list[str]:
    """The empty value of the type that a variable plainly has where it is bound."""
    stmts = [node for node in walk_scope(function.node) if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value]
    places = [(one, stmt.value) for stmt in stmts for one in places_of(stmt)]
    bound = [value for one, value in places if getattr(one, "id", "") == name and value is not None]
    return [text for value in bound for text in _empty_like(value)]


def _empty_like(node: ast.expr) -> list[str]:
    """The empty value of the type that an expression plainly has."""
    kinds: list[tuple[tuple[type[ast.expr], ...], str]] = [
        ((ast.List, ast.ListComp), "[]"),
        ((ast.Dict, ast.DictComp), "{}"),
        ((ast.JoinedStr,), "''"),
        ((ast.Compare,), "False"),
        ((ast.Set, ast.SetComp), "set()"),
    ]
    found = [text for types, text in kinds if isinstance(node, types)]
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Div, ast.Mult, ast.Sub, ast.Add)):
        found += ["0", "0.0"]
    elif isinstance(node, ast.BinOp):
        found += _empty_like(node.left)
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in FACTORIES:
        found.append(FACTORIES[node.func.id])  # type: ignore[attr-defined]
    elif isinstance(node, ast.Tuple) and len(node.elts) > 1:
        found += [", ".join([value] * len(node.elts)) for value in ("0", "None", "[]")]
    return found


def _subjects(target: Target) -> list[str]:
    """Names and attributes whose value the statement depends on, in its order."""
    found: dict[str, None] = {}
    for node in target.expressions(ast.Name, ast.Attribute):
        if not isinstance(getattr(node, "ctx", None), ast.Load):
            continue
        text = target.text(node)
        called = target.source.is_called(node)
        if not called and text not in ("self", "cls") and text.split(".")[0] in {"self", *local_names(target)}:
            found.setdefault(text)
    return list(found)


def early_exits(target: Target) -> Iterator[Edit]:
    """`if not x: return ...` (or continue, break) in front of the statement."""
    if target.function is None:
        return
    crash = target.crash()
    weight = 1.0 if crash in CRASHES else 0.25 if _is_first(target) else 0.12
    subjects = _subjects(target)
    parameters = [a.arg for a in target.function.arguments if a.arg not in ("self", "cls")]
    subjects += [name for name in parameters if name not in subjects and _is_first(target)]
    for rank, name in enumerate(subjects[:5]):
        for test, share in _tests(name, crash):
            for action, worth in _actions(target):
                code = [f"if {test}:", f"\t{action}"]
                edit = before(
                    target, code, "guard", 0.6 * weight * share * worth / (1 + 0.3 * rank), f"{test}: {action}"
                )
                if edit:
                    yield edit


LINES = re.compile(
    r"\.(splitlines|readlines|lines)\(|\.split\(|^(file|lines|stream|rows|f)$|enumerate\((file|lines|rows)\b"
)
OF_LINE = re.compile(r"(?:\w*_)?line")


def skipped_rounds(target: Target) -> Iterator[Edit]:
    """`continue` for a blank line or an empty element at the start of a loop's round."""
    loop = target.source.parents.get(target.stmt)
    if not isinstance(loop, (ast.For, ast.AsyncFor)) or loop.body[0] is not target.stmt or not target.function:
        return
    variables = [node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)]
    of_lines = LINES.search(target.text(loop.iter)) is not None or any(map(OF_LINE.fullmatch, variables))
    weight = 1.0 if target.clues.errors - {"AssertionError", "Failed"} else 0.6
    for rank, name in enumerate(reversed(variables)):
        tests = [(f"not {name}.strip()", 0.5), (f"not {name}", 0.4)] if of_lines else [(f"{name} is None", 0.2)]
        for test, share in tests:
            edit = before(
                target, [f"if {test}:", "\tcontinue"], "guard.continue", weight * share / (1 + 0.5 * rank), test
            )
            if edit:
                yield edit


def _is_first(target: Target) -> bool:
    return target.function is not None and target.stmt is first_code(target.function.node)


def _tests(name: str, crash: str) -> Iterator[tuple[str, float]]:
    yield f"not {name}", 1.0
    yield f"{name} is None", 1.0 if crash in ("TypeError", "AttributeError") else 0.5
    if crash == "ZeroDivisionError":
        yield f"{name} == 0", 0.9
    if crash == "RecursionError" or not crash:
        yield f"{name} <= 0", 0.35
        yield f"{name} < 0", 0.35


def _actions(target: Target) -> Iterator[tuple[str, float]]:
    if loop_around(target.source, target.stmt) is not None:
        yield "continue", 0.9
        yield "break", 0.5
    function = target.function
    if function is not None and (function.name == "__init__" or is_generator(function)):
        yield "return", 0.9
        return
    for rank, value in enumerate(return_values(target)[:7]):
        yield f"return {value}", 0.9 / (1 + 0.2 * rank)
    yield "return", 0.35


def raises(target: Target) -> Iterator[Edit]:
    """The exception that a test waited for in vain, raised where an argument is absurd."""
    wanted = missed(target.clues.messages)
    if not wanted or target.function is None:
        return
    names = [a.arg for a in target.function.arguments if a.arg not in ("self", "cls")]
    names += [n for n in _subjects(target) if n not in names]
    for error in sorted(wanted):
        for rank, name in enumerate(names[:5]):
            action = _raise_text(target, error, name)
            for test, share in _absurd(name):
                share *= 0.75 if _is_first(target) else 0.4
                edit = before(target, [f"if {test}:", f"\t{action}"], "guard.raise", share / (1 + 0.3 * rank), test)
                if edit:
                    yield edit


def _raise_text(target: Target, error: str, name: str) -> str:
    """How this file raises the error about this name already, with nothing out of reach; else a plain message."""
    reach, said = names_in_reach(target), error
    for known in raised(target.source):
        if known.name == error and known.names <= reach:
            if name in known.text:
                return f"raise {known.text}"
            said = known.written
    return f"raise {said}({'invalid ' + name!r})"


def _absurd(name: str) -> Iterator[tuple[str, float]]:
    yield f"not {name}", 0.8
    yield f"{name} is None", 0.6
    yield f"{name} < 0", 0.8
    yield f"{name} <= 0", 0.7
    yield f"not isinstance({name}, str)", 0.4
    yield f"not isinstance({name}, int)", 0.4
    yield f"not isinstance({name}, (int, float))", 0.3
    yield f"not {name}.strip()", 0.3
    yield f"len({name}) == 0", 0.2


def lookups(target: Target) -> Iterator[Edit]:
    """`d[k]` that may be missing: `.get`, a default, or a guard."""
    weight = 1.0 if target.crash() == "KeyError" else 0.25
    for node in target.expressions(ast.Subscript):
        assert isinstance(node, ast.Subscript)
        if isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load):
            continue
        owner, key = wrapped(target, node.value), as_argument(target, node.slice)
        if target.crash() == "IndexError":
            yield from _within(target, node, owner, key)
            continue
        yield target.replace(node, f"{owner}.get({key})", "guard.lookup", 0.6 * weight, ".get")
        for rank, value in enumerate(("0", "''", "[]", "{}", "False", key)):
            edit = f"{owner}.get({key}, {value})"
            yield target.replace(node, edit, "guard.lookup", 0.55 * weight / (1 + 0.1 * rank), f".get default {value}")
        for value in ("[]", "{}", "set()"):
            edit = f"{owner}.setdefault({key}, {value})"
            yield target.replace(node, edit, "guard.lookup", 0.45 * weight, f".setdefault {value}")
        yield from _presence(target, owner, key, weight)
    stmt = target.stmt
    if isinstance(stmt, ast.AugAssign) and isinstance(stmt.target, ast.Subscript):
        yield from _counted(target, stmt, weight)
    if isinstance(stmt, ast.Delete) and len(stmt.targets) == 1 and isinstance(stmt.targets[0], ast.Subscript):
        item = stmt.targets[0]
        text = f"{target.text(item.value)}.pop({as_argument(target, item.slice)}, None)"
        yield target.replace(stmt, text, "guard.lookup", 0.6 * weight, "pop with a default")


def _within(target: Target, node: ast.Subscript, owner: str, key: str) -> Iterator[Edit]:
    """What lies behind the end of a sequence: left in front of the statement, or another value in its place."""
    constant = re.fullmatch(r"-?\d+", key)
    if constant:
        least = -int(key) if key.startswith("-") else int(key) + 1
        inside, beyond = (
            (owner, f"not {owner}") if least == 1 else (f"len({owner}) >= {least}", f"len({owner}) < {least}")
        )
    else:
        inside, beyond = f"{key} < len({owner})", f"{key} >= len({owner})"
    for action, worth in _actions(target) if target.function else ():
        edit = before(target, [f"if {beyond}:", f"\t{action}"], "guard", 0.5 * worth, f"{beyond}: {action}")
        if edit:
            yield edit
    for rank, value in enumerate(("None", "0", "''", "[]")):
        text = f"({owner}[{key}] if {inside} else {value})"
        yield target.replace(node, text, "guard.lookup", 0.5 / (1 + 0.2 * rank), f"{value} behind the end")


def _presence(target: Target, owner: str, key: str, weight: float) -> Iterator[Edit]:
    for action, worth in _actions(target) if target.function else ():
        edit = before(
            target, [f"if {key} not in {owner}:", f"\t{action}"], "guard", 0.45 * weight * worth, f"{key} missing"
        )
        if edit:
            yield edit


def _counted(target: Target, stmt: ast.AugAssign, weight: float) -> Iterator[Edit]:
    assert isinstance(stmt.target, ast.Subscript)
    place, owner, key = target.text(stmt.target), target.text(stmt.target.value), as_argument(target, stmt.target.slice)
    symbol = BINARY[type(stmt.op)]
    value = wrapped(target, stmt.value)
    for start in ("0", "''", "[]"):
        text = f"{place} = {owner}.get({key}, {start}) {symbol} {value}"
        yield target.replace(stmt, text, "guard.lookup", 0.6 * weight, f"starts at {start}")


def fallbacks(target: Target) -> Iterator[Edit]:
    """`x or default` and `a / b if b else 0` in the expression itself."""
    crash = target.crash()
    weight = 1.0 if crash in CRASHES else 0.2
    for node in target.expressions(ast.Name, ast.Attribute, ast.Call):
        parent = target.source.parents[node]
        if not isinstance(getattr(node, "ctx", ast.Load()), ast.Load) or target.text(node) in ("self", "cls"):
            continue
        if target.source.is_called(node):
            continue
        used = isinstance(parent, (ast.Attribute, ast.Subscript, ast.For, ast.comprehension, ast.BinOp, ast.Starred))
        for rank, value in enumerate(("[]", "''", "0", "{}")):
            prior = (0.4 if used else 0.25) * weight / (1 + 0.2 * rank)
            yield target.replace(node, f"({target.text(node)} or {value})", "guard.fallback", prior, f"or {value}")
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        of_text = isinstance(node.left, ast.JoinedStr) or isinstance(getattr(node.left, "value", None), (str, bytes))
        dividing = isinstance(node.op, (ast.Div, ast.FloorDiv, ast.Mod)) and not of_text
        if dividing and not isinstance(node.right, ast.Constant):
            text, divisor = target.text(node), target.text(node.right)
            share = 0.7 if crash == "ZeroDivisionError" else 0.1
            for value in ("0", "0.0", "None"):
                yield target.replace(
                    node, f"({text} if {divisor} else {value})", "guard.fallback", share, "division by zero"
                )
    stmt = target.stmt
    if (
        isinstance(stmt, ast.AugAssign)
        and isinstance(stmt.op, (ast.Div, ast.FloorDiv))
        and crash == "ZeroDivisionError"
    ):
        text = f"if {target.text(stmt.value)}:{target.source.newline}{target.source.indent(stmt)}"
        if target.source.owns_line(stmt):
            text += unit(target.source) + target.text(stmt)
            yield target.replace(stmt, text, "guard.fallback", 0.7, "division by zero")


def unbound(target: Target) -> Iterator[Edit]:
    """A name that was read before it was bound: initialised at the start of the function, or before the block."""
    if target.crash() != "UnboundLocalError" or target.function is None:
        return
    args = target.function.node.args
    given = {one.arg for one in (*target.function.arguments, args.vararg, args.kwarg) if one is not None}
    names = set(bound_names(target.function.node)) - given
    first = first_code(target.function.node)
    at_start = Target(target.source, first, target.function, target.clues)
    read = [node for node in target.expressions(ast.Name) if _is_read(target, node)]
    for name in dict.fromkeys(node.id for node in read if isinstance(node, ast.Name)):
        if name in names and not _surely_bound(target, name):
            for rank, value in enumerate(EMPTY):
                edit = before(at_start, [f"{name} = {value}"], "initial.value-added", 0.7 / (1 + 0.15 * rank), value)
                if edit:
                    yield edit
            for word in ("global", "nonlocal"):
                edit = before(at_start, [f"{word} {name}"], "scope-declared", 0.6, word)
                if edit:
                    yield edit


def _is_read(target: Target, node: ast.expr) -> bool:
    stored = isinstance(getattr(node, "ctx", None), ast.Store)
    return not stored or isinstance(target.source.parents[node], ast.AugAssign)


def _surely_bound(target: Target, name: str) -> bool:
    """Whether a loop around the statement or a plain assignment of the function's own block binds the name before."""
    loops = [one for one in target.source.ancestors(target.stmt) if isinstance(one, (ast.For, ast.AsyncFor))]
    block = target.function.node.body if target.function else []
    ahead = [one for one in block if one.lineno < target.stmt.lineno and isinstance(one, (ast.Assign, ast.AnnAssign))]
    return any(name in stored_names(one) for one in (*(loop.target for loop in loops), *ahead))


SELDOM_CAUGHT = ("TypeError", "AttributeError")
"""Exceptions that hardly anybody means to catch: who passes None where a number is due is to be asked for it."""


def handlers(target: Target) -> Iterator[Edit]:
    """The statement under `try`, with the crash's own exception answered; only where it crashed."""
    crash, source, stmt = target.crash(), target.source, target.stmt
    error = getattr(builtins, crash, None)
    if not isinstance(error, type) or not issubclass(error, Exception) or target.function is None:
        return
    if issubclass(error, (AssertionError, NameError)):
        return
    if isinstance(stmt, (*FunctionNode.__args__, ast.ClassDef)) or not source.owns_line(stmt):
        return
    start, end = source.block(stmt)
    indent = source.indent(stmt)
    body = one_step_in(source, start, end, indent)
    answers = sorted([*_actions(target), *_instead(target)], key=lambda one: -one[1])
    for rank, (action, worth) in enumerate(answers):
        text = lines(source, indent, ["try:"]) + body + lines(source, indent, [f"except {crash}:", f"\t{action}"])
        kind = "guard.handler-of-a-slip" if crash in SELDOM_CAUGHT else "guard.handler"
        prior = 0.25 * worth / (1 + 0.1 * rank)
        yield target.splice(start, end, text, kind, prior, f"{crash}: {action}")


def _instead(target: Target) -> Iterator[tuple[str, float]]:
    """What the statement does where it fails: its variable gets a plain value, or nothing is done."""
    stmt = target.stmt
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 else None
    if isinstance(place, (ast.Name, ast.Attribute, ast.Subscript)):
        values = ("None", "0", "''", "[]", "{}")
        yield from ((f"{target.text(place)} = {value}", 0.85 / (1 + 0.2 * rank)) for rank, value in enumerate(values))
    elif isinstance(stmt, (ast.AugAssign, ast.Expr, ast.Delete)):
        yield "pass", 0.85
