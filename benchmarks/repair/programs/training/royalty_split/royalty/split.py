"""Royalties of a song, split among those who wrote it."""

from __future__ import annotations

from collections.abc import Mapping


def split(cents: int, shares: Mapping[str, int]) -> dict[str, int]:
    """Split an amount by shares so that the parts add up to it.

    Every part is first rounded down; the cents left over go, one each, to the parts that lost most by that (of equal
    ones to those named first). Raises ValueError where the amount or a share is negative, or all shares are 0.
    """
    total = sum(shares.values())
    if cents < 0 or total <= 0 or any(share < 0 for share in shares.values()):
        raise ValueError("the amount and the shares must not be negative, nor all shares 0")
    parts = {name: cents * share // total for name, share in shares.items()}
    left = cents - sum(parts.values())
    in_turn = sorted(shares, key=lambda name: shares[name], reverse=True)
    for name in in_turn[:left]:
        parts[name] += 1
    return parts


class Statement:
    """What everybody is owed for a period. Songs are added with their shares, then their earnings."""

    def __init__(self) -> None:
        self._songs: dict[str, dict[str, int]] = {}
        self._owed: dict[str, int] = {}
        self._paid: dict[str, int] = {}

    def add_song(self, title: str, shares: Mapping[str, int]) -> None:
        """Say who has which share of a song. Raises ValueError where the song is known."""
        if title in self._songs:
            raise ValueError(f"{title!r} was added before")
        self._songs[title] = dict(shares)

    def earn(self, title: str, cents: int) -> None:
        """Split what a song earned. Raises KeyError for an unknown song."""
        for name, part in split(cents, self._songs[title]).items():
            self._owed[name] = self._owed.get(name, 0) + part

    def pay(self, minimum: int = 0) -> dict[str, int]:
        """Pay everybody who is owed at least `minimum` and more than 0; what was paid, by name."""
        due = {name: cents for name, cents in sorted(self._owed.items()) if cents > 0 and cents >= minimum}
        for name, cents in due.items():
            self._owed[name] = 0
            self._paid[name] = self._paid.get(name, 0) + cents
        return due

    def owed(self, name: str) -> int:
        return self._owed.get(name, 0)

    def paid(self, name: str) -> int:
        return self._paid.get(name, 0)
