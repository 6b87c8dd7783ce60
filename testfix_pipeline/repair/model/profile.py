"""The profile of one test without a candidate: which of its lines run which code, how deep, when, with
which results."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple


class LineRun(NamedTuple):
    """`last` is the step (a count of lines run) of the last hit, `depth` the least number of project frames below."""

    hits: int
    last: int
    depth: int


@dataclass(frozen=True)
class CalledFunction:
    """A function that the test called. `results` are literals as source text, else "<type>"."""

    file: str
    first_line: int
    name: str
    calls: int
    depth: int
    last: int
    results: tuple[str, ...]
    raised: tuple[str, ...]


@dataclass(frozen=True)
class Profile:
    """The record of `execution/in_target/warm_trace.py`.

    stages: line of the test's own function -> file -> lines run during that line; 0: fixtures and others. calls:
    (caller, callee) as positions in `functions`.
    """

    lines: Mapping[str, Mapping[int, LineRun]]
    stages: Mapping[int, Mapping[str, frozenset[int]]]
    functions: Sequence[CalledFunction]
    calls: Sequence[tuple[int, int]]
    steps: int

    @classmethod
    def from_record(cls, record: Mapping[str, Any]) -> Profile:
        """The profile in a record of `in_target/warm_trace.py`."""
        return cls(
            {file: {line: LineRun(*seen) for line, *seen in lines} for file, lines in record["lines"].items()},
            {
                int(stage): {file: frozenset(lines) for file, lines in files.items()}
                for stage, files in record["stages"].items()
            },
            [CalledFunction(*values[:6], *map(tuple, values[6:])) for values in record["functions"]],
            [(caller, callee) for caller, callee in record["calls"]],
            record["steps"],
        )

    def executed(self) -> dict[str, frozenset[int]]:
        """The lines that the test runs, by file."""
        return {file: frozenset(lines) for file, lines in self.lines.items()}


def united_lines(one: Mapping[str, Collection[int]], other: Mapping[str, Collection[int]]) -> dict[str, frozenset[int]]:
    """The lines of both, by file."""
    files = {*one, *other}
    return {file: frozenset(one.get(file, ())) | frozenset(other.get(file, ())) for file in files}
