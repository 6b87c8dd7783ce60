"""Reads knitting patterns such as `k2, (p1, k2tog) x3, yo` and counts their stitches."""

import re

from stitches import STITCHES, PatternError, Repeat, Stitch

TOKEN = re.compile(r"\s*(?:(?P<open>\()|\)\s*x\s*(?P<times>\d+)|(?P<comma>,)|(?P<word>[a-z][a-z0-9]*))")


def parse_word(word):
    """A stitch with an optional number behind it: `k2tog`, `p`, `k12`."""
    if word in STITCHES:
        return Stitch(word)
    match = re.fullmatch(r"([a-z]+)(\d+)", word)
    if match is None or match[1] not in STITCHES:
        raise PatternError(f"unknown stitch {word!r}")
    return Stitch(match[1], int(match[2]))


def parse_row(text):
    """One row of a pattern as a Repeat that is knitted once."""
    stack = [[]]
    position = 0
    text = text.strip().rstrip(".")
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            raise PatternError(f"can't read {text[position:]!r}")
        position = match.end()
        if match["open"]:
            stack.append([])
        elif match["times"]:
            if len(stack) == 1:
                raise PatternError("a group is closed that was never opened")
            group = Repeat(tuple(stack.pop()), int(match["times"]))
            stack[-1].append(group)
        elif match["word"]:
            stack[-1].append(parse_word(match["word"]))
    if len(stack) > 1:
        raise PatternError("a group is never closed")
    return Repeat(tuple(stack[0]))


def parse_pattern(text):
    """All rows of a pattern: one in each line, blank lines and `#` comments are skipped."""
    rows = []
    for line in text.splitlines():
        line = line.split("#", 1)[0].strip()
        if line:
            rows.append(parse_row(line))
    return rows


def check(rows, cast_on):
    """Knit all rows, starting with `cast_on` loops; returns how many there are at the end.

    Raises PatternError for the first row that doesn't use exactly the loops on the needle.
    """
    loops = cast_on
    for number, row in enumerate(rows, 1):
        if row.takes != loops:
            raise PatternError(f"row {number} takes {row.takes} loops, but there are {loops}")
    return loops


def widest(rows, cast_on):
    """The largest number of loops that are ever on the needle."""
    return max([cast_on, *(row.makes for row in rows)])
