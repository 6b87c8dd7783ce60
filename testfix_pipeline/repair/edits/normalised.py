"""What a function is given, brought into the form that it works with: one or many, from the end, under its new name."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import before
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.initials import first_code
from testfix_pipeline.repair.edits.like_attributes import held_by
from testfix_pipeline.repair.edits.scope import class_attributes, local_names, own_attribute, walk_scope
from testfix_pipeline.repair.edits.updates import has_room
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, SourceFile

ONE_OF_MANY, FROM_THE_END, RENAMED = 0.3, 0.3, 0.4
MOST = 3
VIEWS = frozenset({"enumerate", "sorted", "reversed", "iter", "zip", "list", "set", "tuple"})
"""Functions that go over what they are given first."""


def parameters(target: Target) -> Iterator[Edit]:
    """At the head of a function: a single text made a list where it goes over the parameter, an index below nothing
    counted from the end where it is an index."""
    function = target.function
    if function is None or not has_room(target) or target.stmt is not first_code(function.node):
        return
    given = [argument.arg for argument in function.arguments if argument.arg not in ("self", "cls")]
    for rank, name in enumerate([name for name in _gone_over(function) if name in given][:MOST]):
        code = [f"if isinstance({name}, str):", f"\t{name} = [{name}]"]
        yield from _put(target, code, ONE_OF_MANY / (1 + 0.3 * rank))
    for rank, (name, size) in enumerate([one for one in _indices(target, function) if one[0] in given][: 2 * MOST]):
        code = [f"if {name} < 0:", f"\t{name} += {size}"]
        yield from _put(target, code, FROM_THE_END / (1 + 0.3 * rank))


def renamed(target: Target) -> Iterator[Edit]:
    """`name = self.aliases.get(name, name)` where the class fills such a table and nothing ever asks it."""
    function = target.function
    if function is None or function.owner is None or not has_room(target):
        return
    reach = local_names(target)
    for rank, table in enumerate(_never_asked(target.source, function.owner)[:MOST]):
        for place, name in enumerate(reach[: 2 * MOST]):
            prior = RENAMED / (1 + 0.3 * rank + 0.3 * place)
            text = f"self.{table}.get({name}, {name})"
            edit = before(target, [f"{name} = {text}"], "converted-as-elsewhere", prior, text)
            if edit is not None:
                yield edit
            for node in target.expressions(ast.Name):
                if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
                    yield target.replace(node, text, "converted-as-elsewhere", prior, text)


def _put(target: Target, code: list[str], prior: float) -> Iterator[Edit]:
    edit = before(target, code, "conversion.added", prior, code[1].strip())
    if edit is not None:
        yield edit


@remembered(512)
def _gone_over(function: Function) -> list[str]:
    nodes = [node.iter for node in walk_scope(function.node) if isinstance(node, (ast.For, ast.comprehension))]
    calls = {node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "id", "") in VIEWS}
    nodes = [node.args[0] if node in calls and node.args else node for node in nodes]
    return list(dict.fromkeys(node.id for node in nodes if isinstance(node, ast.Name)))


def _indices(target: Target, function: Function) -> Iterator[tuple[str, str]]:
    """(parameter, size): what the function uses as an index or compares with 0, and what it may be counted from."""
    nodes = list(walk_scope(function.node))
    tables = (
        {name for name, one in held_by(target.source, function.owner).items() if one.whole == "dict"}
        if function.owner
        else set()
    )
    used = {
        n.slice.id: target.text(n.value)
        for n in nodes
        if isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Name) and own_attribute(n.value) not in tables
    }
    sides = [side for n in nodes if isinstance(n, ast.Compare) for side in (n.left, *n.comparators)]
    sizes = dict.fromkeys(target.text(side) for side in sides if _is_size(side))
    for name, place in used.items():
        yield from ((name, size) for size in dict.fromkeys([*sizes, f"len({place})", "len(self)"]))
    for name in dict.fromkeys(side.id for side in sides if isinstance(side, ast.Name) and side.id not in used):
        yield from ((name, size) for size in sizes)


def _is_size(node: ast.expr) -> bool:
    sized = own_attribute(node).rsplit("_", 1)[-1] in ("size", "length", "count", "width", "height", "capacity", "n")
    return sized or (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "len")


@remembered(128)
def _never_asked(source: SourceFile, owner: ast.ClassDef) -> list[str]:
    """Tables of the class that are stored into by key and looked up nowhere."""
    stored, asked = dict[str, None](), set[str]()
    for node in ast.walk(owner):
        name = own_attribute(node)
        parent = source.parents.get(node)
        if name and isinstance(parent, ast.Subscript) and parent.value is node and isinstance(parent.ctx, ast.Store):
            stored.setdefault(name)
        elif name and isinstance(node.ctx, ast.Load):  # type: ignore[attr-defined]
            asked.add(name)
    return [name for name in stored if name not in asked and name in class_attributes(source, owner)[0]]
