"""Predicates with constants that are taken from the values seen: a first character, a text, a number.

A constant that the missing condition alone spoke of stands nowhere in the code any more; the values at the hits where
the action is needed may show it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.analysis.opposites import negated
from testfix_pipeline.repair.languages.python.ingredients.predicates import Predicate
from testfix_pipeline.repair.languages.python.synthesis.observation import Observation

LONGEST = 12
MOST_VALUES = 6
FEWEST_NUMBERS = 3
LENGTH = 0.7
BOUND, UNUSUAL_BOUND = 0.5, 0.3
"""How likely a bound is the one that was meant, with a sign that the function uses of this number, and with another."""


def derived(shown: Observation) -> Iterator[tuple[Predicate, str]]:
    """(predicate, its truth at every hit) over the variables whose values are known."""
    weights = {term: weight for term, weight in shown.weights.items() if term in shown.values}
    for name, weight in weights.items():
        yield from _bounds(shown, name, weight, [_number(key) for key in shown.values[name]])
        texts = [_text(key) for key in shown.values[name]]
        if None not in texts:
            lengths = [len(text) for text in texts if text is not None]
            yield from _bounds(shown, f"len({name})", LENGTH * weight, lengths)
        needed = [t for t, sight in zip(texts, shown.sights, strict=True) if sight.failing and sight.relevant]
        different = list(dict.fromkeys(text for text in needed if text is not None))
        for value in different[:MOST_VALUES]:
            for form, holds, share in _forms(value):
                text = form.format(name)
                likely = weight * share / len(different) ** 0.5
                equal = form.startswith("{} ==")
                pairs = zip(texts, shown.values[name], strict=True)
                vector = "".join(_other(key, equal) if one is None else "FT"[holds(one)] for one, key in pairs)
                yield Predicate(text, likely, negated(text), likely), vector


def _other(key: str, equal: bool) -> str:
    """What a condition on a text comes to for another value: no text is equal to it, all else crashes or is unknown."""
    return "F" if equal and not key.startswith(("U:", "E:")) else "E"


def _bounds(
    shown: Observation, name: str, weight: float, numbers: Sequence[float | None]
) -> Iterator[tuple[Predicate, str]]:
    """The bound that parts a number's values where the action is needed from those of passing tests; or both bounds."""
    known = [n for n in numbers if n is not None and math.isfinite(n)]
    pairs = list(zip(known, shown.sights, strict=False))
    needed = [n for n, sight in pairs if sight.failing and sight.relevant]
    others = [n for n, sight in pairs if not sight.failing]
    if len(known) < len(numbers) or not needed or not others or len({*needed, *others}) < FEWEST_NUMBERS:
        return
    function = shown.place.target.function
    said = shown.place.target.source.segment(function.node) if function else ""
    low, high = min(others), max(others)
    forms: list[tuple[str, float, Callable[[float], bool]]] = []
    if max(needed) < low:
        most = max(needed)
        forms = [("<", low, lambda n: n < low), ("<=", most, lambda n: n <= most)]
    elif min(needed) > high:
        least = min(needed)
        forms = [(">", high, lambda n: n > high), (">=", least, lambda n: n >= least)]
    elif min(needed) < low < high < max(needed) and not any(low <= n <= high for n in needed):
        text, likely = f"{name} < {low} or {name} > {high}", UNUSUAL_BOUND * weight
        vector = "".join("FT"[n < low or n > high] for n in known)
        yield Predicate(text, likely, f"{low} <= {name} <= {high}", likely), vector
    for sign, bound, holds in forms:
        text = f"{name} {sign} {bound}"
        likely = weight * (BOUND if f"{name} {sign} " in said else UNUSUAL_BOUND)
        yield Predicate(text, likely, negated(text), likely), "".join("FT"[holds(n)] for n in known)


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
        value = python_code.literal(shown)
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
