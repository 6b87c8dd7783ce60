"""The three forms of a date in HTTP headers.

    Sun, 06 Nov 1994 08:49:37 GMT     the usual one
    Sunday, 06-Nov-94 08:49:37 GMT    the old one, with two digits for the year
    Sun Nov  6 08:49:37 1994          that of C's asctime
"""

import re
from datetime import datetime, timezone

MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
TIME = r"(?P<hour>\d\d):(?P<minute>\d\d):(?P<second>\d\d)"
FORMS = [
    re.compile(rf"[A-Z][a-z]{{2}}, (?P<day>\d\d) (?P<month>[A-Z][a-z]{{2}}) (?P<year>\d{{4}}) {TIME} GMT"),
    re.compile(rf"[A-Z][a-z]{{5,8}}, (?P<day>\d\d)-(?P<month>[A-Z][a-z]{{2}})-(?P<year>\d\d) {TIME} GMT"),
    re.compile(rf"[A-Z][a-z]{{2}} (?P<month>[A-Z][a-z]{{2}}) (?P<day>[ \d]\d) {TIME} (?P<year>\d{{4}})"),
]


class DateError(ValueError):
    """A text that is no date."""


def parse(text):
    """Read a date in any of the forms, as an aware datetime.

    A year of two digits is one of 1970 to 2069. The day of the week isn't checked; a leap second counts as the second
    before it.
    """
    for form in FORMS:
        match = form.fullmatch(text.strip())
        if match:
            return _build(text, match.groupdict())
    raise DateError(f"not a date: {text!r}")


def _build(text, fields):
    if fields["month"] not in MONTHS:
        raise DateError(f"no such month: {text!r}")
    month = MONTHS.index(fields["month"]) + 1
    year = int(fields["year"])
    second = min(int(fields["second"]), 59)
    try:
        return datetime(
            year, month, int(fields["day"]), int(fields["hour"]), int(fields["minute"]), second, tzinfo=timezone.utc
        )
    except ValueError as error:
        raise DateError(f"{error}: {text!r}") from None
