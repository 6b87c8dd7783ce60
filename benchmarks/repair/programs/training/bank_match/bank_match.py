"""Matches the lines of a bank statement with the entries of the cash book."""
from collections import defaultdict
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal


@dataclass(frozen=True)
class Entry:
    ref: str
    day: date
    cents: int
    text: str = ""


@dataclass
class Result:
    matched: list = field(default_factory=list)
    only_bank: list = field(default_factory=list)
    only_book: list = field(default_factory=list)

    @property
    def difference(self):
        """What the bank has more than the book, in cents."""
        bank = sum(line.cents for line in self.only_bank)
        book = sum(entry.cents for entry in self.only_book)
        return bank - book

    @property
    def settled(self):
        return not self.only_bank and not self.only_book


def parse_amount(text):
    """Cents of an amount such as 1,250.00 or (12.50), which is negative."""
    text = text.strip().replace(",", "")
    negative = text.startswith("(") and text.endswith(")")
    if negative:
        text = text[1:-1]
    cents = int(Decimal(text) * 100)
    return -cents if negative else cents


def parse_statement(text):
    """Entries from lines such as `B1;2024-03-05;-12.50;Bakery`."""
    entries = []
    for line in text.splitlines():
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        ref, day, amount, *rest = line.split(";")
        entries.append(
            Entry(ref, date.fromisoformat(day), parse_amount(amount), ";".join(rest).strip())
        )
    return entries


class Matcher:
    """Pairs lines and entries of the same amount that are at most `window` days apart."""

    def __init__(self, window=3):
        self.window = window

    def _candidates(self, line, open_entries):
        return [
            entry
            for entry in open_entries[line.cents]
            if abs((entry.day - line.day).days) <= self.window
        ]

    def _closest(self, line, candidates):
        return min(candidates, key=lambda entry: ((line.day - entry.day).days, entry.ref))

    def reconcile(self, bank, book):
        open_entries = defaultdict(list)
        for entry in book:
            open_entries[entry.cents].append(entry)
        result = Result()
        for line in sorted(bank, key=lambda item: (item.day, item.ref)):
            candidates = self._candidates(line, open_entries)
            if not candidates:
                result.only_bank.append(line)
                continue
            entry = self._closest(line, candidates)
            open_entries[line.cents].remove(entry)
            result.matched.append((line.ref, entry.ref))
        left = [entry for entries in open_entries.values() for entry in entries]
        result.only_book = sorted(left, key=lambda item: (item.day, item.ref))
        return result


def money(cents):
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02}"


def report(result):
    """Lines to print for the accountant."""
    lines = [f"{bank} = {book}" for bank, book in result.matched]
    lines += [f"{item.ref} not in the book: {money(item.cents)}" for item in result.only_bank]
    lines += [f"{item.ref} not at the bank: {money(item.cents)}" for item in result.only_book]
    lines.append("settled" if result.settled else f"difference {money(result.difference)}")
    return lines
