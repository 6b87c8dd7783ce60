"""Small changes of regular expressions that make them match more, less or elsewhere."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite
from testfix_pipeline.repair.languages.python.edits.text_literals import split_literal, text_literals

CALLS = {"compile", "match", "search", "fullmatch", "findall", "finditer", "sub", "split", "subn"}
ITEM = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\{\d*,?\d*\}|\(\?[:=!<]+|[*+?]\??|.", re.S)
"""A character class, an escape, a quantifier, the head of a group, or a literal character."""
QUANTIFIERS = ("*", "+", "?", "", "*?", "+?")
OPTIONAL_ITEMS = (r"\s*", "-?")
"""Optional items to insert before an item."""
CLASSES = (r"\d", r"\w", r"\s", r"\S", ".", r"\.")
CLASS_ADDITIONS = ("-", "_", ".", " ", "'", "A-Z", "a-z", "0-9", "+", "/", ":")
"""Characters to add to a class."""


def propose_regex_variants(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes a regular expression with another quantifier, class, anchor or repetition."""
    for node, text in text_literals(target):
        head, body, tail = split_literal(text)
        if head and not isinstance(node, ast.JoinedStr) and _is_pattern(target, node, body):
            for changed in dict.fromkeys(_variants(body)):
                if changed != body and _compiles(changed):
                    note = f"{body[:30]} -> {changed[:30]}"
                    yield target.replace(node, head + changed + tail, "pattern", 0.3, note)


def _is_pattern(target: PythonEditSite, node: ast.expr, body: str) -> bool:
    """Whether a literal is a regular expression: by the call that takes it, or by its escapes and classes."""
    parent = target.source.parents[node]
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute):
        method = parent.func.attr
        if hasattr(str, method) and last_name(parent.func.value) not in ("re", "regex"):
            return False  # what texts do: `version.split(".")`
        if method in CALLS and re.search(r"[\\\[(*+?^$.]", body):
            return True
    return bool(re.search(r"\\[dwsbDWSB1-9]|\[[^\]]+\][*+?]", body))


def _variants(body: str) -> Iterator[str]:
    """Yields the variants of a regular expression's text."""
    yield from (f"{body}$", f"^{body}", body.removesuffix("$"), body.removeprefix("^"), rf"\b{body}\b", f"(?i){body}")
    if "|" in body:
        yield f"^(?:{body.removeprefix('^').removesuffix('$')})$"
    for item in ITEM.finditer(body):
        before, text, behind = body[: item.start()], item.group(), body[item.end() :]
        yield from (before + other + behind for other in _replacements_of_item(text, behind))
        if item.start() and text not in QUANTIFIERS and not body[: item.start()].endswith("["):
            yield from (before + one + text + behind for one in OPTIONAL_ITEMS)


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
    if item == "." and (following := re.match(r"[*+]\)?\\?([^\w\s\\()\[\]])", behind)):
        yield f"[^{following[1]}]"
    if (item.startswith(("[", "\\")) or item in ".)") and behind[:1] not in (*"*+?", "{"):
        yield from (item + one for one in "*+?")
    if item == r"\b":
        yield ""


def _compiles(pattern: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sets within sets: the project may well have written it so
            re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return True
