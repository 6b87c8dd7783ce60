"""Reconciles the lines of a bank statement with the entries of a ledger."""
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True)
class Line:
    """A booking on the statement, amount in cents."""

    day: date
    amount: int
    reference: str = ""


@dataclass(frozen=True)
class Entry:
    """A booking in our own ledger, amount in cents."""

    id: int
    day: date
    amount: int
    reference: str = ""


@dataclass
class Report:
    pairs: list = field(default_factory=list)
    unmatched_lines: list = field(default_factory=list)
    open_entries: list = field(default_factory=list)

    @property
    def difference(self):
        """What the statement has more than the ledger, in cents."""
        return (sum(line.amount for line in self.unmatched_lines)
                - sum(entry.amount for entry in self.open_entries))

    @property
    def clean(self):
        return not self.unmatched_lines and not self.open_entries


def canonical(reference):
    """A reference without blanks, dashes and differences of case."""
    return "".join(c for c in reference if c.isalnum()).upper()


class Reconciler:
    def __init__(self, entries, tolerance_days=3):
        self.tolerance_days = tolerance_days
        self._open = {entry.id: entry for entry in entries}
        if len(self._open) < len(entries):
            raise ValueError("duplicate entry id")
        self._by_reference = {}
        for entry in entries:
            if entry.reference:
                self._by_reference.setdefault(entry.reference, []).append(entry)

    def _find_by_reference(self, line):
        if not line.reference:
            return None
        for entry in self._by_reference.get(canonical(line.reference), ()):
            if entry.id in self._open and entry.amount == line.amount:
                return entry
        return None

    def _find_by_day(self, line):
        def distance(entry):
            return abs((entry.day - line.day).days)

        near = [entry for entry in self._open.values()
                if entry.amount == line.amount and distance(entry) <= self.tolerance_days]
        return min(near, key=lambda e: (distance(e), e.id), default=None)

    def run(self, lines):
        """Matches by reference first; the remaining lines by amount and day."""
        report = Report()
        waiting = []
        for line in lines:
            entry = self._find_by_reference(line)
            if entry is None:
                waiting.append(line)
            else:
                self._close(report, line, entry)
        for line in waiting:
            entry = self._find_by_day(line)
            if entry is None:
                report.unmatched_lines.append(line)
            else:
                self._close(report, line, entry)
        report.open_entries = sorted(self._open.values(), key=lambda e: (e.day, e.id))
        return report

    def _close(self, report, line, entry):
        del self._open[entry.id]
        report.pairs.append((line, entry.id))


def reconcile(lines, entries, tolerance_days=3):
    return Reconciler(entries, tolerance_days).run(lines)
