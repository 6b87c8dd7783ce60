"""A store that sells the oldest goods first and knows what they cost."""

from dataclasses import dataclass


@dataclass
class Lot:
    quantity: int
    cents: int
    left: int = 0

    def __post_init__(self):
        self.left = self.quantity


class OutOfStock(Exception):
    pass


class Store:
    def __init__(self):
        self.lots = {}
        self.sold = []

    def buy(self, article, quantity, cents):
        """A new lot at a price for each piece."""
        if quantity <= 0:
            raise ValueError("quantity must be positive")
        self.lots.setdefault(article, []).append(Lot(quantity, cents))

    def available(self, article):
        return sum(lot.left for lot in self.lots.get(article, ()))

    def sell(self, article, quantity, cents):
        """Takes from the oldest lots; returns the profit in cents."""
        if quantity > self.available(article):
            raise OutOfStock(article)
        wanted, cost = quantity, 0
        for lot in self.lots[article]:
            taken = min(wanted, lot.left)
            lot.left -= taken
            wanted -= taken
            cost += quantity * lot.cents
            if wanted == 0:
                break
        profit = quantity * cents - cost
        self.sold.append((article, quantity, profit))
        return profit

    def value(self, article=None):
        """What the goods in the store did cost, of one article or all."""
        articles = self.lots if article is None else [article]
        return sum(lot.left * lot.cents for name in articles for lot in self.lots.get(name, ()))

    def profit(self):
        return sum(profit for _, _, profit in self.sold)

    def scarce(self, fewest):
        """Articles of which there are fewer than that."""
        return sorted(article for article in self.lots if self.available(article) < fewest)
