"""Splitting shared expenses among flatmates; all amounts are integer cents."""


def split_even(total, people):
    """Split so that the shares add up to the total and differ by at most a cent.

    The first people in the list pay the odd cents.
    """
    if not people:
        raise ValueError("nobody to split among")
    share, rest = divmod(total, len(people))
    return {p: share + (1 if i < rest else 0) for i, p in enumerate(people)}


def split_weighted(total, weights):
    """Split in proportion to integer weights; the shares add up to the total."""
    whole = sum(weights.values())
    if whole <= 0 or min(weights.values()) < 0:
        raise ValueError("weights must be non-negative and not all zero")
    shares = {}
    used_weight = 0
    used_cents = 0
    for person, weight in weights.items():
        used_weight += weight
        upto = total * weight // whole
        shares[person] = upto
        used_cents += upto
    return shares


class Kitty:
    def __init__(self, *members):
        self.members = list(members)
        self.balance = {m: 0 for m in members}

    def pay(self, payer, cents, among=None):
        """`payer` has paid for everybody in `among` (default: all members)."""
        if payer not in self.balance:
            raise KeyError(payer)
        shares = split_even(cents, among or self.members)
        self.balance[payer] += cents
        for person, share in shares.items():
            self.balance[person] -= share

    def settle(self):
        """List of (debtor, creditor, cents) transfers that clear all balances."""
        owing = sorted((p for p in self.members if self.balance[p] < 0), key=self.balance.get)
        due = sorted((p for p in self.members if self.balance[p] > 0), key=lambda p: -self.balance[p])
        left = dict(self.balance)
        transfers = []
        for debtor in owing:
            for creditor in due:
                cents = min(-left[debtor], left[creditor])
                if cents > 0:
                    transfers.append((debtor, creditor, cents))
                    left[debtor] += cents
                    left[creditor] -= cents
        return transfers
