"""What a week of work is paid, in cents."""

from dataclasses import dataclass

from payroll.times import hours_text, worked_minutes


@dataclass(frozen=True)
class Rates:
    hourly: int
    week_hours: int = 40
    overtime_percent: int = 150
    sunday_percent: int = 200


def split_overtime(minutes, rates):
    normal = min(minutes, rates.week_hours * 60)
    return normal, minutes - normal


def _cents(minutes, rates, percent=100):
    return round(minutes * rates.hourly * percent / 6000)


def week_pay(sheet, rates):
    """Lines of (label, hours, cents) with a total last; Sundays are apart and never overtime."""
    days = dict(worked_minutes(line) for line in sheet.strip().splitlines())
    sunday = days.pop("Sun", 0)
    normal, over = split_overtime(sum(days.values()), rates)
    rows = [
        ("normal", normal, _cents(normal, rates)),
        ("overtime", over, _cents(over, rates, rates.overtime_percent)),
        ("sunday", sunday, _cents(sunday, rates, rates.sunday_percent)),
    ]
    rows = [row for row in rows if row[1]]
    rows.append(("total", sum(row[1] for row in rows), sum(row[2] for row in rows)))
    return [(label, hours_text(minutes), cents) for label, minutes, cents in rows]
