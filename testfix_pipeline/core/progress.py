"""The one list of phases, tasks and iterations that TODO_LIST.md, the CLI and the run's log show (SPEC 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from testfix_pipeline.core.records import TaskStatus
from testfix_pipeline.core.results import format_rate

MARKS: dict[TaskStatus, str] = {
    "pending": "[ ]",
    "in_progress": "[-]",
    "completed": "[x]",
    "blocked": "[ ]",
    "skipped": "[x]",
}
_ENDED = ("completed", "skipped")
_SAID = ("blocked", "skipped")  # what the mark alone does not tell


@dataclass(frozen=True)
class ProgressItem:
    """One line: a phase (level 0), a task of it (1), an iteration (2)..."""

    title: str
    status: TaskStatus = "pending"
    level: int = 0


def iteration_title(number: int, title: str, pass_rate: float, strategy: str) -> str:
    """`→ Iteration N: TITLE (pass: X%, STRATEGY)`"""
    return f"→ Iteration {number}: {title} (pass: {format_rate(pass_rate)}%, {strategy})"


def fold(items: Sequence[ProgressItem]) -> list[ProgressItem]:
    """The items without what lies below one that has ended: sub-items show while their phase runs, or is blocked."""
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
    """The folded list as markdown for TODO_LIST.md, ending with a newline."""
    lines = [f"{'  ' * item.level}- {MARKS[item.status]} {_worded(item)}" for item in fold(items)]
    return "\n".join([f"# {heading}", "", *lines]).rstrip() + "\n"


def _worded(item: ProgressItem) -> str:
    one_line = " ".join(item.title.split())
    return f"{one_line} ({item.status})" if item.status in _SAID else one_line
