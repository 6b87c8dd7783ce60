"""Conversions that turn what a failing assertion got into what it expected, put around values."""

from __future__ import annotations

import ast
import difflib
import functools
import operator
from collections.abc import Callable, Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target, converted, wrapped
from testfix_pipeline.repair.remembered import remembered

Change = Callable[..., object]
BY_CALL: tuple[Change, ...] = (str, int, float, list, tuple, set, sorted, abs, round, len, bool, repr)
BY_METHOD = ("strip", "rstrip", "lstrip", "lower", "upper", "title", "capitalize", "casefold", "swapcase")
AROUND: dict[str, Change] = {
    "list(dict.fromkeys({}))": lambda value: list(dict.fromkeys(value)),
    "list(reversed({}))": lambda value: list(reversed(value)),
}
KEEPING = (
    ast.Assign, ast.AnnAssign, ast.AugAssign, ast.NamedExpr, ast.keyword, ast.For, ast.AsyncFor, ast.comprehension,
    ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp,
)  # fmt: skip
"""What a value may be the whole of a part of."""
MOST_PAIRS = 6
MOST_TEXT = 400


def conversions(target: Target) -> Iterator[Edit]:
    """`f(x)` or `x.f()` for values that the statement returns, keeps or passes, where f explains an assertion."""
    forms = explaining(target.clues.values[:MOST_PAIRS])
    for node in target.expressions() if forms else ():
        worth = _worth(node, target.source.parents[node])
        for form in forms if worth else ():
            yield converted(target, node, form, worth)


def ends(target: Target) -> Iterator[Edit]:
    """`x.rstrip(piece)` and the like where actual and expected differ by a short piece somewhere inside."""
    pieces = cut_pieces(target.clues.values[:MOST_PAIRS])
    for node in target.expressions(ast.Name, ast.Attribute, ast.Subscript, ast.Call) if pieces else ():
        worth = _worth(node, target.source.parents[node])
        for piece in pieces if worth else ():
            for name in ("rstrip", "lstrip", "strip"):
                text = f"{wrapped(target, node)}.{name}({piece!r})"
                yield target.replace(node, text, "conversion.added", worth * 0.6, f".{name}({piece!r})")


@remembered(256)
def cut_pieces(values: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Short pieces without letters or digits by which texts of a pair differ, one of them having nothing there."""
    found: dict[str, None] = {}
    for texts in values:
        one, other = (ast.literal_eval(text) for text in texts)
        if isinstance(one, str) and isinstance(other, str) and max(len(one), len(other)) <= MOST_TEXT:
            for tag, a, b, c, d in difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
                piece = one[a:b] or other[c:d]
                if tag in ("delete", "insert") and len(piece) <= MOST_CUT and not any(map(str.isalnum, piece)):
                    found[piece] = None
    return tuple(found)


def _worth(node: ast.expr, parent: ast.AST) -> float:
    if isinstance(node, (ast.Starred, ast.Constant)) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return 0.0
    if isinstance(parent, (ast.Return, ast.Yield)):
        return 0.65
    if isinstance(parent, KEEPING):
        return 0.45
    called = isinstance(parent, ast.Call) and node in parent.args
    return 0.4 if called or isinstance(parent, (ast.Dict, ast.Tuple, ast.List, ast.FormattedValue)) else 0.0


@remembered(256)
def explaining(values: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Conversions as forms with `{}` that make the one value of a pair the other, whichever was expected."""
    found: dict[str, None] = {}
    for texts in values:
        one, other = (ast.literal_eval(text) for text in texts)
        for got, wanted in ((one, other), (other, one)):
            found.update(dict.fromkeys(form for form, change in _changes(got, wanted) if _makes(change, got, wanted)))
    return tuple(found)


MOST_CUT = 3
"""Longer text taken away or added is rather the test's own than a rule."""


def _changes(value: object, wanted: object) -> Iterator[tuple[str, Change]]:
    for change in BY_CALL:
        yield f"{change.__name__}({{}})", change
    yield from AROUND.items()
    for name in BY_METHOD if isinstance(value, str) else ():
        yield f"{{}}.{name}()", operator.methodcaller(name)
    if isinstance(value, str) and isinstance(wanted, str):
        yield from _of_text(value, wanted)
    if isinstance(value, float) and isinstance(wanted, float):
        yield from ((f"round({{}}, {digits})", functools.partial(_rounded, digits)) for digits in range(7))


def _rounded(digits: int, value: float) -> float:
    return round(value, digits)


def _of_text(value: str, wanted: str) -> Iterator[tuple[str, Change]]:
    """Padding, ends cut off, and one character for another."""
    yield f"{{}}.zfill({len(wanted)})", operator.methodcaller("zfill", len(wanted))
    for side, start, end in (("l", value[: -len(wanted)], ""), ("r", "", value[len(wanted) :])):
        cut = start or end
        if 0 < len(cut) <= MOST_CUT:
            yield f"{{}}.{side}strip({cut!r})", operator.methodcaller(f"{side}strip", cut)
    if len(value) == len(wanted):
        pairs = {pair for pair in zip(value, wanted, strict=True) if pair[0] != pair[1]}
        if len(pairs) == 1:
            old, new = pairs.pop()
            yield f"{{}}.replace({old!r}, {new!r})", operator.methodcaller("replace", old, new)


def _makes(change: Change, value: object, wanted: object) -> bool:
    try:
        result = change(value)
    except (TypeError, ValueError, AttributeError, OverflowError, KeyError):
        return False
    same = type(value) is type(wanted) and value == wanted
    return type(result) is type(wanted) and result == wanted and not same
