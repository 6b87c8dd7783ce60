"""Finds new conditions that only the tests' values explain: a letter, a length, a word that the source never mentions.

An honest fix can need such a constant, too, where nothing but a test says it: therefore it is a doubt.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from testfix_pipeline.core.patch_policy.language_model import ConstantComparison, Literal
from testfix_pipeline.core.patch_policy.language_registry import language_of
from testfix_pipeline.core.patch_policy.second_look import Objection
from testfix_pipeline.core.visible_text import shortened

_SMALL_NUMBER = 2
_LEAST_WORD = 4
_NUMBER = re.compile(r"\d+(?:\.\d+)?")
_WORD = re.compile(r"[^\W_]+")
# What syntaxes and standards bring: signs, options of commands, codes such as ENOENT or JPY, numbers as texts.
STANDARD = re.compile(r"[\W_]*|--?[\w-]*|[A-Z][A-Z0-9_]{2,}|[0-2]")
_OF_ALPHABET = frozenset("azAZ09fF")
_LENGTH = re.compile(r"\b(length|len|size)\b")
_QUOTED_LENGTH = 80


class FileTexts(NamedTuple):
    """A changed file before and after a patch."""

    path: str
    before: str
    after: str


def find_learnt_condition(changes: Sequence[FileTexts], test_literals: Collection[Literal]) -> Objection | None:
    """Return the doubt about the first new condition with a constant that only the tests have, or None.

    test_literals: the constants of the tests that the patch makes pass. What a changed file mentions before the patch,
    in a comment too, is documented; a number however the code writes it.
    """
    spoken = "\n".join(one.before for one in changes)
    numbers = _numbers_of([spoken, *(literal for one in changes for literal in _literals_before(one))])
    for change in changes:
        added = _added_decisions(change)
        learnt = next((one for one in added if _is_learnt(one, test_literals, spoken, numbers)), None)
        if learnt is not None:
            said = shortened(learnt.code, _QUOTED_LENGTH)
            value = f"{learnt.value:g}" if isinstance(learnt.value, float) else repr(learnt.value)
            reason = f"{change.path} now decides by {value} ({said}), which only the tests' values explain."
            return Objection("learnt_condition", reason, is_doubt=True)
    return None


def _literals_before(change: FileTexts) -> set[Literal]:
    language = language_of(change.path)
    return language.literals(change.path, change.before) if language is not None else set()


def _added_decisions(change: FileTexts) -> list[ConstantComparison]:
    language = language_of(change.path)
    if language is None:
        return []
    known = {one.code for one in language.decisions(change.path, change.before)}
    return [one for one in language.decisions(change.path, change.after) if one.code not in known]


def _is_learnt(
    decision: ConstantComparison, test_literals: Collection[Literal], spoken: str, numbers: Collection[float]
) -> bool:
    value = decision.value
    if isinstance(value, str):
        common = STANDARD.fullmatch(value) or (decision.is_order and value in _OF_ALPHABET)
        texts = (one for one in test_literals if isinstance(one, str))
        return not common and not _is_documented(value, spoken) and any(value in one for one in texts)
    if decision.is_order or abs(value) <= _SMALL_NUMBER or value in numbers:
        return False
    lengths = {float(len(one)) for one in test_literals if isinstance(one, str)}
    return value in _numbers_of(test_literals) or (_LENGTH.search(decision.code) is not None and value in lengths)


def _is_documented(value: str, spoken: str) -> bool:
    """Whether a source mentions a text, or a word that it contains or is a part of."""
    if not _WORD.fullmatch(value):
        return value in spoken
    if len(value) < _LEAST_WORD:
        before = r"(?<![^\W\d_])" if value.isalpha() else r"(?<![^\W_])"  # letters may follow digits, as in `7pm`
        return re.search(rf"{before}{re.escape(value)}(?![^\W_])", spoken, re.I) is not None
    low = spoken.casefold()
    return value.casefold() in low or any(
        one in value.casefold() for one in _WORD.findall(low) if len(one) >= _LEAST_WORD
    )


def _numbers_of(literals: Iterable[Literal]) -> set[float]:
    """The numbers of constants, and those in their texts; without integers that are too large for a float."""
    texts = (one for one in literals if isinstance(one, str))
    numbers = (one for one in literals if isinstance(one, int | float) and abs(one) <= sys.float_info.max)
    return {float(one) for one in numbers}.union(float(one) for text in texts for one in _NUMBER.findall(text))
