"""The numbers behind a box plot, and a plot of one line of text."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Box:
    """Five numbers and the values left out as outliers.

    low and high are the ends of the whiskers: the most extreme values that aren't outliers.
    """

    low: float
    q1: float
    median: float
    q3: float
    high: float
    outliers: tuple = field(default=())

    @property
    def spread(self):
        """The distance between the quartiles."""
        return self.q3 - self.q1


def median(values):
    """The middle of sorted values, or the mean of the two in the middle."""
    if not values:
        raise ValueError("no values")
    middle, odd = divmod(len(values), 2)
    if odd:
        return values[middle]
    return (values[middle - 1] + values[middle]) / 2


def quartiles(values):
    """First quartile, median and third quartile.

    The quartiles are the medians of the halves below and above the median; where the number of values is odd, the
    median itself belongs to neither half. A single value is all three.
    """
    values = sorted(values)
    if len(values) == 1:
        return values[0], values[0], values[0]
    half = len(values) // 2
    lower, upper = values[:half], values[half:]
    return median(lower), median(values), median(upper)


def summarize(values, reach=1.5):
    """The box of some values; those more than `reach` spreads away from the box are outliers."""
    values = sorted(values)
    if not values:
        raise ValueError("no values")
    q1, middle, q3 = quartiles(values)
    margin = reach * (q3 - q1)
    inside = [value for value in values if q1 - margin <= value <= q3 + margin]
    outliers = tuple(value for value in values if not q1 - margin <= value <= q3 + margin)
    return Box(inside[0], q1, middle, q3, inside[-1], outliers)


def draw(box, start, stop, width=41):
    """Draw a box between the values `start` and `stop`, like ``|--[==#==]---|  o``."""
    if stop <= start:
        raise ValueError("stop must be above start")

    def column(value):
        return round((value - start) / (stop - start) * (width - 1))

    line = [" "] * width
    for at in range(column(box.low), column(box.high) + 1):
        line[at] = "-"
    for at in range(column(box.q1), column(box.q3) + 1):
        line[at] = "="
    line[column(box.low)] = line[column(box.high)] = "|"
    line[column(box.q1)] = "["
    line[column(box.q3)] = "]"
    line[column(box.median)] = "#"
    for value in box.outliers:
        if start <= value <= stop:
            line[column(value)] = "o"
    return "".join(line).rstrip()
