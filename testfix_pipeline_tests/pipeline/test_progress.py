"""What long phases say of how far they are, to the terminal and to the run's log."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterator
from typing import Any

from testfix_pipeline import cycle
from testfix_pipeline.console import PlainLines
from testfix_pipeline.core.progress import Advance, ProgressItem
from testfix_pipeline.steps.progress import advancing, listening
from testfix_pipeline_tests.pipeline.projects import PRICES, TESTS


def clock(*seconds: float) -> Callable[[], float]:
    left: Iterator[float] = iter(seconds)
    return lambda: next(left)


def test_every_long_phase_says_what_it_does_and_how_far_it_is(
    repository: Callable[..., Any], phases: Callable[..., Any]
) -> None:
    repo = repository()
    repo.commit("first", **{"prices.py": PRICES, "test_prices.py": TESTS})
    told: list[str] = []
    ref = phases(repo, "Test the prices of the shop")
    with listening(lambda _items, detail: told.append(detail)):
        for step in (cycle.gather_context, cycle.analyse_tests, cycle.generate_tests, cycle.review_tests):
            step(ref)
    # Works that take longer than a second are told more than once: only their first words count here.
    works = dict.fromkeys(re.sub(r"\d+", "N", detail.partition(":")[0]) for detail in told if detail)
    assert list(works) == [
        "running the project's tests",
        "running the project's tests once more, for the lines that each runs",
        "reading files",
        "working out what the tests cover",
        "reading the history of commits",
        "scanning for AI-code issues",
        "resolving what is imported, and asking ruff",
        "observing functions",
        "running the N drafted tests",
        "running the suite with the generated tests",
        "running the generated tests in other orders",
        "putting faults into the tested code",
    ]
    assert "reading files: 0 of 2; now prices.py" in told
    assert "observing functions: 0 of 3; now prices.py" in told


def test_one_work_is_told_once_a_second_and_another_at_once(
    repository: Callable[..., Any], phases: Callable[..., Any]
) -> None:
    repo = repository()
    repo.commit("first", **{"prices.py": PRICES, "test_prices.py": TESTS})
    wb = phases(repo, "Test the prices of the shop").open()
    told: list[str] = []
    tell = advancing(wb, clock(10.0, 10.4, 11.0, 11.0, 11.1))
    with listening(lambda _items, detail: told.append(detail)):
        for number in range(3):
            tell(Advance("reading files", number, 3))
        tell(Advance("reading the history"))
    assert told == ["reading files: 0 of 3", "reading files: 2 of 3", "reading the history"]


def test_without_a_terminal_lines_stay_few() -> None:
    stream = io.StringIO()
    lines = PlainLines(stream, clock(0.0, 14.0, 16.0, 16.0, 17.0))
    items = [ProgressItem("Phase 2: context package", "in_progress")]
    for number in range(3):
        lines(items, Advance("reading files", number, 3, "a.py").worded())
        lines(items, "running the project's tests")
    assert stream.getvalue().splitlines() == [
        "[-] Phase 2: context package",
        "    reading files: 1 of 3; now a.py",
    ]
