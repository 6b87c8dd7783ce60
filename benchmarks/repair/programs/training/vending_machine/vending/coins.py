"""The coins in a machine."""

KINDS = (200, 100, 50, 20, 10, 5)


class NoChange(Exception):
    """The amount can't be paid out with the coins that are there."""


class CoinBox:
    """How many there are of each kind of coin."""

    def __init__(self, counts=None):
        self.counts = {kind: 0 for kind in KINDS}
        self.counts.update(counts or {})

    def insert(self, kind):
        if kind not in self.counts:
            raise ValueError(f"not a coin: {kind}")
        self.counts[kind] += 1

    @property
    def total(self):
        return sum(kind * count for kind, count in self.counts.items())

    def pay(self, amount):
        """Take coins of the amount out, large ones first; a list of them."""
        left = self.counts
        coins = []
        for kind in KINDS:
            while amount >= kind and left[kind]:
                left[kind] -= 1
                amount -= kind
                coins.append(kind)
        if amount:
            raise NoChange(f"{amount} can't be paid")
        self.counts = left
        return coins
