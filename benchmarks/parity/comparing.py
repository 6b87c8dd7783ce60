"""Says whether a measurement is equal to a native run, refused for a confirmed cause, or wrong."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

from benchmarks.parity.native_reports import Outcomes

MOST_NAMED = 5
"""Tests that a row names of each kind of difference; their number is always there."""


@dataclass(frozen=True)
class Comparison:
    """verdict: `equal`, `refused`, `unconfirmed` (refused for a cause that nobody has confirmed) or `wrong`."""

    verdict: str
    detail: str = ""
    differences: Mapping[str, list[str]] = field(default_factory=dict)
    flaky: tuple[str, ...] = ()


def compared(native: Outcomes, measured: Outcomes, again: Outcomes | None = None) -> Comparison:
    """Compare the tests and outcomes of both. again: a second native run, whose differences are flaky tests."""
    unstable = _different(native, again) if again is not None else set()
    left, right = (_without(found, unstable) for found in (native, measured))
    missing, more = left - right, right - left
    more = _without_renamed(more, native, again) if again is not None else more
    other = {name for name, _ in missing} & {name for name, _ in more}
    differences = {
        "missing": [f"{name} ({status})" for name, status in missing.elements() if name not in other],
        "more": [f"{name} ({status})" for name, status in more.elements() if name not in other],
        "another outcome": [f"{name} ({_statuses(left, name)} -> {_statuses(right, name)})" for name in sorted(other)],
    }
    kept = {kind: names[:MOST_NAMED] for kind, names in differences.items() if names}
    said = ", ".join(f"{len(names)} {kind}" for kind, names in differences.items() if names)
    return Comparison("wrong" if kept else "equal", said, kept, tuple(sorted(unstable)))


def refusal(name: str, error: str, step: str, confirmed: Mapping[str, Mapping[str, str]]) -> Comparison:
    """A measurement that ended with an error: `refused` where a person confirmed this cause."""
    detail = f"{error} | {step}"
    known = confirmed.get(name)
    if known and known["says"] in detail:
        return Comparison("refused", detail)
    return Comparison("unconfirmed", detail)


def _without_renamed(more: Outcomes, native: Outcomes, again: Outcomes) -> Outcomes:
    """Drop the tests that have another id in each run, where both have as many of each status."""
    known = {name for name, _ in native}
    renamed = {key for key in more if key[0] not in known}
    gone = [key for key in native.elements() if key[0] not in {name for name, _ in again}]
    if sorted(status for _, status in gone) == sorted(key[1] for key in more.elements() if key in renamed):
        return _without(more, {name for name, _ in renamed})
    return more


def _without(found: Outcomes, names: Collection[str]) -> Outcomes:
    return type(found)({key: count for key, count in found.items() if key[0] not in names})


def _different(one: Outcomes, other: Outcomes) -> set[str]:
    return {name for name, _ in (one - other) + (other - one)}


def _statuses(found: Outcomes, name: str) -> str:
    return "+".join(sorted(status for key, status in found.elements() if key == name))
