"""Code as tokens of a language model, and the effect of edits on them; the languages provide the tokens."""

from __future__ import annotations

import bisect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from testfix_pipeline.repair.model.edit import apply_spans


@dataclass
class Tokens:
    """The tokens of a text with their offsets; `depths` and `indents` are the state after each token."""

    words: list[str] = field(default_factory=list)
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    indents: list[int] = field(default_factory=list)

    def add(self, word: str, start: int, end: int, depth: int, indent: int) -> None:
        """Appends a token. start, end: offsets; depth: of brackets; indent: of its line."""
        self.words.append(word)
        self.starts.append(start)
        self.ends.append(end)
        self.depths.append(depth)
        self.indents.append(indent)


Lexer = Callable[[str, int, int], Tokens]
"""(text, depth of brackets at its start, indentation of its line) -> its tokens."""


@dataclass(frozen=True)
class TokenChange:
    """Old and new tokens between the same neighbours, at one place of a file."""

    before: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]
    after: tuple[str, ...]


def token_changes(
    text: str, tokens: Tokens, spans: Sequence[tuple[int, int, str]], reach: int, lex: Lexer
) -> list[TokenChange]:
    """The changes of a text's tokens by edits of spans, with `reach` tokens of context on both sides."""
    return [_change(text, tokens, span, reach, lex) for span in spans]


def _change(text: str, tokens: Tokens, span: tuple[int, int, str], reach: int, lex: Lexer) -> TokenChange:
    start, end, replacement = span
    first = bisect.bisect_right(tokens.ends, start)
    stop = max(first, bisect.bisect_left(tokens.starts, end))
    begin = min(start, tokens.starts[first]) if first < stop else start
    finish = max(end, tokens.ends[stop - 1]) if first < stop else end
    piece = apply_spans(text[begin:finish], [(start - begin, end - begin, replacement)])
    depth = tokens.depths[first - 1] if first else 0
    indent = tokens.indents[first - 1] if first else 0
    new, old = lex(piece, depth, indent).words, tokens.words[first:stop]
    before, after = tokens.words[max(0, first - reach) : first], tokens.words[stop : stop + reach]
    head = common_start(old, new)
    tail = common_start(old[head:][::-1], new[head:][::-1])
    before, after = [*before, *old[:head]][-reach:], [*old[len(old) - tail :], *after][:reach]
    return TokenChange(
        tuple(before), tuple(old[head : len(old) - tail]), tuple(new[head : len(new) - tail]), tuple(after)
    )


def common_start(one: Sequence[str], other: Sequence[str]) -> int:
    """The number of equal items at the beginning of two sequences."""
    for position, (left, right) in enumerate(zip(one, other, strict=False)):
        if left != right:
            return position
    return min(len(one), len(other))
