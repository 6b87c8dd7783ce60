"""Columns of a fixed-width file."""
from dataclasses import dataclass


class OverflowingValue(ValueError):
    pass


@dataclass(frozen=True)
class Column:
    name: str
    width: int
    align: str = "<"
    fill: str = " "

    def render(self, value, overflow="error"):
        """The value in exactly `width` characters.

        overflow: "error", "cut" (keep the beginning) or "hash" (fill with #).
        """
        value = value.strip()
        if len(value) > self.width:
            if overflow == "cut":
                return value[:self.width]
            if overflow == "hash":
                return "#" * self.width
            raise OverflowingValue(f"{self.name}: {value!r}")
        if self.align == ">":
            return value.rjust(self.width, self.fill)
        return value.ljust(self.width, self.fill)


class Layout:
    def __init__(self, *columns, gap=""):
        names = [column.name for column in columns]
        if len(set(names)) != len(names):
            raise ValueError("column name used twice")
        self.columns = columns
        self.gap = gap

    @classmethod
    def parse(cls, text, gap=""):
        """Layout from "name:10 amount:>8 code:>05": a leading 0 means zero filled."""
        columns = []
        for part in text.split():
            name, _, spec = part.partition(":")
            align = ">" if spec.startswith(">") else "<"
            digits = spec.lstrip("<>")
            fill = "0" if digits.startswith("0") else " "
            columns.append(Column(name, int(digits), align, fill))
        return cls(*columns, gap=gap)

    @property
    def width(self):
        return sum(c.width for c in self.columns) + len(self.gap) * (len(self.columns) - 1)

    def header(self, overflow="error"):
        return self.gap.join(
            Column(c.name, c.width, c.align).render(c.name, overflow) for c in self.columns
        )

    def line(self, record, overflow="error"):
        return self.gap.join(
            c.render(record.get(c.name) or "", overflow) for c in self.columns
        )
