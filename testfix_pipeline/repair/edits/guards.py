"""Missing guards: the code that a crash, or an exception that a test waited for in vain, asks for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.edits.blocks import before, lines, loop_around, one_step_in
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.scope import bound_names, local_names, walk_scope
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, FunctionNode, SourceFile

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
    stmts = (node for node in walk_scope(function.node) if isinstance(node, ast.Assign))
    bound = [stmt.value for stmt in stmts if any(getattr(one, "id", "") == name for one in stmt.targets)]
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


def skipped_rounds(target: Target) -> Iterator[Edit]:
    """`continue` for a blank line or an empty element at the start of a loop's round."""
    loop = target.source.parents.get(target.stmt)
    if not isinstance(loop, (ast.For, ast.AsyncFor)) or loop.body[0] is not target.stmt or not target.function:
        return
    variables = [node.id for node in ast.walk(loop.target) if isinstance(node, ast.Name)]
    of_lines = LINES.search(target.text(loop.iter)) is not None
    weight = 1.0 if target.clues.errors - {"AssertionError", "Failed"} else 0.6
    for rank, name in enumerate(reversed(variables)):
        tests = [(f"not {name}.strip()", 0.5), (f"not {name}", 0.4)] if of_lines else [(f"{name} is None", 0.2)]
        for test, share in tests:
            edit = before(
                target, [f"if {test}:", "\tcontinue"], "guard continue", weight * share / (1 + 0.5 * rank), test
            )
            if edit:
                yield edit


def _is_first(target: Target) -> bool:
    assert target.function is not None
    body = target.function.node.body
    skip = 1 if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and len(body) > 1 else 0
    return body[skip] is target.stmt


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
    for rank, value in enumerate(return_values(target)[:7]):
        yield f"return {value}", 0.9 / (1 + 0.2 * rank)
    yield "return", 0.35


def raises(target: Target) -> Iterator[Edit]:
    """The exception that a test waited for in vain, raised where an argument is absurd."""
    wanted = {
        m.group(1)
        for text in target.clues.messages
        for m in re.finditer(r"DID NOT RAISE (?:<class ')?(?:\w+\.)*(\w+)", text)
    }
    wanted |= {m.group(1) for text in target.clues.messages for m in re.finditer(r"(\w+) not raised", text)}
    if not wanted or target.function is None:
        return
    names = [a.arg for a in target.function.arguments if a.arg not in ("self", "cls")]
    names += [n for n in _subjects(target) if n not in names]
    for error in sorted(wanted):
        for rank, name in enumerate(names[:5]):
            action = _raise_text(target, error, name)
            for test, share in _absurd(name):
                share *= 0.75 if _is_first(target) else 0.4
                edit = before(target, [f"if {test}:", f"\t{action}"], "guard raise", share / (1 + 0.3 * rank), test)
                if edit:
                    yield edit


def _raise_text(target: Target, error: str, name: str) -> str:
    """How this file raises the error about this name already, with nothing out of reach; else a plain message."""
    reach = {*local_names(target), error}
    for known, text, names in _raised(target.source):
        if known == error and names <= reach and name in text:
            return f"raise {text}"
    return f"raise {error}({'invalid ' + name!r})"


@remembered(256)
def _raised(source: SourceFile) -> Sequence[tuple[str, str, frozenset[str]]]:
    """What the file raises, on one line: (the error's name, the whole call, the names in it)."""
    found = []
    for node in ast.walk(source.tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            text = source.segment(node.exc)
            names = frozenset(n.id for n in ast.walk(node.exc) if isinstance(n, ast.Name))
            if "\n" not in text:
                found.append((source.segment(node.exc.func), text, names))
    return found


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
    weight = 1.0 if target.crash() in ("KeyError", "IndexError") else 0.25
    for node in target.expressions(ast.Subscript):
        assert isinstance(node, ast.Subscript)
        if isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load):
            continue
        owner, key = wrapped(target, node.value), target.text(node.slice)
        yield target.replace(node, f"{owner}.get({key})", "guard lookup", 0.6 * weight, ".get")
        for rank, value in enumerate(("0", "''", "[]", "{}", "False", key)):
            edit = f"{owner}.get({key}, {value})"
            yield target.replace(node, edit, "guard lookup", 0.55 * weight / (1 + 0.1 * rank), f".get default {value}")
        for value in ("[]", "{}", "set()"):
            edit = f"{owner}.setdefault({key}, {value})"
            yield target.replace(node, edit, "guard lookup", 0.45 * weight, f".setdefault {value}")
        yield from _presence(target, owner, key, weight)
    stmt = target.stmt
    if isinstance(stmt, ast.AugAssign) and isinstance(stmt.target, ast.Subscript):
        yield from _counted(target, stmt, weight)
    if isinstance(stmt, ast.Delete) and len(stmt.targets) == 1 and isinstance(stmt.targets[0], ast.Subscript):
        item = stmt.targets[0]
        text = f"{target.text(item.value)}.pop({target.text(item.slice)}, None)"
        yield target.replace(stmt, text, "guard lookup", 0.6 * weight, "pop with a default")


def _presence(target: Target, owner: str, key: str, weight: float) -> Iterator[Edit]:
    for action, worth in _actions(target) if target.function else ():
        edit = before(
            target, [f"if {key} not in {owner}:", f"\t{action}"], "guard", 0.45 * weight * worth, f"{key} missing"
        )
        if edit:
            yield edit


def _counted(target: Target, stmt: ast.AugAssign, weight: float) -> Iterator[Edit]:
    assert isinstance(stmt.target, ast.Subscript)
    place, owner, key = (target.text(n) for n in (stmt.target, stmt.target.value, stmt.target.slice))
    symbol = target.source.text[target.source.span(stmt.target)[1] : target.source.span(stmt.value)[0]].strip()[:-1]
    value = wrapped(target, stmt.value)
    for start in ("0", "''", "[]"):
        text = f"{place} = {owner}.get({key}, {start}) {symbol} {value}"
        yield target.replace(stmt, text, "guard lookup", 0.6 * weight, f"starts at {start}")


def fallbacks(target: Target) -> Iterator[Edit]:
    """`x or default`, `x if x is not None else default` and `a / b if b else 0` in the expression itself."""
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
            yield target.replace(node, f"({target.text(node)} or {value})", "guard fallback", prior, f"or {value}")
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        if isinstance(node.op, (ast.Div, ast.FloorDiv, ast.Mod)) and not isinstance(node.right, ast.Constant):
            text, divisor = target.text(node), target.text(node.right)
            share = 0.7 if crash == "ZeroDivisionError" else 0.1
            for value in ("0", "0.0", "None"):
                yield target.replace(
                    node, f"({text} if {divisor} else {value})", "guard fallback", share, "division by zero"
                )


def unbound(target: Target) -> Iterator[Edit]:
    """A name that was read before it was bound: initialised at the start of the function, or before the block."""
    if target.crash() != "UnboundLocalError" or target.function is None:
        return
    names = set(bound_names(target.function.node))
    first = target.function.node.body[0]
    at_start = Target(target.source, first, target.function, target.clues)
    for node in target.expressions(ast.Name):
        assert isinstance(node, ast.Name)
        if node.id in names:
            for rank, value in enumerate(EMPTY):
                edit = before(at_start, [f"{node.id} = {value}"], "initial value added", 0.7 / (1 + 0.15 * rank), value)
                if edit:
                    yield edit
            for word in ("global", "nonlocal"):
                edit = before(at_start, [f"{word} {node.id}"], "scope declared", 0.6, word)
                if edit:
                    yield edit


SELDOM_CAUGHT = ("TypeError", "AttributeError", "UnboundLocalError")
"""Exceptions that hardly anybody means to catch: who passes None where a number is due is to be asked for it."""


def handlers(target: Target) -> Iterator[Edit]:
    """The statement under `try`, with the crash's own exception answered; only where it crashed."""
    crash, source, stmt = target.crash(), target.source, target.stmt
    if crash not in {*CRASHES, "UnicodeDecodeError", "FileNotFoundError", "OSError"} or target.function is None:
        return
    if isinstance(stmt, (*FunctionNode.__args__, ast.ClassDef)) or not source.owns_line(stmt):
        return
    start, end = source.block(stmt)
    indent = source.indent(stmt)
    body = one_step_in(source, start, end, indent)
    for rank, (action, worth) in enumerate(_actions(target)):
        text = lines(source, indent, ["try:"]) + body + lines(source, indent, [f"except {crash}:", f"\t{action}"])
        kind = "guard handler of a slip" if crash in SELDOM_CAUGHT else "guard handler"
        prior = 0.25 * worth / (1 + 0.1 * rank)
        yield target.splice(start, end, text, kind, prior, f"{crash}: {action}")


def wider_handlers(target: Target) -> Iterator[Edit]:
    """An `except` that lets the crash through."""
    crash = next(iter(sorted(target.clues.errors - {"AssertionError"})), "")
    parents = [node for node in target.source.ancestors(target.stmt) if isinstance(node, ast.Try)]
    for node in [*parents[:2], *([target.stmt] if isinstance(target.stmt, ast.Try) else [])]:
        for handler in node.handlers if crash else ():
            if handler.type is None:
                continue
            texts = [target.text(part) for part in getattr(handler.type, "elts", [handler.type])]
            if crash not in texts:
                wide = f"({', '.join([*texts, crash])})"
                yield target.replace(handler.type, wide, "handler widened", 0.6, crash)
                yield target.replace(handler.type, crash, "handler changed", 0.4, crash)
