"""Tables of records that lack a row: one more like another, with a text of the failing tests in place of its own."""

from __future__ import annotations

import ast
import difflib
from collections.abc import Collection, Iterator

from testfix_pipeline.repair.edits.edit import Clues, Edit, Target
from testfix_pipeline.repair.edits.tables import members, put

LEAST_ALIKE = 0.6
SHORTEST = 2
MOST = 12


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
