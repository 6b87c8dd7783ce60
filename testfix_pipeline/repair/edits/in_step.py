"""What goes together: lists gone through side by side are as long, numbers added to together are taken from together,
names of one place are exchanged for those of another all at once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping

from testfix_pipeline.repair.edits.blocks import after
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import local_names
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile, blocks

AS_LONG, IN_STEP, AT_ONCE = 0.5, 0.55, 0.5
STEPS = (ast.Add, ast.Sub)


def stepped(target: Target) -> Iterator[Edit]:
    """`self.squares -= old * old` behind `self.total -= old`, where the class adds to both side by side."""
    stmt = target.stmt
    if not isinstance(stmt, ast.AugAssign) or not isinstance(stmt.op, STEPS) or target.function is None:
        return
    place, given = target.text(stmt.target), target.text(stmt.value)
    around = target.function.owner or target.source.tree
    said = target.source.segment(target.function.node)
    for other, form in _side_by_side(target.source, around).get(place, ()):
        code = f"{other} {'+=' if isinstance(stmt.op, ast.Add) else '-='} {form.format(given)}"
        if code not in said:
            edit = after(target, [code], "counted-in-step", IN_STEP, code)
            if edit is not None:
                yield edit


@remembered(256)
def _side_by_side(source: SourceFile, around: ast.AST) -> Mapping[str, list[tuple[str, str]]]:
    """By place, the others that are counted beside it, with what by: `{}` for what the place itself is counted by."""
    found: dict[str, list[tuple[str, str]]] = {}
    for block in (block for node in ast.walk(around) for block in blocks(node)):
        steps = [one for one in block if isinstance(one, ast.AugAssign) and isinstance(one.op, STEPS)]
        for one in steps:
            place, given = source.segment(one.target), source.segment(one.value)
            for other in steps:
                form = _form(source.segment(other.value), given) if type(other.op) is type(one.op) else ""
                if other is not one and form:
                    found.setdefault(place, []).append((source.segment(other.target), form))
    return found


def _form(text: str, given: str) -> str:
    """A text with `{}` for an expression in it; "" where it is not there, or something else would read as a field."""
    plain = not re.search(r"[{}]", text)
    form = re.sub(rf"(?<![\w.]){re.escape(given)}(?![\w(])", "{0}", text) if plain else text
    return form if form != text else ""


def places(target: Target) -> Iterator[Edit]:
    """`grid[nr][nc]` for `grid[r][c]`: two names that say where, at once, for those that are called like them."""
    known = set(local_names(target))
    for node in target.expressions(ast.Subscript, ast.Call, ast.Tuple):
        parts = _saying_where(node)
        names = [one.id for one in parts if isinstance(one, ast.Name) and one.id in known]
        if len(parts) != 2 or len(set(names)) != 2 or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            continue
        start, text = target.source.span(node)[0], target.text(node)
        for others in _like(names, known):
            new = text
            for one in reversed(parts):
                at, end = (place - start for place in target.source.span(one))
                new = new[:at] + others[target.text(one)] + new[end:]
            yield target.replace(node, new, "variables-at-once", AT_ONCE, new[:50])


def _saying_where(node: ast.expr) -> list[ast.expr]:
    """Both indices of a table of tables, both arguments of a call, both parts of a tuple."""
    if isinstance(node, ast.Subscript):
        return [node.value.slice, node.slice] if isinstance(node.value, ast.Subscript) else []
    return list(getattr(node, "elts", getattr(node, "args", [])))


def _like(names: list[str], known: set[str]) -> Iterator[dict[str, str]]:
    """Other names for all of these: with one and the same beginning or end more, less, or another number at the end."""
    first = names[0]
    for other in sorted(known - set(names)):
        if other.endswith(first):
            ways = {name: other.removesuffix(first) + name for name in names}
        elif other.startswith(first):
            ways = {name: name + other.removeprefix(first) for name in names}
        elif first.endswith(other):
            lead = first.removesuffix(other)
            ways = {name: name.removeprefix(lead) for name in names if name.startswith(lead)}
        elif other[:-1] == first[:-1] and first[-1].isdigit() and other[-1].isdigit():
            ways = {name: name[:-1] + other[-1] for name in names if name[-1] == first[-1]}
        elif first.startswith(other):
            end = first.removeprefix(other)
            ways = {name: name.removesuffix(end) for name in names if name.endswith(end)}
        else:
            continue
        if len(ways) == len(names) and set(ways.values()) <= known:
            yield ways
