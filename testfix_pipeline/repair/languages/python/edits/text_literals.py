"""Wrong texts: the difference between the actual and the expected text exchanged, texts that are nearly the same."""

from __future__ import annotations

import ast
import difflib
import re
from collections.abc import Iterator

from testfix_pipeline.core import python_code
from testfix_pipeline.repair.languages.python.analysis.edit import Edit, PythonEditSite

SEPARATORS = ("", " ", ",", ", ", "-", "_", ".", ":", ": ", "/", "\\n", "\\r\\n", "; ")
LONGEST, LONGEST_COMPARED, MOST_COMPARED = 40, 400, 10
"""In characters: of a text that is varied, of texts that are compared; how many comparisons of a test are read."""
AROUND = ((0, 0), (1, 1), (2, 2), (4, 4), (0, 2), (2, 0), (0, 1), (1, 0))
"""(characters in front, characters behind) that are taken with a difference, so that the place can be found."""


def literals(target: PythonEditSite) -> Iterator[tuple[ast.expr, str]]:
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
    """Prefix with quotes, body, closing quotes; empty texts for what is no single literal."""
    match = re.match(r"(?s)([a-zA-Z]*)('''|\"\"\"|'|\")(.*)\2$", text)
    return (match.group(1) + match.group(2), match.group(3), match.group(2)) if match else ("", "", "")


def as_expected(target: PythonEditSite) -> Iterator[Edit]:
    """The piece in which an actual and an expected text differ, exchanged where a literal has it."""
    found = list(literals(target))
    pieces = dict.fromkeys(_differences(target)) if found else {}
    for node, text in found:
        head, body, tail = split_literal(text)
        for rank, (old, new) in enumerate(pieces) if head else ():
            written, quoted = _written(old), _written(new).replace(tail, f"\\{tail}")
            if written and written in body:
                changed = body.replace(written, quoted)
                prior = 0.75 / (1 + 0.05 * rank)
                note = f"{written!r} -> {quoted!r}"
                yield target.replace(node, head + changed + tail, "text.from-assertion", prior, note)


def _written(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _differences(target: PythonEditSite) -> Iterator[tuple[str, str]]:
    """(text in one, text in the other) of what differs in the failing comparisons, with more and more around it."""
    for actual, expected in target.failure_evidence.values[:MOST_COMPARED]:
        one, other = python_code.literal(actual), python_code.literal(expected)
        if isinstance(one, str) and isinstance(other, str) and max(len(one), len(other)) <= LONGEST_COMPARED:
            yield from _pieces(one, other)
            yield from _pieces(other, one)


def _pieces(old: str, new: str) -> Iterator[tuple[str, str]]:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    changes = [one[1:] for one in matcher.get_opcodes() if one[0] != "equal"]
    for ahead, behind in AROUND:
        for a, b, c, d in changes:
            left, right = min(ahead, a, c), min(behind, len(old) - b, len(new) - d)
            yield old[a - left : b + right], new[c - left : d + right]
    one, other = (re.findall(r"\w+|\W", text) for text in (old, new))
    for tag, a, b, c, d in difflib.SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        if tag == "replace":
            yield "".join(one[a:b]), "".join(other[c:d])


def variants(target: PythonEditSite) -> Iterator[Edit]:
    """Another separator; the text in other letters, without or with a space at an end, with or without an `s`."""
    for node, text in literals(target):
        head, body, tail = split_literal(text)
        if not head or isinstance(node, ast.JoinedStr):
            continue
        others = SEPARATORS if body in SEPARATORS else _varied(body) if len(body) <= LONGEST else ()
        for other in dict.fromkeys(one for one in others if one != body):
            yield target.replace(node, head + other + tail, "text", 0.2, f"{body[:20]!r} -> {other[:20]!r}")


def _varied(body: str) -> Iterator[str]:
    yield from (body.lower(), body.upper(), body.capitalize(), body.strip(), f"{body} ", f" {body}", f" {body} ")
    yield from (body.replace("-", "_"), body.replace("_", "-"), body.removesuffix("s"), f"{body}s")
