"""Edits of string literals: replace the difference between actual and expected text, or vary case,
separators and ends."""

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
CONTEXT_WIDTHS = ((0, 0), (1, 1), (2, 2), (4, 4), (0, 2), (2, 0), (0, 1), (1, 0))
"""(characters before, characters after) that are added to a difference, so that its place can be found."""

FIELD = re.compile(r"(\{\{|\}\}|\{(?:[^{}]|\{[^{}]*\})*\})")


def text_literals(target: PythonEditSite) -> Iterator[tuple[ast.expr, str]]:
    """Yields (node, code) of the statement's string literals; f-strings whole, docstrings left out."""
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
    """(prefix with quotes, body, closing quotes) of a string literal; empty texts if the code is no single literal."""
    match = re.match(r"(?s)([a-zA-Z]*)('''|\"\"\"|'|\")(.*)\2$", text)
    return (match.group(1) + match.group(2), match.group(3), match.group(2)) if match else ("", "", "")


def propose_expected_texts(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes to replace the piece in which an actual and an expected text differ in the literals that contain it."""
    found = list(text_literals(target))
    pieces = dict.fromkeys(_differences(target)) if found else {}
    for node, text in found:
        head, body, tail = split_literal(text)
        for rank, (old, new) in enumerate(pieces) if head else ():
            escaped, quoted = _escaped(old), _escaped(new).replace(tail, f"\\{tail}")
            changed = _with_piece(node, body, escaped, quoted) if escaped else body
            if changed != body:
                prior = 0.75 / (1 + 0.05 * rank)
                note = f"{escaped!r} -> {quoted!r}"
                yield target.replace(node, head + changed + tail, "text.from-assertion", prior, note)


def _with_piece(node: ast.expr, body: str, old: str, new: str) -> str:
    """The body of a literal with another piece; the code in the fields of an f-string is no text."""
    if not isinstance(node, ast.JoinedStr):
        return body.replace(old, new)
    parts = FIELD.split(body)
    return "".join(part if number % 2 else part.replace(old, new) for number, part in enumerate(parts))


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\n", "\\n")


def _differences(target: PythonEditSite) -> Iterator[tuple[str, str]]:
    """Yields (old piece, new piece) for the failing comparisons, with growing context; none begins or ends in a word
    but where the old one does: what completes a value's text is no text of the program."""
    for actual, expected in target.failure_evidence.values[:MOST_COMPARED]:
        actual_text, expected_text = python_code.literal(actual), python_code.literal(expected)
        if (
            isinstance(actual_text, str)
            and isinstance(expected_text, str)
            and max(len(actual_text), len(expected_text)) <= LONGEST_COMPARED
        ):
            yield from _pieces(actual_text, expected_text)
            yield from _pieces(expected_text, actual_text)


def _pieces(old: str, new: str) -> Iterator[tuple[str, str]]:
    matcher = difflib.SequenceMatcher(None, old, new, autojunk=False)
    changes = [old_words[1:] for old_words in matcher.get_opcodes() if old_words[0] != "equal"]
    for ahead, behind in CONTEXT_WIDTHS:
        for a, b, c, d in changes:
            left, right = min(ahead, a, c), min(behind, len(old) - b, len(new) - d)
            ends = ((a - left, c - left), (b + right, d + right))
            if not any(_is_in_word(new, there) and not _is_in_word(old, here) for here, there in ends):
                yield old[a - left : b + right], new[c - left : d + right]
    old_words, new_words = (re.findall(r"\w+|\W", text) for text in (old, new))
    for tag, a, b, c, d in difflib.SequenceMatcher(None, old_words, new_words, autojunk=False).get_opcodes():
        if tag == "replace":
            yield "".join(old_words[a:b]), "".join(new_words[c:d])


def _is_in_word(text: str, at: int) -> bool:
    return text[max(0, at - 1) : at].isalpha() and text[at : at + 1].isalpha()


def propose_text_variants(target: PythonEditSite) -> Iterator[Edit]:
    """Proposes another separator, another case, a space more or fewer at an end, or an `s` more or fewer."""
    for node, text in text_literals(target):
        head, body, tail = split_literal(text)
        if not head or isinstance(node, ast.JoinedStr):
            continue
        others = SEPARATORS if body in SEPARATORS else _text_variants(body) if len(body) <= LONGEST else ()
        for other in dict.fromkeys(one for one in others if one != body):
            yield target.replace(node, head + other + tail, "text", 0.2, f"{body[:20]!r} -> {other[:20]!r}")


def _text_variants(body: str) -> Iterator[str]:
    yield from (body.lower(), body.upper(), body.capitalize(), body.strip(), f"{body} ", f" {body}", f" {body} ")
    yield from (body.replace("-", "_"), body.replace("_", "-"), body.removesuffix("s"), f"{body}s")
