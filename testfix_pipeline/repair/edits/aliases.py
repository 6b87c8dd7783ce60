"""One object under two names where two were meant: what is changed afterwards should have been a copy."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import before, loop_around
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.imports import behind_imports
from testfix_pipeline.repair.edits.scope import fields_of, own_attribute, stored_names, walk_scope
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

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
    "": (("{}.copy()", 0.6), ("list({})", 0.5), ("dict({})", 0.5), ("copy.deepcopy({})", 0.5)),
}
OF_KIND = {
    "append": "list", "extend": "list", "insert": "list", "sort": "list", "reverse": "list", "add": "set",
    "discard": "set", "setdefault": "dict", "popitem": "dict",
}  # fmt: skip
MAKERS = {"list", "dict", "set", "defaultdict", "deque", "Counter", "OrderedDict", "bytearray"}
DEEPER, HANDED_OUT, IN_A_LOOP = 0.45, 0.15, 0.5
KEPT = 0.6
"""What a copy is worth of something that is kept or answered, not changed, where the file changes such things."""


def copies(target: Target) -> Iterator[Edit]:
    """`x = other` (or `self.x = other`) made a copy where x is changed; rows that are repeated made one by one."""
    stmt = target.stmt
    if target.function is not None and isinstance(stmt, (ast.Assign, ast.AnnAssign)) and stmt.value is not None:
        place = stmt.targets[0] if isinstance(stmt, ast.Assign) else stmt.target
        if isinstance(stmt.value, (ast.Name, ast.Attribute, ast.Subscript)):
            kind = _changed_as(target.source, target.function, target.text(place))
            if kind is not None:
                yield from _copied(target, stmt.value, kind, 1.0)
    if isinstance(stmt, ast.Return) and isinstance(stmt.value, ast.Attribute) and target.function is not None:
        kind = _changed_as(target.source, target.function, target.text(stmt.value))
        if kind is not None:
            yield from _copied(target, stmt.value, kind, KEPT)
    yield from _rows(target)
    yield from _shared_in_a_loop(target)


def _shared_in_a_loop(target: Target) -> Iterator[Edit]:
    """One object that every round puts somewhere, made in front of the loop: made, or copied, in each round."""
    call = target.stmt.value if isinstance(target.stmt, ast.Expr) else None
    loop = loop_around(target.source, target.stmt)
    if loop is None or target.function is None or not isinstance(call, ast.Call):
        return
    inside = stored_names(loop)
    for node in call.args:
        maker = _made_once(target.function, node.id) if isinstance(node, ast.Name) and node.id not in inside else None
        if maker is None:
            continue
        text, known = target.text(node), _imported(target.source)
        if not any(isinstance(one, ast.Call) for part in ast.iter_child_nodes(maker) for one in ast.walk(part)):
            yield target.replace(node, target.text(maker), "alias copied", IN_A_LOOP, "each its own")
        if "replace" in known and isinstance(maker, ast.Call):
            yield target.replace(node, f"replace({text})", "alias copied", 0.9 * IN_A_LOOP, "each its own")
        edit = target.replace(node, f"copy.copy({text})", "alias copied", 0.8 * IN_A_LOOP, "each its own")
        yield edit if "copy" in known else _importing_copy(target, edit)


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


def parameters(target: Target) -> Iterator[Edit]:
    """A parameter that the function changes, which is the caller's, copied at the start."""
    function = target.function
    if function is None or function.node.body[0] is not target.stmt or not target.source.owns_line(target.stmt):
        return
    for argument in function.arguments:
        kind = _changed_as(target.source, function, argument.arg) if argument.arg not in ("self", "cls") else None
        if kind is None:
            continue
        for form, prior in COPIES[kind][:2]:
            code = f"{argument.arg} = {form.format(argument.arg)}"
            edit = before(target, [code], "alias copied", prior, code)
            if edit is not None:
                yield edit


def deeper(target: Target) -> Iterator[Edit]:
    """A copy that shares what is in it, `dict(xs)`, `xs.copy()`, `xs[:]`, made one that shares nothing."""
    shared = target.stmt.value if isinstance(target.stmt, ast.Return) else None
    nodes = [(node, _shallow(node), DEEPER) for node in target.expressions(ast.Call, ast.Subscript)]
    nodes += [(shared, shared, HANDED_OUT)] if isinstance(shared, (ast.Attribute, ast.Name)) else []
    for node, inner, prior in nodes:
        if inner is None or target.function is None:
            continue
        known = _imported(target.source)
        text = f"deepcopy({target.text(inner)})" if "deepcopy" in known else f"copy.deepcopy({target.text(inner)})"
        edit = target.replace(node, text, "copy deepened", prior, text)
        yield edit if {"copy", "deepcopy"} & known else _importing_copy(target, edit)
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
                yield target.splice(at, at, "".join(f", {one}" for one in some), "copy deepened", DEEPER, some[0][:50])


EMPTY = {"[]": "list", "{}": "dict", "set()": "set"}


def _shallow(node: ast.expr) -> ast.expr | None:
    """What a shallow copy is made of."""
    if isinstance(node, ast.Subscript):
        whole = isinstance(node.slice, ast.Slice) and not (node.slice.lower or node.slice.upper or node.slice.step)
        return node.value if whole and isinstance(node.ctx, ast.Load) else None
    assert isinstance(node, ast.Call)
    if node.keywords or len(node.args) > 1:
        return None
    if isinstance(node.func, ast.Attribute) and node.func.attr == "copy":
        return node.args[0] if node.args else node.func.value
    inner = node.args[0] if getattr(node.func, "id", "") in ("dict", "list", "set") and node.args else None
    held = isinstance(inner, (ast.Name, ast.Attribute, ast.Subscript))
    return inner if held or (isinstance(inner, ast.Call) and own_attribute(inner.func)) else None


def _importing_copy(target: Target, edit: Edit) -> Edit:
    """The edit with the import that it needs."""
    at = behind_imports(target.source)
    return replace(edit, more=((at, at, f"import copy{target.source.newline}"),))


@remembered(64)
def _imported(source: SourceFile) -> frozenset[str]:
    """The names that the imports at the head of the module bind, or modules with their dots."""
    imports = (stmt for stmt in source.tree.body if isinstance(stmt, (ast.Import, ast.ImportFrom)))
    return frozenset(alias.asname or alias.name for stmt in imports for alias in stmt.names)


def _copied(target: Target, node: ast.expr, kind: str, share: float) -> Iterator[Edit]:
    known = _imported(target.source)
    for form, prior in COPIES[kind]:
        edit = target.replace(node, form.format(target.text(node)), "alias copied", prior * share, form.format("..."))
        if form.startswith("copy.") and "copy" not in known:
            if kind == "object":
                yield _importing_copy(target, edit)
        elif "replace" in known or not form.startswith("replace"):
            yield edit


@remembered(2048)
def _changed_as(source: SourceFile, function: Function, place: str) -> str | None:
    """The kind of container that a name is changed as ("" where that can't be told); None where nothing changes it.

    An attribute is looked for in the whole class.
    """
    inside = ast.walk(function.owner) if place.startswith("self.") and function.owner else walk_scope(function.node)
    kinds = [kind for node in inside for kind in _changes(source, node, place)]
    return max(kinds, key=lambda kind: kind != "") if kinds else None


def _changes(source: SourceFile, node: ast.AST, place: str) -> Iterator[str]:
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
        if source.segment(node.func.value) == place:
            yield OF_KIND.get(node.func.attr, "")
    elif isinstance(node, ast.Subscript) and isinstance(node.ctx, (ast.Store, ast.Del)):
        inner: ast.expr = node
        while isinstance(inner, ast.Subscript):
            inner = inner.value
        if source.segment(inner) == place:
            yield "list" if isinstance(node.slice, (ast.Slice, ast.BinOp)) else "dict" if _is_text(node.slice) else ""
    elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and source.segment(node.value) == place:
        yield "object"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))


def _rows(target: Target) -> Iterator[Edit]:
    """`[[0] * n] * m` made `[[0] * n for _ in range(m)]`, `dict.fromkeys(xs, [])` made a comprehension."""
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        rows = node.left
        inner = rows.elts[0] if isinstance(rows, ast.List) and len(rows.elts) == 1 else None
        if isinstance(node.op, ast.Mult) and inner is not None and _is_container(inner):
            text = f"[{target.text(inner)} for _ in range({target.text(node.right)})]"
            yield target.replace(node, text, "alias copied", 0.85, "each row its own")
    for node in target.expressions(ast.Call):
        assert isinstance(node, ast.Call)
        if target.text(node.func) == "dict.fromkeys" and len(node.args) == 2 and _is_container(node.args[1]):
            keys, value = (target.text(argument) for argument in node.args)
            yield target.replace(node, f"{{key: {value} for key in {keys}}}", "alias copied", 0.85, "each its own")


def _is_container(node: ast.expr) -> bool:
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mult):
        return _is_container(node.left)
    made = isinstance(node, ast.Call) and called(node) in MAKERS
    return made or isinstance(node, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.SetComp, ast.DictComp))
