"""Renders rows as a text table; cells may have several lines."""

ALIGNERS = {"left": str.ljust, "right": str.rjust, "center": str.center}


class Column:
    def __init__(self, title, align="left", max_width=None):
        if align not in ALIGNERS:
            raise ValueError(f"unknown alignment {align!r}")
        self.title = title
        self.align = align
        self.max_width = max_width

    def text(self, value):
        """The lines of a cell."""
        if value is None:
            return [""]
        if isinstance(value, float):
            value = f"{value:.2f}"
        lines = str(value).split("\n")
        if self.max_width is None:
            return lines
        return [part for line in lines for part in self._fold(line)]

    def _fold(self, line):
        size = self.max_width
        if not line:
            return [""]
        return [line[i:i + size] for i in range(0, len(line), size)]


class Table:
    def __init__(self, columns, gap=" | "):
        self.columns = [c if isinstance(c, Column) else Column(c) for c in columns]
        self.gap = gap
        self._rows = []
        self._footer = None

    def add(self, *values):
        self._rows.append(self._checked(values))
        return self

    def footer(self, *values):
        self._footer = self._checked(values)
        return self

    def sort(self, title, reverse=False):
        """Order the rows by a column; empty cells come last."""
        at = [c.title for c in self.columns].index(title)
        filled = [row for row in self._rows if row[at] is not None]
        empty = [row for row in self._rows if row[at] is None]
        filled.sort(key=lambda row: row[at], reverse=reverse)
        self._rows = filled + empty
        return self

    def _checked(self, values):
        if len(values) != len(self.columns):
            raise ValueError(f"{len(self.columns)} values expected")
        return values

    def _cells(self, row):
        return [column.text(value) for column, value in zip(self.columns, row)]

    def _widths(self, rows):
        widths = []
        for at, column in enumerate(self.columns):
            lines = [line for row in rows for line in row[at]]
            widths.append(max(len(line) for line in [column.title, *lines]))
        return widths

    def _lines(self, cells, widths):
        """The text lines of one row."""
        for parts in zip(*cells):
            yield self.gap.join(
                ALIGNERS[column.align](part, width)
                for column, part, width in zip(self.columns, parts, widths)
            ).rstrip()

    def render(self):
        rows = [self._cells(row) for row in self._rows]
        foot = [self._cells(self._footer)] if self._footer else []
        widths = self._widths(rows + foot)
        rule = "-" * (sum(widths) + len(self.gap) * (len(widths) - 1))
        titles = [[column.title] for column in self.columns]
        out = [*self._lines(titles, widths), rule]
        for row in rows:
            out.extend(self._lines(row, widths))
        if foot:
            out.append(rule)
            out.extend(self._lines(foot[0], widths))
        return "\n".join(out)
