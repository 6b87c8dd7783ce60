"""One object under two names where two were meant: what is changed afterwards should have been a copy."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.languages.python.edits.blocks import loop_around
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.languages.python.edits.imports import behind_imports, imported
from testfix_pipeline.repair.languages.python.edits.scope import (
    bound_names,
    fields_of,
    own_attribute,
    stored_names,
    walk_scope,
)
from testfix_pipeline.repair.languages.python.edits.traces import empty_kind
from testfix_pipeline.repair.languages.python.source import Function, SourceFile
from testfix_pipeline.repair.remembered import remembered

CHANGING = {
    "append", "extend", "insert", "remove", "pop", "clear", "sort", "reverse", "add", "discard", "update", "setdefault",
    "popitem", "appendleft", "popleft", "subtract",
}  # fmt: skip
# (form, how likely): those of a container of the kind that the changes speak of come first.
COPIES = {
    "dict": (("dict({})", 0.7), ("{}.copy()", 0.6), ("copy.deepcopy({})", 0.55)),
    "list": (("list({})", 0.7), ("{}.copy()", 0.55), ("copy.deepcopy({})", 0.5), ("[list(part) for part in {}]", 0.3)),
    "set": (("set({})", 0.7), ("{}.copy()", 0.6)),
    "object": (("replace({})", 0.7), ("copy.copy({})", 0.5)),
    "rows": (
        ("[list(part) for part in {}]", 0.7), ("copy.deepcopy({})", 0.65), ("{}.copy()", 0.3), ("list({})", 0.25),
        ("dict({})", 0.25),
    ),
    "": (("{}.copy()", 0.6), ("list({})", 0.5), ("dict({})", 0.5), ("copy.deepcopy({})", 0.5)),
}  # fmt: skip
OF_KIND = {
    "append": "list", "extend": "list", "insert": "list", "sort": "list", "reverse": "list", "add": "set",
    "discard": "set", "setdefault": "dict", "popitem": "dict",
}  # fmt: skip
CHANGING_FIRST = {"heapify", "heappush", "heappop", "heapreplace", "heappushpop", "shuffle", "insort", "insort_left",
                  "insort_right"}  # fmt: skip
"""Functions that change the list that they are given first."""
PUTTING = {"append", "appendleft", "add", "insert", "put", "push"}
MAKERS = {"list", "dict", "set", "defaultdict", "deque", "Counter", "OrderedDict", "bytearray"}
DEEPER, HANDED_OUT, IN_A_LOOP, COPIED_IN_A_LOOP = 0.45, 0.15, 0.5, 0.75
KEPT = 0.6
"""What a copy is worth of something that is kept or answered, not changed, where the file changes such things."""


def copies(target: Target) -> Iterator[Edit]:
    """`x = other` (or `self.x = other`) made a copy where x is changed; rows that are repeated made one by one."""
    seen: set[tuple[int, int, str]] = set()
    for edit in (*_shared_in_a_loop(target), *_kept_copies(target)):
        key = (edit.start, edit.end, edit.replacement)
        if key not in seen:
            seen.add(key)
            yield edit


def _kept_copies(target: Target) -> Iterator[Edit]:
    """The likeliest first: one text may come of several reasons."""
    stmt = target.stmt
    if target.function is not None and isinstance(stmt, (ast.Assign, ast.AnnAssign)) and stmt.value is not None:
        place = stmt.targets[0] if isinstance(stmt, ast.Assign) else stmt.target
        held = list(_taken_over(stmt.value))
        kind = _changed_as(target.source, target.function, target.text(place)) if held else None
        for one, known in held if kind is not None else ():
            yield from _copied(target, one, known or kind or "", 1.0)
    if isinstance(stmt, ast.Return) and isinstance(stmt.value, ast.Attribute) and target.function is not None:
        kind = _changed_as(target.source, target.function, target.text(stmt.value))
        if kind is not None:
            yield from _copied(target, stmt.value, kind, KEPT)
    for node in _given_away(target):
        kind = _changed_on(target, node)
        if kind is not None:
            yield from _copied(target, node, kind, KEPT)
    yield from _rows(target)


def _taken_over(value: ast.expr) -> Iterator[tuple[ast.expr, str]]:
    """What somebody else may hold as well, in `x`, in `x or []` and `x if x else []`; with its kind where that says."""
    if isinstance(value, (ast.Name, ast.Attribute, ast.Subscript)):
        yield value, ""
    elif isinstance(value, ast.BoolOp) and isinstance(value.op, ast.Or) and empty_kind(value.values[-1]):
        yield value, empty_kind(value.values[-1])
    elif isinstance(value, ast.IfExp):
        branches = (value.body, value.orelse)
        kind = next(filter(None, map(empty_kind, branches)), "")
        yield from ((one, kind) for one in branches if kind and isinstance(one, (ast.Name, ast.Attribute)))


def _given_away(target: Target) -> Iterator[ast.Name | ast.Attribute]:
    """What the statement keeps or hands out as it is: `xs.append(x)`, `yield x`, `kept = x`; alone or in a tuple."""
    value = target.stmt.value if isinstance(target.stmt, (ast.Expr, ast.Assign, ast.AnnAssign)) else None
    held = [value]
    if isinstance(target.stmt, ast.Expr):
        puts = isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute) and value.func.attr in PUTTING
        held = value.args if puts else [value.value] if isinstance(value, ast.Yield) else []  # type: ignore[union-attr]
    for one in held:
        for part in one.elts if isinstance(one, ast.Tuple) else [one]:
            if isinstance(part, (ast.Name, ast.Attribute)):
                yield part


def _changed_on(target: Target, node: ast.Name | ast.Attribute) -> str | None:
    """The kind of container that is changed further though it was given away; None where it is made anew for that."""
    function, place, loop = target.function, target.text(node), loop_around(target.source, target.stmt)
    kind = _changed_as(target.source, function, place) if function is not None else None
    if function is None or kind in (None, "object"):
        return None
    if isinstance(node, ast.Attribute):
        nodes = (one for one in walk_scope(function.node) if isinstance(one, ast.Attribute))
        anew = any(isinstance(one.ctx, ast.Store) and target.text(one) == place for one in nodes)
        return None if anew else kind
    if node.id not in bound_names(function.node) or node.id in {one.arg for one in function.arguments}:
        return kind  # changed where the function is called again
    changes = (part for part in walk_scope(function.node) if any(_changes(target.source, part, place)))
    lines = [getattr(part, "lineno", 0) for part in changes]
    again = loop is not None and node.id not in stored_names(loop) and any(line >= loop.lineno for line in lines)
    bindings = (part for part in walk_scope(function.node) if _is_bound(part, node.id))
    last = max((getattr(part, "lineno", 0) for part in bindings), default=0)
    return kind if again or any(line > target.stmt.lineno > last for line in lines) else None


def _is_bound(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store)


def _shared_in_a_loop(target: Target) -> Iterator[Edit]:
    """One object that every round puts somewhere, made in front of the loop: made, or copied, in each round."""
    stmt, loop = target.stmt, loop_around(target.source, target.stmt)
    if loop is None or target.function is None or not isinstance(stmt, (ast.Expr, ast.Assign)):
        return
    inside = stored_names(loop)
    told = isinstance(stmt, ast.Expr) and isinstance(stmt.value, ast.Call)
    put = isinstance(stmt, ast.Assign) and isinstance(stmt.targets[0], ast.Subscript)
    given = stmt.value.args if isinstance(stmt.value, ast.Call) and told else [stmt.value] if put else []
    for node in given:
        if not isinstance(node, ast.Name) or node.id in inside:
            continue
        maker = _made_once(target.function, node.id)
        if maker is None:
            continue
        filled = any(any(_changes(target.source, part, node.id)) for part in ast.walk(loop))
        if not filled and not any(
            isinstance(one, ast.Call) for part in ast.iter_child_nodes(maker) for one in ast.walk(part)
        ):
            yield target.replace(node, target.text(maker), "alias-copied", IN_A_LOOP, "each its own")
        yield from _copied(target, node, "object" if not _is_container(maker) else empty_kind(maker), COPIED_IN_A_LOOP)


@remembered(1024)
def _made_once(function: Function, name: str) -> ast.expr | None:
    """The object of a class or the container that a variable is bound to, where it is bound once."""
    found = [
        node.value
        for node in walk_scope(function.node)
        if isinstance(node, ast.Assign) and any(getattr(one, "id", "") == name for one in node.targets)
    ]
    made = found[0] if len(found) == 1 else None
    of_class = isinstance(made, ast.Call) and called(made)[:1].isupper()
    return made if of_class or (made is not None and _is_container(made)) else None


def deeper(target: Target) -> Iterator[Edit]:
    """A copy that shares what is in it, `dict(xs)`, `xs.copy()`, `xs[:]`, made one that shares nothing."""
    shared = target.stmt.value if isinstance(target.stmt, ast.Return) else None
    kinds = (ast.Call, ast.Subscript, ast.Dict, ast.List)
    nodes = [(node, _shallow(node), DEEPER) for node in target.expressions(*kinds)]
    nodes += [(shared, shared, HANDED_OUT)] if isinstance(shared, (ast.Attribute, ast.Name)) else []
    for node, inner, prior in nodes:
        if inner is None or target.function is None:
            continue
        spelled = _spelled(target.source, "copy.deepcopy({})")
        if spelled is not None:
            text = spelled[0].format(target.text(inner))
            edit = target.replace(node, text, "copy.deepened", prior, text)
            yield _importing_copy(target, edit) if spelled[1] else edit
    yield from _replaced(target)


def _replaced(target: Target) -> Iterator[Edit]:
    """`replace(self)` and `replace(self, n=1)` with copies of the containers that the dataclass has as fields."""
    fields = fields_of(target.source, target.function.owner) if target.function is not None else {}
    kinds = {name: text for name, text in fields.items() if text in EMPTY}
    for node in target.expressions(ast.Call) if kinds else ():
        assert isinstance(node, ast.Call)
        given = [keyword.arg for keyword in node.keywords]
        if called(node) != "replace" or len(node.args) != 1 or None in given or target.text(node.args[0]) != "self":
            continue
        made = [f"{name}={EMPTY[kind]}(self.{name})" for name, kind in kinds.items() if name not in given]
        for some in dict.fromkeys([tuple(made), *((one,) for one in made)]):
            if some:
                at = target.source.span(node)[1] - 1
                yield target.splice(at, at, "".join(f", {one}" for one in some), "copy.deepened", DEEPER, some[0][:50])


EMPTY = {"[]": "list", "{}": "dict", "set()": "set"}


def _shallow(node: ast.expr) -> ast.expr | None:
    """What a shallow copy is made of."""
    if isinstance(node, ast.Subscript):
        whole = isinstance(node.slice, ast.Slice) and not (node.slice.lower or node.slice.upper or node.slice.step)
        return node.value if whole and isinstance(node.ctx, ast.Load) else None
    if isinstance(node, ast.Dict):
        return node.values[0] if node.keys == [None] else None
    if isinstance(node, ast.List):
        return node.elts[0].value if len(node.elts) == 1 and isinstance(node.elts[0], ast.Starred) else None
    assert isinstance(node, ast.Call)
    if node.keywords or len(node.args) > 1:
        return None
    if isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
        return node.args[0] if node.args else node.func.value
    inner = node.args[0] if getattr(node.func, "id", "") in ("dict", "list", "set", "copy") and node.args else None
    held = isinstance(inner, (ast.Name, ast.Attribute, ast.Subscript))
    if isinstance(inner, ast.BoolOp) and isinstance(inner.op, ast.Or):
        held = bool(empty_kind(inner.values[-1]))
    return inner if held or (isinstance(inner, ast.Call) and own_attribute(inner.func)) else None


def _importing_copy(target: Target, edit: Edit) -> Edit:
    """The edit with the import that it needs."""
    at = behind_imports(target.source)
    return replace(edit, more=((at, at, f"import copy{target.source.newline}"),))


def _spelled(source: SourceFile, form: str) -> tuple[str, bool] | None:
    """The form of a copy as the file's imports let it be written, and whether it needs `import copy`; None where it
    can't be."""
    known, name = imported(source), form.partition("(")[0]
    if name not in HOMES:
        return form, False
    module, member, rest = HOMES[name], name.rpartition(".")[2], form[len(name) :]
    if known.get(member) == f"{module}.{member}":
        return member + rest, False
    if known.get(module) == module:
        return f"{module}.{member}{rest}", False
    return (form, True) if module == "copy" and "copy" not in known else None


HOMES = {"replace": "dataclasses", "copy.copy": "copy", "copy.deepcopy": "copy"}


def _copied(target: Target, node: ast.expr, kind: str, share: float) -> Iterator[Edit]:
    for form, prior in COPIES[kind]:
        spelled = _spelled(target.source, form)
        if spelled is None or (spelled[1] and kind not in ("object", "rows")):
            continue
        inner = wrapped(target, node) if form.startswith("{}") else target.text(node)
        edit = target.replace(node, spelled[0].format(inner), "alias-copied", prior * share, form.format("..."))
        yield _importing_copy(target, edit) if spelled[1] else edit


@remembered(2048)
def _changed_as(source: SourceFile, function: Function, place: str) -> str | None:
    """The kind of container that a name is changed as ("" where that can't be told); None where nothing changes it.

    An attribute is looked for in the whole class.
    """
    inside = ast.walk(function.owner) if place.startswith("self.") and function.owner else walk_scope(function.node)
    kinds = [kind for node in inside for kind in _changes(source, node, place)]
    return max(kinds, key=lambda kind: (kind == "rows", kind != "")) if kinds else None


def _changes(source: SourceFile, node: ast.AST, place: str) -> Iterator[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
        inner = node.func.value
        if source.segment(inner) == place:
            yield OF_KIND.get(node.func.attr, "")
        elif isinstance(inner, ast.Subscript) and source.segment(_root(inner)) == place:
            yield "rows"
    elif isinstance(node, ast.Call) and called(node) in CHANGING_FIRST and node.args:
        if source.segment(node.args[0]) == place:
            yield "list"
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
        if source.segment(_root(node)) == place:
            kind = "list" if isinstance(node.slice, (ast.Slice, ast.BinOp)) else "dict" if _is_text(node.slice) else ""
            yield "rows" if isinstance(node.value, ast.Subscript) else kind
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and source.segment(node.value) == place:
        yield "object"


def _root(node: ast.expr) -> ast.expr:
    """What the outermost of several subscripts is an element of: `grid` of `grid[r][c]`."""
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _rows(target: Target) -> Iterator[Edit]:
    """`[[0] * n] * m` made `[[0] * n for _ in range(m)]`, `dict.fromkeys(xs, [])` made a comprehension."""
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        rows, number = (node.left, node.right) if isinstance(node.left, ast.List) else (node.right, node.left)
        inner = rows.elts[0] if isinstance(rows, ast.List) and len(rows.elts) == 1 else None
        made, prior = _own_each(target, inner) if isinstance(node.op, ast.Mult) and inner is not None else ("", 0.0)
        if made:
            text = f"[{made} for _ in range({target.text(number)})]"
            yield target.replace(node, text, "alias-copied", prior, "each row its own")
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if target.text(node.func) == "dict.fromkeys" and len(node.args) == 2 and _is_container(node.args[1]):
            keys, value = (target.text(argument) for argument in node.args)
            yield target.replace(node, f"{{key: {value} for key in {keys}}}", "alias-copied", 0.85, "each its own")


def _own_each(target: Target, node: ast.expr) -> tuple[str, float]:
    """Code that makes what is repeated once more, and how sure it is that it must be; "" for what nobody changes."""
    if _is_container(node):
        return target.text(node), 0.85
    if isinstance(node, ast.Call) and called(node)[:1].isupper() and called(node) not in UNCHANGING:
        return target.text(node), 0.5
    maker = _made_once(target.function, node.id) if isinstance(node, ast.Name) and target.function else None
    return (f"{target.text(node)}.copy()", 0.8) if maker is not None and _is_container(maker) else ("", 0.0)


UNCHANGING = {"Decimal", "Fraction", "Path"}


def _is_container(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return _is_container(node.left)
    made = isinstance(node, ast.Call) and called(node) in MAKERS
    return made or isinstance(node, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp))
