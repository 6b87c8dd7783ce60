"""Splits the bills of a trip and says who pays whom."""

from collections import defaultdict
from dataclasses import dataclass


@dataclass(frozen=True)
class Expense:
    payer: str
    cents: int
    people: tuple
    weights: tuple = ()


def split_evenly(cents, people):
    """Whole cents by person; the first ones carry the cents that are left over."""
    share, left = divmod(cents, len(people))
    return {person: share + (1 if n < len(people) and left else 0) for n, person in enumerate(people)}


def split_by_weight(cents, people, weights):
    """Like above, in proportion to weights; the rounding goes to the last one."""
    if len(weights) != len(people):
        raise ValueError("a weight for each person")
    total = sum(weights)
    shares = {person: cents * weight // total for person, weight in zip(people, weights)}
    shares[people[-1]] += cents - sum(shares.values())
    return shares


def balances(expenses):
    """What everybody is owed (above zero) or owes (below)."""
    result = defaultdict(int)
    for expense in expenses:
        if expense.weights:
            shares = split_by_weight(expense.cents, expense.people, expense.weights)
        else:
            shares = split_evenly(expense.cents, expense.people)
        result[expense.payer] += expense.cents
        for person, share in shares.items():
            result[person] -= share
    return dict(result)


def settle(balance):
    """Few payments that bring everybody to zero: (from, to, cents)."""
    owed = sorted((cents, name) for name, cents in balance.items() if cents > 0)
    owing = sorted((-cents, name) for name, cents in balance.items() if cents < 0)
    payments = []
    while owed and owing:
        claim, creditor = owed.pop()
        debt, debtor = owing.pop()
        cents = min(claim, debt)
        payments.append((debtor, creditor, cents))
        if claim > cents:
            owed.append((claim - cents, creditor))
            owed.sort()
        if debt > cents:
            owing.append((debt - cents, debtor))
            owing.sort()
    return payments


def report(expenses):
    return [f"{a} pays {b} {cents / 100:.2f}" for a, b, cents in settle(balances(expenses))] or ["all settled"]
