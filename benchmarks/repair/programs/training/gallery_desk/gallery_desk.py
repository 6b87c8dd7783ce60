"""Ticket desk of a museum: tariffs, reductions and receipts (amounts in cents)."""
from dataclasses import dataclass, field
from datetime import date


@dataclass(frozen=True)
class Visitor:
    age: int
    cards: frozenset = frozenset()

    @classmethod
    def with_cards(cls, age, *cards):
        return cls(age, frozenset(card.strip().lower() for card in cards))


@dataclass(frozen=True)
class Reduction:
    """A percentage off, for an age range, for holders of a card, or for both."""

    name: str
    percent: int
    min_age: int = 0
    max_age: int = 200
    card: str | None = None

    def applies_to(self, visitor):
        if self.card is not None and self.card not in visitor.cards:
            return False
        return self.min_age <= visitor.age <= self.max_age


@dataclass
class Tariff:
    base: int
    reductions: list = field(default_factory=list)
    exhibitions: dict = field(default_factory=dict)
    free_weekday: int | None = None

    def reduction_for(self, visitor):
        """The most favourable reduction in percent (reductions don't add up)."""
        percent = 0
        for reduction in self.reductions:
            if reduction.applies_to(visitor):
                percent = reduction.percent
        return percent

    def is_free(self, day):
        return self.free_weekday is not None and day.weekday() == self.free_weekday

    def price(self, visitor, day, exhibition=None):
        """Entry plus the exhibition's surcharge; reductions hold for both."""
        full = 0 if self.is_free(day) else self.base
        if exhibition is not None:
            full += self.exhibitions[exhibition]
        return full - full * self.reduction_for(visitor) // 100


class Desk:
    GROUP_SIZE = 10
    GROUP_PERCENT = 10

    def __init__(self, tariff):
        self.tariff = tariff
        self.sold = {}

    def quote(self, visitors, day, exhibition=None):
        """Total for a party; large parties get the group discount on it."""
        total = sum(self.tariff.price(v, day, exhibition) for v in visitors)
        if len(visitors) >= self.GROUP_SIZE:
            total -= total * self.GROUP_PERCENT // 100
        return total

    def sell(self, visitors, day, exhibition=None):
        total = self.quote(visitors, day, exhibition)
        count, takings = self.sold.get(day, (0, 0))
        self.sold[day] = (count + len(visitors), takings + total)
        return total

    def day_report(self, day):
        count, takings = self.sold.get(day, (0, 0))
        return f"{day.isoformat()}: {count} visitors, {takings / 100:.2f}"

    def busiest_day(self):
        if not self.sold:
            return None
        return max(self.sold, key=lambda day: (self.sold[day][0], day))


def standard_tariff():
    return Tariff(
        base=1200,
        reductions=[
            Reduction("child", 100, max_age=5),
            Reduction("youth", 50, min_age=6, max_age=17),
            Reduction("senior", 25, min_age=65),
            Reduction("member", 80, card="member"),
            Reduction("city pass", 30, card="city"),
        ],
        exhibitions={"impressionists": 600, "dinosaurs": 400},
        free_weekday=date(2024, 1, 3).weekday(),
    )
