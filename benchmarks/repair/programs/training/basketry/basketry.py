"""Shopping cart with promotions; all prices in cents."""
from dataclasses import dataclass


@dataclass(frozen=True)
class BuyGetFree:
    """Of every `buy` + `free` pieces of an article, `free` cost nothing."""

    article: str
    buy: int
    free: int = 1

    def discount(self, lines, prices, subtotal):
        pieces = lines.get(self.article, 0)
        return pieces // (self.buy + self.free) * self.free * prices.get(self.article, 0)


@dataclass(frozen=True)
class PercentOff:
    percent: int
    articles: tuple = ()

    def discount(self, lines, prices, subtotal):
        base = subtotal
        if self.articles:
            base = sum(lines.get(a, 0) * prices[a] for a in self.articles)
        return base * self.percent // 100


@dataclass(frozen=True)
class AmountOff:
    cents: int
    minimum: int = 0

    def discount(self, lines, prices, subtotal):
        return self.cents if subtotal >= self.minimum else 0


class Cart:
    FREE_SHIPPING_FROM = 5000
    SHIPPING = 490

    def __init__(self, prices, promotions=()):
        self.prices = prices
        self.promotions = list(promotions)
        self._lines = {}

    def add(self, article, pieces=1):
        if article not in self.prices:
            raise KeyError(article)
        if pieces < 1:
            raise ValueError("at least one piece")
        self._lines[article] = self._lines.get(article, 0) + pieces

    def remove(self, article, pieces=1):
        left = self._lines[article] - pieces
        if left > 0:
            self._lines[article] = left
        else:
            del self._lines[article]

    def pieces(self, article=None):
        if article is not None:
            return self._lines.get(article, 0)
        return sum(self._lines.values())

    def subtotal(self):
        return self._subtotal(self._lines)

    def total(self):
        return self._total(self._lines)

    def preview(self, article, pieces=1):
        """What the cart would cost with these pieces added."""
        lines = self._lines
        lines[article] = lines.get(article, 0) + pieces
        return self._total(lines)

    def best_addition(self, articles):
        """The article that would leave the lowest total, None without articles."""
        costs = [(self.preview(article), article) for article in articles]
        return min(costs)[1] if costs else None

    def _subtotal(self, lines):
        return sum(self.prices[article] * pieces for article, pieces in lines.items())

    def _total(self, lines):
        if not lines:
            return 0
        subtotal = self._subtotal(lines)
        reduced = subtotal
        for promotion in self.promotions:
            reduced -= promotion.discount(lines, self.prices, subtotal)
        reduced = max(reduced, 0)
        if reduced < self.FREE_SHIPPING_FROM:
            reduced += self.SHIPPING
        return reduced
