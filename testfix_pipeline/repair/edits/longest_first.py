"""What is tried in turn, in an order in which something never has its turn: signs behind their own beginnings, escapes
whose own sign is escaped once more.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.edits.edit import Edit, Target

PRIOR, FIRST, LAST = 0.55, 0.5, 0.4
MOST = 40
"""Longer tables are data and not what is tried in turn."""
PLAIN = r"(?:\\\W|[^\\()\[\]{}|*+?.^$])+"
"""An alternative that stands for one text."""
GROUP = re.compile(r"P<\w+>|:|<?[=!]")
"""How a group begins that is not only a group, behind its question mark."""
CHOICE = re.compile(rf"{PLAIN}(?:\|{PLAIN})+")


def escapes(target: Target) -> Iterator[Edit]:
    """The row of a table whose text is what others are made into: first, or last where it is the first."""
    for node in target.expressions(ast.List, ast.Tuple):
        assert isinstance(node, (ast.List, ast.Tuple))
        pairs = [one.elts for one in node.elts if isinstance(one, (ast.Tuple, ast.List)) and len(one.elts) == 2]
        old, new = ([_text(pair[side]) for pair in pairs] for side in (0, 1))
        if not 1 < len(pairs) <= MOST or len(pairs) != len(node.elts) or None in old or None in new:
            continue
        for at, text in enumerate(old):
            if any(text and text in (made or "") for made in new[:at] + new[at + 1 :]):
                others = [one for one in range(len(old)) if one != at]
                order, prior, note = ([at, *others], FIRST, "first") if at else ([*others, at], LAST, "last")
                yield _in_order(target, node.elts, order, prior, f"{text!r} {note}")


def reordered(body: str) -> Iterator[str]:
    """A regular expression with the longest alternatives first where one is the beginning of another behind it."""
    for match in CHOICE.finditer(body):
        start, end = match.span()
        if body[:start].endswith("(?"):
            head = GROUP.match(body, start)
            start = head.end() if head else start
        if re.search(r"(?<!\\)\[[^\]]*$", body[:start]):
            continue
        parts = re.split(r"(?<!\\)\|", body[start:end])
        tidy = [part.strip() for part in parts]
        if _is_hidden(tidy):
            lead = parts[0][: len(parts[0]) - len(parts[0].lstrip())]
            rest = parts[-1][len(parts[-1].rstrip()) :]
            yield body[:start] + lead + "|".join(sorted(tidy, key=lambda part: -len(part))) + rest + body[end:]


def _is_hidden(texts: Sequence[str]) -> bool:
    """Whether one of the texts begins with one in front of it."""
    if len(texts) > MOST:
        return False
    return any(one and one != other and other.startswith(one) for one, other in itertools.combinations(texts, 2))


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _in_order(target: Target, nodes: Sequence[ast.expr], order: Sequence[int], prior: float, note: str) -> Edit:
    """The nodes in another order; what stands between them stays."""
    spans = [target.source.span(node) for node in nodes]
    text = target.source.text
    between = [text[one[1] : other[0]] for one, other in itertools.pairwise(spans)]
    told = [text[spans[at][0] : spans[at][1]] for at in order]
    whole = "".join(itertools.chain.from_iterable(itertools.zip_longest(told, between, fillvalue="")))
    return target.splice(spans[0][0], spans[-1][1], whole, "order.of-trying", prior, note)
