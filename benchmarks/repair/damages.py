"""Mistakes that make a Python file unreadable, put into a text by chance: each by what people and tools do, not by what
the engine can undo.

A damage takes the right text and a source of chance, and gives the damaged text, or None where there is nothing for it.
Whether the text still compiles is the caller's affair.
"""

from __future__ import annotations

import keyword
import random
import re
from collections.abc import Callable, Sequence

Maker = Callable[[str, random.Random], str | None]


def _lines(text: str) -> list[str]:
    return text.split("\n")


def _code(text: str) -> list[int]:
    """The lines that hold code: neither blank nor a comment nor (roughly) inside a text of several lines."""
    found, inside = [], False
    for number, line in enumerate(_lines(text)):
        quotes = line.count('"""') + line.count("'''")
        if not inside and line.strip() and not line.strip().startswith("#") and not quotes:
            found.append(number)
        inside = inside != (quotes % 2 == 1)
    return found


def _with_line(text: str, number: int, new: Sequence[str]) -> str:
    lines = _lines(text)
    return "\n".join([*lines[:number], *new, *lines[number + 1 :]])


def _one(text: str, chance: random.Random, pattern: str, new: str | Callable[[re.Match[str]], str]) -> str | None:
    """One place of a pattern in a line of code replaced."""
    lines = _lines(text)
    places = [(number, found) for number in _code(text) for found in re.finditer(pattern, lines[number])]
    if not places:
        return None
    number, found = chance.choice(places)
    put = new if isinstance(new, str) else new(found)
    return _with_line(text, number, [lines[number][: found.start()] + put + lines[number][found.end() :]])


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


_HEADER = r"^\s*(?:if|elif|else|for|while|def|class|try|except|with)\b.*:$"


def _missing_colon(text: str, chance: random.Random) -> str | None:
    return _one(text, chance, _HEADER, lambda found: found[0][:-1])


def _missing_quote(text: str, chance: random.Random) -> str | None:
    return _one(text, chance, r"(['\"])[^'\"\\]+\1", lambda f: f[0][1:] if chance.random() < 0.4 else f[0][:-1])


def _missing_triple_quote(text: str, chance: random.Random) -> str | None:
    places = [found.end() for found in re.finditer('"""', text)][1::2]
    if not places:
        return None
    end = chance.choice(places)
    return text[: end - 3] + text[end:]


def _swapped_bracket(text: str, chance: random.Random) -> str | None:
    return _one(text, chance, r"[)\]}]", lambda f: chance.choice([sign for sign in ")]}" if sign != f[0]]))


def _condition(text: str, chance: random.Random) -> str | None:
    return _one(text, chance, r"(?<=\s)==(?=\s)", "=")


def _shifted(amount: Callable[[str, random.Random], str]) -> Maker:
    def make(text: str, chance: random.Random) -> str | None:
        lines = _lines(text)
        number = chance.choice(_code(text))
        return _with_line(text, number, [amount(_indent(lines[number]), chance) + lines[number].lstrip()])

    return make


def _less(indent: str, chance: random.Random) -> str:
    return indent[: -chance.choice([1, 2, 4])] if indent else " "


def _more(indent: str, chance: random.Random) -> str:
    return indent + " " * chance.choice([1, 2, 4])


def _tab(indent: str, chance: random.Random) -> str:
    return "\t" * max(1, len(indent) // 4)


def _block(text: str, chance: random.Random) -> tuple[int, int] | None:
    """The body of some header: first and last line."""
    lines = _lines(text)
    headers = [n for n in _code(text) if re.match(_HEADER, lines[n])]
    if not headers:
        return None
    header = chance.choice(headers)
    last = header
    while last + 1 < len(lines) and (
        not lines[last + 1].strip() or len(_indent(lines[last + 1])) > len(_indent(lines[header]))
    ):
        last += 1
    while last > header and not lines[last].strip():
        last -= 1
    return (header + 1, last) if last > header else None


def _body_not_indented(text: str, chance: random.Random) -> str | None:
    block, lines = _block(text, chance), _lines(text)
    if block is None or block[1] - block[0] > 12:
        return None
    for number in range(block[0], block[1] + 1):
        lines[number] = lines[number].removeprefix("    ")
    return "\n".join(lines)


def _empty_body(text: str, chance: random.Random) -> str | None:
    """A header to be filled later, in front of a function or class; the right text has a `pass` (see `RIGHT`)."""
    lines = _lines(text)
    places = [
        number
        for number in _code(text)
        if re.match(r"(?:def|class)\b", lines[number]) and not lines[number - 1].startswith("@")
    ]
    if not places:
        return None
    number = chance.choice(places)
    header = chance.choice(["class Later(Exception):", "def later(value):", "def nothing():"])
    return _with_line(text, number, [header, "", "", lines[number]])


def _with_body(text: str) -> str:
    return re.sub(r"^((?:class Later|def later|def nothing)\(.*\):\n)", r"\1    pass\n", text, flags=re.M)


def _stray(text: str, chance: random.Random) -> str | None:
    sign = chance.choice([*"?$!`;:)]}.,=~", "xx ", "\\ "])
    return _one(text, chance, r"(?<=\w)(?=\W|$)|(?<=\W)(?=\w)", sign)


def _line_twice(text: str, chance: random.Random) -> str | None:
    lines = _lines(text)
    number = chance.choice(_code(text))
    return _with_line(text, number, [lines[number], lines[number]])


def _line_gone(text: str, chance: random.Random) -> str | None:
    """A line that holds things together: a bracket alone on its line, or a `try:`, or the end of a text."""
    lines = _lines(text)
    places = [n for n, line in enumerate(lines) if re.fullmatch(r"\s*(?:[)\]}]+,?|try:|else:|\"\"\")", line)]
    return _with_line(text, chance.choice(places), []) if places else None


def _keyword_typo(text: str, chance: random.Random) -> str | None:
    long = "|".join(word for word in keyword.kwlist if len(word) > 2 and word.islower())

    def misspelt(found: re.Match[str]) -> str:
        word = found[0]
        at = chance.randrange(len(word) - 1)
        swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        dropped = word[:at] + word[at + 1 :]
        doubled = word[: at + 1] + word[at:]
        return chance.choice([one for one in (swapped, dropped, doubled) if one != word])

    return _one(text, chance, rf"\b(?:{long})\b", misspelt)


def _word_gone(text: str, chance: random.Random) -> str | None:
    return _one(text, chance, r"\b(?:in|import|as|if|else|and|or|def|for|return|with|not) ", "")


def _python2(text: str, chance: random.Random) -> str | None:
    """All that Python 2 wrote otherwise, or one of it."""
    rules = (
        (r"^(\s*except [\w.]+) as (\w+):", r"\1, \2:"),
        (r"^(\s*)raise (\w+)\((.+)\)$", r"\1raise \2, \3"),
        (r"^(\s*)print\((.*)\)$", r"\1print \2"),
        (r" != ", " <> "),
    )
    chosen = rules if chance.random() < 0.5 else [chance.choice(rules)]
    new = text
    for pattern, old in chosen:
        new = re.sub(pattern, old, new, flags=re.M)
    return new if new != text else None


def _merge_conflict(text: str, chance: random.Random) -> str | None:
    """Two versions of some lines between markers; the right one is ours or theirs."""
    lines, code = _lines(text), _code(text)
    first = chance.choice(code)
    last = min(len(lines) - 1, first + chance.randrange(3))
    right = lines[first : last + 1]
    other = [
        re.sub(r"\b(\w+)\b", lambda f: f[1] + "_old" if f[1].islower() and not keyword.iskeyword(f[1]) else f[1], line)
        for line in right
    ]
    if other == right:
        return None
    ours, theirs = (right, other) if chance.random() < 0.6 else (other, right)
    return "\n".join(
        [*lines[:first], "<<<<<<< HEAD", *ours, "=======", *theirs, ">>>>>>> feature/totals", *lines[last + 1 :]]
    )


def _broken_line(text: str, chance: random.Random) -> str | None:
    return _one(text, chance, r"(?<=\S) (?=\S)", "\n" + " " * chance.choice([0, 4, 8]))


def _joined_lines(text: str, chance: random.Random) -> str | None:
    lines, code = _lines(text), _code(text)
    pairs = [number for number in code if number + 1 in code]
    if not pairs:
        return None
    number = chance.choice(pairs)
    return "\n".join([*lines[:number], lines[number] + " " + lines[number + 1].lstrip(), *lines[number + 2 :]])


def _typeset(text: str, chance: random.Random) -> str | None:
    return _one(
        text, chance, r"(['\"])([^'\"\\]*)\1", lambda f: f"\u201c{f[2]}\u201d" if f[1] == '"' else f"\u2018{f[2]}\u2019"
    )


def _foreign(text: str, chance: random.Random) -> str | None:
    rules = [
        (r" and ", " && "),
        (r" or ", " || "),
        (r"\bnot (?=\w)", "!"),
        (r"\belif\b", "else if"),
        (r">=", "=>"),
        (r" \+= 1$", "++"),
    ]
    return _one(text, chance, *chance.choice(rules))


DAMAGES: dict[str, Maker] = {
    "colon missing": _missing_colon,
    "comma missing": lambda text, chance: _one(text, chance, r",(?= )", ""),
    "closing bracket missing": lambda text, chance: _one(text, chance, r"[)\]}]", ""),
    "opening bracket missing": lambda text, chance: _one(text, chance, r"[(\[{]", ""),
    "bracket too many": lambda text, chance: _one(text, chance, r"[)\]}]", lambda f: f[0] * 2),
    "wrong bracket": _swapped_bracket,
    "quote missing": _missing_quote,
    "end of a docstring missing": _missing_triple_quote,
    "`=` in a condition": _condition,
    "line indented less": _shifted(_less),
    "line indented more": _shifted(_more),
    "body not indented": _body_not_indented,
    "tab": _shifted(_tab),
    "empty body": _empty_body,
    "stray sign": _stray,
    "line twice": _line_twice,
    "line gone": _line_gone,
    "keyword misspelt": _keyword_typo,
    "word gone": _word_gone,
    "Python 2": _python2,
    "merge conflict": _merge_conflict,
    "line broken": _broken_line,
    "lines joined": _joined_lines,
    "quotes of typesetting": _typeset,
    "operator of another language": _foreign,
}
RIGHT: dict[str, Callable[[str], str]] = {"empty body": _with_body}
"""What the right text is, from the damaged one, where it is not the text as it was."""
