"""The top-level declarations of a Go file by its tokens alone. Runs in the sandbox, by itself."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

_TOKEN = re.compile(
    r"//[^\n]*|/\*.*?\*/|`[^`]*`|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])+'|[^\W\d]\w*|\d[\w.]*|\s+|.", re.DOTALL
)
_OPENING, _CLOSING = "([{", ")]}"
_DECLARING = frozenset({"func", "var", "const", "type", "import"})
_NOT_NAMES = frozenset({"chan", "func", "map", "struct", "interface"})
_NAMED = re.compile(r"([^\W\d]\w*)\s+(\S.*)", re.DOTALL)


class GoToken(NamedTuple):
    """A token that is no space and no comment, and how many brackets are open before it."""

    text: str
    start: int
    depth: int


def tokens(text: str, depth: int = 0) -> Iterator[GoToken]:
    """Yield the tokens of Go code."""
    for found in _TOKEN.finditer(text):
        word = found[0]
        if word.isspace() or word.startswith(("//", "/*")):
            continue
        depth -= word in _CLOSING
        yield GoToken(word, found.start(), depth)
        depth += word in _OPENING


@dataclass(frozen=True)
class Declaration:
    """A declaration with what follows it up to the next one. `kind`: its keyword, "package" for the file's head."""

    kind: str
    text: str
    line: int


def declarations(text: str) -> list[Declaration]:
    """The parts of a file, which together are its text; comments belong to the declaration before them."""
    starts, before = [(0, "package")], ""
    for token in tokens(text):
        if token.depth == 0 and token.text in _DECLARING and _begins_line(text, token.start) and before != "=":
            starts.append((token.start, token.text))
        before = token.text
    ends = [start for start, _ in starts[1:]] + [len(text)]
    return [
        Declaration(kind, text[start:end], text.count("\n", 0, start) + 1)
        for (start, kind), end in zip(starts, ends, strict=True)
    ]


def _begins_line(text: str, start: int) -> bool:
    before = text[text.rfind("\n", 0, start) + 1 : start].rstrip()
    return not before or before.endswith((";", "*/"))


@dataclass(frozen=True)
class FunctionHeader:
    """A function whose parameters all have names.

    text: up to its opening brace. call: how another function of the same parameters is called, `{name}` being its name.
    """

    name: str
    text: str
    name_start: int
    call: str
    returns: bool
    body: str


def function_header(declaration: str) -> FunctionHeader:
    """Read the declaration of a function. Raises ValueError where it has no body, or is not understood."""
    try:
        return _read_header(declaration)
    except (LookupError, StopIteration) as problem:
        raise ValueError("a function that is not understood") from problem


def _read_header(declaration: str) -> FunctionHeader:
    found = list(tokens(declaration))
    at, receiver = 1, ""
    edits: list[tuple[int, int, str]] = []
    if found[at].text == "(":
        end = _closing(found, at)
        names, edits = _named(declaration, found[at].start + 1, found[end].start, "testfixReceiver")
        receiver, at = f"{names[0][0]}.", end + 1
    name, at = found[at], at + 1
    types = ""
    if found[at].text == "[":
        end = _closing(found, at)
        parts = _split(declaration, found[at].start + 1, found[end].start)
        names_of_types = [declaration[first:last].split()[0] for first, last in parts]
        types, at = f"[{', '.join(names_of_types)}]", end + 1
    end = _closing(found, at)
    parameters, more = _named(declaration, found[at].start + 1, found[end].start, "testfixParameter")
    brace = _body(found, end + 1)
    header = _edited(declaration[: brace.start], [*edits, *more])
    passed = ", ".join(f"{one}..." if kind.startswith("...") else one for one, kind in parameters)
    shift = sum(len(new) - (last - first) for first, last, new in edits)
    return FunctionHeader(
        name.text, header, name.start + shift, f"{receiver}{{name}}{types}({passed})",
        bool(declaration[found[end].start + 1 : brace.start].strip()), declaration[brace.start :],
    )  # fmt: skip


def _closing(found: Sequence[GoToken], at: int) -> int:
    if found[at].text not in _OPENING:
        raise ValueError(f"no bracket but {found[at].text}")
    return next(
        index for index, one in enumerate(found) if index > at and one.depth == found[at].depth and one.text in _CLOSING
    )


def _body(found: Sequence[GoToken], at: int) -> GoToken:
    """The brace that opens the body: the first outside of the result's types."""
    before = ""
    for one in found[at:]:
        if one.text == "{" and one.depth == 0 and before not in ("struct", "interface"):
            return one
        before = one.text
    raise ValueError("a function without a body")


def _split(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The parts of a list between two offsets."""
    commas = [start + one.start for one in tokens(text[start:end]) if one.text == "," and one.depth == 0]
    edges = [start - 1, *commas, end]
    parts = [(first + 1, last) for first, last in itertools.pairwise(edges)]
    return [(first, last) for first, last in parts if text[first:last].strip()]


def _named(text: str, start: int, end: int, fallback: str) -> tuple[list[tuple[str, str]], list[tuple[int, int, str]]]:
    """The names and types of parameters, and what has to be replaced so that each has a name."""
    parts = _split(text, start, end)
    plain = [re.sub(r"//[^\n]*|/\*.*?\*/", " ", text[first:last], flags=re.DOTALL).strip() for first, last in parts]
    pairs = [_NAMED.fullmatch(one) for one in plain]
    have_names = any(pair is not None and pair[1] not in _NOT_NAMES for pair in pairs)
    names, edits = [], []
    for number, ((first, last), one, pair) in enumerate(zip(parts, plain, pairs, strict=True)):
        name, kind = (pair[1], pair[2]) if have_names and pair is not None else (one, "") if have_names else ("", one)
        if name in ("", "_"):
            name = f"{fallback}{number}"
            edits.append((first, last, f" {name} {kind}" if kind else f" {name}"))
        names.append((name, kind))
    return names, edits


def _edited(text: str, edits: Sequence[tuple[int, int, str]]) -> str:
    for first, last, new in sorted(edits, reverse=True):
        text = text[:first] + new + text[last:]
    return text
