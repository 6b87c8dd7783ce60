"""Where a flaky test reads what decides on it, and whether the program or the test is at fault."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from testfix_pipeline.core.flaky_records import FlakyCause, FlakyKind
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.flaky_causes.controls import ControlGroup
from testfix_pipeline.execution.flaky_causes.trials import ControlledTrial, Place

_LATE = 3
"""How many of the latest dates must fail."""
Side = Literal["program", "test", ""]


def source_place(
    kind: FlakyKind,
    group: ControlGroup,
    trials: Sequence[ControlledTrial],
    test: TestId,
    is_test: Callable[[str], bool],
) -> Place:
    """Return where the project reads the source, and what of it; ("", "") if no line is known.

    A place in the test's own file counts before those in the program: what a test reads itself, it can control.
    """
    sources = {"floats"} if kind == "floating_point" else group.sources
    places = dict.fromkeys(
        (place, detail)
        for one in trials
        for source in sorted(sources)
        for place, detail in one.reads.get(source, ())
        if place
    )
    own = [one for one in places if is_test(_file(one[0]))]
    last = [*own, *places] if own else list(places)[::-1]
    return next(iter(last), ("", ""))


def at_fault(
    found: FlakyCause,
    trials: Sequence[ControlledTrial],
    rates: Mapping[str, float],
    read_text: Callable[[str], str],
    is_test: Callable[[str], bool],
) -> Side:
    """Return whose fault it is: by default that of the side that reads the source. rates: of failures by control.

    An address or a port that the test names is the test's, and so are an argument that gives random numbers and a date
    after which it always fails. A test that ends while threads run that it has started does not wait for them.
    """
    text = read_text(found.test.file)
    if found.kind in ("network", "ports") and found.detail:
        literal = re.escape(found.detail)  # a whole text, a part of an address, or a number
        return "test" if re.search(rf"[\"'/]{literal}[\"'/:]|(?<![\w.]){literal}\b(?<=\d)", text) else "program"
    if found.kind == "time" and _is_expired(rates):
        return "test"
    if found.kind == "randomness" and found.detail:
        return "test"
    if found.kind == "concurrency" and "threads=" in found.fails.control + (found.passes or found.fails).control:
        return "test" if any("running" in one.reads for one in trials) else "program"
    if not found.place:
        return ""
    return "test" if is_test(_file(found.place)) else "program"


def _is_expired(rates: Mapping[str, float]) -> bool:
    """Whether the test passes at some dates and fails at all late ones: no day of the year alone does that."""
    clocks = {name.partition("=")[2]: rate for name, rate in rates.items() if re.match(r"clock=\d", name)}
    results = [rate > 0.5 for _, rate in sorted(clocks.items())]
    return not all(results) and len(results) > _LATE and all(results[-_LATE:])


def _file(place: str) -> str:
    return place.rpartition(":")[0]
