"""Reads the moments in files, which others may have written."""

from __future__ import annotations

from datetime import UTC, datetime


def read_moment(text: str) -> datetime | None:
    """Return the time in an ISO 8601 text, as UTC if it names no zone; None if it is not a time."""
    try:
        found = datetime.fromisoformat(text)
    except (ValueError, TypeError):  # files of others may hold anything
        return None
    return found if found.tzinfo else found.replace(tzinfo=UTC)
