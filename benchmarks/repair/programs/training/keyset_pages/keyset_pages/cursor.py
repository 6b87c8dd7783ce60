"""Opaque cursors that name a place in a sorted list."""

import base64
import binascii
import json


class BadCursor(ValueError):
    """A text that isn't a cursor."""


def encode(position):
    """The cursor of a position, a list of plain values."""
    return base64.urlsafe_b64encode(json.dumps(position).encode()).decode()


def decode(cursor):
    """The position of a cursor. Raises BadCursor."""
    try:
        position = json.loads(base64.urlsafe_b64decode(cursor.encode()))
    except (binascii.Error, ValueError) as error:
        raise BadCursor(f"not a cursor: {cursor!r}") from error
    if not isinstance(position, list):
        raise BadCursor(f"not a cursor: {cursor!r}")
    return position
