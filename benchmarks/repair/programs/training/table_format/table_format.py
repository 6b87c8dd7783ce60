"""Plain text and Markdown tables."""
from dataclasses import dataclass
from numbers import Number

ALIGNMENTS = {"left": "<", "right": ">", "centre": "^"}


@dataclass
class Column:
    title: str
    align: str = "left"
    decimals: int | None = None
    empty: str = "-"

    def __post_init__(self):
        if self.align not in ALIGNMENTS:
            raise ValueError(f"unknown alignment {self.align}")

    def text(self, value):
        if value is None:
            return self.empty
        if isinstance(value, bool):
            return "yes" if value else "no"
        if self.decimals is not None and isinstance(value, Number):
            return f"{value:,.{self.decimals}f}"
        return str(value)

    def pad(self, text, width):
        return f"{text:{ALIGNMENTS[self.align]}{width}}"


class Table:
    def __init__(self, *columns):
        self.columns = [c if isinstance(c, Column) else Column(c) for c in columns]
        self.rows = []

    def add(self, *values):
        if len(values) > len(self.columns):
            raise ValueError("too many values")
        missing = len(self.columns) - len(values)
        self.rows.append(list(values) + [None] * missing)

    def _position(self, title):
        for position, column in enumerate(self.columns):
            if column.title == title:
                return position
        raise LookupError(f"no column {title}")

    def sort(self, title, reverse=False):
        """Sort by a column; rows without a value in it come last."""
        position = self._position(title)
        filled = [row for row in self.rows if row[position] is not None]
        rest = [row for row in self.rows if row[position] is None]
        filled.sort(key=lambda row: row[position], reverse=reverse)
        self.rows = filled + rest

    def totals(self):
        """Sums of the columns with numbers, None for the others."""
        sums = []
        for position in range(len(self.columns)):
            numbers = [
                row[position]
                for row in self.rows
                if isinstance(row[position], Number) and not isinstance(row[position], bool)
            ]
            sums.append(sum(numbers) if numbers else None)
        return sums

    def _cells(self, row):
        return [column.text(value) for column, value in zip(self.columns, row)]

    def _widths(self, lines):
        return [max(len(cell) for cell in cells) for cells in zip(*lines)]

    def _join(self, cells, widths, separator):
        padded = [c.pad(t, w) for c, t, w in zip(self.columns, cells, widths)]
        return separator.join(padded)

    def render(self, total=None):
        """Plain text; with `total`, a last line with that label and the sums."""
        lines = [[column.title for column in self.columns]]
        lines += [self._cells(row) for row in self.rows]
        widths = self._widths(lines)
        rule = "  ".join("-" * width for width in widths)
        if total is not None:
            sums = self.totals()
            cells = ["" if s is None else c.text(s) for c, s in zip(self.columns, sums)]
            lines.append([total] + cells[1:])
        text = [self._join(cells, widths, "  ").rstrip() for cells in lines]
        text.insert(1, rule)
        if total is not None:
            text.insert(-1, rule)
        return "\n".join(text)

    def markdown(self):
        lines = [[column.title for column in self.columns]]
        lines += [[cell.replace("|", "\\|") for cell in self._cells(row)] for row in self.rows]
        widths = [max(width, 3) for width in self._widths(lines)]
        text = [f"| {self._join(cells, widths, ' | ')} |" for cells in lines]
        marks = []
        for column, width in zip(self.columns, widths):
            left = ":" if column.align == "centre" else "-"
            right = "-" if column.align == "left" else ":"
            marks.append(left + "-" * (width - 2) + right)
        text.insert(1, f"| {' | '.join(marks)} |")
        return "\n".join(text)
