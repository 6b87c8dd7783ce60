"""Finding repeated strings."""

from __future__ import annotations

MAX_MATCH = 255


def longest_match(data: bytes, position: int, window: int) -> tuple[int, int]:
    """Distance and length of the longest match for what follows `position`; the nearest of equals, (0, 0) for none.

    A match may run past `position`, into the text it stands for.
    """
    best = (0, 0)
    limit = min(MAX_MATCH, len(data) - position)
    for distance in range(1, min(window, position) + 1):
        length = 0
        while length < limit and data[position - distance + length] == data[position + length]:
            length += 1
        if length > best[1]:
            best = (distance, length)
    return best
