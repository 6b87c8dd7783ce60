"""Statements that are nearly right: kept apart where they should add up, one after the other where at once was meant,
declared in the wrong scope, shared by all instances."""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import LEAVING, after, before, lines, lines_at, siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.imports import behind_imports
from testfix_pipeline.repair.edits.initials import first_code
from testfix_pipeline.repair.edits.scope import bound_names, inherited, own_attribute, stored_names, walk_scope
from testfix_pipeline.repair.edits.traces import empty_kind
from testfix_pipeline.repair.source import Function, FunctionNode

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
    yield target.replace(stmt, f"{on}.setdefault({key}, {target.text(value)})", "first-kept", 0.35, "setdefault")
    empty, fill = FILLED.get(type(value), ("", ""))
    if fill and len(value.elts) == 1:  # type: ignore[attr-defined]
        code = f"{on}.setdefault({key}, {empty}).{fill}({target.text(value.elts[0])})"  # type: ignore[attr-defined]
        yield target.replace(stmt, code, "added-up", 0.6, code[:50])
    elif isinstance(value, (ast.Constant, ast.Name, ast.Attribute, ast.Subscript, ast.Call)):
        text = target.text(value)
        if not isinstance(value, ast.Constant) or (type(value.value) in (int, float) and value.value):
            code = f"{on}[{key}] = {on}.get({key}, 0) + {text}"
            yield target.replace(stmt, code, "added-up", 0.5 if isinstance(value, ast.Constant) else 0.25, code[:50])
        if not isinstance(value, ast.Constant):
            for rank, (empty, fill) in enumerate(FILLED.values()):
                code = f"{on}.setdefault({key}, {empty}).{fill}({text})"
                yield target.replace(stmt, code, "added-up", 0.35 / (1 + 0.6 * rank), code[:50])


def at_once(target: Target) -> Iterator[Edit]:
    """`a = x; b = f(a)` where the second, or the third, speaks of the first as it was: all assigned at once."""
    block, position = siblings_of(target.source, target.stmt)
    run = list(itertools.takewhile(_sets_one, block[position : position + 3]))
    for chosen in (run[:2], run[:3]) if len(run) > 2 else (run,):
        places = [target.text(one.targets[0]) for one in chosen]  # type: ignore[attr-defined]
        values = [one.value for one in chosen]  # type: ignore[attr-defined]
        parts = ast.walk(values[-1]) if len(chosen) > 1 else ()
        read = {target.text(n) for n in parts if isinstance(n, (ast.Name, ast.Attribute, ast.Subscript))}
        if places and places[0] in read and places[-1] != places[0]:
            code = f"{', '.join(places)} = {', '.join(wrapped(target, value) for value in values)}"
            start, end = target.source.span(chosen[0])[0], target.source.span(chosen[-1])[1]
            yield target.splice(start, end, code, "assigned-at-once", 0.5 if len(chosen) == 2 else 0.4, code[:50])


def _sets_one(stmt: ast.stmt) -> bool:
    return isinstance(stmt, ast.Assign) and len(stmt.targets) == 1


def in_front(target: Target) -> Iterator[Edit]:
    """What is put behind put in front: `text += x`, `found.append(x)`."""
    stmt = target.stmt
    if isinstance(stmt, ast.AugAssign) and isinstance(stmt.op, ast.Add):
        place = target.text(stmt.target)
        yield target.replace(stmt, f"{place} = {wrapped(target, stmt.value)} + {place}", "put-in-front", 0.25, place)
    elif isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call) and isinstance(stmt.value.func, ast.Attribute):
        call = stmt.value
        if stmt.value.func.attr == "append" and len(call.args) == 1:
            code = f"{target.text(stmt.value.func.value)}.insert(0, {target.text(call.args[0])})"
            yield target.replace(stmt, code, "put-in-front", 0.25, code[:50])


def in_a_copy(target: Target) -> Iterator[Edit]:
    """`xs.sort()` done in a copy: `xs = sorted(xs)`."""
    stmt = target.stmt
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.args:
        return
    place, rest = target.text(call.func.value), "".join(f", {target.text(keyword)}" for keyword in call.keywords)
    if call.func.attr == "sort":
        yield target.replace(stmt, f"{place} = sorted({place}{rest})", "sorted-instead", 0.5, f"{place} = sorted(...)")
    elif call.func.attr == "reverse":
        yield target.replace(stmt, f"{place} = {place}[::-1]", "sorted-instead", 0.5, f"{place} = {place}[::-1]")


def side_by_side(target: Target) -> Iterator[Edit]:
    """`for x in a for y in b` where pairs were meant: `for x, y in zip(a, b)`."""
    for node in target.expressions(ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp):
        loops = node.generators  # type: ignore[attr-defined]
        if len(loops) == 2 and not loops[0].ifs:
            one, other = loops
            names = {n.id for n in ast.walk(other.iter) if isinstance(n, ast.Name)}
            if names & {n.id for n in ast.walk(one.target) if isinstance(n, ast.Name)}:
                continue
            variables = f"{wrapped(target, one.target)}, {wrapped(target, other.target)}"
            code = f"{variables} in zip({target.text(one.iter)}, {target.text(other.iter)})"
            start, end = target.source.span(one.target)[0], target.source.span(other.iter)[1]
            yield target.splice(start, end, code, "loops-side-by-side", 0.5, code[:50])


def left_behind(target: Target) -> Iterator[Edit]:
    """A handler that says something and goes on: raised again, or left with nothing."""
    parent = target.source.parents.get(target.stmt)
    if not isinstance(parent, ast.ExceptHandler) or parent.body[-1] is not target.stmt:
        return
    if isinstance(target.stmt, LEAVING) or target.function is None:
        return
    for code, prior in LEFT_WITH:
        if isinstance(target.stmt, ast.Pass):
            yield target.replace(target.stmt, code, "handler.leaves", prior, code)
            continue
        edit = after(target, [code], "handler.leaves", prior, code)
        if edit is not None:
            yield edit


def declared(target: Target) -> Iterator[Edit]:
    """`nonlocal x` or `global x` where a function changes names that only a scope around it binds."""
    function = target.function
    if function is None or not isinstance(target.stmt, (ast.AugAssign, ast.Assign)):
        return
    node, source = function.node, target.source
    own = {n for s in walk_scope(node) if isinstance(s, (ast.Global, ast.Nonlocal)) for n in s.names}
    own |= {argument.arg for argument in function.arguments}
    places = [target.stmt.target] if isinstance(target.stmt, ast.AugAssign) else target.stmt.targets
    outer = [one for one in source.ancestors(node) if isinstance(one, FunctionNode)]
    words: dict[str, list[str]] = {}
    for name in sorted(set().union(*map(stored_names, places)) - own):
        if any(name in bound_names(one) for one in outer):
            words.setdefault("nonlocal", []).append(name)
        elif name in bound_names(source.tree):
            words.setdefault("global", []).append(name)
    first = first_code(node)
    for word, names in words.items() if source.owns_line(first) else ():
        reads = any(isinstance(n, ast.Name) and n.id in names for n in ast.walk(target.stmt.value))
        start, code = source.block(first)[0], f"{word} {', '.join(names)}"
        text = f"{source.indent(first)}{code}{source.newline}"
        telling = isinstance(target.stmt, ast.AugAssign) or reads
        yield target.splice(start, start, text, "scope-declared", 0.85 if telling else 0.4, code)


def of_each(target: Target) -> Iterator[Edit]:
    """A container in the body of a class, which all instances share, made in the constructor."""
    stmt, parent = target.stmt, target.source.parents.get(target.stmt)
    if not isinstance(parent, ast.ClassDef) or not isinstance(stmt, (ast.Assign, ast.AnnAssign)) or not stmt.value:
        return
    place = stmt.targets[0] if isinstance(stmt, ast.Assign) else stmt.target
    empty = empty_kind(stmt.value)
    if not isinstance(place, ast.Name) or not (empty or isinstance(stmt.value, (ast.List, ast.Dict))):
        return
    code, source, prior = f"self.{place.id} = {target.text(stmt.value)}", target.source, 0.8 if empty else 0.4
    makers = [one for one in parent.body if isinstance(one, ast.FunctionDef) and one.name == "__init__"]
    if makers:
        first = first_code(makers[0])
        at = source.block(first)[0]
        if source.owns_line(first):
            yield target.splice(at, at, f"{source.indent(first)}{code}{source.newline}", "state.of-each", prior, code)
    elif not parent.decorator_list and not place.id.isupper():
        given, above = (", *args, **kwargs", ["\tsuper().__init__(*args, **kwargs)"]) if parent.bases else ("", [])
        text = lines(source, source.indent(stmt), [f"def __init__(self{given}):", *above, f"\t{code}"])
        yield target.replace(stmt, text.lstrip(), "state.of-each", prior, code)


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
                    yield target.replace(body, text, "key.completed", 0.4 / (1 + 0.2 * rank), text)


def passed_up(target: Target) -> Iterator[Edit]:
    """`super().m(...)` in a method that covers one of a class of the project, at its start or its end."""
    function = target.function
    if function is None or function.owner is None or "super()" in target.source.segment(function.node):
        return
    first, last = first_code(function.node), function.node.body[-1]
    covered = inherited(target.project, function.owner, function.name) if target.stmt in (first, last) else None
    if covered is None or function.node.decorator_list:
        return
    call = f"super().{function.name}({_handed_up(function, covered)})"
    edits = [before(target, [call], "passed-up", 0.5, call)] if target.stmt is first else []
    if target.stmt is last and not isinstance(last, LEAVING):
        edits.append(after(target, [call], "passed-up-last", 0.45, call))
    yield from (edit for edit in edits if edit is not None)


def _handed_up(function: Function, covered: Function) -> str:
    """What the covered method takes as well, in its order, and the rest of the arguments; everything where the two
    have nothing in common."""
    own, named = function.node.args, {argument.arg for argument in covered.node.args.kwonlyargs}
    known, given = {argument.arg for argument in function.arguments[1:]}, list[str]()
    for argument in covered.arguments[1:]:
        if argument.arg not in known:
            named.update(one.arg for one in covered.arguments)  # those behind it, by their names
        else:
            given.append(f"{argument.arg}={argument.arg}" if argument.arg in named else argument.arg)
    given += [f"*{own.vararg.arg}"] if own.vararg else []
    given += [f"**{own.kwarg.arg}"] if own.kwarg else []
    alone = not given and len(covered.arguments) > 1
    return ", ".join(argument.arg for argument in function.arguments[1:]) if alone else ", ".join(given)


def wound_on(target: Target) -> Iterator[Edit]:
    """A `while` whose condition speaks of variables that its body never changes: one of them counted on at the end."""
    loop, source = target.stmt, target.source
    if not isinstance(loop, ast.While) or not isinstance(loop.test, (ast.Compare, ast.BoolOp, ast.Name)):
        return
    asked = [n for n in ast.walk(loop.test) if isinstance(n, (ast.Name, ast.Attribute))]
    body = [n for stmt in loop.body for n in ast.walk(stmt)]
    changed = {target.text(n) for n in body if isinstance(getattr(n, "ctx", None), ast.Store)}
    changed |= {
        target.text(n.func.value) for n in body if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)
    }
    calls = (n for n in ast.walk(loop.test) if isinstance(n, ast.Call))
    if changed & set(map(target.text, asked)) or any(called(n) != "len" for n in calls):
        return
    last = loop.body[-1]
    if isinstance(last, LEAVING) or not source.owns_line(last):
        return
    end = source.block(last)[1]
    counted = [n for n in asked if _is_counted(source.parents[n])]
    places = dict.fromkeys(target.text(n) for n in counted if isinstance(n, ast.Name) or own_attribute(n))
    ways = ("-=",) if isinstance(loop.test, ast.Name) else ("+=", "-=")
    for rank, place in enumerate(places):
        for code in (f"{place} {way} 1" for way in ways):
            prior = (0.65 if "+" in code else 0.45) / (1 + 0.5 * rank)
            text = lines_at(source, end, source.indent(last), [code])
            yield target.splice(end, end, text, "value.moved", prior, code)


def _is_counted(parent: ast.AST) -> bool:
    """Whether what stands there is a number: compared by size, calculated with, or asked whether it is nothing."""
    if isinstance(parent, ast.Compare):
        return not any(isinstance(op, (ast.In, ast.NotIn, ast.Is, ast.IsNot)) for op in parent.ops)
    return isinstance(parent, (ast.BinOp, ast.While))


def keywords_too(target: Target) -> Iterator[Edit]:
    """`def inner(*args): f(*args)` that passes on `**kwargs` as well; and that keeps the name of what it wraps."""
    node = target.stmt
    if not isinstance(node, FunctionNode.__args__) or node.args.vararg is None:
        return
    rest, source = node.args.vararg.arg, target.source
    if node.args.kwarg is None:
        calls = [c for c in ast.walk(node) if isinstance(c, ast.Call) and _stars(c, rest)]
        named = (*node.args.kwonlyargs, *filter(None, node.args.kw_defaults))
        end = max(source.span(one)[1] for one in (node.args.vararg, *named))
        more = tuple((at, at, ", **kwargs") for at in sorted({source.span(c.args[-1])[1] for c in calls}))
        if calls:
            yield replace(target.splice(end, end, ", **kwargs", "keywords-passed-on", 0.5, "**kwargs"), more=more)
    outer = next((one for one in source.ancestors(node) if isinstance(one, FunctionNode)), None)
    if outer is not None and outer.args.args and not node.decorator_list and source.owns_line(node):
        start, known = source.block(node)[0], re.search(r"^import functools$", source.text, re.MULTILINE)
        text = f"{source.indent(node)}@functools.wraps({outer.args.args[0].arg}){source.newline}"
        at = behind_imports(source)
        more = () if known else ((at, at, f"import functools{source.newline}"),)
        yield replace(target.splice(start, start, text, "decorator-added", 0.4, "functools.wraps"), more=more)


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
