"""Monthly phone bills: free minutes, peak and off-peak prices, other services."""
from collections import Counter
from dataclasses import dataclass
from datetime import datetime

PEAK_HOURS = range(8, 18)
SERVICE_PREFIX = "0900"


@dataclass(frozen=True)
class Call:
    number: str
    start: datetime
    seconds: int

    @property
    def minutes(self):
        """Every minute begun is charged."""
        return -(-self.seconds // 60)

    @property
    def is_peak(self):
        return self.start.weekday() < 5 and self.start.hour in PEAK_HOURS

    @property
    def is_service(self):
        return self.number.startswith(SERVICE_PREFIX)


@dataclass(frozen=True)
class Plan:
    """Prices in cents; the fee is monthly, all others by the minute."""
    fee: int
    free_minutes: int = 0
    peak: int = 20
    offpeak: int = 10
    service: int = 99

    def price(self, call):
        if call.is_service:
            return self.service
        return self.peak if call.is_peak else self.offpeak


@dataclass(frozen=True)
class Line:
    call: Call
    free: int
    cost: int


class PhoneAccount:
    def __init__(self, owner, plan):
        self.owner = owner
        self.plan = plan
        self._calls = []

    def record(self, number, start, seconds):
        """Take over a record of the exchange; they arrive as the exchanges send them."""
        if seconds < 0:
            raise ValueError("negative duration")
        if seconds == 0:
            return None
        call = Call(number.replace(" ", ""), start, seconds)
        self._calls.append(call)
        return call

    def calls(self, year, month):
        return [c for c in self._calls if (c.start.year, c.start.month) == (year, month)]

    def lines(self, year, month):
        """The bill's lines by date. Free minutes go to the first calls of the month."""
        left = self.plan.free_minutes
        lines = []
        for call in self.calls(year, month):
            free = 0
            if not call.is_service:
                free = min(left, call.minutes)
                left -= free
            cost = (call.minutes - free) * self.plan.price(call)
            lines.append(Line(call, free, cost))
        return lines

    def total(self, year, month):
        return self.plan.fee + sum(line.cost for line in self.lines(year, month))

    def free_left(self, year, month):
        return self.plan.free_minutes - sum(line.free for line in self.lines(year, month))

    def top_numbers(self, year, month, count=3):
        """The numbers with the most minutes, ties by number."""
        minutes = Counter()
        for call in self.calls(year, month):
            minutes[call.number] += call.minutes
        ranked = sorted(minutes.items(), key=lambda item: (-item[1], item[0]))
        return ranked[:count]

    def bill(self, year, month):
        """The printed bill."""
        rows = [f"{self.owner} {year}-{month:02}"]
        for line in self.lines(year, month):
            when = line.call.start.strftime("%d. %H:%M")
            rows.append(f"{when} {line.call.number} {line.call.minutes} min {euros(line.cost)}")
        rows.append(f"fee {euros(self.plan.fee)}")
        rows.append(f"total {euros(self.total(year, month))}")
        return rows


def euros(cents):
    return f"{cents // 100}.{cents % 100:02}"


def cheapest_plan(account, plans, year, month):
    """Name of the plan with which the month would have cost least."""
    def cost(name):
        trial = PhoneAccount(account.owner, plans[name])
        for call in account.calls(year, month):
            trial.record(call.number, call.start, call.seconds)
        return trial.total(year, month)
    return min(sorted(plans), key=cost)
