"""Tables that lack an entry: which keys, and what stands beside them, other tables and the failing tests suggest."""

from __future__ import annotations

import ast
import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.edits.analogies import asked_words, exchanged
from testfix_pipeline.repair.edits.edit import Clues, Edit, Target
from testfix_pipeline.repair.edits.scope import class_named, likeness, members_of
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import FunctionNode, SourceFile

Table = ast.Dict | ast.List | ast.Tuple | ast.Set
LEAST_SHARED, LEAST_SHARE = 2, 0.5
MOST_KEYS, MOST_VALUES, MOST = 6, 5, 14
MOST_COMBINED = 400
ASKED, MENTIONED, SAID = 1.0, 0.8, 0.3
"""How likely a key is missing that a KeyError named, that a message speaks of, that a failing test has in a text."""
IN_A_ROW = 0.75
FEW_KEYS = 2
"""So many keys may be equally long by chance."""
CLOSING = re.compile(r"(?:\s|#[^\n]*\n)*\)")
PIECE = re.compile(r"[^\W\d_]+|\d+")


def entries(target: Target) -> Iterator[Edit]:
    """An entry for a key that a table of the same kind has, or that a failing test asked for."""
    for node in target.expressions(ast.Dict, ast.List, ast.Tuple, ast.Set):
        assert isinstance(node, Table)
        parts = members(node)
        least = 1 if isinstance(target.source.parents.get(node), ast.Dict) else 2
        if len(parts) < least or isinstance(getattr(node, "ctx", None), ast.Store):
            continue
        found: dict[tuple[int, str], float] = {}
        for key, position, worth in _keys(target, node, parts):
            for text, share in _entry(target, node, key):
                at = _in_order(target, parts, text) if position == len(parts) else position
                found[at, text] = max(found.get((at, text), 0.0), worth * share)
        for (position, text), worth in sorted(found.items(), key=lambda item: (-item[1], item[0]))[:MOST]:
            yield put(target, parts, position, text, 0.65 * worth)


def members(node: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """(where an entry begins, where it ends): keys and values, or the elements twice; none where one is unpacked."""
    if isinstance(node, ast.Dict):
        pairs = list(zip(node.keys, node.values, strict=True))
        return [] if any(key is None for key, _ in pairs) else pairs  # type: ignore[return-value]
    found = getattr(node, "elts", [])
    return [] if any(isinstance(part, ast.Starred) for part in found) else [(part, part) for part in found]


def put(target: Target, parts: list[tuple[ast.expr, ast.expr]], position: int, text: str, prior: float) -> Edit:
    """The entry behind so many others, on a line of its own where they have one."""
    source = target.source
    own_line = len(parts) > 1 and parts[-1][0].lineno > parts[-2][1].lineno
    start = source.span(parts[max(0, position - 1)][0])[0]
    line = source.text[source.line_starts[source.line_at(start) - 1] : start]
    gap = source.newline + line if own_line and not line.strip() else " "
    if position == 0:
        return target.splice(start, start, f"{text},{gap}", "entry-added", prior, text[:50])
    start, end = source.span(parts[position - 1][1])
    # A value in brackets of its own: they are no part of it.
    while (left := source.text[:start].rstrip())[-1:] == "(" and (more := CLOSING.match(source.text, end)):
        start, end = len(left) - 1, more.end()
    return target.splice(end, end, f",{gap}{text}", "entry-added", prior, text[:50])


def _in_order(target: Target, parts: Sequence[tuple[ast.expr, ast.expr]], text: str) -> int:
    """How many entries come before one, in a table whose values stand in the order of their definitions."""
    order = _defined(target.source)
    lines = [order.get(target.text(value), 0) for _, value in parts]
    line = order.get(text.rpartition(": ")[2], 0)
    return sum(other < line for other in lines) if line and lines[0] > 0 and lines == sorted(lines) else len(parts)


# -- keys --------------------------------------------------------------------------------------------------------------


def _keys(target: Target, node: Table, parts: Sequence[tuple[ast.expr, ast.expr]]) -> Iterator[tuple[str, int, float]]:
    """(source text of a key or element, how many entries come before it, how likely it is missing)."""
    have = [target.text(key) for key, _ in parts]
    for texts in _tables(target.source):
        shared = [text for text in have if text in texts]
        if len(shared) < max(LEAST_SHARED, LEAST_SHARE * len(have)) or len(texts) <= len(shared):
            continue
        for at, text in enumerate(texts):
            if text not in have:
                before = [other for other in texts[:at] if other in have]
                yield text, have.index(before[-1]) + 1 if before else 0, 1.0 / (len(texts) - len(shared)) ** 0.5
    yield from ((text, len(parts), worth) for text, worth in _combined(target, parts))
    yield from ((text, len(parts), worth) for text, worth in _outer(target, node, have))
    yield from ((text, len(parts), worth) for text, worth in _enumerated(target, parts))
    if isinstance(node, ast.Dict) or all(isinstance(key, ast.Constant) for key, _ in parts):
        yield from ((text, len(parts), worth) for text, worth in _asked(target, node, parts))


def _enumerated(target: Target, parts: Sequence[tuple[ast.expr, ast.expr]]) -> Iterator[tuple[str, float]]:
    """The members of an enumeration, or constants of a class, that a table with all its keys from there lacks."""
    keys = [key for key, _ in parts]
    roots = {key.value.id if isinstance(key, ast.Attribute) and isinstance(key.value, ast.Name) else "" for key in keys}
    owner = class_named(target, roots.pop()) if len(roots) == 1 else None
    have = {last_name(key) for key in keys}
    names = members_of(owner) if owner is not None else []
    lacking = [name for name in names if name not in have] if have <= set(names) else []
    messages = " ".join(target.clues.messages)
    for name in lacking:
        text = f"{target.text(keys[0]).partition('.')[0]}.{name}"
        yield text, ASKED if text in messages else 1.0 / len(lacking) ** 0.5


def _combined(target: Target, parts: Sequence[tuple[ast.expr, ast.expr]]) -> Iterator[tuple[str, float]]:
    """Keys of several members, as (state, event): what stands in each column, combined as it is not yet.

    The likelier, the more of its members the failing tests name.
    """
    keys = [key for key, _ in parts]
    if not all(isinstance(key, ast.Tuple) and key.elts for key in keys) or len({len(members(key)) for key in keys}) > 1:
        return
    rows = [tuple(target.text(part) for part, _ in members(key)) for key in keys]
    columns = [list(dict.fromkeys(column)) for column in zip(*rows, strict=True)]
    if math.prod(map(len, columns)) > MOST_COMBINED:
        return
    found = []
    for row in itertools.product(*columns):
        if row not in rows:
            named = sum(_is_named(target.clues, part) for part in row)
            found.append((f"({', '.join(row)})", MENTIONED * (0.3 + 0.7 * named / len(row))))
    yield from sorted(found, key=lambda item: -item[1])[:MOST_KEYS]


def _outer(target: Target, node: Table, have: Sequence[str]) -> Iterator[tuple[str, float]]:
    """Elements of a collection in a table: what the collections beside it hold, and the table's own keys."""
    outer = target.source.parents.get(node)
    if isinstance(node, ast.Dict) or not isinstance(outer, ast.Dict) or node not in outer.values:
        return
    beside = [value for value in outer.values if type(value) is type(node)]
    known = dict.fromkeys(target.text(part) for value in beside for part, _ in members(value))
    known.update(dict.fromkeys(target.text(key) for key in outer.keys if key is not None))
    for text in known if set(have) <= set(known) else ():
        if text not in have:
            yield text, MENTIONED if _is_named(target.clues, text) else SAID


def _is_named(clues: Clues, text: str) -> bool:
    """Whether the failing tests have a word of the text."""
    return not _lowered(asked_words(clues)).isdisjoint(word.lower() for word in PIECE.findall(text))


@remembered(64)
def _lowered(words: tuple[str, ...]) -> frozenset[str]:
    """The words in small letters, made once: every part of many rows is compared with them."""
    return frozenset(word.lower() for word in words)


@remembered(256)
def _tables(source: SourceFile) -> tuple[tuple[str, ...], ...]:
    """Keys or elements of the tables outside of functions, as source text."""
    found = []
    stack: list[ast.AST] = [source.tree]
    while stack:
        node = stack.pop()
        if isinstance(node, (ast.Dict, ast.List, ast.Tuple, ast.Set)):
            found.append(tuple(source.segment(key) for key, _ in members(node)))
        if not isinstance(node, (*FunctionNode.__args__, ast.Lambda)):
            stack.extend(ast.iter_child_nodes(node))
    return tuple(dict.fromkeys(found))


def _asked(target: Target, node: Table, parts: Sequence[tuple[ast.expr, ast.expr]]) -> Iterator[tuple[str, float]]:
    """Keys of the like of the table's that failing tests speak of."""
    keys = [key.value for key, _ in parts if isinstance(key, ast.Constant)]
    if len(keys) < len(parts):
        return
    quote = target.text(parts[0][0])[-1]
    found: dict[str, float] = {}
    for value, worth in _spoken_of(target.clues):
        if value not in keys and _is_like(value, keys):
            text = f"{quote}{value}{quote}" if isinstance(value, str) and value.isalnum() else repr(value)
            found.setdefault(text, worth if isinstance(node, ast.Dict) else 0.6 * worth)
    yield from sorted(found.items(), key=lambda item: -item[1])[:MOST_KEYS]


def _spoken_of(clues: Clues) -> Iterator[tuple[object, float]]:
    if "KeyError" in clues.errors:
        yield from ((value, ASKED) for text in clues.messages for value in literal(text))
    messages = " ".join(clues.messages)
    literals = [value for text in sorted(clues.test_literals) for value in literal(text)]
    whole = [value for value in literals if isinstance(value, (str, int)) and not isinstance(value, bool)]
    for value in whole:
        yield value, MENTIONED if isinstance(value, str) and value in messages else SAID
    for word in asked_words(clues):
        share = MENTIONED if re.search(rf"(?<![^\W_]){re.escape(word)}(?![^\W_])", messages) else SAID
        yield word, share
        yield from ((piece, SAID) for piece in PIECE.findall(word))


def _is_like(value: object, keys: Sequence[object]) -> bool:
    """Whether a value is of the type of the keys, and texts as long as they are and written in such letters."""
    if any(type(key) is not type(value) for key in keys):
        return False
    if not isinstance(value, str):
        return True
    texts = [key for key in keys if isinstance(key, str)]
    length = 0 if len(texts) > FEW_KEYS and all(len(text) == len(texts[0]) for text in texts) else 3
    shortest, longest = min(map(len, texts)) - length, max(map(len, texts)) + 2 * length
    return shortest <= len(value) <= longest and {_written(value)} == {_written(text) for text in texts}


def _written(text: str) -> tuple[bool, bool, bool, bool]:
    return text.isalnum(), text.isalpha(), text.islower(), text.isupper()


# -- what stands beside a key ------------------------------------------------------------------------------------------


def _entry(target: Target, node: Table, key: str) -> Iterator[tuple[str, float]]:
    if not isinstance(node, ast.Dict):
        yield key, 1.0
        return
    found: dict[str, float] = {}
    for text, worth in _values(target, node, key):
        found[text] = max(found.get(text, 0.0), worth)
    for text, worth in sorted(found.items(), key=lambda item: (-item[1], item[0]))[:MOST_VALUES]:
        yield f"{key}: {text}", worth


def _values(target: Target, node: ast.Dict, key: str) -> Iterator[tuple[str, float]]:
    """What the key may stand for: made of it as other values are of their keys; wanted by a test; as the last ones."""
    plain = key.rpartition(".")[2] if key.replace(".", "").isidentifier() else key
    word = next(literal(key), plain)
    for other, value in zip(node.keys, node.values, strict=True):
        assert other is not None
        old = other.value if isinstance(other, ast.Constant) else last_name(other) or target.text(other)
        if isinstance(old, str) and isinstance(word, str):
            text, changed, count = exchanged(target.text(value), old.lower(), word.lower())
            if count and changed <= set(_defined(target.source)):
                yield text, 1.0
    yield from _as_others(target, node, key)
    names = [target.text(value) for value in node.values if isinstance(value, ast.Name)]
    if len(names) == len(node.values):
        unused = sorted(set(_defined(target.source)) - set(names), key=lambda name: (-likeness(str(word), name), name))
        yield from ((name, 0.6 * likeness(str(word), name)) for name in unused[:2])
    kinds = {type(value.value) for value in node.values if isinstance(value, ast.Constant)}
    if len(kinds) == 1 and all(isinstance(value, ast.Constant) for value in node.values):
        yield from _wanted(target.clues, kinds.pop(), key)
        yield from _in_a_row([value.value for value in node.values if isinstance(value, ast.Constant)])
    for rank, value in enumerate(reversed(node.values[-2:])):
        yield target.text(value), 0.3 / (1 + rank)


def _in_a_row(values: Sequence[object]) -> Iterator[tuple[str, float]]:
    """The number that a row lacks, at its end or in a gap: 3 after 1, 2; 8 after 1, 2, 4; 2 between 1 and 3."""
    numbers = sorted(value for value in values if isinstance(value, int) and not isinstance(value, bool))
    if len(numbers) < 2 or len(numbers) < len(values) or len(set(numbers)) < len(numbers):
        return
    steps = [after - before for before, after in itertools.pairwise(numbers)]
    wide = [before for before, step in zip(numbers, steps, strict=False) if step == 2 * min(steps)]
    if len(wide) == 1 and len(numbers) > 2 and len(set(steps)) == 2:
        yield str(wide[0] + min(steps)), IN_A_ROW
    if len(set(steps)) == 1:
        yield str(numbers[-1] + steps[0]), IN_A_ROW
    elif numbers[0] > 0 and all(after == 2 * before for before, after in itertools.pairwise(numbers)):
        yield str(2 * numbers[-1]), IN_A_ROW


def _as_others(target: Target, node: ast.Dict, key: str) -> Iterator[tuple[str, float]]:
    """For a key of several members: what the keys stand for that share one with it, the commonest first."""
    parts = set(key.strip("()").split(", ")) if key.startswith("(") else set()
    counts = Counter(target.text(value) for value in node.values)
    shared = Counter(
        target.text(value)
        for other, value in zip(node.keys, node.values, strict=True)
        if isinstance(other, ast.Tuple) and not parts.isdisjoint(target.text(part) for part, _ in members(other))
    )
    if parts:
        yield from ((text, 0.3 + 0.6 * shared[text] / max(1, shared.total())) for text in counts)


def _wanted(clues: Clues, kind: type, key: str) -> Iterator[tuple[str, float]]:
    """Constants of the type that the failing tests expect, or at least mention."""
    expected = [text for _, text in clues.values if type(next(literal(text), None)) is kind]
    said = [text for text in sorted(clues.test_literals) if type(next(literal(text), None)) is kind and text != key]
    yield from ((text, 0.8) for text in expected)
    yield from ((text, 0.7 / (1 + 0.1 * rank)) for rank, text in enumerate(sorted(said, key=len)))


def literal(text: str) -> Iterator[object]:
    """The value of a constant's text; nothing for any other text."""
    try:
        yield ast.literal_eval(text.strip())
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return


@remembered(256)
def _defined(source: SourceFile) -> Mapping[str, int]:
    """Functions and classes of the module, with the line of each."""
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
    return {stmt.name: stmt.lineno for stmt in source.tree.body if isinstance(stmt, kinds)}
