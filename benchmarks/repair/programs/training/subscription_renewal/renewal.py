"""When subscriptions are renewed and what is due."""

from dataclasses import dataclass
from datetime import date, timedelta

PLANS = {"monthly": 1, "quarterly": 3, "yearly": 12}


def days_in(year, month):
    """How many days a month has."""
    following = date(year + month // 12, month % 12 + 1, 1)
    return (following - timedelta(days=1)).day


@dataclass
class Subscription:
    start: date
    plan: str = "monthly"
    cents: int = 990
    cancelled: date = None

    def renewal(self, number):
        """The day of the nth renewal; on the last day of shorter months."""
        start = self.start
        months = start.month - 1 + number * PLANS[self.plan]
        year, month = start.year + months // 12, months % 12 + 1
        day = min(start.day, days_in(year, start.month))
        return date(year, month, day)

    def renewals(self, until):
        """All days of renewal up to and including a day."""
        days = []
        number = 1
        while self.renewal(number) <= until:
            if self.cancelled and self.renewal(number) > self.cancelled:
                break
            days.append(self.renewal(number))
            number += 1
        return days

    def paid(self, until):
        """Cents paid from the start up to a day."""
        if until < self.start:
            return 0
        return self.cents * (1 + len(self.renewals(until)))


def upcoming(subscriptions, today, within=7):
    """Names of what is renewed in the next days, the soonest first."""
    found = []
    for name, subscription in subscriptions.items():
        for day in subscription.renewals(today + timedelta(days=within)):
            if day > today:
                found.append((day, name))
    return [name for _, name in sorted(found)]
