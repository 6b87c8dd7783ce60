"""The list of phases, tasks and iterations in TODO_LIST.md, the CLI and the run's log."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.cycle_rules.results import format_rate
from testfix_pipeline.core.task_records import TaskStatus

MARKS: dict[TaskStatus, str] = {
    "pending": "[ ]",
    "in_progress": "[-]",
    "completed": "[x]",
    "blocked": "[ ]",
    "skipped": "[x]",
}
_ENDED = ("completed", "skipped")
_SAID = ("blocked", "skipped")  # statuses that the mark alone does not show
_COUNTED = re.compile(r"searching: |[^:]+: [\d,]+ of [\d,]+")
# Seconds between two lines of one long work in a log or without a terminal.
SELDOM = 15.0


@dataclass(frozen=True)
class ProgressItem:
    """One line: a phase (level 0), a task of it (1), an iteration (2)..."""

    title: str
    status: TaskStatus = "pending"
    level: int = 0


@dataclass(frozen=True)
class WorkProgress:
    """The progress of long work: `done` of `total` (0 if unknown), `now` the current item."""

    what: str
    done: int = 0
    total: int = 0
    now: str = ""

    def describe(self) -> str:
        """`reading files: 1,200 of 9,800; now shop/cart.py`"""
        counted = f": {self.done:,} of {self.total:,}" if self.total else ""
        return f"{self.what}{counted}" + (f"; now {self.now}" if self.now else "")


OnProgress = Callable[[WorkProgress], None]


def ignore_progress(_advance: WorkProgress) -> None:
    """Ignore progress."""


def progress_counter(on_progress: OnProgress, what: str) -> Callable[[int, int], None]:
    """A function that reports progress when called with the number done and the total."""
    return lambda done, total: on_progress(WorkProgress(what, done, total))


# The prefix of a detail that is reported once and remains on screen.
NOTE = "note: "


class Seldom:
    """Limits how often progress details are written as lines that stay."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._at = clock()

    def is_due(self, detail: str) -> bool:
        """Whether to write a detail; counts are written every 15 seconds."""
        if not is_counted(detail):
            return True
        due = self._clock() - self._at >= SELDOM
        self._at = self._clock() if due else self._at
        return due


def is_counted(detail: str) -> bool:
    """Whether a detail is a count, which is soon outdated."""
    return _COUNTED.match(detail) is not None


def iteration_title(number: int, title: str, pass_rate: float, strategy: str) -> str:
    """`→ Iteration N: TITLE (pass: X%, STRATEGY)`; `pass_rate` in percent."""
    return f"→ Iteration {number}: {title} (pass: {format_rate(pass_rate)}%, {strategy})"


def fold(items: Sequence[ProgressItem]) -> list[ProgressItem]:
    """Return the items without the sub-items of completed ones."""
    shown: list[ProgressItem] = []
    folded: int | None = None
    for item in items:
        if folded is not None and item.level > folded:
            continue
        folded = item.level if item.status in _ENDED else None
        shown.append(item)
    return shown


def render_lines(items: Sequence[ProgressItem]) -> list[str]:
    """The folded list as plain lines, two spaces a level."""
    return [f"{'  ' * item.level}{MARKS[item.status]} {_worded(item)}" for item in fold(items)]


def render_todo(items: Sequence[ProgressItem], heading: str = "Tasks") -> str:
    """Return the whole list as Markdown for TODO_LIST.md, unfolded, ending with a newline."""
    lines = [f"{'  ' * item.level}- {MARKS[item.status]} {_worded(item)}" for item in items]
    return "\n".join([f"# {heading}", "", *lines]).rstrip() + "\n"


def _worded(item: ProgressItem) -> str:
    one_line = " ".join(item.title.split())
    return f"{one_line} ({item.status})" if item.status in _SAID else one_line
