"""Edits of indentation and whole lines: shift, fill an empty body, delete, comment out, join or break."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.syntax.damage import HEADER, Damage
from testfix_pipeline.repair.languages.python.syntax.token_edits import code_end

LONGEST_BLOCK = 40
"""The greatest number of lines that are shifted together."""
_DEFINITION = re.compile(r"\s*(?:@|(?:async\s+def|def|class)\b)")
_JUMP = re.compile(r"\s*(?:return|raise|break|continue)\b")
_PROSE = re.compile(r"\s*[^\W\d]\w*(?:\s+[^\W\d]\w*){2}")


def propose_layout_edits(damage: Damage) -> Iterator[Edit]:
    """Proposes edits of indentation and lines near the complaint."""
    yield from _convert_tabs(damage)
    yield from _fill_empty_bodies(damage)
    yield from _add_headers(damage)
    for line in damage.places:
        yield from _shift_lines(damage, line)
        yield from _remove_line(damage, line)
        yield from _move_line_breaks(damage, line)


# -- indentation -------------------------------------------------------------------------------------------------------


def indent_step(damage: Damage) -> str:
    """One step of indentation: the smallest that lines of the file use."""
    indents = [damage.indent(line) for line in range(1, len(damage.lines) + 1) if damage.is_code(line)]
    if sum(indent.startswith("\t") for indent in indents) * 2 > sum(map(bool, indents)):
        return "\t"
    widths = [len(indent) for indent in indents if indent.startswith(" ")]
    often = [width for width in (2, 3, 4, 8) if widths.count(width) * 20 >= len(widths) > 0]
    return " " * (often[0] if often else 4)


def _shift_lines(damage: Damage, line: int) -> Iterator[Edit]:
    """Yields edits that move a line, or the block that begins or ends with it, to an indentation of its neighbours or a
    step in or out."""
    own, step = damage.indent(line), indent_step(damage)
    priors_by_indent: dict[str, float] = {}
    above, below = damage.code_before(line), damage.code_after(line)
    if above is not None:
        is_below_header = damage.lines[above - 1].rstrip().endswith(":")
        is_below_jump = bool(_JUMP.match(damage.lines[above - 1]))
        priors_by_indent[damage.indent(above) + step] = 0.6 if is_below_header else 0.1
        priors_by_indent[damage.indent(above)] = 0.15 if is_below_header or is_below_jump else 0.6
    if below is not None:
        priors_by_indent.setdefault(damage.indent(below), 0.4)
    for number in range(line - 1, max(0, line - 30), -1):  # the levels that are open
        if damage.is_code(number):
            priors_by_indent.setdefault(damage.indent(number), 0.3)
    priors_by_indent.setdefault(own + step, 0.2)
    if own.endswith(step):
        priors_by_indent.setdefault(own.removesuffix(step), 0.2)
    priors_by_indent.pop(own, None)
    for indent, prior in priors_by_indent.items():
        closeness = 1 / (1 + 0.1 * abs(len(indent) - len(own)))
        for first, last, share in _blocks(damage, line):
            if (edit := _reindented(damage, first, last, own, indent, prior * closeness * share)) is not None:
                yield edit


def _blocks(damage: Damage, line: int) -> Iterator[tuple[int, int, float]]:
    """Yields (first line, last line, weight) of lines to shift together: the line alone, with deeper lines after it up
    to each possible end of the block, and with equally indented lines before it."""
    yield line, line, 1.0
    width = len(damage.indent(line))
    number = last = line
    while (following := damage.code_after(number)) is not None and following - line < LONGEST_BLOCK:
        deeper = len(damage.indent(following)) - width
        if deeper < 0 or (deeper == 0 and _DEFINITION.match(damage.lines[following - 1])):
            break
        if deeper == 0 and last > line:
            yield line, last, 0.3
        number = last = following
    if last > line:
        yield line, last, 0.7
    number = line
    while (before := damage.code_before(number)) is not None and line - before < LONGEST_BLOCK:
        if len(damage.indent(before)) != width:
            break
        number = before
        yield number, line, 0.3


def _reindented(damage: Damage, first: int, last: int, old: str, new: str, prior: float) -> Edit | None:
    starts, quoted = damage.source.line_starts, damage.is_quoted
    spans = [
        (starts[line - 1], starts[line - 1] + len(old), new)
        for line in range(first, last + 1)
        if damage.lines[line - 1].startswith(old) and damage.lines[line - 1].strip() and not quoted(starts[line - 1])
    ]
    if not spans:
        return None
    note = f"{'lines' if last > first else 'line'} indented by {len(new)} instead of {len(old)}"
    return damage.edit(*spans[0], "syntax.indentation", prior, note, spans[1:])


def _convert_tabs(damage: Damage) -> Iterator[Edit]:
    """Yields edits that replace tabs by spaces or spaces by tabs: near the complaint and in the whole file."""
    mixed = [n for n in range(1, len(damage.lines) + 1) if "\t" in damage.indent(n) and damage.lines[n - 1].strip()]
    starts = damage.source.line_starts
    if not mixed:
        return
    step = indent_step(damage) if indent_step(damage) != "\t" else "    "
    for width, prior in ((len(step), 0.8), (8, 0.4), (4, 0.3)):
        near = [line for line in mixed if line in damage.places]
        for lines, share in ((mixed, 0.8), (near, 0.9), *(([line], 1.0) for line in near)):
            spans = [
                (starts[line - 1], starts[line - 1] + len(indent), indent.expandtabs(width))
                for line in lines
                if (indent := damage.indent(line))
            ]
            if spans:
                yield damage.edit(*spans[0], "syntax.tabs", prior * share, "tabs made blanks", spans[1:])
    near = [line for line in damage.places if damage.indent(line).startswith(" ")]
    for width in dict.fromkeys((len(step), 4, 8)):
        spans = [
            (starts[line - 1], starts[line - 1] + len(indent), "\t" * (len(indent) // width))
            for line in near
            if (indent := damage.indent(line)) and len(indent) % width == 0
        ]
        for some in (spans, *([span] for span in spans)):
            if some:
                yield damage.edit(*some[0], "syntax.tabs", 0.6, "blanks made tabs", some[1:])


def _fill_empty_bodies(damage: Damage) -> Iterator[Edit]:
    """Yields edits that add `pass` after a header without a body."""
    for line in damage.places:
        text = damage.lines[line - 1]
        if HEADER.match(text) and text[: code_end(text)].endswith(":"):
            end = damage.source.line_starts[line - 1] + len(text.rstrip())
            body = f"\n{damage.indent(line)}{indent_step(damage)}pass"
            yield damage.edit(end, end, body, "syntax.empty-body", 0.6, "`pass` put in")


def _add_headers(damage: Damage) -> Iterator[Edit]:
    """Yields edits that add `try:`, `else:` or `finally:` above a block without a header."""
    for line in damage.places:
        above = damage.code_before(line)
        indent, step = damage.indent(line), indent_step(damage)
        if not indent.endswith(step):
            continue
        outer_indent, start = indent.removesuffix(step), damage.source.line_starts[line - 1]
        deeper = above is None or len(damage.indent(above)) < len(indent)
        has_handler = _has_handler_after(damage, line, outer_indent)
        for header in ("try:", "else:", "finally:"):
            prior = 0.5 if header == "try:" and has_handler else 0.12
            note = f"a line with `{header}` put in"
            if deeper or has_handler or header != "try:":
                yield damage.edit(start, start, f"{outer_indent}{header}\n", "syntax.header", prior, note)


def _has_handler_after(damage: Damage, line: int, indent: str) -> bool:
    for text in damage.lines[line : line + LONGEST_BLOCK]:
        if text.strip() and not text.startswith(indent + " ") and not text.startswith(indent + "\t"):
            return re.match(rf"{indent}(?:except|finally)\b", text) is not None
    return False


# -- lines -------------------------------------------------------------------------------------------------------------


def _remove_line(damage: Damage, line: int) -> Iterator[Edit]:
    """Yields edits that delete a line (likeliest a duplicate) or make it a comment (likeliest prose)."""
    text = damage.lines[line - 1]
    neighbours = [damage.code_before(line), damage.code_after(line)]
    is_duplicate = any(n is not None and damage.lines[n - 1].strip() == text.strip() for n in neighbours)
    prior = 0.8 if is_duplicate else 0.05 if any(map(str.isalnum, text)) else 0.5
    note = "a line that is there twice taken out" if is_duplicate else f"the line `{text.strip()[:40]}` taken out"
    kind = "syntax.double-line" if is_duplicate else "syntax.line"
    yield damage.replace_lines(line, line, [], kind, prior, note)
    start = damage.source.line_starts[line - 1] + len(damage.indent(line))
    is_prose = _PROSE.match(text) and not keyword.iskeyword(text.split()[0]) and not re.search(r"[=()\[\]{}]", text)
    prior = 0.3 if is_prose else 0.01
    yield damage.edit(start, start, "# ", "syntax.comment", prior, "made a comment")


def _move_line_breaks(damage: Damage, line: int) -> Iterator[Edit]:
    """Yields edits that join a line with the next one or break it in two."""
    text = damage.lines[line - 1]
    start = damage.source.line_starts[line - 1]
    end = start + len(text.rstrip())
    if line < len(damage.lines):
        following = damage.source.line_starts[line]
        next_code = following + len(damage.indent(line + 1))
        operator = bool(re.search(r"(?:[-+*/%=<>&|,.]|\b(?:and|or|not|in|is|if|else))\s*$", text))
        prior = 0.45 if operator else 0.02 if text.rstrip().endswith(":") else 0.1
        yield damage.edit(end, end, " \\", "syntax.line-break", 0.5 * prior, "the line goes on")
        for between, share in ((" ", 1.0), ("", 0.7)):
            yield damage.edit(end, next_code, between, "syntax.line-break", share * prior, "joined with the next line")
    for found in re.finditer(r"[ \t]+(?=\S)", text):
        if found.start() > 0:
            span = (start + found.start(), start + found.end())
            for indent in dict.fromkeys((damage.indent(line), damage.indent(line) + indent_step(damage))):
                yield damage.edit(*span, f"\n{indent}", "syntax.line-break", 0.15, "broken into two lines")
