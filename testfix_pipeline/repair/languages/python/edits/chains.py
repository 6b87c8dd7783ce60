"""Calls one behind the other, `text.strip().lower()`: done in another order."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.languages.python.edits.edit import Edit, Target

LIKELY, UNLIKELY = 0.5, 0.25
MOST_LINKS = 6


def reordered(target: Target) -> Iterator[Edit]:
    """Neighbours of a chain change places; its last call comes first, its first one last. Likelier where they are the
    same method, whose arguments say what comes before what."""
    for node in target.expressions(ast.Call):
        parent = target.source.parents[node]
        if isinstance(parent, ast.Attribute) and isinstance(target.source.parents[parent], ast.Call):
            continue  # only the outermost call has the whole chain
        head, links = _chain(target, node)
        names = [name for name, _ in links]
        texts = [text for _, text in links]
        prior = LIKELY if len(set(names)) == 1 else UNLIKELY
        for order in _orders(len(links)) if 2 <= len(links) <= MOST_LINKS else ():
            moved = [texts[at] for at in order]
            if moved != texts:
                yield target.replace(node, head + "".join(moved), "calls-reordered", prior, "".join(moved))


def _chain(target: Target, node: ast.expr) -> tuple[str, list[tuple[str, str]]]:
    """(what the first call is made on, [(method, `.method(...)` as it stands)])."""
    links: list[tuple[str, str]] = []
    start, end = target.source.span(node)
    while isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        at = target.source.span(node.func)[1] - len(node.func.attr)
        at = target.source.text.rindex(".", start, at)
        at = start + len(target.source.text[start:at].rstrip())  # with the line break in front of the point
        links.insert(0, (node.func.attr, target.source.text[at:end]))
        node, end = node.func.value, at
    return target.source.text[start:end], links


def _orders(length: int) -> Iterator[Sequence[int]]:
    """Permutations of the links, as numbers."""
    every = list(range(length))
    for at in range(length - 1):
        yield [*every[:at], at + 1, at, *every[at + 2 :]]
    if length > 2:
        yield [every[-1], *every[:-1]]
        yield [*every[1:], every[0]]
