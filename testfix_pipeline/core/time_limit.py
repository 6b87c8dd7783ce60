"""Runs work that reports its progress, ends it after a time limit, and retries it once with twice the time."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.progress import OnProgress, WorkProgress

T = TypeVar("T")
Clock = Callable[[], float]


class TookTooLong(Exception):
    """Raised when work exceeds its time limit, with its progress `advance`."""

    def __init__(self, advance: WorkProgress) -> None:
        super().__init__(advance.describe())
        self.advance = advance


def within(seconds: float, on_progress: OnProgress, clock: Clock = time.monotonic) -> OnProgress:
    """Return a progress function that calls `on_progress`, and raises TookTooLong after `seconds`.

    Work ends at its next progress report, never in the middle of a step.
    """
    end = clock() + seconds

    def report(advance: WorkProgress) -> None:
        if clock() > end:
            raise TookTooLong(advance)
        on_progress(advance)

    return report


def run_with_retry(
    what: str, work: Callable[[OnProgress], T], seconds: float, on_progress: OnProgress, clock: Clock = time.monotonic
) -> T:
    """The return value of `work` within `seconds`, else of a second run with twice that limit.

    what: the work in words, as in "gathering the context". Raises ProjectError if the second try is too slow, too.
    """
    try:
        return work(within(seconds, on_progress, clock))
    except TookTooLong as first:
        on_progress(
            WorkProgress(
                f"{what} once more, with twice the time: after {seconds:.0f} s it was at {first.advance.describe()}"
            )
        )
    try:
        return work(within(2 * seconds, on_progress, clock))
    except TookTooLong as second:
        raise ProjectError(
            f"{what[0].upper()}{what[1:]} took over {2 * seconds:.0f} s in its second try; it was at "
            f"{second.advance.describe()}.",
            "Leave generated and vendored files out of git, or name a smaller folder as the project.",
        ) from second
