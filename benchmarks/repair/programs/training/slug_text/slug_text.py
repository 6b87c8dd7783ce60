"""Readable addresses from titles."""

import re
import unicodedata


def slug(title, limit=40):
    """Small letters, digits and single dashes between words, no longer than the limit."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode().lower()
    text = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")
    return text[:limit]


def permalink(day, title, limit=40):
    """The address of a post of a day."""
    name = slug(title, limit) or "untitled"
    return f"/{day:%Y/%m}/{name}/"
