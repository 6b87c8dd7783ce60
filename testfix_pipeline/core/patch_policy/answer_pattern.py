"""Objections to answers that break the pattern of a function: on a line of numbers, for one length, for any input."""

from __future__ import annotations

import ast
import re
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
    TYPE,
    Objection,
    ReturnValues,
    Sighting,
    SimilarCall,
)
from testfix_pipeline.core.patch_policy.telling_values import is_telling
from testfix_pipeline.core.python_code import is_text, parse_or_none

_PLAIN = frozenset({"None", "True", "False", "''", "[]", "{}", "()", "set([])", "0"})
_LEAST_CHOICES = 16
"""So many inputs like a test's have changed answers for one in ten of them at least, if any has."""
_LEAST_ALONG = 8
"""So many numbers on both sides of a test's are enough to say that nothing changes beside it."""


def objection_by_pattern(
    one: Sighting, answers: ReturnValues, source: str, *, learns: bool = True, brought: Collection[str] = ()
) -> Objection | None:
    """The doubt that a patch answers a test's input otherwise than its neighbours, against the function's own pattern.

    A boundary case that no document tells of can look like this, too. source: the text of the patch's files before.
    learns: the patch brings constants, by which it can choose an input; brought: their texts. With a number that the
    source does not speak of, an argument can have lost its effect for a test.
    """
    if answers.replaced:
        name, was, now = answers.replaced[0]
        said = f"an import now replaces {name} ({was}) by {now}."
        return Objection("replaced_data", said, is_doubt=True)
    unspoken = any(text.strip("-")[:1].isdigit() and not _is_spoken(text, source) for text in brought)
    for number, call in enumerate(one.calls):
        before, after = answers.before[number], answers.after[number]
        if not before or not after or before == after or not (one.alone or call.result == after):
            continue
        near = [near for near in answers.near.get(number, ()) if near.before and near.after]
        for position, given in enumerate(_given(call.positional)):
            own = [one for one in near if one.position == position]
            same = SimilarCall(position, before, after, ALONG)
            why = (unspoken and _ignored_argument(same, own)) or (learns and _own_length(own))
            if isinstance(given, ast.List | ast.Tuple) and not why and ast.unparse(given) not in source:
                answered = [each for each in own if not _is_refused(each)]  # a check refuses all that does not fit
                why = _own_type(same, own) or (learns and _own_number(same, answered))
            elif not why and is_telling(given, source):
                why = _broken_order(same, own) or (
                    learns and (_own_text(own) if is_text(given) else _own_number(same, own))
                )
            if why:
                said = f"{call.text} gives {after} instead of {before}: {why.format(ast.unparse(given))}."
                return Objection("own_pattern", said, is_doubt=True)
    return None


def _is_spoken(constant: str, source: str) -> bool:
    """Whether a source has the number or text of a constant, whatever quotes it has."""
    inner = constant.strip("'\"")
    return re.search(rf"(?<!\w){re.escape(inner)}(?!\w)", source) is not None


def _given(positional: str) -> Sequence[ast.expr]:
    tree = parse_or_none(positional)
    first = tree.body[0] if tree and tree.body else None
    return first.value.elts if isinstance(first, ast.Expr) and isinstance(first.value, ast.Tuple) else []


def _broken_order(own: SimilarCall, near: Collection[SimilarCall]) -> str:
    """Why a number stands out of those around it; "" if it does not."""
    line = sorted([*_line(near), own], key=lambda one: one.step)
    before, after = ([getattr(one, side) for one in line] for side in ("before", "after"))
    if len(line) > 1 and _is_orderly(before) and not _is_orderly(after) and _is_mixed(line):
        return "the answers around {} had an order, which is broken there"
    return ""


def _line(near: Collection[SimilarCall]) -> list[SimilarCall]:
    """The numbers on both sides of a test's; none if they are too few."""
    line = [one for one in near if one.part == ALONG]
    return line if len(line) >= _LEAST_ALONG and {one.step > 0 for one in line} == {True, False} else []


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
    if (
        is_known
        and own.after not in _PLAIN
        and not own.after.startswith(RAISES)
        and {one.after for one in known} == {own.after}
    ):
        return "so it does whatever stands in place of {}, on which the answer depended"
    return ""


def _own_number(own: SimilarCall, near: Collection[SimilarCall]) -> str:
    """Why a number is chosen alone; "" if it is not, or little is known.

    One that now has the answer of the next one is where a limit moved by one.
    """
    around = _line(near)
    line = sorted([*around, own], key=lambda one: one.step)
    at = line.index(own)
    beside = [one.after for one in (*line[max(0, at - 1) : at], *line[at + 1 : at + 2])]
    return _alone(around) if around and own.after not in beside else ""


def _own_text(near: Collection[SimilarCall]) -> str:
    """Why a text with one of two answers is chosen alone; "" if it is not, or little is known."""
    counts = Counter(one.before for one in near)
    has_both = len(near) >= _LEAST_CHOICES and {"True", "False"} == {*counts} and min(counts.values()) > 1
    return _alone(near) if has_both else ""


def _own_type(own: SimilarCall, near: Collection[SimilarCall]) -> str:
    """Why the type of a sequence decides; "" if it does not: the same items in one of another type had this answer."""
    is_alone = any(one.part == TYPE and own.before == one.before == one.after for one in near)
    return "the items of {} have the answer that they had if another type holds them" if is_alone else ""


def _alone(others: Collection[SimilarCall]) -> str:
    if any(one.before != one.after for one in others):
        return ""
    return f"none of {len(others)} others like {{}} has another answer than before"


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
