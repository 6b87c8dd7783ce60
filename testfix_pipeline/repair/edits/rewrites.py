"""Statements that are nearly right: kept apart where they should add up, one after the other where at once was meant,
declared in the wrong scope, shared by all instances."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import LEAVING, after, before
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.initials import first_code
from testfix_pipeline.repair.edits.scope import bound_names, inherited, stored_names, walk_scope
from testfix_pipeline.repair.source import Function, FunctionNode

FILLED = {ast.List: ("[]", "append"), ast.Set: ("set()", "add")}


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
