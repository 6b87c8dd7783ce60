"""Exchange rates, direct, the other way round, or over a third currency."""

from decimal import Decimal

from money.amount import Money


class NoRate(LookupError):
    pass


class Rates:
    """Rates by pair and ISO date; on a day without a rate the last one before counts."""

    def __init__(self, pivot="EUR"):
        self.pivot = pivot
        self._rates = {}

    def add(self, source, target, rate, day):
        """One `source` is `rate` of `target`."""
        rate = Decimal(str(rate))
        if rate <= 0:
            raise ValueError("a rate is above zero")
        self._rates.setdefault((source, target), {})[day] = rate

    @classmethod
    def parse(cls, text, pivot="EUR"):
        """Lines like `2024-03-01 EUR/USD 1.08`."""
        rates = cls(pivot)
        for line in text.strip().splitlines():
            day, pair, rate = line.split()
            source, _, target = pair.partition("/")
            rates.add(source, target, rate, day)
        return rates

    def _known(self, source, target, day):
        days = [known for known in self._rates.get((source, target), {}) if known <= day]
        return self._rates[source, target][max(days)] if days else None

    def _direct(self, source, target, day):
        rate = self._known(source, target, day)
        if rate is not None:
            return rate
        rate = self._known(target, source, day)
        return rate

    def rate(self, source, target, day):
        if source == target:
            return Decimal(1)
        rate = self._direct(source, target, day)
        if rate is not None:
            return rate
        first = self._direct(source, self.pivot, day)
        second = self._direct(self.pivot, target, day)
        if first is None or second is None:
            raise NoRate(f"{source}/{target} on {day}")
        return first * second

    def convert(self, money, target, day):
        return Money.of(money.amount * self.rate(money.currency, target, day), target)

    def total(self, amounts, currency, day):
        result = Money.of(0, currency)
        for money in amounts:
            result += self.convert(money, currency, day)
        return result
