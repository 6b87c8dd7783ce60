"""Tables of names and tokens that are written as text, with `;` between the rows."""

from __future__ import annotations

from collections.abc import Sequence


def word_groups(text: str) -> tuple[tuple[str, ...], ...]:
    """Return the words of each row."""
    return tuple(tuple(row.split()) for row in text.split(";"))


def replacements(text: str) -> dict[str, tuple[str, ...]]:
    """Return what may stand in the place of a token, by the token; a row is `+ → - *`."""
    return {token: tuple(others) for token, _, *others in word_groups(text)}


def related(groups: Sequence[Sequence[str]], name: str) -> tuple[str, ...]:
    """The other names of the groups that a name is in."""
    return tuple(dict.fromkeys(one for group in groups if name in group for one in group if one != name))
