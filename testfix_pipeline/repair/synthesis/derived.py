"""Predicates with constants that are taken from the values seen: a first character, a text, a number.

A constant that the missing condition alone spoke of stands nowhere in the code any more; the values at the hits where
the action is needed may show it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from testfix_pipeline.repair.edits.opposites import negated
from testfix_pipeline.repair.synthesis.observation import Observation
from testfix_pipeline.repair.synthesis.pool import Predicate

LONGEST = 12
MOST_VALUES = 6
FEWEST_NUMBERS = 3
BOUND, UNUSUAL_BOUND = 0.5, 0.3
"""How likely a bound is the one that was meant, with a sign that the function uses of this number, and with another."""


def derived(shown: Observation) -> Iterator[tuple[Predicate, str]]:
    """(predicate, its truth at every hit) over the variables whose values are known."""
    weights = {term: weight for term, weight in shown.weights.items() if term in shown.values}
    for name, weight in weights.items():
        yield from _bounds(shown, name, weight)
        texts = [_text(key) for key in shown.values[name]]
        needed = [t for t, sight in zip(texts, shown.sights, strict=True) if sight.failing and sight.relevant]
        different = list(dict.fromkeys(text for text in needed if text is not None))
        for value in different[:MOST_VALUES]:
            for form, holds, share in _forms(value):
                text = form.format(name)
                likely = weight * share / len(different) ** 0.5
                vector = "".join("E" if one is None else "FT"[holds(one)] for one in texts)
                yield Predicate(text, likely, negated(text), likely), vector


def _bounds(shown: Observation, name: str, weight: float) -> Iterator[tuple[Predicate, str]]:
    """The bound that parts a number's values where the action is needed from those of passing tests."""
    numbers = [_number(key) for key in shown.values[name]]
    pairs = list(zip(numbers, shown.sights, strict=True))
    needed = [n for n, sight in pairs if n is not None and sight.failing and sight.relevant]
    others = [n for n, sight in pairs if n is not None and not sight.failing]
    if not needed or not others or None in numbers or len({*needed, *others}) < FEWEST_NUMBERS:
        return
    function = shown.place.target.function
    said = shown.place.target.source.segment(function.node) if function else ""
    forms: list[tuple[str, float, Callable[[float], bool]]] = []
    if max(needed) < min(others):
        forms = [("<", min(others), min(others).__gt__), ("<=", max(needed), max(needed).__ge__)]
    elif min(needed) > max(others):
        forms = [(">", max(others), max(others).__lt__), (">=", min(needed), min(needed).__le__)]
    for sign, bound, holds in forms:
        text = f"{name} {sign} {bound}"
        likely = weight * (BOUND if f"{name} {sign} " in said else UNUSUAL_BOUND)
        yield (
            Predicate(text, likely, negated(text), likely),
            "".join("FT"[bool(holds(n))] for n in numbers if n is not None),
        )


def _number(key: str) -> float | None:
    """The number behind the name of a value; None for other values."""
    kind, _, text = key.partition(":")
    try:
        return int(text) if kind == "int" else float(text) if kind == "float" else None
    except ValueError:
        return None


def _text(key: str) -> str | None:
    """The text behind the name of a value; None for other values and for long texts."""
    kind, _, shown = key.partition(":")
    if kind != "str" or not shown.endswith(shown[:1]):
        return None
    try:
        value = ast.literal_eval(shown)
    except (ValueError, SyntaxError):
        return None
    return value if isinstance(value, str) else None


def _forms(value: str) -> Iterator[tuple[str, Callable[[str], bool], float]]:
    """(form of a condition, whether it holds for a text, how likely it is): what this very text suggests."""
    if value and len(value) <= LONGEST:
        yield f"{{}} == {_braced(value)}", value.__eq__, 0.35 if value.isidentifier() or len(value) == 1 else 0.15
    for length in (1, 2):
        if len(value) > length and _is_mark(value[:length]):
            yield f"{{}}.startswith({_braced(value[:length])})", _starting(value[:length]), 0.45
        if len(value) > length and _is_mark(value[-length:]):
            yield f"{{}}.endswith({_braced(value[-length:])})", _ending(value[-length:]), 0.25
    for mark in dict.fromkeys(c for c in value if _is_mark(c)):
        yield f"{_braced(mark)} in {{}}", _holding(mark), 0.3


def _starting(head: str) -> Callable[[str], bool]:
    return lambda text: text.startswith(head)


def _ending(tail: str) -> Callable[[str], bool]:
    return lambda text: text.endswith(tail)


def _holding(part: str) -> Callable[[str], bool]:
    return lambda text: part in text


def _is_mark(text: str) -> bool:
    return not any(c.isalnum() or c.isspace() for c in text)


def _braced(value: str) -> str:
    return repr(value).replace("{", "{{").replace("}", "}}")
