"""Pair bank entries with book entries of the same amount."""
from dataclasses import dataclass, field


@dataclass
class Reconciliation:
    pairs: list = field(default_factory=list)
    only_bank: list = field(default_factory=list)
    only_books: list = field(default_factory=list)

    @property
    def balanced(self):
        return not self.only_bank and not self.only_books

    @property
    def difference(self):
        """Bank total minus book total of the unmatched entries."""
        return sum(e.amount for e in self.only_bank) - sum(e.amount for e in self.only_books)


def day_gap(bank, book):
    """Number of days between two entries."""
    return (bank.day - book.day).days


def best_match(entry, candidates, max_days):
    """Closest candidate with the same amount within max_days, or None."""
    best = None
    for candidate in candidates:
        if candidate.amount != entry.amount or day_gap(entry, candidate) > max_days:
            continue
        if best is None or day_gap(entry, candidate) < day_gap(entry, best):
            best = candidate
    return best


def reconcile(bank, books, max_days=3):
    """Match entries one to one, going through the bank side by date."""
    result = Reconciliation()
    remaining = sorted(books, key=lambda entry: entry.day)
    for entry in sorted(bank, key=lambda entry: entry.day):
        match = best_match(entry, remaining, max_days)
        if match is None:
            result.only_bank.append(entry)
        else:
            remaining.remove(match)
            result.pairs.append((entry, match))
    result.only_books = remaining
    return result
