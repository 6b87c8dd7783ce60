"""What long phases say of how far they are, to the terminal and to the run's log."""

import io
import itertools
import os
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest

from testfix_pipeline import cycle
from testfix_pipeline.cli.console import PlainLines
from testfix_pipeline.core.errors import ProjectError
from testfix_pipeline.core.progress import ProgressItem, WorkProgress
from testfix_pipeline.steps.planning import planning_phases as phase_steps
from testfix_pipeline.steps.session import progress_list
from testfix_pipeline.steps.session.progress_list import progress_reporter
from testfix_pipeline.steps.session.progress_listeners import listening
from testfix_pipeline_tests.pipeline.projects import PRICES, TESTS

# Each test goes on only when so many before it are reported to have ended.
WAITING = """
import os
import pytest
from prices import gross


@pytest.mark.parametrize("number", range(3))
def test_gross(number):
    os.mkfifo(f"reported-{number}")
    open(f"reported-{number}", "rb").close()
    os.unlink(f"reported-{number}")
    assert gross(100) == 119
"""


def clock(*seconds: float) -> Callable[[], float]:
    left: Iterator[float] = iter(seconds)
    return lambda: next(left)


def test_context_that_takes_too_long_is_an_error_that_says_where_it_was(repository, phases, monkeypatch) -> None:
    repo = repository(files={"prices.py": PRICES})
    monkeypatch.setattr(phase_steps, "CONTEXT_SECONDS", -1.0)
    ref, details = phases(repo, "Test the prices of the shop"), []
    with listening(lambda _items, detail: details.append(detail)), pytest.raises(ProjectError, match="second try"):
        cycle.gather_context(ref)
    assert any(detail.startswith("gathering the context once more, with twice the time") for detail in details)


def test_every_long_phase_says_what_it_does_and_how_far_it_is(repository, phases) -> None:
    repo = repository(files={"prices.py": PRICES, "test_prices.py": TESTS})
    details: list[str] = []
    ref = phases(repo, "Test the prices of the shop")
    with listening(lambda _items, detail: details.append(detail)):
        cycle.gather_context(ref), cycle.analyse_tests(ref)
        cycle.generate_tests(ref), cycle.validate_code(ref), cycle.review_tests(ref)
    # Works that take longer than a second are reported more than once: only their first words count here.
    works = dict.fromkeys(re.sub(r"\d+", "N", detail.partition(":")[0]) for detail in details if detail)
    assert list(works) == [
        "running the project's tests",
        "running the project's tests once more, to see which lines each one runs",
        "reading files",
        "working out what the tests cover",
        "reading the history of commits",
        "scanning for AI-code issues",
        "resolving what is imported, and asking ruff",
        "observing functions",
        "running the N drafted tests several times",
        "running the suite with the generated tests",
        "running the generated tests in other orders",
    ]
    assert "reading files: 0 of 2; now prices.py" in details
    assert "observing functions: 0 of 3; now prices.py" in details


def test_it_is_said_how_far_the_projects_own_tests_are(repository, phases, tmp_path, monkeypatch) -> None:
    """In the first run and in the one with coverage, as the command line writes it where every line is due."""
    monkeypatch.setattr(progress_list, "NOTED_EVERY", 0.0)
    repo = repository(files={"prices.py": PRICES, "test_prices.py": WAITING})
    ref = phases(repo, "Test the prices of the shop", suite_timeout_seconds=60)
    stream = io.StringIO()

    def let_go(_items: Any, detail: str) -> None:
        details = re.search(r"tests.*: (\d) of 3$", detail)
        for waiting in (tmp_path / "cache").rglob(f"reported-{details[1]}") if details else ():
            with suppress(OSError):  # not yet open
                os.close(os.open(waiting, os.O_WRONLY | os.O_NONBLOCK))

    with listening(PlainLines(stream, itertools.count(0.0, 20.0).__next__)), listening(let_go):
        cycle.gather_context(ref)
    said = list(dict.fromkeys(line for line in stream.getvalue().splitlines() if "running" in line))
    runs = "running the project's tests", "running the project's tests once more, to see which lines each one runs"
    assert [line for line in said if "3 of 3" not in line] == [
        f"    {run}: {done} of 3" for run in runs for done in range(3)
    ]


def test_one_work_is_reported_once_a_second_and_another_at_once(repository, phases) -> None:
    repo = repository(files={"prices.py": PRICES, "test_prices.py": TESTS})
    wb = phases(repo, "Test the prices of the shop").open()
    details: list[str] = []
    on_progress = progress_reporter(wb, clock(10.0, 10.4, 11.0, 11.0, 11.1))
    with listening(lambda _items, detail: details.append(detail)):
        for number in range(3):
            on_progress(WorkProgress("reading files", number, 3))
        on_progress(WorkProgress("reading the history"))
    assert details == ["reading files: 0 of 3", "reading files: 2 of 3", "reading the history"]


def test_without_a_terminal_lines_stay_few() -> None:
    stream = io.StringIO()
    lines = PlainLines(stream, clock(0.0, 14.0, 16.0, 16.0, 17.0))
    items = [ProgressItem("Phase 2: context package", "in_progress")]
    for number in range(3):
        lines(items, WorkProgress("reading files", number, 3, "a.py").describe())
        lines(items, "running the project's tests")
    assert stream.getvalue().splitlines() == ["[-] Phase 2: context package", "    reading files: 1 of 3; now a.py"]


def test_without_a_list_each_new_work_is_said_once() -> None:
    """`measure` and `verify` have no list: before, they were silent up to the result."""
    stream = io.StringIO()
    lines = PlainLines(stream, clock(0.0, 14.0, 16.0, 16.0, 17.0))
    for number in range(3):
        lines([], "the tests of HEAD run without the change, then with it")
        lines([], "running the project's tests")
        lines([], WorkProgress("running the project's tests", number, 3).describe())
    assert stream.getvalue().splitlines() == [
        "the tests of HEAD run without the change, then with it",
        "running the project's tests",
        "    running the project's tests: 1 of 3",
    ]
