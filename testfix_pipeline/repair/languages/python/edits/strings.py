"""Wrong texts: what the difference between actual and expected says, other separators."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target

SWAPS = {
    "": (" ", ", ", "-", "_", "\\n"),
    " ": ("", ", ", "\\n", "_", "-"),
    ",": (", ", ";", " "),
    ", ": (",", " ", "; "),
    "-": ("_", " ", ""),
    "_": ("-", " ", ""),
    ".": (",", "", "_"),
    ":": (": ", "=", "::"),
    "/": ("//", "\\\\", "", "."),
    "\\n": ("\\r\\n", "", " ", "\\n\\n"),
}


SEVERAL, INSERTED, WHOLE, LONGEST_INSERTED = 0.8, 0.6, 0.75, 8
WORDS = 0.8
FIELDS = re.compile(r"(\{\{|\}\}|\{(?:[^{}]|\{[^{}]*\})*\})")
MOST_FIELDS = 4
AROUND = ((0, 0, 0.75), (1, 1, 0.75), (2, 2, 0.7), (4, 4, 0.6), (0, 2, 0.6), (2, 0, 0.6), (0, 1, 0.45), (1, 0, 0.45))
"""(signs in front, signs behind, how likely) of what is taken with a difference."""


def literals(target: Target) -> Iterator[tuple[ast.expr, str]]:
    """String literals of the statement as written, f-strings whole, docstrings left out."""
    inside: set[int] = set()
    for node in target.nodes:
        if isinstance(node, ast.JoinedStr):
            inside.update(id(part) for part in ast.walk(node) if part is not node)
        text_node = isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes))
        if (text_node or isinstance(node, ast.JoinedStr)) and id(node) not in inside:
            assert isinstance(node, (ast.Constant, ast.JoinedStr))
            if not isinstance(target.source.parents[node], ast.Expr):
                yield node, target.text(node)


def split_literal(text: str) -> tuple[str, str, str]:
    """Prefix with quotes, body, closing quotes."""
    match = re.match(r"(?s)([a-zA-Z]*)('''|\"\"\"|'|\")(.*)\2$", text)
    return (match.group(1) + match.group(2), match.group(3), match.group(2)) if match else ("", "", "")


def from_assertion(target: Target) -> Iterator[Edit]:
    """The piece in which actual and expected differ, put right where the literal holds it."""
    found = list(literals(target))
    if not found:
        return
    pieces, inserted = list(_differences(target)), _inserted(target)
    for node, text in found:
        head, body, tail = split_literal(text)
        filled = isinstance(node, ast.JoinedStr) or getattr(target.source.parents[node], "attr", "") == "format"
        # Every other part is text, those between are fields.
        parts = FIELDS.split(body) if filled else [body]
        for old, new, prior in pieces if head else ():
            quoted, written = _written(new).replace(tail, f"\\{tail}"), _written(old)
            times = sum(part.count(written) for part in parts[::2]) if written else 0
            if times == 1 or (times and not any(map(str.isalnum, old))):
                changed = "".join(part if at % 2 else part.replace(written, quoted) for at, part in enumerate(parts))
                whole = max(prior, WHOLE) if written == body else prior
                worth = whole if times == 1 else SEVERAL * prior
                yield target.replace(
                    node, head + changed + tail, "text.from-assertion", worth, f"{written!r} -> {quoted!r}"
                )
        for new, first, last in inserted if head and len(parts) > 1 else ():
            ends = (0,) if first else (len(parts) - 1,) if last else range(2, len(parts) - 1, 2)
            for at in (at for at in ends if not parts[at]):
                changed = "".join([*parts[:at], _written(new).replace(tail, f"\\{tail}"), *parts[at + 1 :]])
                yield target.replace(node, head + changed + tail, "text.from-assertion", INSERTED, f"{new!r} put in")


def _written(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _inserted(target: Target) -> list[tuple[str, bool, bool]]:
    """(short text that one side has beyond the other, whether at the beginning, whether at the end)."""
    found: dict[tuple[str, bool, bool], None] = {}
    for one, other in compared(target):
        for old, new in ((one, other), (other, one)):
            for tag, a, _, c, d in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
                if tag == "insert" and d - c <= LONGEST_INSERTED and not set(new[c:d]) & set("{}"):
                    found[new[c:d], a == 0, a == len(old)] = None
    return list(found)[:MOST_FIELDS]


def compared(target: Target) -> Iterator[tuple[str, str]]:
    """(actual, expected) of the failing comparisons of texts that are not too long to compare."""
    for actual, expected in target.clues.values[:10]:
        one, other = python_code.literal(actual), python_code.literal(expected)
        if isinstance(one, str) and isinstance(other, str) and len(one) <= 400 and len(other) <= 400:
            yield one, other


def _differences(target: Target) -> Iterator[tuple[str, str, float]]:
    seen: set[tuple[str, str]] = set()
    for one, other in compared(target):
        for old, new in ((one, other), (other, one)):
            for piece in _pieces(old, new):
                if piece[:2] not in seen:
                    seen.add(piece[:2])
                    yield piece


def _pieces(old: str, new: str) -> Iterator[tuple[str, str, float]]:
    """What differs, with more and more of what stands around it; what is put in also with what stands on one side; then
    whole words."""
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        for ahead, behind, prior in AROUND if tag != "equal" else ():
            left, right = min(ahead, a, c), min(behind, len(old) - b, len(new) - d)
            if b - a + left + right and (ahead == behind or tag == "insert"):
                yield old[a - left : b + right], new[c - left : d + right], prior
    before, after = re.findall(r"\w+|\W", old), re.findall(r"\w+|\W", new)
    for tag, a, b, c, d in difflib.SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "replace":
            yield "".join(before[a:b]), "".join(after[c:d]), WORDS


def joints(target: Target) -> Iterator[Edit]:
    """`a + b` with the text between them that is expected and missing."""
    missing = list(dict.fromkeys(_missing(target)))[:MOST_FIELDS]
    for node in target.expressions(ast.BinOp) if missing else ():
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            at = target.source.span(node.right)[0]
            for rank, text in enumerate(missing):
                yield target.splice(at, at, f"{text!r} + ", "text.from-assertion", 0.5 / (1 + rank), repr(text))


def _missing(target: Target) -> Iterator[str]:
    for one, other in compared(target):
        for tag, _, _, start, end in difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
            if tag == "insert":
                yield other[start:end]


def separators(target: Target) -> Iterator[Edit]:
    for node, text in literals(target):
        head, body, tail = split_literal(text)
        for other in SWAPS.get(body, ()) if head else ():
            yield target.replace(node, head + other + tail, "text", 0.3, f"{body!r} -> {other!r}")
        if head and body and body not in SWAPS and not isinstance(node, ast.JoinedStr):
            for other in _cased(body):
                yield target.replace(node, head + other + tail, "text", 0.15, f"{body[:20]!r} -> {other[:20]!r}")


def _cased(body: str) -> list[str]:
    variants = [body.lower(), body.upper(), body.capitalize(), body.strip(), body + " ", " " + body]
    variants += [body.replace("-", "_"), body.replace("_", "-"), body.rstrip("s"), body + "s"]
    return [v for v in dict.fromkeys(variants) if v and v != body] if len(body) <= 40 else []
