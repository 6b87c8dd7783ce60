"""How long one attempt may search for a fix."""

from __future__ import annotations

# Seconds of the first search for a target, fewer if several targets share an iteration; each further search for the
# same target on the same tree takes twice as long.
FIRST_SEARCH = 60.0
FIRST_SEARCH_EACH = 30.0
DEEPEST = 3


def search_seconds(tries: int, seconds_left: float, parallel: int) -> float:
    """Return the seconds of one attempt's search: doubled per earlier try, at most its share of the time left."""
    first = FIRST_SEARCH if parallel == 1 else FIRST_SEARCH_EACH
    wanted = first * float(2 ** min(tries, DEEPEST))
    return max(1.0, min(wanted, seconds_left / max(1, parallel)))
