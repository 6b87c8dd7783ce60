"""Describes the columns of a table: what type they have, what is missing, and the usual statistics."""

import csv
import io
import math
from collections import Counter
from dataclasses import dataclass

MISSING = {"", "na", "n/a", "null", "-"}


@dataclass(frozen=True)
class NumberProfile:
    name: str
    missing: int
    count: int
    low: float
    high: float
    mean: float
    deviation: float

    def line(self):
        return (
            f"{self.name}: {self.count} numbers, {self.low:g} to {self.high:g}, "
            f"mean {self.mean:.2f}, deviation {self.deviation:.2f}"
        )


@dataclass(frozen=True)
class TextProfile:
    name: str
    missing: int
    count: int
    different: int
    common: tuple

    def line(self):
        top = ", ".join(f"{value} ({number})" for value, number in self.common)
        return f"{self.name}: {self.count} texts, {self.different} different: {top}"


@dataclass(frozen=True)
class EmptyProfile:
    name: str
    missing: int

    def line(self):
        return f"{self.name}: nothing"


def is_missing(cell):
    return cell.strip().lower() in MISSING


def to_number(cell):
    """The number in a cell, None where it's none; 1,234.5 has thousands."""
    try:
        number = float(cell.strip().replace(",", ""))
    except ValueError:
        return None
    return number if math.isfinite(number) else None


def mean(numbers):
    return sum(numbers) / len(numbers)


def deviation(numbers):
    """The standard deviation of a sample; 0 for a single number."""
    if len(numbers) < 2:
        return 0.0
    middle = mean(numbers)
    return math.sqrt(sum((number - middle) ** 2 for number in numbers) / (len(numbers) - 1))


def most_common(values, size=3):
    """The most frequent values with their numbers, those that are equally frequent in alphabetical order."""
    counts = Counter(values)
    return tuple(sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:size])


def profile(name, cells):
    """The profile of one column. A column is made of numbers if everything that isn't missing is one."""
    present = (cell.strip() for cell in cells if not is_missing(cell))
    missing = sum(1 for cell in cells if is_missing(cell))
    numbers = [to_number(cell) for cell in present]
    if not numbers:
        return EmptyProfile(name, missing)
    if None not in numbers:
        low, high = min(numbers), max(numbers)
        return NumberProfile(name, missing, len(numbers), low, high, mean(numbers), deviation(numbers))
    values = list(present)
    return TextProfile(name, missing, len(values), len(set(values)), most_common(values))


def columns(text, delimiter=","):
    """The columns of CSV text by name; short rows are filled up with empty cells."""
    rows = list(csv.reader(io.StringIO(text), delimiter=delimiter))
    if not rows:
        return {}
    names, *rows = rows
    rows = [row for row in rows if row]
    return {
        name.strip(): [row[index] if index < len(row) else "" for row in rows] for index, name in enumerate(names)
    }


def describe(text, delimiter=","):
    """A line for every column."""
    return [profile(name, cells).line() for name, cells in columns(text, delimiter).items()]


def most_incomplete(text, delimiter=","):
    """The name of the column with most missing cells, None where nothing is missing."""
    found = {name: profile(name, cells).missing for name, cells in columns(text, delimiter).items()}
    worst = max(found, key=found.get, default=None)
    return worst if worst is not None and found[worst] else None
