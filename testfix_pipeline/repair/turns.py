"""Whose turn it is once there is a complete patch: half of the tries go to functions that have none, the others first
to what else is small at its own place.

A patch that is likely to be right ends the search. One that is not may be a wrong one at the right place, or at a place
where the failing tests can be pleased although the bug is elsewhere: then more of its like are no use.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from testfix_pipeline.repair.candidate import Candidate
from testfix_pipeline.repair.synthesis.agenda import Experiment

MOST_DRAWN = 60
"""How many proposals are looked through for one at another place."""


class Turns:
    """Draws from proposals; those at mended places wait for their turn."""

    def __init__(self) -> None:
        self._mended: set[tuple[str, str]] = set()
        self._waiting: deque[Candidate] = deque()
        self._elsewhere = False
        self._beside: deque[Candidate] = deque()

    def mended(self, candidate: Candidate, beside: Iterable[Candidate] = ()) -> None:
        """Told of a complete patch, and of what else may be tried at its place, likeliest first."""
        self._mended |= functions_of(candidate)
        self._beside.extend(beside)

    @property
    def small_left(self) -> bool:
        """Whether there is anything small left to be tried at the place of a complete patch."""
        return bool(self._beside)

    def next(self, proposals: Iterator[Candidate | Experiment]) -> Candidate | Experiment | None:
        """The next one; None when there are no more."""
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


def functions_of(candidate: Candidate) -> set[tuple[str, str]]:
    """File and function of every edit; "" outside of functions."""
    found = set()
    for part in candidate.parts:
        for edit in part.edits:
            stmt = part.source.statements.get(edit.line)
            function = part.source.function_of(stmt) if stmt is not None else None
            found.add((edit.file, function.qualname if function else ""))
    return found
