"""Minimal ISO-8601 time stamps <-> seconds since 1970-01-01T00:00:00Z.

Only the extended format is understood, e.g. ``2024-02-29T13:05:00+02:00``.
"""
import re

_STAMP = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(Z|[+-]\d\d:\d\d)$"
)


def is_leap(year):
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


def month_days(year, month):
    if month == 2:
        return 29 if is_leap(year) else 28
    return 30 if month in (4, 6, 9, 11) else 31


def days_from_civil(year, month, day):
    """Days since the epoch of a proleptic Gregorian date."""
    if month <= 2:
        year -= 1
    era = year // 400
    yoe = year - era * 400
    doy = (153 * (month + (-3 if month > 2 else 9)) + 2) // 5 + day - 1
    doe = yoe * 365 + yoe // 4 - yoe // 100 + doy
    return era * 146097 + doe - 719468


def civil_from_days(days):
    days += 719468
    era = days // 146097
    doe = days - era * 146097
    yoe = (doe - doe // 1460 + doe // 36524 - doe // 146096) // 365
    doy = doe - (365 * yoe + yoe // 4 - yoe // 100)
    mp = (5 * doy + 2) // 153
    day = doy - (153 * mp + 2) // 5 + 1
    month = mp + 3 if mp < 10 else mp - 9
    return yoe + era * 400 + (1 if month <= 2 else 0), month, day


def parse_offset(text):
    """Offset east of Greenwich, in minutes."""
    if text == "Z":
        return 0
    hours, minutes = int(text[1:3]), int(text[4:6])
    if hours > 14 or minutes > 59:
        raise ValueError("bad offset " + text)
    total = hours * 60 + minutes
    return -total if text[0] == "-" else total


def format_offset(minutes):
    if minutes == 0:
        return "Z"
    sign = "-" if minutes < 0 else "+"
    return "%s%02d:%02d" % ((sign,) + divmod(abs(minutes), 60))


def to_epoch(stamp):
    """Epoch seconds of a local time stamp with offset."""
    match = _STAMP.match(stamp)
    if not match:
        raise ValueError("bad time stamp " + stamp)
    year, month, day, hour, minute, second = map(int, match.groups()[:6])
    if not 1 <= month <= 12 or not 1 <= day <= month_days(year, month):
        raise ValueError("bad date " + stamp)
    if hour > 23 or minute > 59 or second > 59:
        raise ValueError("bad time " + stamp)
    local = days_from_civil(year, month, day) * 86400 + hour * 3600 + minute * 60 + second
    return local + parse_offset(match.group(7)) * 60


def from_epoch(epoch, offset=0):
    """Stamp of an instant as seen at `offset` minutes east of Greenwich."""
    days, rest = divmod(epoch - offset * 60, 86400)
    hour, rest = divmod(rest, 3600)
    date = "%04d-%02d-%02d" % civil_from_days(days)
    return "%sT%02d:%02d:%02d%s" % (date, hour, rest // 60, rest % 60, format_offset(offset))
