"""Pivot tables for small lists of records, rendered as plain text."""

from collections import defaultdict
from dataclasses import dataclass
from statistics import mean

AGGREGATES = {
    "sum": sum,
    "count": len,
    "mean": mean,
    "max": max,
}


@dataclass(frozen=True)
class Spec:
    """What to show: the fields that make rows and columns, and how values are put together."""

    row: str
    column: str
    value: str
    aggregate: str = "sum"

    def __post_init__(self):
        if self.aggregate not in AGGREGATES:
            raise ValueError(f"unknown aggregate {self.aggregate!r}")


class Pivot:
    def __init__(self, spec, records):
        self.spec = spec
        records = list(records)
        self.columns = sorted({record[spec.column] for record in records})
        self.rows = sorted({record[spec.row] for record in records})
        self._cells = self._collect(records)

    def _collect(self, records):
        cells = dict.fromkeys(self.rows, defaultdict(list))
        for record in records:
            value = record.get(self.spec.value)
            if value is not None:
                cells[record[self.spec.row]][record[self.spec.column]].append(value)
        return cells

    def _aggregate(self, values):
        return AGGREGATES[self.spec.aggregate](values) if values else None

    def cell(self, row, column):
        """The value of a cell, None if nothing was recorded for it."""
        return self._aggregate(self._cells[row].get(column))

    def row_total(self, row):
        return self._aggregate([value for column in self.columns for value in self._cells[row].get(column, ())])

    def column_total(self, column):
        return self._aggregate([value for row in self.rows for value in self._cells[row].get(column, ())])

    def render(self, empty="-"):
        """The table as text with aligned columns and a column of totals."""
        head = [self.spec.row, *map(str, self.columns), "total"]
        body = [
            [str(row), *(_text(self.cell(row, column), empty) for column in self.columns),
             _text(self.row_total(row), empty)]
            for row in self.rows
        ]
        widths = [max(len(line[n]) for line in [head, *body]) for n in range(len(head))]
        return "\n".join(
            "  ".join([line[0].ljust(widths[0]), *(text.rjust(width) for text, width in zip(line[1:], widths[1:]))])
            for line in [head, *body]
        )


def _text(value, empty):
    if value is None:
        return empty
    return f"{value:.1f}" if isinstance(value, float) and value != int(value) else str(int(value))
