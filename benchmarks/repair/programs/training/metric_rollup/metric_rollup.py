"""Collects measured values with tags and summarises them with percentiles."""
from dataclasses import dataclass


def percentile(values, p):
    """Percentile p (0 to 100) of the values, interpolated between the neighbours."""
    if not values:
        raise ValueError("no values")
    if not 0 <= p <= 100:
        raise ValueError("percentile must be from 0 to 100")
    ordered = sorted(values)
    rank = (len(ordered) - 1) * p / 100
    lower = int(rank)
    upper = min(lower + 1, len(ordered) - 1)
    return ordered[lower] + (ordered[upper] - ordered[lower]) * (rank - lower)


@dataclass(frozen=True)
class Summary:
    count: int
    total: float
    low: float
    high: float
    p50: float
    p95: float

    @classmethod
    def of(cls, values):
        return cls(len(values), sum(values), min(values), max(values),
                   percentile(values, 50), percentile(values, 95))

    @property
    def mean(self):
        return self.total / self.count


def parse_line(line):
    """`latency:12.5|zone=eu,host=a` -> (name, value, tags)"""
    head, _, tail = line.strip().partition("|")
    name, sep, value = head.partition(":")
    if not sep or not name:
        raise ValueError(f"bad line: {line}")
    tags = dict(part.split("=", 1) for part in tail.split(",") if part)
    return name, float(value), tags


class Rollup:
    """Each set of tags of a metric is a series of its own."""

    def __init__(self, max_values=1000):
        self.max_values = max_values
        self._series = {}
        self.dropped = 0

    def record(self, name, value, tags=None):
        key = (name, tuple((tags or {}).items()))
        values = self._series.setdefault(key, [])
        if len(values) >= self.max_values:
            values.pop(0)
            self.dropped += 1
        values.append(value)

    def record_lines(self, lines):
        """Record all the lines of a text protocol; returns the number of bad ones."""
        bad = 0
        for line in lines:
            try:
                name, value, tags = parse_line(line)
            except ValueError:
                bad += 1
                continue
            self.record(name, value, tags)
        return bad

    def values(self, name, tags=None):
        """The values of the one series with exactly these tags."""
        wanted = tuple((tags or {}).items())
        return list(self._series.get((name, wanted), []))

    def names(self):
        return sorted({name for name, _ in self._series})

    def series_count(self, name):
        return sum(1 for other, _ in self._series if other == name)

    def summary(self, name, tags=None):
        """Summary of a series, None if nothing was recorded for it."""
        values = self.values(name, tags)
        return Summary.of(values) if values else None

    def overall(self, name):
        """Summary over all the series of a metric."""
        values = [v for (other, _), series in self._series.items() if other == name for v in series]
        return Summary.of(values) if values else None

    def by_tag(self, name, tag):
        """Summary for each value of a tag; series without the tag are left out."""
        groups = {}
        for (other, tags), series in self._series.items():
            found = dict(tags).get(tag)
            if other == name and found is not None:
                groups.setdefault(found, []).extend(series)
        return {found: Summary.of(values) for found, values in sorted(groups.items())}

    def slowest(self, name, limit=3, p=95):
        """The tags of the series with the highest percentile."""
        found = [(percentile(series, p), tags)
                 for (other, tags), series in self._series.items() if other == name]
        found.sort(key=lambda pair: (-pair[0], sorted(pair[1])))
        return [dict(tags) for _, tags in found[:limit]]

    def reset(self, name):
        for key in [key for key in self._series if key[0] == name]:
            del self._series[key]
