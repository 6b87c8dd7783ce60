"""Recognises tests that differ only in the names of local variables, in every language."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

_WORD = re.compile(r"(?<!\w)[^\W\d]\w*")


class HasText(Protocol):
    """Code that is available as text."""

    @property
    def text(self) -> str: ...


def find_new_names(
    before: Sequence[HasText], after: Sequence[HasText], locals_before: Collection[str], locals_after: Collection[str]
) -> dict[str, str]:
    """The new names of local variables by their old ones; none if they are ambiguous or nothing was renamed.

    locals_before, locals_after: names that stand for one local variable wherever they occur in the code. Replacing the
    old names by the new ones keeps the meaning of the code from before, since it says the new ones nowhere.
    """
    gone = set(locals_before) - words_of(after)
    new = set(locals_after) - words_of(before)
    found: dict[str, str] = {}
    rest = iter(after)
    for one in before if gone and new else ():
        shape = _masked_text(one.text, gone)
        other = next((each for each in rest if _masked_text(each.text, new) == shape), None)
        if other is None:
            break
        for old, now in zip(_occurring_names(one.text, gone), _occurring_names(other.text, new), strict=True):
            if found.setdefault(old, now) != now:
                return {}
    return found if len({*found.values()}) == len(found) else {}


def rename_words(text: str, names: Mapping[str, str]) -> str:
    """The code with variables renamed."""
    return _WORD.sub(lambda word: names.get(word[0], word[0]), text) if names else text


def words_of(code: Sequence[HasText]) -> set[str]:
    """All words in some code, including its texts."""
    return {word for one in code for word in _WORD.findall(one.text)}


def _masked_text(text: str, names: Collection[str]) -> str:
    return rename_words(text, dict.fromkeys(names, "\0"))


def _occurring_names(text: str, names: Collection[str]) -> list[str]:
    return [word for word in _WORD.findall(text) if word in names]
