"""Price history of products: which price was valid on a given day."""
from bisect import bisect_left, bisect_right
from datetime import date, timedelta


class PriceHistory:
    """Each price is valid from its day (inclusive) until the next change."""

    def __init__(self):
        self._days = []
        self._prices = []

    def set_price(self, day, price):
        if price < 0:
            raise ValueError("negative price")
        pos = bisect_left(self._days, day)
        if pos < len(self._days) and self._days[pos] == day:
            self._prices[pos] = price
        else:
            self._days.insert(pos, day)
            self._prices.insert(pos, price)

    def price_on(self, day):
        pos = bisect_left(self._days, day)
        if pos == 0:
            raise LookupError(f"no price on {day}")
        return self._prices[pos - 1]

    def changes_between(self, first, last):
        """Number of price changes from first to last, both inclusive."""
        return bisect_right(self._days, last) - bisect_left(self._days, first)

    def average(self, first, last):
        """Mean of the daily prices from first to last, both inclusive."""
        count = (last - first).days + 1
        if count < 1:
            raise ValueError("empty period")
        total = sum(self.price_on(first + timedelta(days=i)) for i in range(count))
        return total / count

    def lowest_since(self, day):
        """Lowest price valid at any time from `day` on."""
        pos = bisect_right(self._days, day)
        later = self._prices[pos:]
        return min([self.price_on(day)] + later)


def cheapest(histories, day):
    """Name of the product with the lowest price that day, None if there is none."""
    best = None
    for name, history in sorted(histories.items()):
        try:
            price = history.price_on(day)
        except LookupError:
            continue
        if best is None or price < best[0]:
            best = (price, name)
    return best[1] if best else None


FIRST_DAY = date(2000, 1, 1)
