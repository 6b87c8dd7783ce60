"""A wallet with balances in several currencies, holds and exchange."""
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from itertools import count

DECIMALS = {"JPY": 0, "KWD": 3}


class InsufficientFunds(Exception):
    pass


def to_money(amount, currency):
    """The amount rounded to what the currency can express."""
    quantum = Decimal(1).scaleb(-DECIMALS.get(currency, 2))
    return Decimal(amount).quantize(quantum, rounding=ROUND_HALF_UP)


class Rates:
    """Rates as units of each currency for one unit of the base."""

    def __init__(self, base, rates):
        self.base = base
        self._rates = {base: Decimal(1)}
        self._rates.update((code, Decimal(rate)) for code, rate in rates.items())

    def convert(self, amount, source, target):
        if source == target:
            return to_money(amount, target)
        return to_money(Decimal(amount) / self._rates[source] * self._rates[target], target)


@dataclass(frozen=True)
class Entry:
    kind: str
    currency: str
    amount: Decimal


class Wallet:
    def __init__(self, rates, fee_percent=0):
        self.rates = rates
        self.fee_percent = Decimal(fee_percent)
        self._balances = {}
        self._holds = {}
        self._hold_ids = count(1)
        self.history = []

    def _change(self, kind, currency, amount):
        self._balances[currency] = self.balance(currency) + amount
        self.history.append(Entry(kind, currency, amount))

    def balance(self, currency):
        return self._balances.get(currency, to_money(0, currency))

    def held(self, currency):
        return sum((amount for code, amount in self._holds.values() if code == currency),
                   to_money(0, currency))

    def available(self, currency):
        """What is left when all holds are taken."""
        return self.balance(currency) - self.held(currency)

    def deposit(self, amount, currency):
        amount = to_money(amount, currency)
        if amount <= 0:
            raise ValueError("amount must be positive")
        self._change("deposit", currency, amount)

    def withdraw(self, amount, currency):
        amount = to_money(amount, currency)
        if amount <= 0:
            raise ValueError("amount must be positive")
        if amount > self.available(currency):
            raise InsufficientFunds(currency)
        self._change("withdraw", currency, -amount)

    def hold(self, amount, currency):
        """Reserve an amount; returns an id for capture() or release()."""
        amount = to_money(amount, currency)
        if amount > self.available(currency):
            raise InsufficientFunds(currency)
        hold_id = next(self._hold_ids)
        self._holds[hold_id] = (currency, amount)
        return hold_id

    def release(self, hold_id):
        del self._holds[hold_id]

    def capture(self, hold_id):
        currency, amount = self._holds.pop(hold_id)
        self._change("capture", currency, -amount)
        return amount

    def exchange(self, amount, source, target):
        """Change an amount into another currency, the fee being kept from the result."""
        amount = to_money(amount, source)
        if amount <= 0:
            raise ValueError("amount must be positive")
        if amount > self.balance(source):
            raise InsufficientFunds(source)
        gross = self.rates.convert(amount, source, target)
        fee = to_money(gross * self.fee_percent / 100, target)
        self._change("exchange", source, -amount)
        self._change("exchange", target, gross - fee)
        return gross - fee

    def total(self, currency):
        """All balances together, converted."""
        return sum((self.rates.convert(amount, code, currency)
                    for code, amount in self._balances.items()), to_money(0, currency))

    def statement(self):
        return [f"{code} {self.balance(code)} ({self.available(code)} available)"
                for code in sorted(self._balances)]
