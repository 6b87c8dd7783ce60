"""The table of `make bench-parity` and its summary line."""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from benchmarks.parity.repositories import Repository
from benchmarks.proof import aligned

Row = dict[str, Any]
HEAD = (
    *("repository", "framework", "verdict", "tests", "own s", "times", "cpu times"),
    *("commit", "fix", "fix s", "suites", "right"),
)
COMMITS = ("last", "only")
"""Where a fault is planted: into the last commit, which the history undoes, or into the only one."""
MOST_SHOWN = 400
"""Characters of a reason; `row.json` has the whole text."""
MEASURED = ("equal", "refused", "partial", "unconfirmed", "wrong")


def verdict(row: Row) -> str:
    """One of MEASURED, or why there is none: `no environment`, `no own report`, `too long`, `not yet`."""
    if "left_out" in row:
        return "no environment"
    native, measured = row.get("native"), row.get("measure")
    if native and "error" in native:
        return "too long" if native["error"].startswith("too long") else "no own report"
    return measured["verdict"] if measured else "not yet"


def table(rows: Sequence[tuple[Repository, Row]]) -> list[str]:
    """The lines of the table, what is not equal explained below it."""
    lines = aligned([HEAD, *(_line(repository, row) for repository, row in rows)])
    for repository, row in rows:
        lines += _explained(repository, row)
    return lines


def _line(repository: Repository, row: Row) -> tuple[str, ...]:
    native, measured, fix = (row.get(name) or {} for name in ("native", "measure", "fix"))
    return (
        repository.name,
        repository.framework,
        verdict(row),
        str(measured.get("tests", "")),
        _number(native.get("seconds")),
        _number(_ratio(measured.get("seconds"), native.get("seconds"))),
        _number(_ratio(measured.get("cpu"), native.get("cpu"))),
        fix.get("commit", "last") if fix else "",
        fix.get("outcome", "") + (" TOUCHED" if fix.get("touched") else ""),
        _number(fix.get("seconds")),
        _number(fix.get("suites")),
        ("yes" if fix["right"] else "no") if "right" in fix else "",
    )


def _explained(repository: Repository, row: Row) -> list[str]:
    said = verdict(row)
    if said == "not yet":
        return []
    if said not in MEASURED:
        return [f"{repository.name}: {said}: {_short(row.get('left_out') or row['native']['error'])}"]
    measured = row["measure"]
    lines = [] if said == "equal" else [f"{repository.name}: {said}: {_short(measured['detail'])}"]
    lines += [f"    {kind}: {'; '.join(names)}" for kind, names in measured.get("differences", {}).items()]
    if measured.get("flaky"):
        names = measured["flaky"]
        lines.append(f"{repository.name}: flaky by a second run of its own: {len(names)}, such as {names[0]}")
    return lines


def summary(rows: Iterable[Row]) -> str:
    """The summary line: verdicts, times, fixes."""
    known = list(rows)
    verdicts = Counter(map(verdict, known))
    measured = [row for row in known if verdict(row) in MEASURED]
    good = verdicts["equal"] + verdicts["refused"]
    others = ", ".join(f"{count} {name}" for name, count in sorted(verdicts.items()) if name not in MEASURED)
    equal = [row for row in measured if row["measure"]["verdict"] == "equal"]
    extra = [row["measure"]["seconds"] - 1.3 * row["native"]["seconds"] for row in equal]
    times = f", median of measure beyond 1.3 times its own command {statistics.median(extra):.1f} s" if extra else ""
    fixes = [row["fix"] for row in equal if row.get("fix", {}).get("outcome", "no fault") != "no fault"]
    green = [fix for fix in fixes if fix["outcome"] == "success"]
    fixed = f"; faults fixed {_by_commit(fixes)}" if fixes else ""
    if green:
        fixed += (
            f", median {_median(green, 'seconds')} s"
            f" and {_median(green, 'suites')} suite times ({_processor_times(equal)} of the processor),"
            f" checkouts touched {sum(map(_is_touched, fixes))}"
        )
    counts = ", ".join(f"{verdicts[name]} {name}" for name in MEASURED)
    return (
        f"bench-parity: {good} of {len(measured)} equal or rightly refused ({counts}; "
        f"{others or 'none left out'}){times}{fixed}"
    )


def _by_commit(fixes: Sequence[Row]) -> str:
    """How many faults of each commit were fixed, and how many files are as before the fault."""
    parts = []
    for commit in COMMITS:
        planted = [fix for fix in fixes if fix.get("commit", "last") == commit]
        green = [fix for fix in planted if fix["outcome"] == "success"]
        right = sum(bool(fix["right"]) for fix in green)
        parts += [f"{len(green)} of {len(planted)} in the {commit} commit (right {right})"] if planted else []
    return ", ".join(parts)


def _processor_times(equal: Iterable[Row]) -> str:
    """The median of the suite times that green fixes took, by processor seconds: a busy machine changes them little."""
    green = [row for row in equal if row.get("fix", {}).get("outcome") == "success"]
    return f"{statistics.median(row['fix']['cpu'] / max(0.1, row['native']['cpu']) for row in green):.1f}"


def _is_touched(fix: Row) -> bool:
    return bool(fix.get("touched"))


def _median(rows: Iterable[Row], name: str) -> str:
    return f"{statistics.median(row[name] for row in rows):.1f}"


def _ratio(one: float | None, other: float | None) -> float | None:
    return None if one is None or not other else one / other


def _short(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= MOST_SHOWN else f"{one_line[:MOST_SHOWN]} ..."


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.1f}"
