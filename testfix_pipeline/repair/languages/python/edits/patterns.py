"""Regular expressions: quantifiers, greed, anchors, alternatives, classes, signs and fractions of numbers, case."""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Iterator

from testfix_pipeline.core.code_view import last_name
from testfix_pipeline.repair.languages.python.edits import longest_first
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target
from testfix_pipeline.repair.languages.python.edits.strings import literals, split_literal

REGEX_TOKENS = [
    *(("*", "+"), ("+", "*"), ("?", ""), ("+", "?"), ("*?", "*"), ("+?", "+"), ("^", ""), ("$", ""), (r"\d", r"\w")),
    *(
        (r"\w", r"\S"),
        (r"\w", "."),
        (r"\s", " "),
        (r"\b", ""),
        (r"\d", r"\d+"),
        (r"\.", "."),
        (".", r"\."),
        (r"\w", r"\w+"),
    ),
]
REGEX_CALLS = {"compile", "match", "search", "fullmatch", "findall", "finditer", "sub", "split", "subn"}


def variants(target: Target) -> Iterator[Edit]:
    """Small changes of regular expressions: quantifiers, anchors, classes, what a class lacks."""
    for node, text in literals(target):
        head, body, tail = split_literal(text)
        if not head or not _is_pattern(target, node, body):
            continue
        for changed, prior in _pattern_variants(body):
            if _compiles(changed) and changed != body:
                yield target.replace(node, head + changed + tail, "pattern", prior, f"{body[:30]} -> {changed[:30]}")


def _is_pattern(target: Target, node: ast.expr, body: str) -> bool:
    parent = target.source.parents[node]
    if isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute):
        name = parent.func.attr
        if hasattr(str, name) and last_name(parent.func.value) not in ("re", "regex"):
            return False  # what texts do: `version.split(".")`
        if name in REGEX_CALLS and re.search(r"[\\\[(*+?^$.]", body):
            return True
    return bool(re.search(r"\\[dwsbDWSB1-9]|\[[^\]]+\][*+?]", body))


def _pattern_variants(body: str) -> Iterator[tuple[str, float]]:
    for old, new in REGEX_TOKENS:
        start = body.find(old)
        while start >= 0:
            yield body[:start] + new + body[start + len(old) :], 0.35
            start = body.find(old, start + 1)
    for match in re.finditer(r"\]", body):
        for extra in ("-", "_", ".", " ", "'", "A-Z", "a-z", "0-9", "+", "/", ":"):
            yield body[: match.start()] + extra + body[match.start() :], 0.3
    for match in re.finditer(r"\\[dwsS]|\]|\)", body):
        for quantifier in ("+", "*", "?"):
            if body[match.end() : match.end() + 1] not in ("+", "*", "?", "{"):
                yield body[: match.end()] + quantifier + body[match.end() :], 0.3
    for match in re.finditer(r"\\w(?=[+*])(?![^\[]*\])", body):
        for extra in ("-", ".", ".-"):
            yield body[: match.start()] + rf"[\w{extra}]" + body[match.end() :], 0.25
    for match in re.finditer(r"\\[1-9]", body):
        yield body[: match.end()] + match.group() + body[match.end() :], 0.35
        yield body[: match.start()] + body[match.end() :], 0.25
    yield from ((changed, 0.55) for changed in longest_first.reordered(body))
    yield from _greed(body)
    yield from _numbers(body)
    yield from _ends(body)
    for match in re.finditer(r"\{(\d+)(,?)(\d*)\}", body):
        low = int(match.group(1))
        variants = (
            (f"{{{low + 1}}}", 0.4),
            (f"{{{max(low - 1, 0)}}}", 0.35),
            (f"{{{low},}}", 0.2),
            (f"{{1,{low}}}", 0.25),
        )
        for variant, prior in variants:
            yield body[: match.start()] + variant + body[match.end() :], prior
        most = int(match.group(3)) if match.group(3) else None
        ends: list[tuple[int, int | None]] = [(low, most + 1), (low, most - 1)] if most else []
        ends += [(max(low - 1, 0), most), (low + 1, most)] if match.group(2) else []
        for one, other in ends:
            text = f"{{{one},{'' if other is None else other}}}"
            yield body[: match.start()] + text + body[match.end() :], 0.35


def _greed(body: str) -> Iterator[tuple[str, float]]:
    """Less greed: `.*` made `.*?`, or `[^x]*` with the sign that follows."""
    for match in re.finditer(r"(\.|\\\S|\])([*+])(?![?+])", body):
        yield body[: match.end()] + "?" + body[match.end() :], 0.45 if match.group(1) == "." else 0.25
        following = re.match(r"[)?]*\\?([^\w\s\\()\[\]*+?|])", body[match.end() :])
        if match.group(1) == "." and following:
            kept = f"[^{following.group(1)}]{match.group(2)}"
            yield body[: match.start()] + kept + body[match.end() :], 0.35
    for match in re.finditer(r"\[\^?[^\]]+\][*+]", body):
        yield body[: match.start()] + "." + body[match.end() - 1 :], 0.15


def _numbers(body: str) -> Iterator[tuple[str, float]]:
    """A sign or a fraction that a number may have; blanks around a sign that stands alone."""
    for match in re.finditer(r"(?:\\d|\[0-9\])\+", body):
        yield body[: match.start()] + "-?" + body[match.start() :], 0.3
        yield body[: match.end()] + r"(?:\.\d+)?" + body[match.end() :], 0.3
        yield body[: match.start()] + r"[\d,]+" + body[match.end() :], 0.15
    for match in re.finditer(r"(?<![\\\[(?])[,=:;](?![^\[]*\])", body):
        yield body[: match.start()] + r"\s*" + body[match.start() :], 0.25
        yield body[: match.end()] + r"\s*" + body[match.end() :], 0.25


def _ends(body: str) -> Iterator[tuple[str, float]]:
    """Anchors, word boundaries, alternatives held together, the case passed over."""
    yield body + "$", 0.35
    yield "^" + body, 0.3
    yield rf"\b{body}\b", 0.25
    yield from ((text, 0.2) for text in (rf"\b{body}", rf"{body}\b", f"(?i){body}"))
    yield from ((f"(?{flag}){body}", 0.25) for flag, signs in (("m", "^$"), ("s", ".")) if set(signs) & set(body))
    if "|" in body and body[:1] == "^" and body[-1:] == "$":
        yield f"^(?:{body[1:-1]})$", 0.4
    elif "|" in body:
        yield f"(?:{body})", 0.1


def _compiles(pattern: str) -> bool:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sets within sets: what the project may well have written so
            re.compile(pattern)
    except (re.error, OverflowError, RecursionError):
        return False
    return True
