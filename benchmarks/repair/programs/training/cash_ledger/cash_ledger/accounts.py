"""Accounts and transfers."""

from .amounts import format_amount, parse_amount, split_evenly


class Ledger:
    def __init__(self):
        self.balances = {}
        self.entries = []

    def post(self, account, text, note=""):
        """Add a (possibly negative) amount to an account."""
        cents = parse_amount(text)
        self.balances[account] = self.balances.get(account, 0) + cents
        self.entries.append((account, cents, note))
        return self.balances[account]

    def transfer(self, source, target, text, note=""):
        amount = parse_amount(text)
        if amount <= 0:
            raise ValueError("transfers must be positive")
        self._add(source, -amount, note)
        self._add(target, amount, note)

    def share(self, payer, people, text, note=""):
        """*payer* paid for all *people* (who may include the payer)."""
        amount = parse_amount(text)
        self._add(payer, amount, note)
        for person, part in zip(people, split_evenly(amount, len(people))):
            self._add(person, -part, note)

    def _add(self, account, cents, note):
        self.balances[account] = self.balances.get(account, 0) + cents
        self.entries.append((account, cents, note))

    def statement(self, account):
        """Lines with amount, note and running balance."""
        lines = []
        balance = 0
        for name, cents, note in self.entries:
            if name == account:
                balance += cents
                lines.append(f"{format_amount(cents):>12} {note:<12} {format_amount(balance):>12}".rstrip())
        return lines

    def debts(self):
        """Accounts below zero with what they owe, the largest first."""
        owing = [(name, -cents) for name, cents in self.balances.items() if cents < 0]
        owing.sort(key=lambda pair: (-pair[1], pair[0]))
        return [(name, format_amount(cents)) for name, cents in owing]
