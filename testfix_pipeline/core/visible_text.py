"""Makes untrusted text safe to print on a terminal."""

from __future__ import annotations

import re

_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    """The text with control characters escaped; line feeds and tabs stay.

    A test's name may hold codes that move the cursor, set the window's title or turn the direction of writing.
    """
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def shortened(text: str, most: int) -> str:
    """The text with at most this many characters, `...` at its end where some are left out."""
    return text if len(text) <= most else f"{text[: most - 3]}..."
