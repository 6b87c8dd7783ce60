"""One token put in, taken out or exchanged near the complaint: any of the grammar's, those that the language model
expects there first."""

from __future__ import annotations

import heapq
import itertools
import keyword
import re
import tokenize
import unicodedata
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.language.compile_means import TokenModel
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.lexer import lex
from testfix_pipeline.repair.languages.python.syntax.damage import Damage

KEYWORDS = (*keyword.kwlist, "match", "case")
QUOTES, TRIPLE = ("'", '"'), ('"""', "'''")
CLOSING = {"(": ")", "[": "]", "{": "}"}
BRACKETS = frozenset("()[]{}")
SIGNS = tuple(sorted(tokenize.EXACT_TOKEN_TYPES, key=len))
EXPECTED = 10
"""How many tokens are put in at a place, and in the place of one."""
LEAST_KNOWN = 3
"""Tokens before a place that the language model looks at."""
LONGEST_TYPO = 2
TEXT_LINES = 40
# How likely a mistake of a kind is, of those that help: what has many places in a line is unlikelier at each of them.
ANYWHERE, AT_END, SWAPPED, PAIRED, AGAIN, TYPO, FOREIGN = 0.1, 0.4, 0.04, 0.15, 0.6, 0.6, 0.7
_PIECE = re.compile(r"\w+|'''|\"\"\"|[^\w\s]")
_RUN = re.compile(r"[^\w\s'\"()\[\]{},#\\]{2,}")
_WORD = re.compile(r"[^\W\d]\w*")
OTHER_LANGUAGES = {"&&": "and", "||": "or", "=!": "!=", "===": "==", "!==": "!=", "++": " += 1", "--": " -= 1"}
"""Signs of other languages that no sign of Python is like."""
TYPESET = {"Pi": "", "Pf": "", "Ps": "", "Pd": "-", "Zs": " ", "Cf": ""}
"""By category of Unicode, the plain sign for one of typesetting; quotes and what has an equal in ASCII apart."""
LIKE_QUOTES = {"SINGLE": "'", "ACUTE": "'", "APOSTROPHE": "'", "DOUBLE": '"'}
LIKE_SIGNS = {"×": "*", "≤": "<=", "≥": ">=", "≠": "!="}


def token_edits(damage: Damage, natural: TokenModel) -> Iterator[Edit]:
    """All of it at the places that may be to blame, and where what was opened may end."""
    yield from _closed(damage)
    yield from _ended_texts(damage)
    yield from _made_plain(damage)
    for line in damage.places:
        pieces = list(_PIECE.finditer(damage.lines[line - 1]))
        yield from _put_in(damage, natural, line, pieces)
        yield from _taken_out(damage, line, pieces)
        yield from _exchanged(damage, natural, line, pieces)
        yield from _misspelt(damage, line)
        yield from _split_and_joined(damage, line)


def code_end(text: str) -> int:
    """Where the code of a line ends: before a comment and the blanks in front of it (a `#` in a text may deceive)."""
    found = re.search(r"\s+#\s", text)
    return len(text[: found.start()].rstrip()) if found and text[: found.start()].strip() else len(text.rstrip())


def _kind(sign: str) -> str:
    if sign[0].isalpha():
        return "syntax.keyword"
    of = {",": "comma", ":": "colon"}.get(sign, "bracket" if sign in BRACKETS else "quote" if sign[0] in QUOTES else "")
    return f"syntax.{of or 'operator'}"


def _edit(damage: Damage, line: int, first: int, last: int, text: str, kind: str, prior: float) -> Edit:
    """Columns of a line replaced."""
    start, old = damage.source.line_starts[line - 1], damage.lines[line - 1][first:last].strip()
    note = (
        f"`{old}` -> `{text.strip()}`" if old and text else f"`{old}` taken out" if old else f"`{text.strip()}` put in"
    )
    return damage.edit(start + first, start + last, text, kind, prior, note)


# -- put in ------------------------------------------------------------------------------------------------------------


def _put_in(damage: Damage, natural: TokenModel, line: int, pieces: Sequence[re.Match[str]]) -> Iterator[Edit]:
    """Between any two tokens of a line, what is expected there; where something is open, also what closes it."""
    text, wanted = damage.lines[line - 1], [one.closing for one in damage.openers]
    odd = [quote for quote in QUOTES if text.count(quote) % 2] or (QUOTES if damage.is_about_texts else ())
    columns = sorted({len(damage.indent(line)), *(column for one in pieces for column in one.span())})
    for column in columns:
        before, after = lex(text[:column]).words[-LEAST_KNOWN:], lex(text[column:]).words[:1]
        likely = _expected(damage, natural, [damage.last_word(line), *before], after)
        for sign in dict.fromkeys([*likely, *BRACKETS, *odd, *wanted]):
            at_end = column == code_end(text) or (column == columns[0] and sign[0].isalpha())
            prior = AT_END if at_end or (sign in wanted and sign in BRACKETS) or sign in odd else ANYWHERE
            yield _edit(damage, line, column, column, _spaced(text, column, sign), _kind(sign), prior)


def _expected(damage: Damage, natural: TokenModel, before: Sequence[str], after: Sequence[str]) -> Sequence[str]:
    """The tokens that the language model expects most between others."""
    key = (tuple(before), tuple(after))
    if key not in damage.expected:
        bits = {sign: natural.bits(before, [sign, *after]) for sign in (*SIGNS, *KEYWORDS)}
        damage.expected[key] = heapq.nsmallest(EXPECTED, bits, key=lambda sign: bits[sign])
    return damage.expected[key]


def _spaced(text: str, column: int, sign: str) -> str:
    """A token as it is written between others: words and operators in blanks, a comma with one behind it."""
    before, after = text[column - 1 : column], text[column : column + 1]
    if sign in BRACKETS or sign[0] in QUOTES or sign in (".", ":", "@"):
        return sign
    left = " " if sign[0].isalpha() and (before.isalnum() or before in tuple("_)]}'\"")) else ""
    blank = after not in ("", " ", ")", "]", "}")
    if sign != ",":
        blank = (blank and sign[0].isalpha()) or (after == " " == before)
    return f"{left}{sign}{' ' if blank else ''}"


def _closed(damage: Damage) -> Iterator[Edit]:
    """The bracket that is missing, at the ends of the lines behind the one that opens it, or on a line of its own."""
    signs = [damage.openers[-1].closing] if damage.openers else []
    if never := re.search(r"'([(\[{])' was never closed", damage.complaint.message):
        signs = [CLOSING[never[1]]]
    lines = [line for line in damage.unclosed if damage.is_code(line)]
    for sign, line in itertools.product(signs, lines):
        text, prior = damage.lines[line - 1], 0.6 if line in (lines[0], lines[-1]) else 0.3
        column = code_end(text)
        for at in (column, column - 1) if text[:column].endswith((":", ",")) else (column,):
            yield damage.unweighed(_edit(damage, line, at, at, sign, "syntax.bracket", prior), prior)
        if line > lines[0] and line < len(damage.lines):
            spread = text[:column].endswith(",")  # one item a line, the bracket on its own
            for after in ("", ",", ":"):
                likely = prior * (1.2 if spread and not after else 0.3)
                made = damage.new_line(line, f"{damage.indent(lines[0])}{sign}{after}", "syntax.bracket", likely)
                yield damage.unweighed(made, likely)


def _ended_texts(damage: Damage) -> Iterator[Edit]:
    """Three quotes at the ends of lines and on lines of their own, where a text goes over the complaint."""
    for line, quote in itertools.product(damage.places, TRIPLE):
        begun = line == damage.string_start and quote in damage.lines[line - 1]
        near = damage.string_start or damage.is_about_texts or any(one in damage.lines[line - 1] for one in TRIPLE)
        if not near and line != damage.line:
            continue
        for column in {len(damage.indent(line)), code_end(damage.lines[line - 1])}:
            prior = 0.8 if begun else 0.4 if near else 0.1
            yield _edit(damage, line, column, column, quote, "syntax.quote", prior)
        last = min(damage.line if line == damage.string_start else line, line + TEXT_LINES)
        for number in range(line, last + 1) if near else ():
            prior, end = 0.3 / (1 + 0.2 * (number - line)), len(damage.lines[number - 1].rstrip())
            if number < len(damage.lines):
                yield damage.new_line(number, f"{damage.indent(line)}{quote}", "syntax.quote", prior)
            if number > line and end:
                yield _edit(damage, number, end, end, quote, "syntax.quote", prior)


# -- taken out, exchanged ----------------------------------------------------------------------------------------------


def _taken_out(damage: Damage, line: int, pieces: Sequence[re.Match[str]]) -> Iterator[Edit]:
    text = damage.lines[line - 1]
    for number, piece in enumerate(pieces):
        word, after = piece[0], text[piece.end() :]
        again = number > 0 and pieces[number - 1][0] == word
        unlikely = word[0].isalnum() or word[0] in ("_", *QUOTES)
        apart = number == 0 or text[piece.start() - 1] in " \t"
        end = piece.end() + (len(after) - len(after.lstrip()) if apart else 0)
        prior = AGAIN if again else ANYWHERE * (0.2 if unlikely else 1.0)
        yield _edit(damage, line, piece.start(), end, "", "syntax.double-sign" if again else "syntax.stray", prior)
    if text.rstrip() != text and text.rstrip().endswith("\\"):
        yield _edit(damage, line, len(text.rstrip()), len(text), "", "syntax.stray", 0.9)


def _exchanged(damage: Damage, natural: TokenModel, line: int, pieces: Sequence[re.Match[str]]) -> Iterator[Edit]:
    """A sign for another one; signs in a row, also of other languages, for one that means as much."""
    text = damage.lines[line - 1]
    both = QUOTES if all(text.count(quote) % 2 for quote in QUOTES) else ()
    for piece in pieces:
        sign, (first, last) = piece[0], piece.span()
        if sign.isalnum() or len(sign) > 1 or sign == "_":
            continue
        before, after = lex(text[:first]).words[-LEAST_KNOWN:], lex(text[last:]).words[:1]
        likely = _expected(damage, natural, [damage.last_word(line), *before], after)
        likely = [*(other for other in likely if not other.isalpha()), *(BRACKETS if sign in BRACKETS else ()), *both]
        for other in dict.fromkeys(likely):
            paired = {sign, other} <= BRACKETS or other in both
            kind = "bracket" if {sign, other} <= BRACKETS else "operator" if sign in other else "sign"
            if other != sign:
                yield _edit(damage, line, first, last, other, f"syntax.{kind}", PAIRED if paired else SWAPPED)
        if sign == "!" and after:
            yield _edit(damage, line, first, last, "not ", "syntax.operator", 0.5)
    for found in (*_RUN.finditer(text), *re.finditer(r"([=!<>+\-*/%])\s+=", text)):
        signs = "".join(found[0].split())
        alike = [one for one in SIGNS if sorted(one) == sorted(signs) and one != found[0]]
        for one in dict.fromkeys(
            [*alike, *filter(None, [OTHER_LANGUAGES.get(signs), "!=" if signs == "<>" else None])]
        ):
            put = _spaced(text[: found.start()] + text[found.end() :], found.start(), one) if one.isalpha() else one
            yield _edit(damage, line, *found.span(), put, "syntax.operator", FOREIGN)


def _made_plain(damage: Damage) -> Iterator[Edit]:
    """Signs of typesetting made plain: in this line, and wherever they stand."""
    text, starts = damage.source.text, damage.source.line_starts
    every = [(at, at + 1, plain) for at, sign in enumerate(text) if (plain := _plain(sign)) is not None]
    for line in damage.places if every else ():
        here = [one for one in every if starts[line - 1] <= one[0] < starts[line - 1] + len(damage.lines[line - 1])]
        for spans, prior in ((here, 0.9), (every, 0.5)) if here else ():
            yield damage.edit(*spans[0], "syntax.sign", prior, "signs of typesetting made plain", spans[1:])


def _plain(sign: str) -> str | None:
    """What Python reads for a sign of typesetting; None for all others."""
    if sign.isascii() or sign.isalnum():
        return None
    name, category = unicodedata.name(sign, ""), unicodedata.category(sign)
    if "QUOTATION" in name or category in ("Pi", "Pf") or name == "ACUTE ACCENT":
        return next((quote for word, quote in LIKE_QUOTES.items() if word in name), '"')
    same = unicodedata.normalize("NFKC", sign)
    return LIKE_SIGNS.get(sign) or (same if same.isascii() else TYPESET.get(category))


# -- words -------------------------------------------------------------------------------------------------------------


def _misspelt(damage: Damage, line: int) -> Iterator[Edit]:
    """A word, or two, for the keyword that they are nearly."""
    text = damage.lines[line - 1]
    words = list(_WORD.finditer(text))
    pairs = [
        (a.start(), b.end(), a[0] + b[0]) for a, b in itertools.pairwise(words) if not text[a.end() : b.start()].strip()
    ]
    for first, last, word in [*((one.start(), one.end(), one[0]) for one in words), *pairs]:
        for right in KEYWORDS:
            distance = edit_distance(word.lower(), right.lower())
            if text[first:last] != right and distance <= min(LONGEST_TYPO, (len(right) + 1) // 2):
                prior = TYPO / (1 + distance**2 / 2) * (0.3 if keyword.iskeyword(word) or len(right) < 3 else 1.0)
                yield _edit(damage, line, first, last, right, "syntax.keyword", prior)


def edit_distance(one: str, other: str) -> int:
    """How many letters have to be put in, taken out, changed or swapped with the next (optimal string alignment)."""
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(one, 1):
        rows.append([i])
        for j, b in enumerate(other, 1):
            best = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                best = min(best, rows[i - 2][j - 2] + 1)
            rows[i].append(best)
    return rows[-1][-1]


def _split_and_joined(damage: Damage, line: int) -> Iterator[Edit]:
    """A word that has lost what stood between its parts, and parts of a word with a blank between them."""
    text = damage.lines[line - 1]
    found = list(_WORD.finditer(text))
    known = set(_WORD.findall(damage.source.text)) - {word[0] for word in found} | set(KEYWORDS)
    for word in found:
        for at in range(1, len(word[0])):
            parts, column = (word[0][:at], word[0][at:]), word.start() + at
            for sign in ("(", "[", ".", ", ") if known.issuperset(parts) else ():
                yield _edit(damage, line, column, column, sign, _kind(sign[0]), 0.3)
            if parts[0] in KEYWORDS:
                yield _edit(damage, line, column, column, " ", "syntax.keyword", 0.4)
    for word, following in itertools.pairwise(found):
        if not text[word.end() : following.start()].strip():
            for between, prior in (("", 0.15), ("_", 0.5)):
                joined = f"{word[0]}{between}{following[0]}"
                if joined in damage.source.text or not between:
                    kind, prior = "syntax.word", 0.7 if joined in KEYWORDS else prior
                    yield _edit(damage, line, word.end(), following.start(), between, kind, prior)
