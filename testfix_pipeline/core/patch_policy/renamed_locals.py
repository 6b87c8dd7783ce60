"""Recognises a test of which only local variables have other names: the same test in other words, in every language."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

_WORD = re.compile(r"(?<!\w)[^\W\d]\w*")


class Named(Protocol):
    """Code as its text."""

    @property
    def text(self) -> str: ...


def new_names(
    before: Sequence[Named], after: Sequence[Named], locals_before: Collection[str], locals_after: Collection[str]
) -> dict[str, str]:
    """The new names of local variables by their old ones; none where they are not clear, or none has another.

    locals_before, locals_after: names that stand for one local variable wherever they occur in the code. Replacing the
    old names by the new ones keeps the meaning of the code from before, since it says the new ones nowhere.
    """
    gone = set(locals_before) - words_of(after)
    new = set(locals_after) - words_of(before)
    found: dict[str, str] = {}
    rest = iter(after)
    for one in before if gone and new else ():
        shape = _shape(one.text, gone)
        other = next((each for each in rest if _shape(each.text, new) == shape), None)
        if other is None:
            break
        for old, now in zip(_named(one.text, gone), _named(other.text, new), strict=True):
            if found.setdefault(old, now) != now:
                return {}
    return found if len({*found.values()}) == len(found) else {}


def with_names(text: str, names: Mapping[str, str]) -> str:
    """Code in which variables have their new names."""
    return _WORD.sub(lambda word: names.get(word[0], word[0]), text) if names else text


def words_of(code: Sequence[Named]) -> set[str]:
    """Every word of some code, also of its texts."""
    return {word for one in code for word in _WORD.findall(one.text)}


def _shape(text: str, names: Collection[str]) -> str:
    return with_names(text, dict.fromkeys(names, "\0"))


def _named(text: str, names: Collection[str]) -> list[str]:
    return [word for word in _WORD.findall(text) if word in names]
