"""A double-entry ledger: accounts, postings, and the statements drawn from them. Amounts are whole cents."""

from dataclasses import dataclass, field
from datetime import date


class LedgerError(ValueError):
    """A posting that would leave the books wrong."""


@dataclass(frozen=True)
class Entry:
    day: date
    debit: str
    credit: str
    cents: int
    memo: str = ""


@dataclass
class Ledger:
    entries: list = field(default_factory=list)
    closed_until: date = date.min

    def post(self, day, debit, credit, cents, memo=""):
        if cents <= 0:
            raise LedgerError("an amount is positive")
        if debit == credit:
            raise LedgerError("debit and credit are the same account")
        if day <= self.closed_until:
            raise LedgerError(f"the books are closed until {self.closed_until}")
        entry = Entry(day, debit, credit, cents, memo)
        self.entries.append(entry)
        return entry

    def balance(self, account, until=date.max):
        """Debits less credits of an account, up to and including a day."""
        total = 0
        for entry in self.entries:
            if entry.day >= until:
                continue
            if entry.debit == account:
                total += entry.cents
            elif entry.credit == account:
                total -= entry.cents
        return total

    def accounts(self):
        names = {entry.debit for entry in self.entries} | {entry.credit for entry in self.entries}
        return sorted(names)

    def trial_balance(self):
        return {name: self.balance(name) for name in self.accounts()}

    def close(self, day):
        """Close the books: nothing can be posted up to that day any more."""
        if day < self.closed_until:
            raise LedgerError("books are not reopened")
        self.closed_until = day

    def statement(self, account):
        """Rows of (day, memo, signed cents, running balance) in order of day."""
        rows, running = [], 0
        for entry in sorted(self.entries, key=lambda e: e.day):
            if account not in (entry.debit, entry.credit):
                continue
            signed = entry.cents if entry.debit == account else -entry.cents
            running += signed
            rows.append((entry.day, entry.memo, signed, running))
        return rows
