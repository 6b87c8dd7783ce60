"""The rows as a table, one line a tool, and the section's sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from benchmarks.proof import aligned

_HEAD = ("tool", "modules", "functions run", "tests", "passing", "lines", "branches", "faults noticed",
         "in functions it takes on", "s a function", "flaky of 20 runs")  # fmt: skip

Row = dict[str, Any]


def describe(row: Row) -> str:
    """One row in a line."""
    faults = f"{len(row['noticed'])} of {len(row['faults'])} faults"
    note = f" ({row['note']})" if row["note"] else ""
    return (
        f"{row['package']} {row['module']} {row['tool']}: {row['passing']} tests, {faults}, {row['seconds']:.0f} s"
        f"{note}{'' if row['control'] == 'passed' else ' CONTROL ' + row['control']}"
    )


def table(rows: Sequence[Row]) -> list[str]:
    """A table of all tools over the modules that all of them have a row for."""
    shared = _shared(rows)
    tools = list(dict.fromkeys(row["tool"] for row in rows))
    whole = [_with_whole(row, [one for one in shared if one["module"] == row["module"]]) for row in shared]
    lines = [_HEAD, *(_line(tool, [row for row in whole if row["tool"] == tool]) for tool in tools)]
    return aligned(lines)


def _with_whole(row: Row, beside: Sequence[Row]) -> Row:
    """The row with how many lines and branches there are, which a tool without tests could not count."""
    counted = {key: [row[key][0], max(one[key][1] for one in beside)] for key in ("lines", "branches")}
    return {**row, **counted}


def _shared(rows: Sequence[Row]) -> list[Row]:
    """The rows of modules that every tool was tried on, and whose tests pass without a fault when faults are tried."""
    tools = {row["tool"] for row in rows}
    by_module: dict[str, set[str]] = {}
    for row in rows:
        by_module.setdefault(row["module"], set()).add(row["tool"])
    return [row for row in rows if by_module[row["module"]] == tools]


def _line(tool: str, rows: Sequence[Row]) -> tuple[str, ...]:
    asked = sum(row["asked"] for row in rows)
    offered, passing = (sum(row[key] for row in rows) for key in ("offered", "passing"))
    return (
        tool,
        str(len(rows)),
        f"{sum(len(row['functions']) for row in rows)} of {asked}",
        str(offered),
        f"{passing} ({_percent(passing, max(offered, passing))})",
        _percent(*_sums(rows, "lines")),
        _percent(*_sums(rows, "branches")),
        _score(noticed(rows)),
        _score(noticed(rows, taken_on=True)),
        f"{sum(row['seconds'] for row in rows) / max(1, asked):.1f}",
        f"{sum(row['flaky'] for row in rows)} of {passing}" if tool == "ours" else "not tried",
    )


def _sums(rows: Sequence[Row], key: str) -> tuple[int, int]:
    return sum(row[key][0] for row in rows), sum(row[key][1] for row in rows)


def noticed(rows: Sequence[Row], *, taken_on: bool = False) -> tuple[int, int]:
    """Faults noticed and all of them; `taken_on`: only those in functions that the tool has tests for.

    That are the targets of its tests where the tool names them, else the functions that its tests run.
    """
    found, total = 0, 0
    for row in rows:
        own = set(row["targets"] or row["functions"])
        counts = [one for one in row["faults"] if not taken_on or _target(one) in own]
        total += len(counts)
        found += len(set(counts) & set(row["noticed"])) if row["control"] == "passed" else 0
    return found, total


def _target(fault: str) -> str:
    return fault.rsplit(":", 3)[0]


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.0f} %" if whole else "-"


def _score(pair: tuple[int, int]) -> str:
    return f"{pair[0]}/{pair[1]} ({_percent(*pair)})"


def summary(rows: Sequence[Row]) -> str:
    """Our score and the best of the others, the time against pynguin's, and what is flaky."""
    shared = _shared(rows)
    if not shared:
        return "nothing measured"
    tools = list(dict.fromkeys(row["tool"] for row in rows))
    scores = {tool: noticed([row for row in shared if row["tool"] == tool]) for tool in tools}
    ours = [row for row in shared if row["tool"] == "ours"]
    others = {tool: score for tool, score in scores.items() if tool != "ours"}
    best = max(others, key=lambda tool: others[tool][0], default="")
    seconds = {tool: sum(row["seconds"] for row in shared if row["tool"] == tool) for tool in tools}
    beside = f"best of the others {best} {_score(others[best])}" if best else "no other tool"
    share = (
        f"{100 * seconds['ours'] / seconds['pynguin']:.0f} % of pynguin's time"
        if seconds.get("pynguin")
        else "no pynguin"
    )
    flaky = sum(row["flaky"] for row in ours)
    return (
        f"{len(ours)} modules of {len({row['package'] for row in ours})} packages, "
        f"faults noticed {_score(scores['ours'])}, "
        f"{_score(noticed(ours, taken_on=True))} in the functions with tests (aim 60 %), {beside}; "
        f"{share} (aim 50 %); flaky {flaky} (aim 0)"
    )
