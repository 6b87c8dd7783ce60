"""Finds what decides on the result of a flaky test, by runs under controls that make the failure come and go.

The test runs without control first, which shows what it reads. Then the controls of these sources run in one process,
each hash seed in one of its own. Two that separate failures from passes are run again in new processes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from testfix_pipeline.core.counted_nouns import counted
from testfix_pipeline.core.flaky_records import ControlledRuns, FlakyCause, FlakyKind
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.flaky_causes import controls
from testfix_pipeline.execution.flaky_causes.controls import ControlGroup
from testfix_pipeline.execution.flaky_causes.trials import ControlledTrial, ControlledTrials, Place
from testfix_pipeline.execution.order_dependence.search import TrialsOver

TIMES = 8
"""How often the test runs without control, and under each of two controls that are to separate its results."""
_MOST_CONTRARY = 1
"""How many of these runs may have the other result."""
NONE: controls.Settings = {}
Known = Literal["flaky", "reported", "steady"]
"""What is known of a test: it passes and fails, someone says so, or it failed in all re-runs."""


@dataclass
class _Runs:
    """The runs under one control."""

    settings: controls.Settings
    trials: list[ControlledTrial] = field(default_factory=list)

    @property
    def failed(self) -> int:
        return sum(not one.passed for one in self.trials)

    @property
    def rate(self) -> float:
        return self.failed / len(self.trials) if self.trials else 0.5

    @property
    def errors(self) -> set[tuple[str, str]]:
        return {one.error for one in self.trials}

    def record(self) -> ControlledRuns:
        return ControlledRuns(control=controls.control_name(self.settings), failed=self.failed, runs=len(self.trials))


def find_cause(
    trials: ControlledTrials, read_text: Callable[[str], str], is_test: Callable[[str], bool], known: Known
) -> FlakyCause | None:
    """Return what decides on a test; None if nothing does, and it always has the same result.

    read_text, is_test: the text of a file, whether it is a test's.
    """
    search = _Search(trials, known)
    try:
        found = search.run()
    except TrialsOver:
        found = None
    if found is None:
        rate = search.free.rate
        if not search.free.trials or not (known == "flaky" or 0 < rate < 1):
            return None
        return FlakyCause(test=trials.test, kind="unknown", fails=search.free.record())
    group, failing, passing, tried = found
    kind, failing, passing = search.with_floats(group.kind, failing, passing)
    place, detail = source_place(kind, group, failing.trials, trials.test, is_test)
    cause = FlakyCause(
        test=trials.test,
        kind=kind,
        fails=failing.record(),
        passes=passing.record() if passing.rate < 1 else None,
        otherwise="" if passing.rate < 1 else _otherwise(passing),
        place=place,
        detail=detail,
    )
    cause.cause = at_fault(
        cause, failing.trials, {controls.control_name(one.settings): one.rate for one in tried}, read_text, is_test
    )
    return cause


def _otherwise(runs: _Runs) -> str:
    error, message = runs.trials[0].error
    first = message.partition("\n")[0]
    control = controls.control_name(runs.settings)
    return f"fails otherwise ({error}: {first}) in {counted(len(runs.trials), 'run')} with {control}"


class _Search:
    def __init__(self, trials: ControlledTrials, known: Known) -> None:
        self._trials = trials
        self._known = known
        self.free = _Runs(NONE)

    def run(self) -> tuple[controls.ControlGroup, _Runs, _Runs, Sequence[_Runs]] | None:
        """Return the group that decides, runs that fail and that pass, and all that were tried of it."""
        self.free.trials = self._trials.alike(NONE, TIMES)
        reads = {source for one in self.free.trials for source in one.reads}
        may_differ = self._known != "steady" or self.free.rate < 1
        known = [
            group
            for group in controls.control_groups(_fixed_ports(self.free.trials))
            if group.settings and group.sources & reads and (may_differ or not group.artificial)
        ]
        tried = self._tried(known)
        for group in known:
            found = self._separated(group, tried)
            if found is not None:
                return (group, *found, [self.free, *tried[id(group)]])
        return None

    def _tried(self, groups: Sequence[controls.ControlGroup]) -> Mapping[int, list[_Runs]]:
        found = {id(group): [_Runs(one) for one in group.settings] for group in groups}
        seeds = [one for some in found.values() for one in some if controls.HASH_SEED in one.settings]
        for runs in seeds:
            runs.trials = self._trials.alike(runs.settings, 2)
            if {0.0, 1.0} <= {one.rate for one in seeds}:
                break
        rest = [
            (runs, times)
            for group in groups
            for runs, times in ((one, group.times) for one in found[id(group)])
            if controls.HASH_SEED not in runs.settings
        ]
        asked = [runs for runs, times in rest for _ in range(times)]
        answers = self._trials.in_one_process([runs.settings for runs in asked], NONE) if asked else []
        for runs, trial in zip(asked, answers, strict=False):
            runs.trials.append(trial)
        return found

    def _separated(self, group: controls.ControlGroup, tried: Mapping[int, list[_Runs]]) -> tuple[_Runs, _Runs] | None:
        """Return runs under a control that fail and under another one that pass, both confirmed in new processes."""
        known = [one for one in tried[id(group)] if one.trials]
        free = [self.free] if group.kind in ("network", "ports", "time", "concurrency") else []
        highest = max([*known, *free], key=lambda one: one.rate, default=None)
        lowest = min([*free, *known], key=lambda one: one.rate, default=None)
        if highest is None or lowest is None:
            return None
        if group.kind in ("network", "iteration_order") and lowest.rate == 1:
            return self._other_error(known)
        if highest.rate - lowest.rate < 0.5:
            return None
        failing = _Runs(highest.settings, self._trials.alike(highest.settings, TIMES))
        passing = _Runs(lowest.settings, self._trials.alike(lowest.settings, TIMES))
        fits = passing.trials and failing.trials
        if fits and passing.failed <= _MOST_CONTRARY and failing.failed >= TIMES - _MOST_CONTRARY:
            return failing, passing
        return None

    def _other_error(self, known: Sequence[_Runs]) -> tuple[_Runs, _Runs] | None:
        """Return runs under two controls that always fail, each one with its own error, in new processes too."""
        steady = [one for one in known if len(one.errors) == 1]
        other = next((one for one in steady if one.errors != steady[0].errors), None)
        if other is None:
            return None
        again = [_Runs(one.settings, self._trials.alike(one.settings, TIMES)) for one in (steady[0], other)]
        alike = again[0].errors == steady[0].errors and again[1].errors == other.errors
        return (again[0], again[1]) if alike else None

    def with_floats(self, kind: FlakyKind, failing: _Runs, passing: _Runs) -> tuple[FlakyKind, _Runs, _Runs]:
        """Return the kind and its runs: floating point, if near numbers that count as equal make the test pass."""
        if not any("floats" in one.reads for one in failing.trials):
            return kind, failing, passing
        settings = {**failing.settings, **controls.NEAR}
        try:
            near = _Runs(settings, self._trials.alike(settings, TIMES))
        except TrialsOver:
            return kind, failing, passing
        if not near.trials or near.failed > _MOST_CONTRARY:
            return kind, failing, passing
        return "floating_point", failing, near


def _fixed_ports(trials: Sequence[ControlledTrial]) -> list[str]:
    """Return the local ports that every run uses."""
    used = [{port for _, port in one.reads.get("ports", ())} for one in trials]
    return sorted(set.intersection(*used)) if used else []


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
