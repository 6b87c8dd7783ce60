"""Statements as sequences of tokens, to compare code of two places and to transfer it.

Two statements *agree* if their tokens are equal up to names, strings and numbers; their positions then show which name
corresponds to which.
"""

from __future__ import annotations

import ast
import keyword
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from testfix_pipeline.core.code_view import first_line
from testfix_pipeline.repair.languages.python.source import COMPOUND, SourceFile, blocks
from testfix_pipeline.repair.model.source_cache import cached_per_search

_STRING = r"""[rbfuRBFU]{0,2}(?:'{3}[\s\S]*?'{3}|"{3}[\s\S]*?"{3}|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")"""
_TOKEN = re.compile(
    rf"(?P<skip>\s+|\#[^\n]*|\\\n)|(?P<string>{_STRING})|(?P<name>[^\W\d]\w*)|(?P<number>(?:\d|\.\d)[\w.]*(?:(?<=[eE])[+-]\d+)?)"
    r"|(?P<operator>\*\*=|//=|>>=|<<=|->|:=|\*\*|//|>>|<<|[<>=!+\-*/%@&|^]=|[\s\S])"
)

_FORMATTED = re.compile(r"[rR]?[fF][rR]?['\"]")
# The expression of a replacement field, up to a conversion, a format or another brace.
_FIELD = re.compile(r"(?<!\{)\{(?:\{\{)*[^{}!:]+")


@dataclass(frozen=True, slots=True)
class Token:
    """`kind`: name (identifiers), keyword, string, number, operator. `start`, `end`: offsets in the tokenised text."""

    kind: str
    text: str
    start: int
    end: int


def tokenise(text: str) -> tuple[Token, ...]:
    """The tokens of a piece of code without comments and layout; accepts any text."""
    found = []
    for match in _TOKEN.finditer(text):
        kind = str(match.lastgroup)
        if kind == "name" and keyword.iskeyword(match.group()):
            kind = "keyword"
        if kind != "skip":
            found.append(Token(kind, match.group(), match.start(), match.end()))
    return tuple(found)


def common_ends(old: Sequence[str], new: Sequence[str]) -> tuple[int, int]:
    """(number of equal texts at the beginning, number of equal ones at the end of the rest)."""
    shorter = min(len(old), len(new))
    ahead = next((at for at in range(shorter) if old[at] != new[at]), shorter)
    behind = next((at for at in range(shorter - ahead) if old[-1 - at] != new[-1 - at]), shorter - ahead)
    return ahead, behind


@cached_per_search(1 << 15)
def own_tokens(source: SourceFile, stmt: ast.stmt) -> tuple[Token, ...]:
    """The tokens of a statement without the statements in its blocks; `elif` reads as `if`."""
    start, end = own_span(source, stmt)
    found = tokenise(source.text[start:end])
    if found and found[0].text == "elif":
        found = (Token("keyword", "if", found[0].start, found[0].end), *found[1:])
    return found


def own_span(source: SourceFile, stmt: ast.stmt) -> tuple[int, int]:
    """(start, end) of the statement's own code: all of a simple one, the header of a compound one."""
    start, end = source.span(stmt)
    if isinstance(stmt, COMPOUND) and not isinstance(stmt, ast.Match):
        inner = next(blocks(stmt))[0]
        line = source.line_starts[first_line(inner) - 1]
        end = line if line > start else source.span(inner)[0]
    return start, end


def loose_key(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The tokens with every name, string and number replaced by a placeholder."""
    return tuple({"name": "$", "string": "s", "number": "n"}.get(token.kind, token.text) for token in tokens)


def agree(one: Token, other: Token) -> bool:
    """Whether two tokens are equal, or both names, texts or numbers."""
    return one.text == other.text or (one.kind == other.kind and one.kind in ("name", "string", "number"))


class Renaming(dict[str, str]):
    """The correspondence of names and literals of two places; `clashes` counts contradictions."""

    def __init__(self) -> None:
        super().__init__()
        self.clashes = 0

    def learn(self, theirs: Sequence[Token], mine: Sequence[Token]) -> None:
        """Adds the correspondence of two token sequences."""
        for their, own in zip(theirs, mine, strict=False):
            if their.kind in ("name", "string", "number") and agree(their, own):
                self.clashes += self.setdefault(their.text, own.text) != own.text


def rename_tokens(text: str, names: Mapping[str, str], variables: Collection[str] = ()) -> str:
    """The code with each token that is among the names replaced; the layout is unchanged.

    Attributes and keyword arguments with the name of one of `variables` are not replaced.
    """
    return substitute_tokens(text, lambda token: names.get(token.text, token.text), variables)


def substitute_tokens(text: str, replace: Callable[[Token], str], variables: Collection[str] = ()) -> str:
    """The code with each name, string and number replaced by `replace`; the layout is unchanged.

    Includes the names in the fields of an f-string that is not replaced as a whole. `variables`: see `rename_tokens`.
    """
    parts, position, tokens = [], 0, tokenise(text)
    for at, token in enumerate(tokens):
        parts.append(text[position : token.start])
        named = token.kind in ("name", "string", "number") and not (token.text in variables and _is_label(tokens, at))
        new = replace(token) if named else token.text
        if new == token.text and _FORMATTED.match(new):
            new = _FIELD.sub(lambda field: substitute_tokens(field.group(), replace, variables), new)
        parts.append(new)
        position = token.end
    return "".join([*parts, text[position:]])


def _is_label(tokens: Sequence[Token], at: int) -> bool:
    """Whether a name is that of an attribute or a keyword argument."""
    before, behind = tokens[at - 1].text if at else "", tokens[at + 1].text if at + 1 < len(tokens) else ""
    if before == "." or behind != "=":
        return before == "."
    opened = Counter(token.text for token in tokens[:at] if token.kind == "operator")
    return before in ("(", ",") and opened["("] > opened[")"]
