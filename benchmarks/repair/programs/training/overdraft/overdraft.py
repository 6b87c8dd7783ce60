"""A bank account with an overdraft limit and holds. All amounts in cents."""
from dataclasses import dataclass
from itertools import count


class Declined(Exception):
    """There isn't enough money available."""


@dataclass
class Hold:
    amount: int
    merchant: str
    expires: int                     # day number; not valid from that day on


@dataclass(frozen=True)
class Entry:
    kind: str
    amount: int
    balance: int


class Account:
    def __init__(self, owner, limit=0, overdraft_fee=500):
        self.owner = owner
        self.limit = limit
        self.overdraft_fee = overdraft_fee
        self.balance = 0
        self.entries = []
        self._holds = {}
        self._ids = count(1)

    @property
    def held(self):
        return sum(hold.amount for hold in self._holds.values())

    @property
    def available(self):
        return self.balance + self.limit - self.held

    def _book(self, kind, amount):
        self.balance += amount
        self.entries.append(Entry(kind, amount, self.balance))

    def _debit(self, kind, amount):
        """Take the amount; going below zero costs the fee, staying there doesn't."""
        self._book(kind, -amount)
        was_overdrawn = self.balance < 0
        if self.balance < 0 and not was_overdrawn:
            self._book("fee", -self.overdraft_fee)

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        self._book("deposit", amount)

    def withdraw(self, amount):
        if amount <= 0:
            raise ValueError("amount must be positive")
        if amount > self.available:
            raise Declined(f"{self.owner}: {amount} requested, {self.available} available")
        self._debit("withdrawal", amount)

    def hold(self, amount, merchant, expires):
        """Reserve an amount for a merchant; returns the number of the hold."""
        if amount > self.available:
            raise Declined(f"{self.owner}: can't hold {amount}")
        number = next(self._ids)
        self._holds[number] = Hold(amount, merchant, expires)
        return number

    def capture(self, number, amount=None):
        """Pay a hold, wholly or in part; what remains of it becomes free again."""
        hold = self._holds[number]
        if amount is None:
            amount = hold.amount
        if amount > hold.amount:
            raise ValueError("more than was held")
        del self._holds[number]
        self._debit(hold.merchant, amount)

    def release(self, number):
        del self._holds[number]

    def expire(self, today):
        """Drop outdated holds; returns the amount set free."""
        old = [number for number, hold in self._holds.items() if hold.expires <= today]
        return sum(self._holds.pop(number).amount for number in old)

    def transfer(self, other, amount):
        self.withdraw(amount)
        other.deposit(amount)

    def fees_paid(self):
        return -sum(entry.amount for entry in self.entries if entry.kind == "fee")

    def lowest_balance(self):
        return min((entry.balance for entry in self.entries), default=0)
