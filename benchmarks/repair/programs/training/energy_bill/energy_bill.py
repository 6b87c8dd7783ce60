"""Bills for an energy meter whose tariff can change in the middle of a billing period."""
from dataclasses import dataclass, field
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

CENT = Decimal("0.01")


def money(amount):
    return amount.quantize(CENT, rounding=ROUND_HALF_UP)


@dataclass(frozen=True)
class Tariff:
    """Prices in money per kWh and per day, valid from a day on."""
    valid_from: date
    unit_price: Decimal
    day_price: Decimal = Decimal(0)


@dataclass
class Line:
    text: str
    amount: Decimal


@dataclass
class Bill:
    start: date
    end: date
    lines: list = field(default_factory=list)
    vat_rate: Decimal = Decimal(0)

    @property
    def net(self):
        return sum((line.amount for line in self.lines), Decimal(0))

    @property
    def vat(self):
        return money(self.net * self.vat_rate)

    @property
    def total(self):
        return self.net + self.vat


class Meter:
    """Readings of a counter that starts again at zero after its last digit."""

    def __init__(self, digits=5):
        self.modulus = 10 ** digits
        self._readings = {}

    def read(self, day, value):
        if not 0 <= value < self.modulus:
            raise ValueError("no such reading")
        self._readings[day] = value

    def used(self, start, end):
        """kWh between two days with a reading, over all the readings between."""
        days = sorted(day for day in self._readings if start <= day <= end)
        if start not in days or end not in days:
            raise LookupError("no reading on that day")
        values = [self._readings[day] for day in days]
        return sum((after - before) % self.modulus for before, after in zip(values, values[1:]))

    def days(self):
        return sorted(self._readings)


class Account:
    def __init__(self, meter, vat_rate="0", discount="0"):
        self.meter = meter
        self.vat_rate = Decimal(vat_rate)
        self.discount = Decimal(discount)
        self._tariffs = []

    def add_tariff(self, valid_from, unit_price, day_price="0"):
        self._tariffs = [t for t in self._tariffs if t.valid_from != valid_from]
        self._tariffs.append(Tariff(valid_from, Decimal(unit_price), Decimal(day_price)))
        self._tariffs.sort(key=lambda tariff: tariff.valid_from)

    def tariff_spans(self, start, end):
        """(tariff, first day, day after the last) for the tariffs of a period."""
        if not self._tariffs or self._tariffs[0].valid_from > start:
            raise LookupError(f"no tariff on {start}")
        spans = []
        ends = [tariff.valid_from for tariff in self._tariffs[1:]] + [end]
        for tariff, until in zip(self._tariffs, ends):
            lower = max(start, tariff.valid_from)
            upper = min(end, until)
            if lower < upper:
                spans.append((tariff, lower, upper))
        return spans

    def bill(self, start, end):
        """Bill from one reading to another; the usage is spread evenly over the days."""
        if start >= end:
            raise ValueError("empty period")
        used = self.meter.used(start, end)
        whole = (end - start).days
        bill = Bill(start, end, vat_rate=self.vat_rate)
        for tariff, lower, upper in self.tariff_spans(start, end):
            days = (end - lower).days
            energy = Decimal(used) * days / whole
            bill.lines.append(Line(f"energy from {lower}", money(energy * tariff.unit_price)))
            if tariff.day_price:
                bill.lines.append(Line(f"{days} days from {lower}", money(tariff.day_price * days)))
        if self.discount:
            bill.lines.append(Line("discount", -money(bill.net * self.discount)))
        return bill

    def bills(self):
        """One bill for each pair of neighbouring readings."""
        days = self.meter.days()
        return [self.bill(start, end) for start, end in zip(days, days[1:])]

    def balance(self, payments):
        """What is still to pay, negative if too much was paid."""
        return sum((bill.total for bill in self.bills()), Decimal(0)) - sum(map(Decimal, payments))
