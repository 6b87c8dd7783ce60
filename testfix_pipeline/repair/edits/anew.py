"""What is changed where it is shared should have been bound anew: a container of the class, or of the caller."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.traces import empty_kind
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function

OF_THE_CLASS, OF_THE_CALLER = 0.45, 0.25
CHANGES = {
    "update": "{{**{0}, **{1}}}", "append": "[*{0}, {1}]", "extend": "[*{0}, *{1}]", "add": "{{*{0}, {1}}}",
    "insert": "[{1}, *{0}]",
}  # fmt: skip
ADDED = {ast.Add: "+", ast.BitOr: "|"}


def containers(target: Target) -> Iterator[Edit]:
    """`cls.fields = {**cls.fields, **own}` for `cls.fields.update(own)`, `rows = rows + more` for `rows += more`."""
    stmt, function = target.stmt, target.function
    found = _bound(target, stmt) if function is not None else None
    prior = _shared(function, found[0]) if function is not None and found is not None else 0.0
    if found is not None and prior:
        text = f"{target.text(found[0])} = {found[1]}"
        yield target.replace(stmt, text, "alias-copied", prior, text[:50])


def _bound(target: Target, stmt: ast.stmt) -> tuple[ast.expr, str] | None:
    """What a statement changes, and what it would be bound to instead."""
    if isinstance(stmt, ast.AugAssign) and type(stmt.op) in ADDED and not isinstance(stmt.value, ast.Constant):
        sign = ADDED[type(stmt.op)]
        return stmt.target, f"{target.text(stmt.target)} {sign} {wrapped(target, stmt.value)}"
    call = stmt.value if isinstance(stmt, ast.Expr) else None
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.keywords:
        return None
    given, form = [target.text(one) for one in call.args], CHANGES.get(call.func.attr, "")
    if call.func.attr == "insert":
        form, given = (form if given[:1] == ["0"] else ""), given[1:]
    return (call.func.value, form.format(target.text(call.func.value), *given)) if form and len(given) == 1 else None


def _shared(function: Function, place: ast.expr) -> float:
    """How likely something is shared that should not be: what the class body makes, what the caller gives."""
    if isinstance(place, ast.Attribute) and isinstance(place.value, ast.Name) and function.owner is not None:
        own = place.value.id in ("self", "cls", function.owner.name)
        return OF_THE_CLASS if own and place.attr in _of_class(function.owner) else 0.0
    given = {one.arg for one in function.arguments} - {"self", "cls"}
    return OF_THE_CALLER if isinstance(place, ast.Name) and place.id in given else 0.0


@remembered(512)
def _of_class(owner: ast.ClassDef) -> frozenset[str]:
    """The containers that the class body makes."""
    made = [stmt for stmt in owner.body if isinstance(stmt, (ast.Assign, ast.AnnAssign)) and stmt.value is not None]
    kept = [stmt for stmt in made if stmt.value is not None and _is_container(stmt.value)]
    places = [place for stmt in kept for place in (stmt.targets if isinstance(stmt, ast.Assign) else [stmt.target])]
    return frozenset(place.id for place in places if isinstance(place, ast.Name))


def _is_container(value: ast.expr) -> bool:
    return isinstance(value, (ast.Dict, ast.List, ast.Set)) or bool(empty_kind(value))
