"""Tables of records that lack a row: one more like another, with a text of the failing tests in place of its own."""

from __future__ import annotations

import ast
import difflib
import itertools
import math
from collections.abc import Collection, Iterator, Sequence

from testfix_pipeline.repair.edits.edit import Clues, Edit, Target
from testfix_pipeline.repair.edits.tables import literal, members, put

LEAST_ALIKE = 0.6
SHORTEST = 2
MOST = 12
FEWEST, WIDEST, MADE = 3, 4, 0.45
"""Rows that make a table, columns (and values that are tried for each), and how likely a row of the tests' is."""


def rows(target: Target) -> Iterator[Edit]:
    """`Magic("gif", b"GIF89a")` suggests `Magic("gif", b"GIF87a")` behind it, where a test begins a text like that."""
    for node in target.expressions(ast.List, ast.Tuple, ast.Set):
        parts = members(node)
        records = [part for part, _ in parts if isinstance(part, (ast.Call, ast.Tuple))]
        if len(parts) < 2 or len(records) < len(parts) or isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        have = {part.value for part in ast.walk(node) if isinstance(part, ast.Constant)}
        pairs = ((at, like) for at, (part, _) in enumerate(parts, 1) for like in _like(target, part, have))
        for at, (text, worth) in sorted(pairs, key=lambda pair: -pair[1][1])[:MOST]:
            yield put(target, parts, at, text, 0.5 * worth)


def made(target: Target) -> Iterator[Edit]:
    """`("XL", 40)` among rows of a text and a number each, of what the failing tests give and expect; where the rows go
    by a number, in its place."""
    for node in target.expressions(ast.List, ast.Tuple):
        parts = members(node)
        rows = [_plain(part) for part, _ in parts]
        kinds = {tuple(map(type, row)) for row in rows}
        if len(parts) < FEWEST or len(kinds) != 1 or not 2 <= len(rows[0]) <= WIDEST:
            continue
        columns = [_told(target.clues, [row[at] for row in rows]) for at in range(len(rows[0]))]
        found = [(row, math.prod(w for _, w in row)) for row in itertools.product(*columns)]
        for row, worth in sorted(found, key=lambda pair: -pair[1])[:MOST]:
            values = [value for value, _ in row]
            text = f"({', '.join(_quoted(target, parts[0][0], value) for value in values)})"
            yield put(target, parts, _place(rows, values), text, MADE * worth)


def _plain(record: ast.expr) -> list[object]:
    """The constants of a tuple of constants; nothing for other rows."""
    parts = record.elts if isinstance(record, ast.Tuple) else []
    constants: list[object] = [part.value for part in parts if isinstance(part, ast.Constant)]
    return constants if len(constants) == len(parts) else []


def _told(clues: Clues, have: Sequence[object]) -> list[tuple[object, float]]:
    """Values for a column: of its type, as long as the others, of the failing tests and not in it; what is expected
    counts for more."""
    expected = {text for _, text in clues.values}
    longest = max((len(one) for one in have if isinstance(one, (str, bytes))), default=0)
    found = {}
    for text in sorted(expected | clues.test_literals, key=lambda text: (text not in expected, len(text), text)):
        value = next(literal(text), None)
        short = not isinstance(value, (str, bytes)) or 0 < len(value) <= longest + 1
        if type(value) is type(have[0]) and value not in have and short:
            found[value] = 1.0 if text in expected else 0.7
    return list(found.items())[:WIDEST]


def _quoted(target: Target, row: ast.expr, value: object) -> str:
    """A value as the table writes such values."""
    shown = repr(value)
    double = '"' in target.text(row) and isinstance(value, str) and '"' not in value and "\\" not in shown
    return f'"{value}"' if double else shown


def _place(rows: Sequence[Sequence[object]], values: Sequence[object]) -> int:
    """Where a row belongs among those that go up, or down, by one of their numbers; else at the end."""
    for at, value in enumerate(values):
        column = [row[at] for row in rows]
        if isinstance(value, (int, float)) and column in (sorted(column), sorted(column, reverse=True)):  # type: ignore[type-var]
            rises = column[0] < column[-1]  # type: ignore[operator]
            return sum(one < value if rises else one > value for one in column)  # type: ignore[operator]
    return len(rows)


def _like(target: Target, record: ast.expr, have: Collection[object]) -> Iterator[tuple[str, float]]:
    """(text of a record with one of its constants exchanged, how alike both constants are)."""
    begin = target.source.span(record)[0]
    whole = target.text(record)
    for part in ast.walk(record):
        if isinstance(part, ast.Constant) and isinstance(part.value, (str, bytes)) and len(part.value) >= SHORTEST:
            start, end = target.source.span(part)
            for value, worth in _said(target.clues, part.value):
                if value not in have:
                    yield whole[: start - begin] + repr(value) + whole[end - begin :], worth


def _said(clues: Clues, old: str | bytes) -> Iterator[tuple[str | bytes, float]]:
    """Texts of the failing tests, and what such texts begin with, that are like one of the same type."""
    for text in sorted(clues.test_literals):
        value = ast.literal_eval(text)
        for one in (value, value[: len(old)]) if type(value) is type(old) else ():
            alike = difflib.SequenceMatcher(None, _shown(old), _shown(one), autojunk=False).ratio()
            if one != old and alike >= LEAST_ALIKE and len(one) <= 2 * len(old):
                yield one, alike


def _shown(value: str | bytes) -> str:
    return value if isinstance(value, str) else value.decode("latin-1")
