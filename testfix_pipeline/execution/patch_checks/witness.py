"""Runs newly passing tests a second time: whether their assertions ran, and what the code returns outside of them."""

from __future__ import annotations

import json
import os
import secrets
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice, repeat
from pathlib import Path
from typing import Any

from testfix_pipeline.core.patch_policy.second_look import Call, ReturnValues, Sighting, SimilarCall
from testfix_pipeline.core.records import SuiteRun
from testfix_pipeline.core.test_ids import TestId
from testfix_pipeline.execution.hanging_tests import FACTOR
from testfix_pipeline.execution.in_target import testfix_plain
from testfix_pipeline.execution.patch_checks.near_values import alternate, is_same, similar_values, values_in_pattern
from testfix_pipeline.execution.processes.environment import IN_TARGET, target_environment
from testfix_pipeline.execution.processes.supervisor import ProcessLimits, run
from testfix_pipeline.execution.project import TargetProject
from testfix_pipeline.execution.runners.pytest_runner import target_policy
from testfix_pipeline.execution.runners.report import ReportReader
from testfix_pipeline.execution.suite_runs import run_suite

MOST_TESTS = 20
MOST_NEAR = 24
REPEATED, LONGEST_REPEATED_S = 8, 0.1
"""How many times a test's calls are repeated, if no test takes longer: what answers by their number soon runs out."""
CALL_SECONDS, LEAST_CALL_SECONDS = 2.0, 0.2
PROBE_SECONDS, FIRST_SHARE = 10.0, 0.6
"""The time for all calls in one tree, and the part of it in which they are made for the first time."""
_START = "import sys; exec(sys.stdin.buffer.read(int(sys.stdin.buffer.readline())))"


Input = tuple[str, str, int, str]
"""A function's module and name, the position of an argument, its text."""


@dataclass(frozen=True)
class ProbeSequence:
    """A sequence of calls to probe; the last one is a test's call `number` with argument `position` changed
    in `part` of it (see `near_values.py`)."""

    number: int
    position: int
    calls: list[Call]
    part: str = ""
    step: float = 0.0


@dataclass(frozen=True)
class SecondLook:
    """The result of a second run: what the passing tests did, and whether no test passed."""

    seen: tuple[Sighting, ...] = ()
    none_passed: bool = False


def observe_tests(
    project: TargetProject,
    tree: Path,
    tests: Iterable[TestId],
    timeout: float,
    cancel: Callable[[], bool] | None = None,
) -> SecondLook:
    """Run the tests by themselves, for at most `timeout` seconds, and record their assertions and calls.

    Returns an empty look where they can't be run, or `cancel` says no more.
    """
    events: list[dict[str, Any]] = []
    wanted = sorted(tests)[:MOST_TESTS]
    known = run_suite(project, tree, tests=wanted, timeout=timeout, witness=events, cancel=cancel)
    return look_of(known, wanted, events) if known.fault is None else SecondLook()


def look_of(run: SuiteRun, tests: Iterable[TestId], events: Iterable[Mapping[str, Any]]) -> SecondLook:
    """Return what the events of a run, made with `witness`, say of some of its tests."""
    passed = run.passed.intersection(tests)
    return SecondLook(tuple(_sighting(event) for event in events if event["id"] in passed), not passed)


def _sighting(event: Mapping[str, Any]) -> Sighting:
    calls = [Call(*map(str, call)) for call in event["calls"]]
    usable = all(map(_has_literal_arguments, calls))
    return Sighting(
        test=event["id"],
        asserted=event["asserted"],
        false=event["false"],
        written=event["written"],
        tolerates=event["tolerates"],
        loose=tuple((str(name), str(file)) for name, file in event["loose"]),
        unlike=tuple((str(name), str(file)) for name, file in event["unlike"]),
        calls=tuple(calls) if usable else (),
        alone=bool(event["alone"]),
        given=tuple((str(kind), str(name), str(text)) for kind, name, text in event["given"]),
    )


def _has_literal_arguments(call: Call) -> bool:
    try:
        return (
            bool(call.module)
            and isinstance(_parse_data(call.positional), tuple)
            and isinstance(_parse_data(call.keyword), dict)
        )
    except (ValueError, TypeError, ArithmeticError, SyntaxError, MemoryError, RecursionError):
        return False


def _parse_data(text: str) -> Any:
    return testfix_plain.parse_data(text)  # type: ignore[no-untyped-call]


def compare_return_values(
    project: TargetProject, before: Path, after: Path, seen: Sequence[Sighting]
) -> list[ReturnValues]:
    """The return values of the tests' calls, and of similar calls, in two trees; one item for each sighting.

    A result that differs between two calls on the same tree counts as unknown.
    """
    given = {inputs for one in seen for call in one.calls for inputs in _argument_texts(call)}
    times = REPEATED if project.known.longest <= LONGEST_REPEATED_S else 1
    plans = [_probe_sequences(one, given, times) for one in seen]
    # In turn, so that where the time is not enough each test's own calls have been made, and some near them.
    places = sorted(((number, at) for at, plan in enumerate(plans) for number in range(len(plan))))
    asked = [plans[at][number].calls for number, at in places]
    with ThreadPoolExecutor(2) as both:
        trees = both.map(lambda tree: _reproducible_results(project, tree, asked), (before, after))
        old, new = (dict(zip(places, found, strict=True)) for found in trees)
    return [
        _paired_results(plan, *([found[number, at] for number in range(len(plan))] for found in (old, new)))
        for at, plan in enumerate(plans)
    ]


def _argument_texts(call: Call) -> Iterator[Input]:
    for position, value in enumerate(_parse_data(call.positional)):
        yield call.module, call.function, position, testfix_plain.symbolic_text(value)  # type: ignore[no-untyped-call]


def _probe_sequences(sighting: Sighting, given: Set[Input], times: int) -> list[ProbeSequence]:
    """The sequences to probe: the test's own calls, these several times, what imports replaced, then variants.

    What any of the tests gives itself is near nothing: it may be learnt as well.
    """
    replaced = [Call(one.module, "", "()", "{}") for one in sighting.calls[:1]]
    own = [ProbeSequence(-1, -1, calls) for calls in ([*sighting.calls], [*sighting.calls] * times, replaced)]
    for number, call in enumerate(sighting.calls):
        others = (
            other
            for other in _similar_calls(call)
            if given.isdisjoint(islice(_argument_texts(other[2]), other[0], other[0] + 1))
        )
        made = (ProbeSequence(number, at, [*sighting.calls[:number], other], part) for at, part, other in others)
        own += [row for row, _ in zip(made, range(MOST_NEAR), strict=False)]
        own += _pattern_sequences(sighting, number, given)
    return own


def _pattern_sequences(sighting: Sighting, number: int, given: Set[Input]) -> Iterator[ProbeSequence]:
    """Yield the sequences with an argument of a test's call that lies on a line with it, or has another length."""
    call = sighting.calls[number]
    values = _parse_data(call.positional)
    for at, value in enumerate(values):
        if sum(is_same(value, one) for one in values) > 1:
            continue
        for part, step, other in values_in_pattern(value):
            changed = testfix_plain.symbolic_text((*values[:at], other, *values[at + 1 :]))  # type: ignore[no-untyped-call]
            made = Call(call.module, call.function, changed, call.keyword)
            if given.isdisjoint(islice(_argument_texts(made), at, at + 1)):
                yield ProbeSequence(number, at, [*sighting.calls[:number], made], part, step)


def _similar_calls(call: Call) -> Iterator[tuple[int, str, Call]]:
    """Yield (position, changed part, call) for variants of a call with one positional argument changed a little.

    Equal arguments change together, as those of the first position: code may ask whether two are the same.
    """
    given = _parse_data(call.positional)
    first = [at for at, value in enumerate(given) if not any(is_same(value, one) for one in given[:at])]
    ways = (zip(repeat(at), similar_values(given[at]), strict=False) for at in first)
    for position, (part, other) in alternate(*ways):
        changed = tuple(other if is_same(one, given[position]) else one for one in given)
        positional = testfix_plain.symbolic_text(changed)  # type: ignore[no-untyped-call]
        yield position, part, Call(call.module, call.function, positional, call.keyword)


def _paired_results(plan: list[ProbeSequence], old: list[list[str]], new: list[list[str]]) -> ReturnValues:
    near: dict[int, list[SimilarCall]] = {}
    for asked, before, after in zip(plan[3:], old[3:], new[3:], strict=True):
        seen = SimilarCall(asked.position, _last_result(before), _last_result(after), asked.part, asked.step)
        near.setdefault(asked.number, []).append(seen)
    count = len(plan[0].calls)
    replaced = tuple(_parse_data(_last_result(found[2]) or "[]") for found in (old, new))
    known = {name for name, *_ in replaced[0]}
    new_ones = tuple(one for one in replaced[1] if one[0] not in known)
    return ReturnValues(_or_blank(old[0], count), _or_blank(new[0], count), near, old[1], new[1], new_ones)


def _last_result(results: list[str]) -> str:
    return results[-1] if results else ""


def _or_blank(results: list[str], count: int) -> list[str]:
    return results if len(results) == count else [""] * count


def _reproducible_results(project: TargetProject, tree: Path, asked: Sequence[list[Call]]) -> list[list[str]]:
    """The results of each sequence of calls; [] for one without results, or with different ones the second time."""
    calls = [[[c.module, c.function, c.positional, c.keyword] for c in sequence] for sequence in asked]
    found, count = _run_probe(project, tree, calls), len(asked)
    return [found.get(n, []) if found.get(n) == found.get(n + count) else [] for n in range(count)]


def _run_probe(project: TargetProject, tree: Path, calls: list[list[list[str]]]) -> dict[int, list[str]]:
    """Run all sequences twice in one process, in a folder without the project's files; results by sequence number.

    The second answer to number n is that of n + len(calls); there is none where the first did not come to its end.

    Raises BudgetSpent where the project's deadline ends it.
    """
    nonce, (reading, writing) = secrets.token_hex(16), os.pipe()
    text, plain = ((IN_TARGET / f"testfix_{name}.py").read_bytes() for name in ("probe", "plain"))
    order = {
        "fd": writing,
        "nonce": nonce,
        "plain": plain.decode(),
        "root": str(project.root(tree)),
        "seconds": _call_seconds(project),
        "first_seconds": FIRST_SHARE * PROBE_SECONDS,
        "sequences": calls,
    }
    environment = target_environment(project, tree)
    parts = environment["PYTHONPATH"].split(os.pathsep)
    environment["PYTHONPATH"] = os.pathsep.join(part for part in parts if part != str(IN_TARGET))
    reader = _ProbeReader(reading, nonce)
    with tempfile.TemporaryDirectory(prefix="testfix-probe-") as folder:
        try:
            run(
                [str(project.interpreter), "-c", _START],
                cwd=Path(folder),
                env=environment,
                limits=ProcessLimits(project.deadline.bound(PROBE_SECONDS), processes=64),
                policy=target_policy(project),
                writable=[Path(folder), tree],
                pass_fds=[writing],
                stdin=b"%d\n" % len(text) + text + json.dumps(order).encode(),
            )
        finally:
            os.close(writing)
    reader.finish()
    project.deadline.check()
    return reader.found


def _call_seconds(project: TargetProject) -> float:
    """The time limit in seconds for the calls of one test, derived from the longest known test."""
    known = FACTOR * project.known.longest
    return min(CALL_SECONDS, max(LEAST_CALL_SECONDS, known)) if known else CALL_SECONDS


class _ProbeReader(ReportReader):
    """Reads the results of a probe, by the number of their sequence."""

    def __init__(self, fd: int, nonce: str) -> None:
        self.found: dict[int, list[str]] = {}
        super().__init__(fd, nonce)

    def _parse(self, line: bytes) -> dict[str, Any] | None:
        event = super()._parse(line)
        if event is not None and isinstance(event.get("s"), int) and isinstance(event.get("r"), list):
            self.found[event["s"]] = [str(one) for one in event["r"]]
        return None
