"""The attempts in a session's failure report: the supposed cause, the change, and why it did not land."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from testfix_pipeline.core.code_fence import fence_for
from testfix_pipeline.core.records import Attempt

_MOST_TESTS = 8
_MOST_DIFF = 200  # lines; the rest is in the attempt's own summary


def attempts_section(attempts: Sequence[Attempt]) -> list[str]:
    """Return the section as lines of Markdown, in the order of the attempts."""
    shown = [line for one in attempts for line in _attempt(one)]
    return ["## Attempts", "", *(shown or ["No attempt was made.", ""])]


def _attempt(one: Attempt) -> Iterator[str]:
    said = "rolled back" if one.rolled_back else one.result.replace("_", " ")
    yield from (f"### {one.task_id}: {said} (iteration {one.iteration}, {one.strategy}, {one.tool or 'no tool'})", "")
    yield from ([f"- derived from: {one.derived_from}"] if one.derived_from else ())
    yield from (f"- cause: {cause}" for cause in one.root_causes or ["none was named"])
    yield from (f"- place: {point}" for point in one.modification_points)
    yield f"- {'why' if one.stands else 'why not'}: {one.reason or 'no reason was recorded'}"
    yield from (f"- against it: {doubt}" for doubt in one.doubts)
    yield from (f"- newly fails: {test}" for test in one.newly_failing[:_MOST_TESTS])
    if one.newly_failing[_MOST_TESTS:]:
        yield f"- and {len(one.newly_failing) - _MOST_TESTS} more newly fail"
    yield ""
    yield from _diff(one)


def _diff(one: Attempt) -> Iterator[str]:
    if not one.patch:
        yield from ("No change was proposed.", "")
        return
    lines = one.patch.splitlines()
    fence = fence_for(one.patch)
    yield from (f"{fence}diff", *lines[:_MOST_DIFF], fence, "")
    if lines[_MOST_DIFF:]:
        yield from (f"{len(lines) - _MOST_DIFF} more lines are in `.summaries/{one.task_id}-summary.md`.", "")
