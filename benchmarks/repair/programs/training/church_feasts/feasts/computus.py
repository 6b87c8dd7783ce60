"""The date of Easter and of Advent."""

from datetime import date, timedelta


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar."""
    if year < 1583:
        raise ValueError("before the Gregorian calendar")
    golden = year % 19
    century, rest = divmod(year, 100)
    leaps, left = divmod(century, 4)
    moon = (century - (century + 8) // 25 + 1) // 3
    epact = (19 * golden + century - leaps - moon + 15) % 30
    quarter, single = divmod(rest, 4)
    weekday = (32 + 2 * left + 2 * quarter - epact - single) % 7
    fix = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * fix + 114, 31)
    return date(year, month, day + 1)


def advent(year: int) -> date:
    """The first Sunday of Advent: the fourth Sunday before Christmas Day."""
    christmas = date(year, 12, 25)
    return christmas - timedelta(days=christmas.isoweekday() % 7 + 21)
