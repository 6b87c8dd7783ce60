"""Edits that insert, delete or replace one token near the complaint; the language model orders the tokens."""

from __future__ import annotations

import heapq
import itertools
import keyword
import re
import tokenize
import unicodedata
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.language.parse_fix_tools import TokenModel
from testfix_pipeline.repair.languages.python.analysis.edit import Edit
from testfix_pipeline.repair.languages.python.lexer import lex
from testfix_pipeline.repair.languages.python.syntax.damage import Damage

KEYWORDS = (*keyword.kwlist, "match", "case")
QUOTES, TRIPLE = ("'", '"'), ('"""', "'''")
CLOSING = {"(": ")", "[": "]", "{": "}"}
BRACKETS = frozenset("()[]{}")
OPERATORS = tuple(sorted(tokenize.EXACT_TOKEN_TYPES, key=len))
MOST_EXPECTED = 10
"""The number of tokens that are tried at a position and as replacement for one."""
CONTEXT_TOKENS = 3
"""The number of tokens before a position that the language model reads."""
LONGEST_TYPO = 2
TEXT_LINES = 40
# Priors by kind of mistake: a kind with many positions in a line is less likely at each of them.
ANYWHERE, AT_END, SWAPPED, PAIRED, AGAIN, TYPO, FOREIGN = 0.1, 0.4, 0.04, 0.15, 0.6, 0.6, 0.7
_PIECE = re.compile(r"\w+|'''|\"\"\"|[^\w\s]")
_RUN = re.compile(r"[^\w\s'\"()\[\]{},#\\]{2,}")
_WORD = re.compile(r"[^\W\d]\w*")
OTHER_LANGUAGES = {"&&": "and", "||": "or", "=!": "!=", "===": "==", "!==": "!=", "++": " += 1", "--": " -= 1"}
"""Operators of other languages that resemble none of Python's."""
PLAIN_BY_CATEGORY = {"Pi": "", "Pf": "", "Ps": "", "Pd": "-", "Zs": " ", "Cf": ""}
"""The ASCII character for a typographic one, by Unicode category; without quotes and characters with an ASCII form."""
LIKE_QUOTES = {"SINGLE": "'", "ACUTE": "'", "APOSTROPHE": "'", "DOUBLE": '"'}
LIKE_SIGNS = {"×": "*", "≤": "<=", "≥": ">=", "≠": "!="}


def token_edits(damage: Damage, natural: TokenModel) -> Iterator[Edit]:
    """Proposes edits of tokens in the lines that may be to blame, and closing brackets and quotes after open ones."""
    yield from _close_brackets(damage)
    yield from _close_strings(damage)
    yield from _replace_typographic(damage)
    for line in damage.places:
        pieces = list(_PIECE.finditer(damage.lines[line - 1]))
        yield from _insert_tokens(damage, natural, line, pieces)
        yield from _delete_tokens(damage, line, pieces)
        yield from _replace_tokens(damage, natural, line, pieces)
        yield from _correct_keywords(damage, line)
        yield from _split_and_join_words(damage, line)


def code_end(text: str) -> int:
    """The end of a line's code: before a comment and the space in front of it (a `#` in a string may mislead)."""
    found = re.search(r"\s+#\s", text)
    return len(text[: found.start()].rstrip()) if found and text[: found.start()].strip() else len(text.rstrip())


def _kind(sign: str) -> str:
    if sign[0].isalpha():
        return "syntax.keyword"
    of = {",": "comma", ":": "colon"}.get(sign, "bracket" if sign in BRACKETS else "quote" if sign[0] in QUOTES else "")
    return f"syntax.{of or 'operator'}"


def _edit(damage: Damage, line: int, first: int, last: int, text: str, kind: str, prior: float) -> Edit:
    """An edit that replaces columns of a line."""
    start, old = damage.source.line_starts[line - 1], damage.lines[line - 1][first:last].strip()
    note = (
        f"`{old}` -> `{text.strip()}`" if old and text else f"`{old}` taken out" if old else f"`{text.strip()}` put in"
    )
    return damage.edit(start + first, start + last, text, kind, prior, note)


# -- put in ------------------------------------------------------------------------------------------------------------


def _insert_tokens(damage: Damage, natural: TokenModel, line: int, pieces: Sequence[re.Match[str]]) -> Iterator[Edit]:
    """Yields insertions between any two tokens of a line: expected tokens, brackets, and whatever is still open."""
    text, closing = damage.lines[line - 1], [one.closing for one in damage.openers]
    unpaired_quotes = [quote for quote in QUOTES if text.count(quote) % 2] or (QUOTES if damage.is_about_texts else ())
    columns = sorted({len(damage.indent(line)), *(column for one in pieces for column in one.span())})
    for column in columns:
        before, after = lex(text[:column]).words[-CONTEXT_TOKENS:], lex(text[column:]).words[:1]
        likely = _expected_tokens(damage, natural, [damage.line_break_token(line), *before], after)
        for sign in dict.fromkeys([*likely, *BRACKETS, *unpaired_quotes, *closing]):
            at_end = column == code_end(text) or (column == columns[0] and sign[0].isalpha())
            prior = AT_END if at_end or (sign in closing and sign in BRACKETS) or sign in unpaired_quotes else ANYWHERE
            yield _edit(damage, line, column, column, _with_spaces(text, column, sign), _kind(sign), prior)


def _expected_tokens(damage: Damage, natural: TokenModel, before: Sequence[str], after: Sequence[str]) -> Sequence[str]:
    """The tokens that the language model expects most between others."""
    key = (tuple(before), tuple(after))
    if key not in damage.expected:
        bits = {sign: natural.bits(before, [sign, *after]) for sign in (*OPERATORS, *KEYWORDS)}
        damage.expected[key] = heapq.nsmallest(MOST_EXPECTED, bits, key=lambda sign: bits[sign])
    return damage.expected[key]


def _with_spaces(text: str, column: int, sign: str) -> str:
    """A token with the spaces that usually surround it."""
    before, after = text[column - 1 : column], text[column : column + 1]
    if sign in BRACKETS or sign[0] in QUOTES or sign in (".", ":", "@"):
        return sign
    left = " " if sign[0].isalpha() and (before.isalnum() or before in tuple("_)]}'\"")) else ""
    blank = after not in ("", " ", ")", "]", "}")
    if sign != ",":
        blank = (blank and sign[0].isalpha()) or (after == " " == before)
    return f"{left}{sign}{' ' if blank else ''}"


def _close_brackets(damage: Damage) -> Iterator[Edit]:
    """Yields the missing bracket at the ends of the lines after the opening one, or on a line of its own."""
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
            is_one_item_a_line = text[:column].endswith(",")  # one item a line, the bracket on its own
            for after in ("", ",", ":"):
                prior_of_line = prior * (1.2 if is_one_item_a_line and not after else 0.3)
                edit = damage.new_line(line, f"{damage.indent(lines[0])}{sign}{after}", "syntax.bracket", prior_of_line)
                yield damage.unweighed(edit, prior_of_line)


def _close_strings(damage: Damage) -> Iterator[Edit]:
    """Yields triple quotes at the ends of lines and on lines of their own, if a string reaches the complaint."""
    for line, quote in itertools.product(damage.places, TRIPLE):
        is_string_start = line == damage.string_start and quote in damage.lines[line - 1]
        near = damage.string_start or damage.is_about_texts or any(one in damage.lines[line - 1] for one in TRIPLE)
        if not near and line != damage.line:
            continue
        for column in {len(damage.indent(line)), code_end(damage.lines[line - 1])}:
            prior = 0.8 if is_string_start else 0.4 if near else 0.1
            yield _edit(damage, line, column, column, quote, "syntax.quote", prior)
        last = min(damage.line if line == damage.string_start else line, line + TEXT_LINES)
        for number in range(line, last + 1) if near else ():
            prior, end = 0.3 / (1 + 0.2 * (number - line)), len(damage.lines[number - 1].rstrip())
            if number < len(damage.lines):
                yield damage.new_line(number, f"{damage.indent(line)}{quote}", "syntax.quote", prior)
            if number > line and end:
                yield _edit(damage, number, end, end, quote, "syntax.quote", prior)


# -- taken out, exchanged ----------------------------------------------------------------------------------------------


def _delete_tokens(damage: Damage, line: int, pieces: Sequence[re.Match[str]]) -> Iterator[Edit]:
    """Yields deletions of single tokens, likeliest of repeated ones."""
    text = damage.lines[line - 1]
    for number, piece in enumerate(pieces):
        word, after = piece[0], text[piece.end() :]
        is_repeated = number > 0 and pieces[number - 1][0] == word
        is_word = word[0].isalnum() or word[0] in ("_", *QUOTES)
        is_separate = number == 0 or text[piece.start() - 1] in " \t"
        end = piece.end() + (len(after) - len(after.lstrip()) if is_separate else 0)
        prior = AGAIN if is_repeated else ANYWHERE * (0.2 if is_word else 1.0)
        yield _edit(
            damage, line, piece.start(), end, "", "syntax.double-sign" if is_repeated else "syntax.stray", prior
        )
    if text.rstrip() != text and text.rstrip().endswith("\\"):
        yield _edit(damage, line, len(text.rstrip()), len(text), "", "syntax.stray", 0.9)


def _replace_tokens(damage: Damage, natural: TokenModel, line: int, pieces: Sequence[re.Match[str]]) -> Iterator[Edit]:
    """Yields replacements of an operator or bracket by another one, and of operators of other languages."""
    text = damage.lines[line - 1]
    unpaired_quotes = QUOTES if all(text.count(quote) % 2 for quote in QUOTES) else ()
    for piece in pieces:
        sign, (first, last) = piece[0], piece.span()
        if sign.isalnum() or len(sign) > 1 or sign == "_":
            continue
        before, after = lex(text[:first]).words[-CONTEXT_TOKENS:], lex(text[last:]).words[:1]
        likely = _expected_tokens(damage, natural, [damage.line_break_token(line), *before], after)
        likely = [
            *(other for other in likely if not other.isalpha()),
            *(BRACKETS if sign in BRACKETS else ()),
            *unpaired_quotes,
        ]
        for other in dict.fromkeys(likely):
            paired = {sign, other} <= BRACKETS or other in unpaired_quotes
            kind = "bracket" if {sign, other} <= BRACKETS else "operator" if sign in other else "sign"
            if other != sign:
                yield _edit(damage, line, first, last, other, f"syntax.{kind}", PAIRED if paired else SWAPPED)
        if sign == "!" and after:
            yield _edit(damage, line, first, last, "not ", "syntax.operator", 0.5)
    for found in (*_RUN.finditer(text), *re.finditer(r"([=!<>+\-*/%])\s+=", text)):
        signs = "".join(found[0].split())
        reordered = [one for one in OPERATORS if sorted(one) == sorted(signs) and one != found[0]]
        for one in dict.fromkeys(
            [*reordered, *filter(None, [OTHER_LANGUAGES.get(signs), "!=" if signs == "<>" else None])]
        ):
            new_text = (
                _with_spaces(text[: found.start()] + text[found.end() :], found.start(), one) if one.isalpha() else one
            )
            yield _edit(damage, line, *found.span(), new_text, "syntax.operator", FOREIGN)


def _replace_typographic(damage: Damage) -> Iterator[Edit]:
    """Yields edits that replace typographic characters by ASCII: in the line, and in the whole file."""
    text, starts = damage.source.text, damage.source.line_starts
    all_spans = [(at, at + 1, plain) for at, sign in enumerate(text) if (plain := _ascii_form(sign)) is not None]
    for line in damage.places if all_spans else ():
        spans_in_line = [
            one for one in all_spans if starts[line - 1] <= one[0] < starts[line - 1] + len(damage.lines[line - 1])
        ]
        for spans, prior in ((spans_in_line, 0.9), (all_spans, 0.5)) if spans_in_line else ():
            yield damage.edit(*spans[0], "syntax.sign", prior, "signs of typesetting made plain", spans[1:])


def _ascii_form(sign: str) -> str | None:
    """The ASCII text for a typographic character; None for all others."""
    if sign.isascii() or sign.isalnum():
        return None
    name, category = unicodedata.name(sign, ""), unicodedata.category(sign)
    if "QUOTATION" in name or category in ("Pi", "Pf") or name == "ACUTE ACCENT":
        return next((quote for word, quote in LIKE_QUOTES.items() if word in name), '"')
    same = unicodedata.normalize("NFKC", sign)
    return LIKE_SIGNS.get(sign) or (same if same.isascii() else PLAIN_BY_CATEGORY.get(category))


# -- words -------------------------------------------------------------------------------------------------------------


def _correct_keywords(damage: Damage, line: int) -> Iterator[Edit]:
    """Yields replacements of one or two words by the keyword that they nearly spell."""
    text = damage.lines[line - 1]
    words = list(_WORD.finditer(text))
    pairs = [
        (a.start(), b.end(), a[0] + b[0]) for a, b in itertools.pairwise(words) if not text[a.end() : b.start()].strip()
    ]
    for first, last, word in [*((one.start(), one.end(), one[0]) for one in words), *pairs]:
        for keyword_text in KEYWORDS:
            distance = edit_distance(word.lower(), keyword_text.lower())
            if text[first:last] != keyword_text and distance <= min(LONGEST_TYPO, (len(keyword_text) + 1) // 2):
                prior = (
                    TYPO / (1 + distance**2 / 2) * (0.3 if keyword.iskeyword(word) or len(keyword_text) < 3 else 1.0)
                )
                yield _edit(damage, line, first, last, keyword_text, "syntax.keyword", prior)


def edit_distance(one: str, other: str) -> int:
    """The number of letters to insert, delete, change or swap with the next one (optimal string alignment)."""
    rows = [list(range(len(other) + 1))]
    for i, a in enumerate(one, 1):
        rows.append([i])
        for j, b in enumerate(other, 1):
            best = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + (a != b))
            if i > 1 and j > 1 and a == other[j - 2] and one[i - 2] == b:
                best = min(best, rows[i - 2][j - 2] + 1)
            rows[i].append(best)
    return rows[-1][-1]


def _split_and_join_words(damage: Damage, line: int) -> Iterator[Edit]:
    """Yields edits that insert a separator into a word made of two known ones, or remove the space between parts of a
    word."""
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
