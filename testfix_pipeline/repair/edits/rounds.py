"""Counting that begins again: hours of a day, places of a ring, letters of an alphabet; pages of a list."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped
from testfix_pipeline.repair.edits.indices import looked_up_by
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import SourceFile, places_of

SIZES = {
    "hour": (24, 12), "minute": (60,), "second": (60,), "weekday": (7,), "isoweekday": (7,), "day": (7,),
    "month": (12,), "angle": (360,), "heading": (360,), "bearing": (360,), "degrees": (360,), "ord": (26,),
    "shift": (26,), "offset": (26,), "direction": (4, 8), "facing": (4,),
}  # fmt: skip
"""By a word of a name, after how many the counting begins again."""
RING, SIZE, PAGE = 0.45, 0.35, 0.45


def again(target: Target) -> Iterator[Edit]:
    """`(self.at + 1) % len(self.items)` for `self.at + 1`, `(hour + 2) % 24` for `hour + 2`."""
    value = getattr(target.stmt, "value", None)
    for node in target.expressions(ast.BinOp):
        assert isinstance(node, ast.BinOp)
        parent = target.source.parents[node]
        if not isinstance(node.op, (ast.Add, ast.Sub)) or (
            isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mod)
        ):
            continue
        rings = _rings(target) if node is value else []
        sizes = list(dict.fromkeys([*_moduli(target.source), *(str(size) for size in _sizes(node))]))
        for rank, size in enumerate([*rings, *sizes]):
            prior = (RING if size in rings else SIZE) / (1 + 0.3 * rank)
            text = f"({target.text(node)}) % {size}"
            inside = isinstance(parent, (ast.BinOp, ast.UnaryOp, ast.Attribute))
            yield target.replace(node, f"({text})" if inside else text, "round-closed", prior, text[:50])


def _rings(target: Target) -> list[str]:
    """The lengths of what the file looks up by the place that the statement sets."""
    stmt = target.stmt
    places = {target.text(one) for one in places_of(stmt)} if isinstance(stmt, (ast.Assign, ast.AnnAssign)) else set()
    known = looked_up_by(target.source)
    return [f"len({table})" for table, keys in known.items() if places & set(keys)][:2]


@remembered(64)
def _moduli(source: SourceFile) -> tuple[str, ...]:
    """The constants that the file takes something modulo by: `% DAY`."""
    found = [
        node.right for node in ast.walk(source.tree) if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Mod)
    ]
    return tuple(dict.fromkeys(one.id for one in found if isinstance(one, ast.Name) and one.id.isupper()))[:2]


def _sizes(node: ast.BinOp) -> list[int]:
    names = [last_name(one).lower() for one in ast.walk(node) if isinstance(one, ast.expr)]
    words = dict.fromkeys(word for name in names for word in name.split("_"))
    found = [size for word in words for size in SIZES.get(word.rstrip("s"), SIZES.get(word, ()))]
    return list(dict.fromkeys(found))[:2]


def pages(target: Target) -> Iterator[Edit]:
    """`xs[(page - 1) * size:page * size]` for `xs[page * size:page * size + size]`, and the other way round."""
    for node in target.expressions(ast.Subscript):
        cut = node.slice  # type: ignore[attr-defined]
        if not isinstance(cut, ast.Slice) or cut.lower is None or cut.upper is None or cut.step is not None:
            continue
        if isinstance(cut.lower, ast.BinOp) and isinstance(cut.lower.op, ast.Mult):
            begin, size = cut.lower.left, target.text(cut.lower.right)
            if isinstance(begin, ast.BinOp) and ast.unparse(begin).endswith(" - 1"):
                page = wrapped(target, begin.left)
                text = f"{page} * {size}:({page} + 1) * {size}"
            else:
                page = wrapped(target, begin)
                text = f"({page} - 1) * {size}:{page} * {size}"
            start, end = target.source.span(cut.lower)[0], target.source.span(cut.upper)[1]
            if target.source.text[target.source.span(node.value)[1] : start] == "[":  # type: ignore[attr-defined]
                yield target.splice(start, end, text, "pages", PAGE, text[:50])
