"""Conversions that turn what a failing assertion got into what it expected, put around values."""

from __future__ import annotations

import ast
import functools
import operator
from collections.abc import Callable, Iterator

from testfix_pipeline.repair.edits.edit import Edit, Target, wrapped

Change = Callable[..., object]
BY_CALL: tuple[Change, ...] = (str, int, float, list, tuple, set, sorted, abs, round, len, bool, repr)
BY_METHOD = ("strip", "rstrip", "lstrip", "lower", "upper", "title", "capitalize", "casefold", "swapcase")
AROUND: dict[str, Change] = {
    "list(dict.fromkeys({}))": lambda value: list(dict.fromkeys(value)),
    "list(reversed({}))": lambda value: list(reversed(value)),
}
MOST_PAIRS = 6


def conversions(target: Target) -> Iterator[Edit]:
    """`f(x)` or `x.f()` for values that the statement returns, keeps or passes, where f explains an assertion."""
    forms = explaining(target.clues.values[:MOST_PAIRS])
    for node in target.expressions() if forms else ():
        worth = _worth(node, target.source.parents[node])
        for form in forms if worth else ():
            inner = wrapped(target, node) if form.startswith("{}") else target.text(node)
            yield target.replace(node, form.format(inner), "conversion added", worth, form.format("..."))


def _worth(node: ast.expr, parent: ast.AST) -> float:
    if isinstance(node, (ast.Starred, ast.Constant)) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        return 0.0
    if isinstance(parent, ast.Return):
        return 0.65
    if isinstance(parent, (ast.Assign, ast.AnnAssign, ast.keyword, ast.For, ast.comprehension, ast.ListComp)):
        return 0.45
    called = isinstance(parent, ast.Call) and node in parent.args
    return 0.4 if called or isinstance(parent, (ast.Dict, ast.Tuple, ast.List, ast.FormattedValue)) else 0.0


@functools.lru_cache(maxsize=256)
def explaining(values: tuple[tuple[str, str], ...]) -> tuple[str, ...]:
    """Conversions as forms with `{}` that make the one value of a pair the other, whichever was expected."""
    found: dict[str, None] = {}
    for texts in values:
        one, other = (ast.literal_eval(text) for text in texts)
        for got, wanted in ((one, other), (other, one)):
            found.update(dict.fromkeys(form for form, change in _changes(got) if _makes(change, got, wanted)))
    return tuple(found)


def _changes(value: object) -> Iterator[tuple[str, Change]]:
    for change in BY_CALL:
        yield f"{change.__name__}({{}})", change
    yield from AROUND.items()
    for name in BY_METHOD if isinstance(value, str) else ():
        yield f"{{}}.{name}()", operator.methodcaller(name)


def _makes(change: Change, value: object, wanted: object) -> bool:
    try:
        result = change(value)
    except (TypeError, ValueError, AttributeError, OverflowError, KeyError):
        return False
    same = type(value) is type(wanted) and value == wanted
    return type(result) is type(wanted) and result == wanted and not same
