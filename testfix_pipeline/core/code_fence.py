"""Code fences and code spans for Markdown that untrusted text can't end."""

from __future__ import annotations

import re

from testfix_pipeline.core.visible_text import visible


def fence_for(code: str) -> str:
    """Backticks that open and close a block of this code, whatever backticks it holds itself."""
    longest = max((len(marks) for marks in re.findall(r"`+", code)), default=0)
    return "`" * max(3, longest + 1)


def code_span(untrusted: str) -> str:
    """The text on one line as a span of code: no markup, HTML, mention or quick action in it has an effect."""
    line = " ".join(visible(untrusted).split()) or " "
    longest = max((len(marks) for marks in re.findall(r"`+", line)), default=0)
    marks = "`" * (longest + 1)
    return f"{marks} {line} {marks}" if longest else f"{marks}{line}{marks}"
