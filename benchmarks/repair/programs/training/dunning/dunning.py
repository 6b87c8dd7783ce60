"""Dunning of unpaid invoices in levels. Amounts are in cents."""
from dataclasses import dataclass, field
from datetime import date, timedelta


@dataclass(frozen=True)
class Level:
    name: str
    days_overdue: int
    fee: int = 0


LEVELS = (
    Level("reminder", 7),
    Level("first notice", 21, 500),
    Level("final notice", 35, 1500),
)
MIN_DAYS_BETWEEN = 10


@dataclass
class Invoice:
    number: str
    customer: str
    amount: int
    due: date
    paid: int = 0
    fees: int = 0
    level: int = 0
    disputed: bool = False
    last_notice: date = None
    log: list = field(default_factory=list)

    @property
    def outstanding(self):
        return self.amount - self.paid

    @property
    def settled(self):
        return self.paid >= self.amount

    def days_overdue(self, today):
        return max(0, (today - self.due).days)

    def pay(self, cents, day):
        """Payments on account are fine, too much is not."""
        if not 0 < cents <= self.outstanding:
            raise ValueError("wrong amount")
        self.paid += cents
        self.log.append((day, "payment", cents))


class Dunning:
    def __init__(self, levels=LEVELS):
        self.levels = levels
        self.invoices = {}

    def add(self, invoice):
        if invoice.number in self.invoices:
            raise ValueError(f"duplicate invoice {invoice.number}")
        self.invoices[invoice.number] = invoice

    def next_level(self, invoice, today):
        """The level to send now, None if there is nothing to send.

        No level is left out, and there is some time between two notices.
        """
        if invoice.settled or invoice.disputed or invoice.level >= len(self.levels):
            return None
        level = self.levels[invoice.level]
        if invoice.days_overdue(today) < level.days_overdue:
            return None
        if invoice.last_notice is not None:
            if today - invoice.last_notice < timedelta(days=MIN_DAYS_BETWEEN):
                return None
        return level

    def run(self, today):
        """Send what is to be sent today: a list of (number, name of the level)."""
        sent = []
        for number, invoice in sorted(self.invoices.items()):
            level = self.next_level(invoice, today)
            if level is None:
                continue
            invoice.level += 1
            invoice.fees += level.fee
            invoice.last_notice = today
            invoice.log.append((today, level.name, level.fee))
            sent.append((number, level.name))
        return sent

    def waive(self, number):
        """Give up the fees of an invoice; what was paid stays paid."""
        invoice = self.invoices[number]
        waived, invoice.fees = invoice.fees, 0
        return waived

    def customer_balance(self, customer):
        return sum(i.outstanding for i in self.invoices.values() if i.customer == customer)

    def for_collection(self, today, days=14):
        """Open invoices whose last level was sent at least `days` ago."""
        return [number for number, i in sorted(self.invoices.items())
                if i.level == len(self.levels) and not i.settled and not i.disputed
                and (today - i.last_notice).days >= days]

    def aging(self, today, bounds=(0, 30, 60)):
        """Outstanding amounts by days overdue: up to each bound, and beyond the last."""
        sums = [0] * (len(bounds) + 1)
        for invoice in self.invoices.values():
            if invoice.settled:
                continue
            overdue = invoice.days_overdue(today)
            position = sum(1 for bound in bounds if overdue > bound)
            sums[position] += invoice.outstanding
        return sums
