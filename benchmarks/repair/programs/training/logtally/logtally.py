"""Splits log lines into tokens and counts requests per level and path.

A line looks like this:

    2024-05-01T10:00:00 INFO path=/cart ms=12 msg="added \\"pen\\" to cart"
"""
from collections import Counter, defaultdict
from dataclasses import dataclass, field


class BadLine(ValueError):
    """The line can't be read as a log line."""


@dataclass
class Record:
    stamp: str
    level: str
    fields: dict = field(default_factory=dict)


def tokenize(line):
    """The tokens of a line; double quotes group, a backslash escapes inside them."""
    tokens = []
    chars = []
    in_quotes = False
    quoted = False
    escaped = False
    for char in line:
        if escaped:
            chars.append(char)
            escaped = False
        elif in_quotes and char == "\\":
            escaped = True
        elif char == '"':
            in_quotes = not in_quotes
            quoted = True
        elif char.isspace() and not in_quotes:
            if chars or quoted:
                tokens.append("".join(chars))
            chars = []
        else:
            chars.append(char)
    if in_quotes:
        raise BadLine("quotes not closed")
    if chars or quoted:
        tokens.append("".join(chars))
    return tokens


def parse(line):
    tokens = tokenize(line)
    if len(tokens) < 2:
        raise BadLine("timestamp and level expected")
    stamp, level, *rest = tokens
    record = Record(stamp, level.upper())
    for token in rest:
        name, sep, value = token.partition("=")
        if not sep or not name:
            raise BadLine(f"not a field: {token!r}")
        record.fields[name] = value
    return record


class Tally:
    """Counts of the records read so far."""

    def __init__(self):
        self.levels = Counter()
        self.bad = 0
        self._times = defaultdict(list)

    def feed(self, lines):
        for line in lines:
            if not line.strip():
                continue
            try:
                record = parse(line)
            except BadLine:
                self.bad += 1
                continue
            self.levels[record.level] += 1
            path = record.fields.get("path")
            if path is not None and "ms" in record.fields:
                self._times[path].append(float(record.fields["ms"]))
        return self

    def mean_ms(self, path):
        times = self._times.get(path)
        return sum(times) / len(times) if times else None

    def slowest(self, limit=3):
        """(path, longest time) of the slowest paths, slowest first."""
        peaks = [(path, max(times)) for path, times in self._times.items()]
        peaks.sort(key=lambda peak: (-peak[1], peak[0]))
        return peaks[:limit]

    def error_rate(self):
        total = sum(self.levels.values())
        return self.levels["ERROR"] / total if total else 0.0
