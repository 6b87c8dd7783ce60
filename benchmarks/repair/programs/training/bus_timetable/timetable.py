"""Departure boards from compact timetable text.

A timetable has one line per route:  `12 Harbour: 06 05 25 45; 07 05 35`
(route number, destination, then hours, each with its minutes).
"""

from typing import NamedTuple


class Departure(NamedTuple):
    minute_of_day: int
    route: str
    destination: str

    def clock(self):
        hours, minutes = divmod(self.minute_of_day, 60)
        return f"{hours % 24:02d}:{minutes}"


class TimetableError(ValueError):
    pass


def parse_route(line):
    head, sep, hours = line.partition(":")
    if not sep:
        raise TimetableError(f"no colon in {line!r}")
    route, _, destination = head.strip().partition(" ")
    for group in hours.split(";"):
        numbers = group.split()
        if not numbers:
            continue
        hour, minutes = int(numbers[0]), [int(text) for text in numbers[1:]]
        for minute in minutes:
            if not 0 <= minute < 60:
                raise TimetableError(f"minute {minute} in {line!r}")
            yield Departure(hour * 60 + minute, route, destination.strip())


def parse(text):
    departures = []
    for line in text.splitlines():
        line = line.split("#")[0].strip()
        if line:
            departures.extend(parse_route(line))
    return sorted(departures)


def next_departures(departures, now, count=3, route=None):
    """The next departures from `now` (minute of the day); after the last one the next day's follow."""
    wanted = [d for d in departures if route is None or d.route == route]
    later = [d for d in wanted if d.minute_of_day >= now]
    tomorrow = [d._replace(minute_of_day=d.minute_of_day + 24 * 60) for d in wanted if d.minute_of_day < now]
    return (later + tomorrow)[:count]


def board(departures, now, count=3):
    rows = []
    for departure in next_departures(departures, now, count):
        wait = departure.minute_of_day - now
        when = "now" if wait == 0 else f"{wait} min" if wait < 30 else departure.clock()
        rows.append(f"{departure.route:>3} {departure.destination:<12} {when}")
    return rows
