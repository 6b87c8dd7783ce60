"""The words that names are made of, and the names that a lost one may have now."""

from __future__ import annotations

import difflib
import re
from collections.abc import Collection, Mapping, Sequence

MOST_ALIKE, NEAR = 4, 0.65
NO_METHOD = -1
"""The number of arguments of what is no method."""
_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z]+(?![a-z])")


def words_of(name: str) -> list[str]:
    """The words of a name, in small letters: `deleteSync` has two."""
    return [word.lower() for word in _WORD.findall(name)]


def similar_names(name: str, given: Collection[int], declared: Mapping[str, int]) -> Sequence[str]:
    """The declared names that a lost one may be now: of a similar spelling, and those that end in the same word.

    given: the numbers of arguments that it is called with, `NO_METHOD` where it is only read. declared: with the number
    of arguments that each needs.
    """
    fitting = [
        one
        for one, needed in declared.items()
        if one != name and all(needed == NO_METHOD or needed <= number for number in given)
    ]
    last = words_of(name)[-1:]
    by_word = [one for one in fitting if len(words_of(name)) > 1 and words_of(one)[-1:] == last]
    near = [one for one in difflib.get_close_matches(name, fitting, MOST_ALIKE, NEAR) if name[:3] == one[:3]]
    by_word.sort(key=lambda one: -difflib.SequenceMatcher(None, name, one).ratio())
    return [*dict.fromkeys([*near, *by_word[:MOST_ALIKE]])]
