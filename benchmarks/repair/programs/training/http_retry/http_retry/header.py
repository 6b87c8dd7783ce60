"""The Retry-After header: a number of seconds, or the date at which to come back."""

from __future__ import annotations

from datetime import datetime, timezone
from email.utils import parsedate_to_datetime


def retry_after(value: str | None, now: datetime) -> float | None:
    """The seconds to wait, never less than 0; None where the header is missing or makes no sense.

    `now` needs a time zone.
    """
    if value is None:
        return None
    try:
        return max(float(int(value)), 0.0)
    except TypeError:
        when = _date(value)
    if when is None:
        return None
    return max((when - now).total_seconds(), 0.0)


def _date(text: str) -> datetime | None:
    """The time of a date as HTTP writes it, or None."""
    try:
        when = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return None
    if when.tzinfo is None:
        when = when.replace(tzinfo=timezone.utc)
    return when
