"""What a project's tests notice: for people, as plain text and as an HTML page."""

from __future__ import annotations

from collections.abc import Sequence

from testfix_pipeline.cli.views.verify_view import MOST_NAMED, titled
from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.suite_sharpness import FunctionSharpness, SuiteSharpness

_LONGEST = 110
_COMMAND = "testfix verify --tests --json"


def text(found: SuiteSharpness) -> str:
    """Return the counts, the tests that notice nothing, and the functions of which most goes unnoticed."""
    lines = [f"{_counts(found)}; {found.seconds:.1f} s"]
    for title, names in _lists(found):
        lines += titled(title, names)
    missed = [one for one in found.functions if one.missed]
    if missed:
        lines.append("what no test notices, by function")
        width = max(len(one.function) for one in missed[:MOST_NAMED])
        lines += [f"  {one.function:{width}}  {_share(one)}; {_short(one.unnoticed[0])}" for one in missed[:MOST_NAMED]]
        lines += [f"  and {counted(len(missed) - MOST_NAMED, 'more function')}"] if len(missed) > MOST_NAMED else []
    return "\n".join([*lines, *_limits(found)])


def html(found: SuiteSharpness, project: str) -> str:
    """Return a page with the functions as bars, and the tests that notice nothing."""
    from testfix_pipeline.analytics.reports.page import Figure, Rows, Section, page  # takes a second to load
    from testfix_pipeline.analytics.reports.svg import COLOURS, Bar, bars

    figures = [
        Figure("notice something", str(len(found.noticing))),
        Figure("notice nothing but errors", str(len(found.silent))),
        Figure("call nothing of the program", str(len(found.calling_nothing))),
        Figure("other answers noticed", f"{sum(one.noticed for one in found.functions)} of {_tried(found)}"),
    ]
    shown = [Bar(one.function, (one.noticed, one.missed), f"{_share(one)} not noticed") for one in found.functions]
    parts = {"noticed": COLOURS[2], "not noticed": COLOURS[1]}
    drawn = Section(
        "Calls by function",
        "Each call of the program that a test makes answered something else, and its tests ran again.",
        chart=bars(shown[:MOST_NAMED], tuple(parts.values()), "Answers by function"),
        legend=tuple(parts.items()),
    )
    columns = ["function", "calls", "noticed", "not noticed", "may be otherwise without a failing test"]
    numbers = frozenset(columns[1:4])
    cells = [
        [one.function, str(one.calls), str(one.noticed), str(one.missed), "; ".join(one.unnoticed[:3])]
        for one in found.functions
    ]
    rows = [list(zip(columns, row, strict=True)) for row in cells]
    table = Section("Functions", table=Rows("functions", columns, rows, numbers, more=_COMMAND))
    lists = [
        Section(title, table=Rows(title, ["test"], [[("test", name)] for name in names], more=_COMMAND))
        for title, names in _lists(found)
    ]
    footer = " ".join([f"{found.seconds:.1f} s.", *_limits(found)])
    return page(f"What the tests of {project} notice", _counts(found), figures, [drawn, *lists, table], footer)


def _counts(found: SuiteSharpness) -> str:
    groups = (found.noticing, found.silent, found.calling_nothing, found.unknown, found.unmeasured)
    known = f"{len(found.noticing)} of {counted(sum(map(len, groups)), 'passing test')} notice when a call answers "
    return f"{known}something else ({sum(one.noticed for one in found.functions)} of {_tried(found)} answers noticed)"


def _tried(found: SuiteSharpness) -> int:
    return sum(one.noticed + one.missed for one in found.functions)


def _share(one: FunctionSharpness) -> str:
    return f"{one.missed} of {one.noticed + one.missed}"


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= _LONGEST else f"{sentence[:_LONGEST]}..."


def _lists(found: SuiteSharpness) -> list[tuple[str, Sequence[str]]]:
    groups: dict[str, Sequence[str]] = {
        "tests that notice nothing but errors": found.silent,
        "tests that call nothing that can be watched": found.calling_nothing,
        "tests of which it is not known": found.unknown,
        "tests in other languages, not measured": found.unmeasured,
    }
    return [(title, names) for title, names in groups.items() if names]


def _limits(found: SuiteSharpness) -> list[str]:
    limits = {
        f"{counted(found.left, 'answer')} not tried: time.": found.left,
        f"{counted(found.left_out, 'function')} can't be watched.": found.left_out,
        f"{counted(found.unread, 'file')} of a large program not watched.": found.unread,
    }
    return [said for said, number in limits.items() if number]
