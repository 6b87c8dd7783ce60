"""The table that the benchmark prints: counts with Wilson intervals, the aims beside them, one summary line."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from benchmarks.repair.table import quantile, share
from benchmarks.updates.pairs import FOLDERS, KINDS, LibraryChangeKind

Row = Mapping[str, Any]
PARAMETERS_AND_RENAMES: tuple[LibraryChangeKind, ...] = (
    "renamed", "keyword renamed", "keyword removed", "keyword only", "reordered", "argument added",
)  # fmt: skip
HEAD = ("pairs", "n", "library", "symbol", "plausible", "accepted", "right first", "exact", "silences", "median s")


@dataclass(frozen=True)
class Aim:
    """What is to be reached: a figure of some rows, and whether more is better."""

    text: str
    figure: Callable[[Sequence[Row]], float | None]
    value: float
    more_is_better: bool = True

    def verdict(self, rows: Sequence[Row]) -> str:
        """ "met 95 %"-like: the figure as it is, and whether it reaches the aim; "?" where nothing was measured."""
        now = self.figure(rows)
        if now is None:
            return f"{self.text}: not measured"
        met = now >= self.value if self.more_is_better else now <= self.value
        return f"{self.text}: {now:.3g}, {'met' if met else 'MISSED'}"


def percent(rows: Sequence[Row], column: Callable[[Row], bool]) -> float | None:
    """The share of rows in percent; None of no rows."""
    return 100 * sum(map(column, rows)) / len(rows) if rows else None


def first_right(row: Row) -> bool:
    return bool(row["right"])


def symbol_named(row: Row) -> bool:
    return bool(row["diagnosis"]["library"] and row["diagnosis"]["symbol"])


def only_silences(row: Row) -> bool:
    """Whether an accepted patch shows signs of silencing and isn't right."""
    return bool(row["accepted"] and row["silencing"] and not row["right"])


def parameters_and_renames(rows: Sequence[Row]) -> list[Row]:
    return [row for row in rows if row["kind"] in PARAMETERS_AND_RENAMES]


AIMS = (
    Aim(
        "right first, parameters and renames, 92 %", lambda rows: percent(parameters_and_renames(rows), first_right), 92
    ),
    Aim("library and symbol named, 95 %", lambda rows: percent(rows, symbol_named), 95),
    Aim("median seconds, 10", lambda rows: quantile([row["seconds"] for row in rows], 0.5), 10, more_is_better=False),
    Aim(
        "accepted that only silence, 0",
        lambda rows: float(sum(map(only_silences, rows))) if rows else None,
        0,
        more_is_better=False,
    ),
)


def line(name: str, rows: Sequence[Row]) -> tuple[str, ...]:
    """One line of the table as texts."""
    columns: tuple[Callable[[Row], bool], ...] = (
        lambda row: row["diagnosis"]["library"],
        symbol_named,
        lambda row: row["plausible"],
        lambda row: row["accepted"],
        first_right,
        lambda row: row["exact"],
    )
    shares = [share(sum(map(column, rows)), len(rows)) for column in columns]
    seconds = quantile([row["seconds"] for row in rows], 0.5)
    silences = sum(map(only_silences, rows))
    return (name, str(len(rows)), *shares, str(silences), "-" if seconds is None else f"{seconds:.1f}")


def table(rows: Sequence[Row]) -> list[str]:
    """The lines of the table: by kind, then parameters and renames, the halves, and all."""
    groups: dict[str, Sequence[Row]] = {kind: [row for row in rows if row["kind"] == kind] for kind in KINDS}
    groups["parameters and renames"] = parameters_and_renames(rows)
    groups |= {half: [row for row in rows if row["half"] == half] for half in FOLDERS}
    lines = [HEAD, *(line(name, mine) for name, mine in groups.items() if mine), line("all", rows)]
    widths = [max(len(one[column]) for one in lines) for column in range(len(HEAD))]
    return ["  ".join(text.ljust(width) for text, width in zip(one, widths, strict=True)).rstrip() for one in lines]


def summary(rows: Sequence[Row], planned: int) -> str:
    """The last line: how much was measured, and the aims."""
    return f"updates: {len(rows)} of {planned} pairs; " + "; ".join(aim.verdict(rows) for aim in AIMS)
