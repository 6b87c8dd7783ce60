"""Work with a time limit and one longer second try."""

from collections.abc import Iterator

import pytest

from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.progress import OnProgress, WorkProgress
from testfix_pipeline.core.time_limit import run_with_retry


class Clock:
    """Goes on by what the work takes."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def gather(clock: Clock, on_progress: OnProgress, *steps: float) -> str:
    for number, seconds in enumerate(steps, 1):
        clock.now += seconds
        on_progress(WorkProgress("reading files", number, len(steps)))
    return "the package"


def run(tries: Iterator[tuple[float, ...]], clock: Clock, messages: list[str]) -> str:
    def work(on_progress: OnProgress) -> str:
        return gather(clock, on_progress, *next(tries))

    return run_with_retry("gathering the context", work, 30, lambda advance: messages.append(advance.describe()), clock)


def test_work_in_time_is_done_once() -> None:
    messages: list[str] = []
    assert run(iter([(10, 10, 10)]), Clock(), messages) == "the package"
    assert messages == [f"reading files: {n} of 3" for n in (1, 2, 3)]


def test_slow_work_gets_twice_the_time_in_a_second_try() -> None:
    messages: list[str] = []
    assert run(iter([(20, 20), (40, 19)]), Clock(), messages) == "the package"
    assert messages[1] == (
        "gathering the context once more, with twice the time: after 30 s it was at reading files: 2 of 2"
    )


def test_work_that_is_too_slow_twice_is_an_error_that_names_where_it_was() -> None:
    with pytest.raises(ProjectError, match=r"took over 60 s in its second try; it was at reading files: 2 of 2"):
        run(iter([(31,), (30, 31)]), Clock(), [])


def test_other_errors_are_not_tried_again() -> None:
    def work(_tell: OnProgress) -> None:
        tries.append(1)
        raise ValueError("no")

    tries: list[int] = []
    with pytest.raises(ValueError, match="no"):
        run_with_retry("gathering", work, 30, lambda _advance: None, Clock())
    assert tries == [1]
