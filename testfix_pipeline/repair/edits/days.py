"""Spans of time that end on the next day: `if finish <= start: finish += timedelta(days=1)`; months of other years."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from testfix_pipeline.core.code_view import called
from testfix_pipeline.repair.edits.blocks import after, siblings_of
from testfix_pipeline.repair.edits.edit import Edit, Target

PRIOR, BIRTHDAYS = 0.45, 0.5
MAKING = ("combine", "strptime", "replace", "fromisoformat", "minutes", "to_minutes", "parse", "parse_time", "_minutes")
"""What makes a point of time of what is written or of a day and an hour."""
WIDER = {"month": (("year",),), "day": (("year", "month"), ("month",)), "hour": (("day",),), "minute": (("hour",),)}
"""What says of which year the month is, and so on, the likeliest first."""


def next_day(target: Target) -> Iterator[Edit]:
    """Behind two variables that are made points of time in the same way, the second one moved on by a day where it
    comes before the first: as dates, and as minutes or hours where the file counts a day in these."""
    stmt, source = target.stmt, target.source
    block, position = siblings_of(source, stmt)
    later = _made(stmt)
    earlier = _made(block[position - 1]) if position else None
    if target.function is None or later is None or (earlier is None and len(later) < 2):
        return
    start, finish = later[-2:] if earlier is None else (earlier[-1], later[-1])
    for rank, day in enumerate(_days(source.text)):
        for sign in ("<=", "<"):
            code = [f"if {finish} {sign} {start}:", f"\t{finish} += {day}"]
            edit = after(target, code, "round-closed", PRIOR / (1 + 0.2 * rank), code[1].strip())
            if edit is not None:
                yield edit


def _made(stmt: ast.stmt) -> list[str] | None:
    """The variables that a statement binds to such points of time."""
    if not isinstance(stmt, ast.Assign) or len(stmt.targets) != 1:
        return None
    place, value = stmt.targets[0], stmt.value
    places = place.elts if isinstance(place, ast.Tuple) else [place]
    values = value.elts if isinstance(value, ast.Tuple) else [value]
    if isinstance(place, ast.Tuple) and isinstance(value, (ast.GeneratorExp, ast.ListComp)):
        values = [value.elt] * len(places)
    known = all(isinstance(one, ast.Call) and called(one) in MAKING for one in values)
    names = [one.id for one in places if isinstance(one, ast.Name)]
    return names if known and len(names) == len(places) == len(values) else None


def _days(text: str) -> list[str]:
    """How the file may say a day: as a difference of dates, in minutes, in hours."""
    named = [(name, name) for name in ("DAY", "MINUTES_PER_DAY", "DAY_MINUTES") if re.search(rf"^{name}\b", text, re.M)]
    ways = (*named, ("timedelta", "timedelta(days=1)"), ("60", "24 * 60"), ("1440", "1440"), ("24", "24"))
    return [way for word, way in ways if word in text]


def with_their_year(target: Target) -> Iterator[Edit]:
    """`a.month == b.month` is also true of two years: `(a.year, a.month) == (b.year, b.month)`."""
    for node in target.expressions(ast.Compare):
        assert isinstance(node, ast.Compare)
        one, other = node.left, node.comparators[0]
        if not isinstance(one, ast.Attribute) or not isinstance(other, ast.Attribute) or len(node.ops) > 1:
            continue
        for rank, wider in enumerate(WIDER.get(one.attr, ()) if one.attr == other.attr else ()):
            sides = []
            for side in (one, other):
                fields = (*wider, side.attr)
                sides.append(f"({', '.join(f'{target.text(side.value)}.{field}' for field in fields)})")
            sign = target.source.text[target.source.span(one)[1] : target.source.span(other)[0]]
            code = sides[0] + sign + sides[1]
            yield target.replace(node, code, "part-taken-up", PRIOR / (1 + 0.2 * rank), code)
