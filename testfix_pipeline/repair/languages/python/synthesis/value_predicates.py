"""Predicates with constants taken from observed values: a first character, a text, a number.

If only the missing condition used a constant, the code no longer contains it. The values at the hits where the action
is needed may show it.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Iterator, Sequence

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.analysis.opposites import negate_condition
from testfix_pipeline.repair.languages.python.ingredients.predicates import Predicate
from testfix_pipeline.repair.languages.python.source import SourceFile
from testfix_pipeline.repair.languages.python.synthesis.observation import Observation
from testfix_pipeline.repair.model.source_cache import cached_per_search

LONGEST = 12
MOST_VALUES = 6
FEWEST_NUMBERS = 3
LENGTH_WEIGHT, MENTIONED = 0.7, 0.9
USUAL_BOUND, UNUSUAL_BOUND = 0.5, 0.3
"""The weight of a bound with an operator that the function uses for this number, and with another operator."""


def predicates_of_values(shown: Observation) -> Iterator[tuple[Predicate, str]]:
    """Yields (predicate, its truth at every hit) over the variables whose values are known."""
    weights = {term: weight for term, weight in shown.weights.items() if term in shown.values}
    mentioned = _texts_of(shown.place.target.source)
    for name, weight in weights.items():
        yield from _bounds(shown, name, weight, [_number(key) for key in shown.values[name]])
        texts = [_text(key) for key in shown.values[name]]
        if None not in texts:
            lengths = [len(text) for text in texts if text is not None]
            yield from _bounds(shown, f"len({name})", LENGTH_WEIGHT * weight, lengths)
        needed = [t for t, sight in zip(texts, shown.sights, strict=True) if sight.failing and sight.relevant]
        different = list(dict.fromkeys(text for text in needed if text is not None))
        for value in different[:MOST_VALUES]:
            for form, matches, share in _forms(value, value in mentioned):
                text = form.format(name)
                predicate_weight = weight * share / len(different) ** 0.5
                equal = form.startswith("{} ==")
                pairs = zip(texts, shown.values[name], strict=True)
                vector = "".join(
                    _truth_for_non_text(key, equal) if one is None else "FT"[matches(one)] for one, key in pairs
                )
                yield Predicate(text, predicate_weight, negate_condition(text), predicate_weight), vector


def _truth_for_non_text(key: str, equal: bool) -> str:
    """The truth letter of a condition on a text for another value: a text never equals it, anything else raises or is
    unknown."""
    return "F" if equal and not key.startswith(("U:", "E:")) else "E"


def _bounds(
    shown: Observation, name: str, weight: float, numbers: Sequence[float | None]
) -> Iterator[tuple[Predicate, str]]:
    """Yields the bound that separates a number's values where the action is needed from those in passing tests, or both
    bounds."""
    finite = [n for n in numbers if n is not None and math.isfinite(n)]
    pairs = list(zip(finite, shown.sights, strict=False))
    needed_values = [n for n, sight in pairs if sight.failing and sight.relevant]
    passing_values = [n for n, sight in pairs if not sight.failing]
    if (
        len(finite) < len(numbers)
        or not needed_values
        or not passing_values
        or len({*needed_values, *passing_values}) < FEWEST_NUMBERS
    ):
        return
    function = shown.place.target.function
    function_text = shown.place.target.source.segment(function.node) if function else ""
    low, high = min(passing_values), max(passing_values)
    forms: list[tuple[str, float, Callable[[float], bool]]] = []
    if max(needed_values) < low:
        most = max(needed_values)
        forms = [("<", low, lambda n: n < low), ("<=", most, lambda n: n <= most)]
    elif min(needed_values) > high:
        least = min(needed_values)
        forms = [(">", high, lambda n: n > high), (">=", least, lambda n: n >= least)]
    elif min(needed_values) < low < high < max(needed_values) and not any(low <= n <= high for n in needed_values):
        text, likely = f"{name} < {low} or {name} > {high}", UNUSUAL_BOUND * weight
        vector = "".join("FT"[n < low or n > high] for n in finite)
        yield Predicate(text, likely, f"{low} <= {name} <= {high}", likely), vector
    for sign, bound, holds in forms:
        text = f"{name} {sign} {bound}"
        likely = weight * (USUAL_BOUND if f"{name} {sign} " in function_text else UNUSUAL_BOUND)
        yield Predicate(text, likely, negate_condition(text), likely), "".join("FT"[holds(n)] for n in finite)


def _number(key: str) -> float | None:
    """The number for the key of a value; None for other values."""
    kind, _, text = key.partition(":")
    try:
        return int(text) if kind == "int" else float(text) if kind == "float" else None
    except ValueError:
        return None


def _text(key: str) -> str | None:
    """The text for the key of a value; None for other values and for long texts."""
    kind, _, shown = key.partition(":")
    if kind != "str" or not shown.endswith(shown[:1]):
        return None
    value = python_code.value_of(shown)
    return value if isinstance(value, str) else None


@cached_per_search(128)
def _texts_of(source: SourceFile) -> frozenset[str]:
    """The texts that stand in the code of a file."""
    constants = (one.value for one in ast.walk(source.tree) if isinstance(one, ast.Constant))
    return frozenset(one for one in constants if isinstance(one, str))


def _forms(value: str, is_mentioned: bool) -> Iterator[tuple[str, Callable[[str], bool], float]]:
    """Yields (format of a condition, whether it holds for a text, its weight) that a text suggests.

    is_mentioned: the code has the text already, so it means something there.
    """
    if value and len(value) <= LONGEST:
        share = 0.35 if value.isidentifier() or len(value) == 1 else 0.15
        yield f"{{}} == {_braced(value)}", value.__eq__, MENTIONED if is_mentioned else share
    for length in (1, 2):
        if len(value) > length and _is_punctuation(value[:length]):
            yield f"{{}}.startswith({_braced(value[:length])})", _starts_with(value[:length]), 0.45
        if len(value) > length and _is_punctuation(value[-length:]):
            yield f"{{}}.endswith({_braced(value[-length:])})", _ends_with(value[-length:]), 0.25
    for mark in dict.fromkeys(c for c in value if _is_punctuation(c)):
        yield f"{_braced(mark)} in {{}}", _contains(mark), 0.3


def _starts_with(head: str) -> Callable[[str], bool]:
    return lambda text: text.startswith(head)


def _ends_with(tail: str) -> Callable[[str], bool]:
    return lambda text: text.endswith(tail)


def _contains(part: str) -> Callable[[str], bool]:
    return lambda text: part in text


def _is_punctuation(text: str) -> bool:
    return not any(c.isalnum() or c.isspace() for c in text)


def _braced(value: str) -> str:
    return repr(value).replace("{", "{{").replace("}", "}}")
