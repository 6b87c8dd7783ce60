"""Billing of what hotel guests take from the minibar; prices in cents, tax included."""
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Product:
    code: str
    name: str
    price: int
    tax_rate: int


@dataclass
class Charge:
    product: Product
    quantity: int
    voided: bool = False

    @property
    def gross(self):
        return self.product.price * self.quantity


def included_tax(gross, rate):
    """Tax contained in a gross amount, rounded half up to a cent."""
    return (2 * gross * rate + 100 + rate) // (2 * (100 + rate))


class MinibarTab:
    def __init__(self, room, discount_percent=0):
        if not 0 <= discount_percent <= 100:
            raise ValueError("bad discount")
        self.room = room
        self.discount_percent = discount_percent
        self._charges = []
        self.closed = False

    def charge(self, product, quantity=1):
        """Puts a charge on the tab and returns its number."""
        if self.closed:
            raise RuntimeError("the tab is closed")
        if quantity < 1:
            raise ValueError("bad quantity")
        self._charges.append(Charge(product, quantity))
        return len(self._charges)

    def void(self, number):
        """Cancels a charge, for instance when the guest didn't take it after all."""
        if self.closed:
            raise RuntimeError("the tab is closed")
        if not 1 <= number <= len(self._charges):
            raise LookupError(f"no charge {number}")
        self._charges[number - 1].voided = True

    def _after_discount(self, amount):
        return amount - (amount * self.discount_percent + 50) // 100

    def total(self):
        return sum(self._after_discount(c.gross) for c in self._charges if not c.voided)

    def tax_summary(self):
        """{rate: tax included in the total at that rate}"""
        gross = {}
        for charge in self._charges:
            rate = charge.product.tax_rate
            gross[rate] = gross.get(rate, 0) + self._after_discount(charge.gross)
        return {rate: included_tax(amount, rate) for rate, amount in sorted(gross.items())}

    def consumption(self):
        """How many of each product were taken, by code: what has to be refilled."""
        taken = Counter()
        for charge in self._charges:
            taken[charge.product.code] += charge.quantity
        return dict(taken)

    def lines(self):
        """The lines of the bill: number, name, quantity, amount."""
        return [
            (number, c.product.name, c.quantity, self._after_discount(c.gross))
            for number, c in enumerate(self._charges, 1)
            if not c.voided
        ]

    def close(self):
        self.closed = True
        return self.total()


def refill_list(tabs):
    """What the housekeeper has to bring: (code, quantity) for all tabs, by code."""
    needed = Counter()
    for tab in tabs:
        needed.update(tab.consumption())
    return sorted(needed.items())
