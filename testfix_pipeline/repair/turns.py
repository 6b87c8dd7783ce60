"""The order of tries once there is a plausible patch: first what else is small at its own place.

A patch that is likely to be right is tried against what is near it (`Focus`). One that is not may be at a place where
the failing tests can be pleased although the bug is elsewhere: then half of the tries go to functions without a patch.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Iterable, Iterator

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.rival_search import Focus, functions_of
from testfix_pipeline.repair.synthesis.agenda import Experiment

MOST_DRAWN = 60
"""How many proposals are looked through for one at another place."""
MOST_DRAWN_NEAR = 1000
"""The same for one near a patch; most of what is not near is not even proposed."""


class Turns:
    """Draws from proposals; those at mended places wait for their turn, those outside of the focus for its end."""

    def __init__(self, focus: Focus | None = None) -> None:
        self._focus = focus or Focus()
        self._mended: set[tuple[str, str]] = set()
        self._waiting: deque[Candidate] = deque()
        self._elsewhere = False
        self._beside: deque[Candidate] = deque()
        self._far: list[Candidate] = []

    def mended(self, candidate: Candidate, beside: Iterable[Candidate] = ()) -> None:
        """Told of a complete patch, and of what else may be tried at its place, likeliest first."""
        self._mended |= functions_of(candidate)
        self._beside.extend(beside)

    def next(self, proposals: Iterator[Candidate | Experiment]) -> Candidate | Experiment | None:
        """The next one; None when there are no more."""
        if self._focus.functions is not None:
            return self._near(proposals)
        self._waiting.extend(self._far)
        self._far.clear()
        self._elsewhere = bool(self._mended) and not self._elsewhere
        for first in (self._beside, self._waiting) if not self._elsewhere else ():
            if first:
                return first.popleft()
        for _ in range(MOST_DRAWN if self._elsewhere else 1):
            found = next(proposals, None)
            if found is None:
                break
            if not self._elsewhere or isinstance(found, Experiment) or not functions_of(found) <= self._mended:
                return found
            self._waiting.append(found)
        rest = self._beside or self._waiting
        return rest.popleft() if rest else None

    def _near(self, proposals: Iterator[Candidate | Experiment]) -> Candidate | Experiment | None:
        """The next one within the focus; what else is drawn waits."""
        if self._beside:
            return self._beside.popleft()
        for found in itertools.islice(proposals, MOST_DRAWN_NEAR):
            if isinstance(found, Experiment) or self._focus.touches(found):
                return found
            self._far.append(found)
        return None
