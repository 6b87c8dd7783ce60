"""Sums of a work log."""

from collections import defaultdict

DAILY = 8 * 60
WORKING_DAYS = 5


def clock(minutes):
    """Minutes as hours and minutes, `7:05`; negative ones with a sign in front."""
    return f"{minutes // 60}:{minutes % 60:02}"


def by_project(entries):
    """Minutes by project, the largest first."""
    totals = defaultdict(int)
    for entry in entries:
        totals[entry.project] += entry.minutes
    return dict(sorted(totals.items(), key=lambda pair: (-pair[1], pair[0])))


def balance(entries):
    """Minutes more than is due on every day that has entries; at weekends nothing is due."""
    days = defaultdict(int)
    for entry in entries:
        days[entry.day] += entry.minutes
    return {
        day: minutes - (DAILY if day.weekday() < WORKING_DAYS else 0)
        for day, minutes in sorted(days.items())
    }


def report(entries):
    projects = by_project(entries)
    width = max(map(len, projects), default=0)
    lines = [f"{project:<{width}}  {clock(minutes):>6}" for project, minutes in projects.items()]
    lines.append("")
    saldo = 0
    for day, minutes in balance(entries).items():
        saldo += minutes
        lines.append(f"{day:%a %d.%m.}  {clock(minutes):>6}  {clock(saldo):>6}")
    return "\n".join(lines)
