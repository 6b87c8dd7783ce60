"""How long one attempt may search for a fix."""

from __future__ import annotations

# Seconds of search for the first try at a target, less where several targets share an iteration; each further try at
# the same target on the same tree doubles it.
FIRST_SEARCH = 60.0
FIRST_SEARCH_EACH = 30.0
DEEPEST = 3


def search_seconds(tries: int, seconds_left: float, parallel: int) -> float:
    """How long one attempt may search: doubled for each earlier try, and never more than its part of what is left."""
    first = FIRST_SEARCH if parallel == 1 else FIRST_SEARCH_EACH
    wanted = first * float(2 ** min(tries, DEEPEST))
    return max(1.0, min(wanted, seconds_left / max(1, parallel)))
