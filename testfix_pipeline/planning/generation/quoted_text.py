"""Text as Python literals: double-quoted strings, long strings on several lines, regular expressions."""

from __future__ import annotations

import io
import re
import textwrap
import tokenize

WIDTH = 79  # the shortest line length that linters have by default (pycodestyle)
_LONGEST_MESSAGE = 60


def with_double_quotes(code: str) -> str:
    """The code with double quotes for plain strings, as formatters write them."""
    lines = code.split("\n")
    tokens = list(tokenize.generate_tokens(io.StringIO(code).readline))
    for token in reversed(tokens):
        (row, start), (last, end) = token.start, token.end
        if token.type == tokenize.STRING and row == last and _is_convertible(token.string):
            line = lines[row - 1]
            lines[row - 1] = line[:start] + token.string.replace("'", '"') + line[end:]
    return "\n".join(lines)


def _is_convertible(text: str) -> bool:
    """Whether a single-quoted string means the same with double quotes."""
    return bool(re.match(r"b?'(?!'')", text)) and '"' not in text and "\\'" not in text


def wrapped_literal(text: str) -> str:
    """A long text as adjacent string literals, one a line, for use as an argument."""
    lines = textwrap.wrap(text.replace('"', "'"), WIDTH - 20, drop_whitespace=False)
    if len(lines) == 1:
        return with_double_quotes(repr(lines[0]))
    inside = "\n".join(f'        "{line}"' for line in (line.replace("\\", "\\\\") for line in lines))
    return f"(\n{inside}\n    )"


def message_pattern(message: str) -> str:
    """The literal of a regular expression that matches the message, only its first words where it is long."""
    if len(message) > _LONGEST_MESSAGE:
        message = message[:_LONGEST_MESSAGE].rpartition(" ")[0] or message[:_LONGEST_MESSAGE]
    escaped = re.sub(r"([.^$*+?{}\[\]\\|()])", r"\\\1", message)
    if escaped == message:
        return repr(message)
    return f'r"{escaped}"' if '"' not in escaped else f"r{escaped!r}".replace("\\\\", "\\")
