"""Statements that are nearly right: kept apart where they should add up, one after the other where at once was meant,
declared in the wrong scope, shared by all instances."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.blocks import LEAVING, after, before, siblings_of, unit
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.imports import behind_imports
from testfix_pipeline.repair.edits.scope import bound_names, stored_names, walk_scope
from testfix_pipeline.repair.edits.traces import empty_kind
from testfix_pipeline.repair.source import FunctionNode

FILLED = {ast.List: ("[]", "append"), ast.Set: ("set()", "add")}
LEFT_WITH = (("raise", 0.3), ("return None", 0.25), ("return False", 0.15), ("return 0", 0.12), ("return []", 0.1))


def added_up(target: Target) -> Iterator[Edit]:
    """`d[k] = [v]`, `d[k] = 1` made to add to what is there."""
    stmt = target.stmt
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) and len(stmt.targets) == 1 else None
    if not isinstance(place, ast.Subscript) or isinstance(place.slice, ast.Slice):
        return
    assert isinstance(stmt, ast.Assign)
    on, key, value = target.text(place.value), target.text(place.slice), stmt.value
    yield target.replace(stmt, f"{on}.setdefault({key}, {target.text(value)})", "first kept", 0.35, "setdefault")
    empty, fill = FILLED.get(type(value), ("", ""))
    if fill and len(value.elts) == 1:  # type: ignore[attr-defined]
        code = f"{on}.setdefault({key}, {empty}).{fill}({target.text(value.elts[0])})"  # type: ignore[attr-defined]
        yield target.replace(stmt, code, "added up", 0.6, code[:50])
    elif isinstance(value, (ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
        text = target.text(value)
        if not isinstance(value, ast.Constant) or (type(value.value) in (int, float) and value.value):
            code = f"{on}[{key}] = {on}.get({key}, 0) + {text}"
            yield target.replace(stmt, code, "added up", 0.5 if isinstance(value, ast.Constant) else 0.25, code[:50])


def at_once(target: Target) -> Iterator[Edit]:
    """`a = x; b = f(a)` where the second speaks of the first as it was: both assigned at once."""
    block, position = siblings_of(target.source, target.stmt)
    following = block[position + 1] if position + 1 < len(block) else None
    pair = [target.stmt, following]
    if not all(isinstance(one, ast.Assign) and len(one.targets) == 1 for one in pair):
        return
    first, second = pair
    assert isinstance(first, ast.Assign) and isinstance(second, ast.Assign)
    place = target.text(first.targets[0])
    read = {target.text(n) for n in ast.walk(second.value) if isinstance(n, (ast.Name, ast.Attribute, ast.Subscript))}
    if place in read and target.text(second.targets[0]) != place:
        left = f"{place}, {target.text(second.targets[0])}"
        code = f"{left} = {wrapped(target, first.value)}, {wrapped(target, second.value)}"
        start, end = target.source.span(first)[0], target.source.span(second)[1]
        yield target.splice(start, end, code, "assigned at once", 0.5, code[:50])


def in_front(target: Target) -> Iterator[Edit]:
    """What is put behind put in front: `text += x`, `found.append(x)`."""
    stmt = target.stmt
    if isinstance(stmt, ast.AugAssign) and isinstance(stmt.op, ast.Add):
        place = target.text(stmt.target)
        yield target.replace(stmt, f"{place} = {wrapped(target, stmt.value)} + {place}", "put in front", 0.25, place)
    elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Attribute):
        call = stmt.value
        if stmt.value.func.attr == "append" and len(call.args) == 1:
            code = f"{target.text(stmt.value.func.value)}.insert(0, {target.text(call.args[0])})"
            yield target.replace(stmt, code, "put in front", 0.25, code[:50])


def in_a_copy(target: Target) -> Iterator[Edit]:
    """`xs.sort()` done in a copy: `xs = sorted(xs)`."""
    stmt = target.stmt
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.args:
        return
    place, rest = target.text(call.func.value), "".join(f", {target.text(keyword)}" for keyword in call.keywords)
    if call.func.attr == "sort":
        yield target.replace(stmt, f"{place} = sorted({place}{rest})", "sorted instead", 0.5, f"{place} = sorted(...)")
    elif call.func.attr == "reverse":
        yield target.replace(stmt, f"{place} = {place}[::-1]", "sorted instead", 0.5, f"{place} = {place}[::-1]")


def side_by_side(target: Target) -> Iterator[Edit]:
    """`for x in a for y in b` where pairs were meant: `for x, y in zip(a, b)`."""
    for node in target.expressions(ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp):
        loops = node.generators  # type: ignore[attr-defined]
        if len(loops) == 2 and not loops[0].ifs:
            one, other = loops
            names = {n.id for n in ast.walk(other.iter) if isinstance(n, ast.Name)}
            if names & {n.id for n in ast.walk(one.target) if isinstance(n, ast.Name)}:
                continue
            variables = f"{target.text(one.target)}, {target.text(other.target)}"
            code = f"{variables} in zip({target.text(one.iter)}, {target.text(other.iter)})"
            start, end = target.source.span(one.target)[0], target.source.span(other.iter)[1]
            yield target.splice(start, end, code, "loops side by side", 0.5, code[:50])


def left_behind(target: Target) -> Iterator[Edit]:
    """A handler that says something and goes on: raised again, or left with nothing."""
    parent = target.source.parents.get(target.stmt)
    if not isinstance(parent, ast.ExceptHandler) or parent.body[-1] is not target.stmt:
        return
    if isinstance(target.stmt, LEAVING) or target.function is None:
        return
    for code, prior in LEFT_WITH:
        if isinstance(target.stmt, ast.Pass):
            yield target.replace(target.stmt, code, "handler leaves", prior, code)
            continue
        edit = after(target, [code], "handler leaves", prior, code)
        if edit is not None:
            yield edit


def declared(target: Target) -> Iterator[Edit]:
    """`nonlocal x` or `global x` where a function changes a name that only a scope around it binds."""
    function = target.function
    if function is None or not isinstance(target.stmt, (ast.AugAssign, ast.Assign)):
        return
    node = function.node
    declarations = {n for s in walk_scope(node) if isinstance(s, (ast.Global, ast.Nonlocal)) for n in s.names}
    places = [target.stmt.target] if isinstance(target.stmt, ast.AugAssign) else target.stmt.targets
    parameters = {argument.arg for argument in function.arguments}
    for place in places:
        name = place.id if isinstance(place, ast.Name) else ""
        if not name or name in declarations or name in parameters:
            continue
        outer = [one for one in target.source.ancestors(node) if isinstance(one, FunctionNode)]
        around = next((one for one in outer if name in bound_names(one)), None)
        if around is None and name not in bound_names(target.source.tree):
            continue
        word = "nonlocal" if around is not None else "global"
        reads = any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(target.stmt.value))
        first = node.body[0]
        start = target.source.block(first)[0]
        text = f"{target.source.indent(first)}{word} {name}{target.source.newline}"
        telling = isinstance(target.stmt, ast.AugAssign) or reads
        yield target.splice(start, start, text, "scope declared", 0.85 if telling else 0.4, f"{word} {name}")


def of_each(target: Target) -> Iterator[Edit]:
    """A container in the body of a class, which all instances share, made in the constructor."""
    stmt, parent = target.stmt, target.source.parents.get(target.stmt)
    if not isinstance(parent, ast.ClassDef) or not isinstance(stmt, (ast.Assign, ast.AnnAssign)) or not stmt.value:
        return
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) else stmt.target
    if not isinstance(place, ast.Name) or not (empty_kind(stmt.value) or isinstance(stmt.value, (ast.List, ast.Dict))):
        return
    code, source = f"self.{place.id} = {target.text(stmt.value)}", target.source
    makers = [one for one in parent.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
    if makers:
        first = makers[0].body[0]
        at = source.block(first)[0]
        yield target.splice(at, at, f"{source.indent(first)}{code}{source.newline}", "state of each", 0.8, code)
        return
    indent = source.indent(stmt)
    text = f"def __init__(self):{source.newline}{indent}{unit(source)}{code}{source.newline}"
    yield target.replace(stmt, text, "state of each", 0.8, code)


def completed_keys(target: Target) -> Iterator[Edit]:
    """A sort key of one part turned round, or given the other part for where the first is the same."""
    for node in target.expressions(ast.Lambda):
        assert isinstance(node, ast.Lambda)
        keyword = target.source.parents[node]
        if not isinstance(keyword, ast.keyword) or keyword.arg != "key" or len(node.args.args) != 1:
            continue
        name, body = node.args.args[0].arg, node.body
        inner = body.operand if isinstance(body, ast.UnaryOp) and isinstance(body.op, ast.USub) else body
        at = inner.slice if isinstance(inner, ast.Subscript) else None
        if isinstance(at, ast.Constant) and at.value in (0, 1) and target.text(inner.value) == name:  # type: ignore[attr-defined]
            one, other = target.text(inner), f"{name}[{1 - at.value}]"
            for rank, text in enumerate((f"(-{one}, {other})", f"({one}, {other})", f"({one}, -{other})", f"-{one}")):
                if text != target.text(body):
                    yield target.replace(body, text, "key completed", 0.4 / (1 + 0.2 * rank), text)


def passed_up(target: Target) -> Iterator[Edit]:
    """`super().m(...)` in a method that covers one of a class of the project, at its start or its end."""
    function = target.function
    if function is None or function.owner is None or "super()" in target.source.segment(function.node):
        return
    body, name = function.node.body, function.node.name
    inherited = {last_name(base) for base in function.owner.bases}
    covered = any(
        other.owner is not None and other.owner.name in inherited and other.node.name == name
        for source in target.project
        for other in source.functions
    )
    if not covered or target.stmt not in (body[0], body[-1]):
        return
    call = f"super().{name}({', '.join(argument.arg for argument in function.arguments[1:])})"
    edits = [before(target, [call], "passed up", 0.5, call)] if target.stmt is body[0] else []
    if target.stmt is body[-1] and not isinstance(target.stmt, LEAVING):
        edits.append(after(target, [call], "passed up last", 0.45, call))
    yield from (edit for edit in edits if edit is not None)


def wound_on(target: Target) -> Iterator[Edit]:
    """A `while` whose condition speaks of variables that its body never changes: one of them counted on at the end."""
    loop = target.stmt
    if not isinstance(loop, ast.While) or not isinstance(loop.test, ast.Compare):
        return
    stored = set().union(*map(stored_names, loop.body))
    names = [n.id for n in ast.walk(loop.test) if isinstance(n, ast.Name)]
    if stored & set(names) or any(isinstance(n, (ast.Break, ast.Call)) for n in ast.walk(loop.test)):
        return
    last, source = loop.body[-1], target.source
    end = source.block(last)[1]
    for rank, name in enumerate(dict.fromkeys(names)):
        for code in (f"{name} += 1", f"{name} -= 1"):
            text = f"{source.indent(last)}{code}{source.newline}"
            prior = (0.65 if "+" in code else 0.45) / (1 + 0.5 * rank)
            yield target.splice(end, end, text, "value moved", prior, code)


def keywords_too(target: Target) -> Iterator[Edit]:
    """`def inner(*args): f(*args)` that passes on `**kwargs` as well; and that keeps the name of what it wraps."""
    node = target.stmt
    if not isinstance(node, FunctionNode.__args__) or node.args.vararg is None:
        return
    rest, source = node.args.vararg.arg, target.source
    if node.args.kwarg is None:
        calls = [c for c in ast.walk(node) if isinstance(c, ast.Call) and _stars(c, rest)]
        end = source.span(node.args.vararg)[1]
        more = tuple((at, at, ", **kwargs") for at in sorted({source.span(c.args[-1])[1] for c in calls}))
        if calls:
            yield replace(target.splice(end, end, ", **kwargs", "keywords passed on", 0.5, "**kwargs"), more=more)
    outer = next((one for one in source.ancestors(node) if isinstance(one, FunctionNode)), None)
    if outer is not None and outer.args.args and not node.decorator_list and source.owns_line(node):
        start, known = source.block(node)[0], re.search(r"^import functools$", source.text, re.MULTILINE)
        text = f"{source.indent(node)}@functools.wraps({outer.args.args[0].arg}){source.newline}"
        at = behind_imports(source)
        more = () if known else ((at, at, f"import functools{source.newline}"),)
        yield replace(target.splice(start, start, text, "decorator added", 0.4, "functools.wraps"), more=more)


def longest(target: Target) -> Iterator[Edit]:
    """`zip_longest(*rows, fillvalue="")` for `zip(*rows)`: to the end of the longest, with the import."""
    source = target.source
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if getattr(node.func, "id", "") != "zip" or node.keywords or not node.args:
            continue
        at, known = behind_imports(source), re.search(r"^import itertools$", source.text, re.MULTILINE)
        more = () if known else ((at, at, f"import itertools{source.newline}"),)
        for fill, prior in (('fillvalue=""', 0.35), ("fillvalue=0", 0.3), ("", 0.25)):
            text = target.text(node).rstrip().removesuffix(")").rstrip().removesuffix(",")
            given = f"itertools.zip_longest{text.removeprefix('zip')}{', ' if fill else ''}{fill})"
            yield replace(target.replace(node, given, "function", prior, given[:50]), more=more)


def _stars(call: ast.Call, name: str) -> bool:
    last = call.args[-1] if call.args else None
    return isinstance(last, ast.Starred) and getattr(last.value, "id", "") == name and not call.keywords
