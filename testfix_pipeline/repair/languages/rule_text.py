"""Rewrite rules as text: a pattern of code with `$A` for any expression, and what may stand in its place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_CONTINUED = re.compile(r"\n +(?=[¦→;])")
_EACH = re.compile(r"; each (\w+): ([^;\n]+)")


@dataclass(frozen=True)
class WrittenRule:
    """match: the pattern. rewrites: replacements, the likeliest first. examples: code before and after. non_examples:
    code for which nothing is proposed."""

    match: str
    rewrites: Sequence[str]
    examples: Sequence[tuple[str, str]]
    non_examples: Sequence[str]


def read_blocks(text: str) -> Iterator[tuple[list[str], list[WrittenRule]]]:
    """Yield each heading, split at `; `, with its rules: a pattern with its rewrites, below it code before and after.

        heading; $B: READ number; each OP: < <=
          f($A OP $B) → g($A) ¦ h($A OP $B)
              f(a < 1); → g(a);
              f(b) ¦ f(c)

    Code without an arrow is code for which nothing is proposed. All is repeated for the words that `each` lists. A line
    that begins with one of the signs goes on with the line above.
    """
    for block in re.split(r"\n(?=\S)", _CONTINUED.sub(" ", text.strip("\n"))):
        for heading, *rules in (re.split(r"\n  (?=\S)", block) for block in _repeated(block)):
            yield re.split(r" ?; ", heading), [_rule(*rule.splitlines()) for rule in rules]


def _rule(rule: str, *lines: str) -> WrittenRule:
    match, rewrites = rule.split(" → ")
    examples, non_examples = [], []
    for line in map(str.strip, lines):
        if " → " in line:
            before, after = line.split(" → ")
            examples.append((before, after))
        else:
            non_examples += line.split(" ¦ ")
    return WrittenRule(match, rewrites.split(" ¦ "), examples, non_examples)


def _repeated(block: str) -> list[str]:
    """The rules below a heading, once for each value of the words that it names with `each`."""
    each = _EACH.search(block)
    if each is None:
        return [block]
    block = block.replace(each[0], "", 1)
    return [rule for value in each[2].split() for rule in _repeated(block.replace(each[1], value))]
