"""The fence around code in Markdown."""

from __future__ import annotations

import re


def fence_for(code: str) -> str:
    """Backticks that open and close a block of this code, whatever backticks it holds itself."""
    longest = max((len(marks) for marks in re.findall(r"`+", code)), default=0)
    return "`" * max(3, longest + 1)
