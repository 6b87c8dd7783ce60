"""What servers and caches decide by dates."""

from datetime import timezone

from httpdate.parse import MONTHS, DateError, parse

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def format_date(moment):
    """An aware datetime in the usual form."""
    moment = moment.astimezone(timezone.utc)
    return (
        f"{DAYS[moment.weekday()]}, {moment.day:02d} {MONTHS[moment.month - 1]} {moment.year:04d} "
        f"{moment:%H:%M:%S} GMT"
    )


def not_modified(headers, changed):
    """Whether a request's If-Modified-Since lets the server leave out the body; a bad date is ignored."""
    try:
        since = parse(headers["If-Modified-Since"])
    except (KeyError, DateError):
        return False
    return changed.replace(microsecond=0) <= since


def is_fresh(headers, now):
    """Whether a stored response may still be used; one without a proper Expires may not."""
    try:
        return now < parse(headers.get("Expires", ""))
    except DateError:
        return False
