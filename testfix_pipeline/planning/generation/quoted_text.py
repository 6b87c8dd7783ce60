"""Text as Python literals: long strings on several lines, regular expressions."""

from __future__ import annotations

import io
import re
import textwrap
import tokenize

from testfix_pipeline.core import python_code

WIDTH = 79  # the shortest line length that linters have by default (pycodestyle)
_LONGEST_LITERAL, _LONGEST_MESSAGE = 60, 60


def with_short_literals(code: str) -> str:
    """The code with long strings as adjacent literals, one a line, which a formatter can't make of them."""
    lines, depth = code.split("\n"), 0
    found: list[tuple[tokenize.TokenInfo, str]] = []
    for token in tokenize.generate_tokens(io.StringIO(code).readline):
        depth += token.string in ("(", "[", "{")
        depth -= token.string in (")", "]", "}")
        is_long = len(token.string) > _LONGEST_LITERAL and token.string[0] in "'\"" and token.start[0] == token.end[0]
        if token.type == tokenize.STRING and is_long:
            literals = "\n".join(map(repr, _pieces(python_code.literal(token.string))))
            found.append((token, literals if depth else f"(\n{literals}\n)"))
    for token, text in reversed(found):
        line = lines[token.start[0] - 1]
        lines[token.start[0] - 1] = line[: token.start[1]] + text + line[token.end[1] :]
    return "\n".join(lines)


def _pieces(text: str) -> list[str]:
    wrapper = textwrap.TextWrapper(
        _LONGEST_LITERAL, expand_tabs=False, replace_whitespace=False, drop_whitespace=False, break_on_hyphens=False
    )
    return [piece for line in text.splitlines(keepends=True) for piece in wrapper.wrap(line)]


def message_pattern(message: str) -> str:
    """The literal of a regular expression that matches the message, only its first words where it is long."""
    if len(message) > _LONGEST_MESSAGE:
        message = message[:_LONGEST_MESSAGE].rpartition(" ")[0] or message[:_LONGEST_MESSAGE]
    escaped = re.sub(r"([.^$*+?{}\[\]\\|()])", r"\\\1", message)
    if escaped == message:
        return repr(message)
    return f'r"{escaped}"' if '"' not in escaped else f"r{escaped!r}".replace("\\\\", "\\")
