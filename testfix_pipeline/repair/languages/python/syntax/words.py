"""Words: misspelt, missing, split or run together keywords, and what Python 2 wrote otherwise."""

from __future__ import annotations

import itertools
import keyword
import re
from collections.abc import Iterator

from testfix_pipeline.repair.languages.python.edits.edit import Edit
from testfix_pipeline.repair.languages.python.syntax.damage import Damage

_WORD = re.compile(r"[^\W\d]\w*")
_KEYWORDS = (*keyword.kwlist, "match", "case")
# Words that a statement may have lost, by what it begins with ("" is any), with a prior.
_LOST = {
    "for": (("in", 0.4), ("for", 0.1)),
    "from": (("import", 0.5),),
    "import": (("as", 0.3),),
    "with": (("as", 0.3),),
    "except": (("as", 0.3),),
    "": (
        ("in", 0.1),
        ("if", 0.1),
        ("else", 0.15),
        ("and", 0.12),
        ("or", 0.08),
        ("not", 0.03),
        ("is", 0.03),
        ("for", 0.05),
    ),
}
_LOST_FIRST = (
    "def",
    "if",
    "class",
    "return",
    "for",
    "while",
    "with",
    "elif",
    "import",
    "from",
    "except",
    "raise",
    "async",
)
_LONGEST_TYPO = 2


def words(damage: Damage) -> Iterator[Edit]:
    for line in damage.places:
        yield from _misspelt(damage, line)
        yield from _split_and_joined(damage, line)
        yield from _lost(damage, line)


def _at(damage: Damage, line: int, column: int) -> int:
    return damage.source.line_starts[line - 1] + column


def _misspelt(damage: Damage, line: int) -> Iterator[Edit]:
    for found in _WORD.finditer(damage.lines[line - 1]):
        word, start = found[0], _at(damage, line, found.start())
        if keyword.iskeyword(word):
            if found.start() == len(damage.indent(line)) and word in ("else", "if", "elif", "except", "try", "finally"):
                yield from _other_clause(damage, start, word)
            continue
        for right in _KEYWORDS:
            distance = edit_distance(word.lower(), right.lower())
            if word != right and distance <= min(_LONGEST_TYPO, (len(right) + 1) // 2):
                prior = {0: 0.8, 1: 0.7}.get(distance, 0.3) * (1.0 if len(right) > 2 else 0.3)
                yield damage.edit(start, start + len(word), right, "syntax.keyword", prior, f"`{word}` -> `{right}`")


def _other_clause(damage: Damage, start: int, word: str) -> Iterator[Edit]:
    text = damage.source.text[start:]
    if match := re.match(r"else\s+if\b|else(?=\s+[^\s:])", text):
        yield damage.edit(start, start + len(match[0]), "elif", "syntax.clause", 0.9, f"`{match[0]}` -> `elif`")
    for other in {"else": ("elif",), "elif": ("if",), "if": ("elif",), "except": ("finally",)}.get(word, ()):
        yield damage.edit(start, start + len(word), other, "syntax.keyword", 0.2, f"`{word}` -> `{other}`")


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
    text = damage.lines[line - 1]
    found = list(_WORD.finditer(text))
    known = set(_WORD.findall(damage.source.text)) - {word[0] for word in found}
    for word in found:
        for at in range(1, len(word[0])):
            if {word[0][:at], word[0][at:]} <= known | set(_KEYWORDS):  # two names that lost what stood between them
                for sign, kind in (("(", "bracket"), ("[", "bracket"), (".", "operator"), (", ", "comma")):
                    start = _at(damage, line, word.start() + at)
                    yield damage.edit(start, start, sign, f"syntax.{kind}", 0.3, f"`{sign}` put in")
        for right in _KEYWORDS:
            if word[0].startswith(right) and len(word[0]) > len(right):
                at = _at(damage, line, word.start() + len(right))
                yield damage.edit(
                    at, at, " ", "syntax.keyword", 0.4, f"`{word[0]}` -> `{right} {word[0][len(right) :]}`"
                )
    for word, following in itertools.pairwise(found):
        between = text[word.end() : following.start()]
        if between and not between.strip():
            start = _at(damage, line, word.end())
            prior = 0.7 if word[0] + following[0] in _KEYWORDS else 0.15
            note = f"`{word[0]}{between}{following[0]}` joined"
            yield damage.edit(start, start + len(between), "", "syntax.word", prior, note)
            join = f"{word[0]}_{following[0]}"
            if join in damage.source.text:
                yield damage.edit(start, start + len(between), "_", "syntax.word", 0.5, f"`{join}`")


def _lost(damage: Damage, line: int) -> Iterator[Edit]:
    text = damage.lines[line - 1]
    first = _WORD.search(text)
    wanted = [*_LOST.get(first[0] if first else "", ()), *_LOST[""]]
    for word, prior in wanted:
        for found in re.finditer(r"(?<=\S)[ ](?=\S)", text):
            at = _at(damage, line, found.end())
            yield damage.edit(at, at, f"{word} ", "syntax.keyword", 0.3 * prior, f"`{word}` put in")
    start = _at(damage, line, len(damage.indent(line)))
    for word in _LOST_FIRST:
        prior = 0.4 if word in ("def", "if") and text.rstrip().endswith(":") else 0.12
        yield damage.edit(start, start, f"{word} ", "syntax.keyword", prior, f"`{word}` put in")
