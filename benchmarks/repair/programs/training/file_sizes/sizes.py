"""Human-readable sizes, both ways, and quotas in terms of them."""

import re

UNITS = ["B", "KB", "MB", "GB"]
_PATTERN = re.compile(r"(\d+(?:\.\d+)?)\s*([KMG]?B?)", re.IGNORECASE)


def parse_size(text):
    """Bytes of a text like `10`, `1.5 GB`, `20k` or `3TB`; ValueError where it is none."""
    match = _PATTERN.fullmatch(text.strip())
    if match is None:
        raise ValueError(f"not a size: {text!r}")
    number, unit = match.groups()
    unit = unit.upper() or "B"
    if not unit.endswith("B"):
        unit += "B"
    return int(float(number) * 1024 ** UNITS.index(unit))


def format_size(count, digits=1):
    """A size with the largest unit that leaves a number of one or more."""
    if count < 0:
        return "-" + format_size(-count, digits)
    number = float(count)
    for unit in UNITS:
        if number < 1024 or unit == UNITS[-1]:
            break
        number /= 1024
    if unit == "B":
        return f"{int(number)} B"
    return f"{number:.{digits}f} {unit}"


class Quota:
    def __init__(self, limit):
        self.limit = parse_size(limit)
        self.used = 0

    def add(self, count):
        if self.used + count > self.limit:
            over = self.used + count - self.limit
            raise OSError(f"quota of {format_size(self.limit)} exceeded by {format_size(over)}")
        self.used += count

    def __str__(self):
        percent = 100 * self.used // self.limit
        return f"{format_size(self.used)} of {format_size(self.limit)} ({percent}%)"
