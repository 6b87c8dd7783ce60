"""Interest on savings accounts.

Amounts are whole cents, rates are per cent a year, a year has 360 days and
every month 30 of them, so that time is counted in plain day numbers.
"""
from bisect import bisect_right
from fractions import Fraction

DAYS_A_YEAR = 360
DAYS_A_MONTH = 30


class RateTable:
    """Rates that depend on the balance: {lowest balance: per cent a year}."""

    def __init__(self, steps):
        if 0 not in steps:
            raise ValueError("there must be a rate from 0 on")
        self._limits = sorted(steps)
        self._rates = [Fraction(str(steps[limit])) for limit in self._limits]

    def rate(self, balance):
        return self._rates[bisect_right(self._limits, balance) - 1]

    def daily_interest(self, balance):
        return balance * self.rate(balance) / 100 / DAYS_A_YEAR


class SavingsAccount:
    def __init__(self, table, opened=0):
        self.table = table
        self.balance = 0
        self.day = opened
        self.entries = []
        self._accrued = Fraction(0)

    @property
    def accrued(self):
        """Interest that has not been paid yet, in whole cents."""
        return int(self._accrued)

    def deposit(self, cents, day):
        if cents <= 0:
            raise ValueError("deposits must be positive")
        self.run_to(day)
        self._book("deposit", cents)

    def withdraw(self, cents, day):
        self.run_to(day)
        if cents > self.balance:
            raise ValueError("not enough money")
        self._book("withdrawal", -cents)

    def run_to(self, day):
        """Let time pass; interest is paid at the end of every month."""
        if day < self.day:
            raise ValueError("time does not run backwards")
        while self.day < day:
            month_end = (self.day // DAYS_A_MONTH + 1) * DAYS_A_MONTH
            until = min(day, month_end)
            days = until - self.day
            self._accrued += days * self.table.daily_interest(self.balance)
            self.day = until
            if until == month_end:
                self._pay_interest()

    def close(self, day):
        """Pay everything out and return it."""
        self.run_to(day)
        self._pay_interest()
        paid = self.balance
        if paid:
            self._book("closing", -paid)
        return paid

    def _pay_interest(self):
        cents = self.accrued
        if cents > 0:
            self._book("interest", cents)
        self._accrued = Fraction(0)

    def _book(self, kind, cents):
        self.balance += cents
        self.entries.append((self.day, kind, cents))

    def earned(self, first=0, last=None):
        """Interest paid from day first to day last, both inclusive."""
        return sum(
            cents
            for day, kind, cents in self.entries
            if kind == "interest" and day >= first and (last is None or day <= last)
        )


def months_to_goal(table, start, monthly, goal, limit=1200):
    """Months of saving until `goal` cents are there, None if it takes too long."""
    account = SavingsAccount(table)
    if start:
        account.deposit(start, 0)
    for month in range(limit + 1):
        if account.balance >= goal:
            return month
        if monthly:
            account.deposit(monthly, account.day)
        account.run_to(account.day + DAYS_A_MONTH)
    return None
