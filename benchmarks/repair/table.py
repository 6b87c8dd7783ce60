"""The table that the benchmark prints: counts, Wilson intervals, and the aims beside them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.proof import aligned
from benchmarks.repair.task import SECTIONS, Section

Row = Mapping[str, Any]
Z95 = 1.959964


def wilson(hits: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (E. B. Wilson 1927); the whole range where nothing was counted."""
    if not of:
        return 0.0, 1.0
    share, z2 = hits / of, Z95**2
    centre = (share + z2 / (2 * of)) / (1 + z2 / of)
    half = Z95 * math.sqrt(share * (1 - share) / of + z2 / (4 * of * of)) / (1 + z2 / of)
    return max(0.0, centre - half), min(1.0, centre + half)


def share(hits: int, of: int) -> str:
    """ "83 % (62-94)", or "-" of nothing."""
    if not of:
        return "-"
    low, high = wilson(hits, of)
    return f"{100 * hits / of:.0f} % ({100 * low:.0f}-{100 * high:.0f})"


def quantile(values: Sequence[float], at: float) -> float | None:
    """The value below which the share `at` of the values lies (the nearest rank)."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, math.ceil(at * len(ordered)) - 1)] if ordered else None


@dataclass(frozen=True)
class Aim:
    """What a section is to reach: (column, least or most, value)."""

    section: Section
    column: str
    value: float
    text: str


AIMS = (
    Aim("programs", "plausible", 0.95, "95 % plausible"),
    Aim("programs", "correct", 0.90, "90 % correct first"),
    Aim("programs", "median", 3.0, "median 3 s"),
    Aim("changed", "plausible", 0.98, "98 % plausible"),
    Aim("changed", "exact", 0.90, "90 % exact"),
    Aim("removed", "correct", 0.35, "35 % correct"),
    Aim("removed-history", "correct", 0.70, "70 % correct"),
    Aim("historical", "correct", 1 / 3, "a third correct"),
    Aim("historical", "overfitted", 0.10, "10 % overfitted at most"),
)
SMALLER_IS_BETTER = ("median", "overfitted")


def correct(row: Row) -> bool:
    """Whether the first choice is the original text or, as far as is known, behaves like it."""
    return bool(row["exact"] or row["equivalent"])


def measured(rows: Sequence[Row]) -> dict[str, Any]:
    """The figures of one line of the table."""
    counts = {
        "plausible": sum(bool(row["plausible"]) for row in rows),
        "exact": sum(bool(row["exact"]) for row in rows),
        "correct": sum(correct(row) for row in rows),
        "overfitted": sum(bool(row["overfitted"]) for row in rows),
        "any": sum(row["rank"] is not None for row in rows),
    }
    seconds = [row["first_seconds"] for row in rows if row["first_seconds"] is not None]
    spent = sum(row["seconds"] for row in rows)
    tried = [row["candidates"] for row in rows]
    return {
        "n": len(rows),
        **counts,
        "median": quantile(seconds, 0.5),
        "p90": quantile(seconds, 0.9),
        "candidates": statistics.median(tried) if tried else None,
        "rate": sum(tried) / spent if spent else None,
    }


def value(figures: Mapping[str, Any], column: str) -> float | None:
    """A column as it is compared with an aim: shares of all tasks, of first choices for `overfitted`, seconds."""
    if column == "median":
        return None if figures["median"] is None else float(figures["median"])
    of = figures["plausible"] if column == "overfitted" else figures["n"]
    return figures[column] / of if of else None


def met(aim: Aim, figures: Mapping[str, Any]) -> bool | None:
    """Whether an aim is reached; None where nothing was measured."""
    now = value(figures, aim.column)
    if now is None:
        return None
    return now <= aim.value if aim.column in SMALLER_IS_BETTER else now >= aim.value


HEAD = ("section", "n", "plausible", "exact first", "correct first", "right in list", "overfitted first",
        "first s", "p90 s", "tried", "tried/s", "ended", "aims")  # fmt: skip


def line(section: str, rows: Sequence[Row]) -> tuple[str, ...]:
    """One line of the table as texts. `overfitted first` is a share of the tasks with a plausible patch."""
    found = measured(rows)
    ended = {end: sum(row["ended"] == end for row in rows) for end in ("space", "budget")}
    aims = [f"{aim.text} {_word(met(aim, found))}" for aim in AIMS if aim.section == section]
    return (
        section,
        str(found["n"]),
        *(share(found[column], found["n"]) for column in ("plausible", "exact", "correct", "any")),
        share(found["overfitted"], found["plausible"]),
        *(_number(found[column]) for column in ("median", "p90", "candidates", "rate")),
        f"{ended['space']} space {ended['budget']} budget",
        "; ".join(aims),
    )


def _word(reached: bool | None) -> str:
    return "?" if reached is None else "met" if reached else "MISSED"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}" if value < 100 else f"{value:.0f}"


def table(rows: Sequence[Row]) -> list[str]:
    """The lines of the table: sections in their order, then all mutations together."""
    lines: list[tuple[str, ...]] = [HEAD]
    for section in SECTIONS:
        mine = [row for row in rows if row["section"] == section]
        if mine:
            lines.append(line(section, mine))
    lines.append(line("all", rows))
    return aligned(lines)


def summary(rows: Sequence[Row], planned: int) -> str:
    """The last line: how much was done, and which aims are met."""
    by_section = {name: measured([row for row in rows if row["section"] == name]) for name in SECTIONS}
    verdicts = [met(aim, by_section[aim.section]) for aim in AIMS]
    missed = [aim for aim, reached in zip(AIMS, verdicts, strict=True) if reached is False]
    texts = ", ".join(f"{aim.section}: {aim.text}" for aim in missed) or "none"
    return (
        f"repair: {len(rows)} of {planned} tasks, {verdicts.count(True)} of {len(AIMS)} aims met, "
        f"{verdicts.count(None)} not measured; missed: {texts}"
    )
