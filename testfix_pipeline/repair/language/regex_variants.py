"""Small changes of a regular expression's text, the same in all languages: quantifiers, classes, anchors, items."""

from __future__ import annotations

import re
from collections.abc import Iterator

ITEM = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|\(\?[:=!<]+|[*+?]\??|.", re.S)
"""A character class, an escape, a quantifier, the head of a group, or a literal character."""
QUANTIFIERS = ("*", "+", "?", "", "*?", "+?")
OPTIONAL_ITEMS = (r"\s*", "-?")
"""Optional items to insert before an item."""
CLASSES = (r"\d", r"\w", r"\s", r"\S", ".", r"\.")
CLASS_ADDITIONS = ("-", "_", ".", " ", "'", "A-Z", "a-z", "0-9", "+", "/", ":")
"""Characters to add to a class."""
SEPARATORS = (r"\.", ",", "-", "_", r"\s")
"""What may stand between the parts of a number, a word or a list."""


def regex_variants(body: str) -> Iterator[str]:
    """Yields the variants of a regular expression's text."""
    yield from (f"{body}$", f"^{body}", body.removesuffix("$"), body.removeprefix("^"), rf"\b{body}\b", f"(?i){body}")
    if "|" in body:
        yield f"^(?:{body.removeprefix('^').removesuffix('$')})$"
    for item in ITEM.finditer(body):
        before, text, behind = body[: item.start()], item.group(), body[item.end() :]
        yield from (before + other + behind for other in _replacements_of_item(text, behind))
        if item.start() and text not in QUANTIFIERS and not body[: item.start()].endswith("["):
            yield from (before + one + text + behind for one in OPTIONAL_ITEMS)
        if behind.startswith("+") and (text in CLASSES or text.startswith("[")):
            yield from (before + parts + behind[1:] for parts in _in_parts(f"{text}+"))


def _in_parts(repeated: str) -> Iterator[str]:
    r"""Yields what matches several of a repeated item with something between: `\d+(?:\.\d+)?` for `\d+`."""
    for separator in SEPARATORS:
        yield from (f"{repeated}(?:{separator}{repeated}){most}" for most in "?*")


def _replacements_of_item(item: str, behind: str) -> Iterator[str]:
    """Yields the replacements for one item of a regular expression."""
    if item in QUANTIFIERS:
        yield from QUANTIFIERS
        return
    if repeated := re.fullmatch(r"\{(\d+)(,?)(\d*)\}", item):
        low, comma, high = int(repeated[1]), repeated[2], repeated[3]
        yield from (f"{{{one}{comma}{high}}}" for one in (low + 1, max(0, low - 1)))
        yield from (f"{{{low},{int(high) + step}}}" for step in (1, -1)) if high else [f"{{{low},}}", f"{{1,{low}}}"]
        return
    if item.startswith("[") and len(item) > 2:
        yield from (f"{item[:-1]}{one}]" for one in CLASS_ADDITIONS)
        yield f"[{item[2:]}" if item[1] == "^" else f"[^{item[1:]}"
    if item in CLASSES:
        yield from CLASSES
    if item in (r"\d", r"\w"):
        yield from (f"[{item}{one}]" for one in CLASS_ADDITIONS)
    if item == "." and (following := re.match(r"[*+]\)?\\?([^\w\s\\()\[\]])", behind)):
        yield f"[^{following[1]}]"
    if (item.startswith(("[", "\\")) or item in ".)") and behind[:1] not in (*"*+?", "{"):
        yield from (item + one for one in "*+?")
    if item == r"\b":
        yield ""
