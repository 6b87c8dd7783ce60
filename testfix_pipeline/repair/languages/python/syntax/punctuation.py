"""Single signs put in, taken out or exchanged: colons, brackets, quotes, commas, operators, foreign signs."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from testfix_pipeline.repair.languages.python.edits.edit import Edit
from testfix_pipeline.repair.languages.python.syntax.damage import HEADER, Damage

_PIECE = re.compile(r"\w+|'''|\"\"\"|[^\w\s]")
_QUOTES = ("'", '"')
_TRIPLE = ('"""', "'''")
_OPENING = {")": "(", "]": "[", "}": "{"}
_BRACKETS = "()[]{}"
# What has many places in a line is unlikelier at each of them than what has one.
_ANYWHERE = 0.2
# Signs and how often, of edits that help, one that puts it in is meant.
_INSERTED = {
    ",": 0.5,
    ":": 0.2,
    "=": 0.25,
    ".": 0.2,
    "==": 0.08,
    "+": 0.08,
    "%": 0.04,
    "-": 0.02,
    "*": 0.02,
    "->": 0.03,
}
_CONFUSED = {(".", ","), (",", "."), (";", ":"), (":", ";"), (";", ","), ("=", ":"), (":", "=")}
# Signs of typesetting for those that Python reads.
_TYPESET = {
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"', "\u2018": "'", "\u2019": "'",
    "\u00b4": "'",
    "\u2013": "-", "\u2014": "-", "\u2212": "-", "\u00d7": "*", "\u2264": "<=", "\u2265": ">=", "\u2260": "!=",
    "\u00a0": " ", "\u3000": " ", "\u200b": "", "\u200c": "", "\u200d": "", "\ufeff": "", "\u2060": "",
    "\uff08": "(", "\uff09": ")", "\uff0c": ",", "\uff1a": ":", "\uff1d": "=",
}  # fmt: skip
# Operators of other languages and turned ones.
_FOREIGN = {"=>": ">=", "=<": "<=", "=!": "!=", "<>": "!=", "&&": "and", "||": "or", "===": "==", "!==": "!="}


def punctuation(damage: Damage) -> Iterator[Edit]:
    """All of it at the places that may be to blame."""
    yield from _colons(damage)
    yield from _closing(damage)
    yield from _typeset(damage)
    for line in damage.places:
        pieces = list(_PIECE.finditer(damage.lines[line - 1]))
        yield from _foreign(damage, line)
        yield from _inserted(damage, line, pieces)
        yield from _removed(damage, line, pieces)
        yield from _exchanged(damage, line, pieces)


def _at(damage: Damage, line: int, column: int) -> int:
    return damage.source.line_starts[line - 1] + column


def code_end(text: str) -> int:
    """Where the code of a line ends: before a comment and the blanks in front of it (a `#` in a text may deceive)."""
    found = re.search(r"\s+#\s", text)
    return len(text[: found.start()].rstrip()) if found and text[: found.start()].strip() else len(text.rstrip())


def _colons(damage: Damage) -> Iterator[Edit]:
    for line in damage.places:
        text = damage.lines[line - 1]
        end = _at(damage, line, code_end(text))
        if HEADER.match(text) and not text[: code_end(text)].endswith(":"):
            yield damage.edit(end, end, ":", "syntax.colon", 0.95, "`:` put in at the end of the header")


def _closing(damage: Damage) -> Iterator[Edit]:
    """The bracket that is missing, at the ends of the lines behind the one that opens it, or on a line of its own."""
    unclosed = damage.unclosed
    if not unclosed:
        return
    signs = [damage.openers[-1].closing] if damage.openers else []
    if "was never closed" in damage.complaint.message:
        found = re.search(r"'([(\[{])'", damage.complaint.message)
        signs = [closing for closing, opening in _OPENING.items() if found and opening == found[1]]
    last_code = max((line for line in unclosed if damage.is_code(line)), default=0)
    for sign in signs:
        for line in unclosed:
            if not damage.is_code(line):
                continue
            text = damage.lines[line - 1]
            prior = 0.6 if line in (last_code, unclosed[0]) else 0.3
            column = code_end(text)
            yield _put(damage, line, column, sign, prior)
            if text[:column].endswith((":", ",")):
                yield _put(damage, line, column - 1, sign, prior)
            indent = damage.indent(unclosed[0])
            if line > unclosed[0] and line + 1 <= len(damage.lines):
                start = damage.source.line_starts[line]
                spread = text[:column].endswith(",")  # one item a line, the bracket on its own
                for after in ("", ",", ":"):
                    note = f"a line with `{sign}{after}` put in"
                    put = f"{indent}{sign}{after}\n"
                    likely = prior * (1.2 if spread and not after else 0.3)
                    edit = damage.edit(start, start, put, "syntax.bracket", 1.0, note)
                    yield replace(edit, prior=likely)


def _put(damage: Damage, line: int, column: int, sign: str, prior: float) -> Edit:
    at = _at(damage, line, column)
    edit = damage.edit(at, at, sign, "syntax.bracket", prior, f"`{sign}` put in")
    # The lines that an open bracket swallows are as likely as the one that is complained about.
    return replace(edit, prior=prior)


def _typeset(damage: Damage) -> Iterator[Edit]:
    """Signs that a word processor or a chat puts in place of plain ones: in this line, and wherever they stand."""
    wanted = "".join(_TYPESET)
    for line in damage.places:
        if re.search(f"[{wanted}]", damage.lines[line - 1]):
            start = _at(damage, line, 0)
            yield _plain_signs(damage, start, start + len(damage.lines[line - 1]), 0.9)
            yield _plain_signs(damage, 0, len(damage.source.text), 0.5)


def _plain_signs(damage: Damage, start: int, end: int, prior: float) -> Edit:
    found = re.finditer(f"[{''.join(_TYPESET)}]", damage.source.text[start:end])
    spans = [(start + one.start(), start + one.end(), _TYPESET[one[0]]) for one in found]
    return damage.edit(*spans[0], "syntax.sign", prior, "signs of typesetting made plain", spans[1:])


def _foreign(damage: Damage, line: int) -> Iterator[Edit]:
    text = damage.lines[line - 1]
    for sign, own in _FOREIGN.items():
        for found in re.finditer(re.escape(sign), text):
            start = _at(damage, line, found.start())
            word = (
                own
                if not own.isalpha()
                else f" {own} ".strip()
                if " " in text[found.start() - 1 : found.end() + 1]
                else f" {own} "
            )
            yield damage.edit(start, start + len(sign), word, "syntax.operator", 0.7, f"`{sign}` -> `{own}`")
    for found in re.finditer(r"!(?=\s*[\w(])", text):
        start = _at(damage, line, found.start())
        yield damage.edit(start, start + 1, "not ", "syntax.operator", 0.5, "`!` -> `not`")
    for found in re.finditer(r"([=!<>+\-*/%])\s+=", text):
        start = _at(damage, line, found.start())
        yield damage.edit(
            start, start + len(found[0]), f"{found[1]}=", "syntax.operator", 0.6, "a blank in an operator"
        )
    for found in re.finditer(r"(\w+)\+\+|(\w+)--", text):
        start, sign = _at(damage, line, found.start()), "+" if found[1] else "-"
        name = found[1] or found[2]
        new = f"{name} {sign}= 1"
        yield damage.edit(start, start + len(found[0]), new, "syntax.operator", 0.7, f"`{found[0]}` -> `{new}`")


def _inserted(damage: Damage, line: int, pieces: list[re.Match[str]]) -> Iterator[Edit]:
    text = damage.lines[line - 1]
    columns = sorted({column for piece in pieces for column in (piece.start(), piece.end())})
    behind, end = [piece.end() for piece in pieces], code_end(text)
    for column in behind:
        for sign, prior in _INSERTED.items():
            yield _insertion(damage, line, column, sign, prior)
    for column in columns:
        for sign in _BRACKETS:
            if column not in behind and sign in _OPENING:
                continue
            likely = any(opener.closing == sign for opener in damage.openers) or sign in _OPENING.values()
            yield _insertion(damage, line, column, sign, (0.45 if column == end else 0.35) if likely else 0.15)
    yield from _quotes(damage, line, columns)


def _insertion(damage: Damage, line: int, column: int, sign: str, prior: float) -> Edit:
    kind = {",": "comma", ":": "colon"}.get(sign, "bracket" if sign in _BRACKETS else "operator")
    text = damage.lines[line - 1]
    put = sign
    if sign == "," and text[column : column + 1] not in ("", " ", ")", "]", "}"):
        put = ", "  # between two words that touch
    elif kind == "operator" and sign not in (".",) and text[column : column + 1] == " " == text[column - 1 : column]:
        put = f"{sign} "
    at = _at(damage, line, column)
    return damage.edit(at, at, put, f"syntax.{kind}", _ANYWHERE * prior, f"`{sign}` put in")


def _quotes(damage: Damage, line: int, columns: list[int]) -> Iterator[Edit]:
    text, words = damage.lines[line - 1], damage.complaint.message
    for quote in _QUOTES:
        odd = text.count(quote) % 2 == 1
        for column in columns:
            if odd or "string" in words or "decimal" in words or "character" in words:
                at = _at(damage, line, column)
                yield damage.edit(at, at, quote, "syntax.quote", 0.5 if odd else 0.15, f"`{quote}` put in")
    near_text = damage.string_start or any(quote in text for quote in _TRIPLE) or "triple-quoted" in words
    if near_text or line == damage.line:
        ends = {len(damage.indent(line)), code_end(text)}
        for quote in _TRIPLE:
            begun = line == damage.string_start and quote in text
            prior = 0.8 if begun else 0.4 if near_text else 0.1
            for column in ends:
                at = _at(damage, line, column)
                yield damage.edit(at, at, quote, "syntax.quote", prior, f"`{quote}` put in")
            if near_text:
                yield from _lines_of_quotes(damage, line, quote)


def _lines_of_quotes(damage: Damage, line: int, quote: str) -> Iterator[Edit]:
    """Quotes on a line of their own behind this one, or at the end of one of the lines of the text that begins here."""
    last = damage.line if line == damage.string_start else line
    for number in range(line, min(last, line + 40) + 1):
        indent, prior = damage.indent(line), 0.3 / (1 + 0.2 * (number - line))
        if number < len(damage.lines):
            start = damage.source.line_starts[number]
            edit = damage.edit(
                start, start, f"{indent}{quote}\n", "syntax.quote", prior, f"a line with `{quote}` put in"
            )
            yield edit
        if number > line and damage.lines[number - 1].strip():
            at = _at(damage, number, len(damage.lines[number - 1].rstrip()))
            yield damage.edit(at, at, quote, "syntax.quote", prior, f"`{quote}` put in")


def _removed(damage: Damage, line: int, pieces: list[re.Match[str]]) -> Iterator[Edit]:
    words = [piece[0] for piece in pieces]
    for number, piece in enumerate(pieces):
        word, start = piece[0], _at(damage, line, piece.start())
        again = number > 0 and words[number - 1] == word
        unlikely = word[0].isalnum() or word[0] == "_" or word in (*_QUOTES, *_TRIPLE)
        prior = 0.6 if again else _ANYWHERE * (0.1 if unlikely else 0.5)
        after = damage.lines[line - 1][piece.end() :]
        apart = number == 0 or damage.lines[line - 1][piece.start() - 1] in " \t"
        blanks = len(after) - len(after.lstrip()) if apart else 0
        note = f"`{word}` taken out"
        yield damage.edit(
            start, start + len(word) + blanks, "", "syntax.double-sign" if again else "syntax.stray", prior, note
        )
    text = damage.lines[line - 1]
    if text.rstrip() != text and text.rstrip().endswith("\\"):
        start = _at(damage, line, len(text.rstrip()))
        yield damage.edit(start, _at(damage, line, len(text)), "", "syntax.stray", 0.9, "blanks behind `\\` taken out")


def _exchanged(damage: Damage, line: int, pieces: list[re.Match[str]]) -> Iterator[Edit]:
    for piece in pieces:
        sign, start = piece[0], _at(damage, line, piece.start())
        if len(sign) > 1 or sign.isalnum() or sign == "_":
            continue
        text = damage.lines[line - 1]
        quotes = _QUOTES if sign in _QUOTES and all(text.count(quote) % 2 for quote in _QUOTES) else ()
        for other in (*_BRACKETS, *",.:=+-", *quotes):
            if other != sign:
                brackets = sign in _BRACKETS and other in _BRACKETS
                prior = _ANYWHERE * (
                    0.6 if brackets else 2.0 if other in quotes else 0.25 if (sign, other) in _CONFUSED else 0.05
                )
                kind = "syntax.bracket" if brackets else "syntax.sign"
                yield damage.edit(start, start + 1, other, kind, prior, f"`{sign}` -> `{other}`")
