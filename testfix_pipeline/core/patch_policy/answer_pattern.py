"""Objections to answers that break the pattern of a function: on a line of numbers, for one length, for any input."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import groupby, pairwise

from testfix_pipeline.core.patch_policy.second_look import (
    ALONG,
    DIGITS,
    GARBLED,
    LEAST_NEIGHBOURS,
    LEAST_WAYS,
    LENGTH,
    RAISES,
    Objection,
    ReturnValues,
    Sighting,
    SimilarCall,
)
from testfix_pipeline.core.patch_policy.telling_values import is_telling
from testfix_pipeline.core.python_code import parse_or_none

_PLAIN = frozenset({"None", "True", "False", "''", "[]", "{}", "()", "set([])", "0"})
_LEAST_CHOICES = 16
"""So many inputs like a test's have changed answers for one in ten of them at least, if any has."""
_LEAST_ALONG = 8
"""So many numbers on both sides of a test's are enough to say that nothing changes beside it."""


def objection_by_pattern(one: Sighting, answers: ReturnValues, source: str) -> Objection | None:
    """The doubt that a patch answers a test's input otherwise than its neighbours, against the function's own pattern.

    A boundary case that no document tells of can look like this, too. source: the text of the patch's files before.
    """
    for name, was, now in answers.replaced:
        said = f"an import now replaces {name} ({was}) by {now}."
        return Objection("replaced_data", said, is_doubt=True)
    for number, call in enumerate(one.calls):
        before, after = answers.before[number], answers.after[number]
        if not before or not after or before == after or not (one.alone or call.result == after):
            continue
        near = [near for near in answers.near.get(number, ()) if near.before and near.after]
        for position, given in enumerate(_given(call.positional)):
            own = [one for one in near if one.position == position]
            same = SimilarCall(position, before, after, ALONG)
            why = _broken_line(same, own) if is_telling(given, source) else ""
            if why or (why := _own_length(own) or _ignored_argument(same, own) or _own_choice(own)):
                said = f"{call.text} gives {after} instead of {before}: {why.format(ast.unparse(given))}."
                return Objection("own_pattern", said, is_doubt=True)
    return None


def _given(positional: str) -> Sequence[ast.expr]:
    tree = parse_or_none(positional)
    first = tree.body[0] if tree and tree.body else None
    return first.value.elts if isinstance(first, ast.Expr) and isinstance(first.value, ast.Tuple) else []


def _broken_line(own: SimilarCall, near: Collection[SimilarCall]) -> str:
    """Why a number stands out of those around it; "" if it does not."""
    line = sorted((one for one in near if one.part == ALONG), key=lambda one: one.step)
    if len(line) < _LEAST_ALONG or {one.step > 0 for one in line} != {True, False}:
        return ""
    if all(one.before == one.after for one in line):
        return "no number around {} has another answer than before"
    line = sorted([*line, own], key=lambda one: one.step)
    before, after = ([getattr(one, side) for one in line] for side in ("before", "after"))
    if _is_orderly(before) and not _is_orderly(after) and _is_mixed(line):
        return "the answers around {} had an order, which is broken there"
    return ""


def _is_mixed(line: Sequence[SimilarCall]) -> bool:
    """Whether what changes lies between numbers with the answers that they had, which are not there by chance."""
    kept = [one.step for one in line if one.before == one.after]
    return len(kept) >= len(line) / 3 and {step > 0 for step in kept} == {True, False}


def _is_orderly(results: Sequence[str]) -> bool:
    """Whether numbers only rise or only fall, or each other answer stands in one place."""
    try:
        numbers = [float(one) for one in results]
    except ValueError:
        runs = [answer for answer, _ in groupby(results)]
        return 1 < len(runs) < len(results) // 2 and len(runs) == len(set(runs))
    steps = [after - before for before, after in pairwise(numbers)]
    return all(step >= 0 for step in steps) or all(step <= 0 for step in steps)


def _ignored_argument(own: SimilarCall, near: Collection[SimilarCall]) -> str:
    """Why an argument has no effect any more; "" if it has one, or had none. What is refused says nothing of it."""
    known = [own, *(one for one in near if one.part != GARBLED and not _is_refused(one))]
    ways = len({one.before for one in known})
    is_known = len(known) > (LEAST_NEIGHBOURS if ways >= LEAST_WAYS else _LEAST_ALONG) and ways > 1
    if is_known and own.after not in _PLAIN and {one.after for one in known} == {own.after}:
        return "so it does whatever stands in place of {}, on which the answer depended"
    return ""


def _own_choice(near: Collection[SimilarCall]) -> str:
    """Why one answer of two is chosen for this input alone; "" if it is not, or if hardly any other has the other."""
    counts = Counter(one.before for one in near)
    if len(near) >= _LEAST_CHOICES and {"True", "False"} == {*counts} and min(counts.values()) > 1:
        return "" if any(one.before != one.after for one in near) else f"none of {len(near)} others like {{}} changes"
    return ""


def _is_refused(one: SimilarCall) -> bool:
    return one.before.startswith(RAISES) and one.after.startswith(RAISES)


def _own_length(near: Collection[SimilarCall]) -> str:
    """Why the length of a text or a list decides; "" if it does not: those of this length change, and no others."""
    others = [one for one in near if one.part == LENGTH]
    same = [one for one in near if one.part == DIGITS or one.part.startswith("item ")]
    changed = [one for one in same if one.before != one.after]
    is_known = len(others) >= LEAST_NEIGHBOURS and len({one.before for one in others}) > 1
    if is_known and len(changed) >= LEAST_WAYS and all(one.before == one.after for one in others):
        return "others as long as {} have another answer than before, and none of another length"
    return ""
