"""What is done for one of two, and not for the other: two statements of the function that are alike say what stands for
what, and a third that speaks of one of them alone is said of the other."""

from __future__ import annotations

import ast
import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence

from testfix_pipeline.repair.edits.blocks import LEAVING
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import local_names
from testfix_pipeline.repair.edits.tokens import Renaming, Token, loose_key, own_tokens, substituted
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import Function, FunctionNode, SourceFile

MOST_LINES, MOST_WAYS, MOST_ALIKE = 4, 8, 12
LEAST_SAID = 2
"""So many names and texts must be exchanged, in what teaches it and in what is said anew."""
PRIOR = 0.5


def statements(target: Target) -> Iterator[Edit]:
    """`rest.extend(("-", x) for x in old[i:])` beside the same of "+", new and j, where the function has the two of
    `found.append(("-", old[i]))`."""
    stmt, source, function = target.stmt, target.source, target.function
    banned = (*FunctionNode.__args__, ast.ClassDef, *LEAVING)
    if function is None or isinstance(stmt, banned) or not source.owns_line(stmt):
        return
    start, end = source.block(stmt)
    text = source.text[start:end]
    if not text.endswith("\n") or text.count("\n") > MOST_LINES:
        return
    known, whole = set(local_names(target)), source.segment(function.node)
    for way in _ways(source, function)[:MOST_WAYS]:
        other = substituted(text, lambda token, way=way: way.get(token.text, token.text))  # type: ignore[misc]
        says_other = _exchanged(text, other, way) >= LEAST_SAID and _read(other) <= known | _read(text)
        if other.strip() in whole or not says_other:
            continue
        for at in (start, end):
            note = other.strip().split("\n")[0][:50]
            yield target.splice(at, at, other, "done-for-the-other-side", PRIOR, note)


def _exchanged(text: str, other: str, way: Renaming) -> int:
    return sum(old in text and new in other for old, new in way.items() if old != new) if text != other else 0


def _read(text: str) -> set[str]:
    """The variables of a piece of code; none where it can't be read alone."""
    try:
        tree = ast.parse(f"if 1:\n{text}" if text[:1].isspace() else text)
    except SyntaxError:
        return set()
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


@remembered(512)
def _ways(source: SourceFile, function: Function) -> Sequence[Renaming]:
    """What stands for what in pairs of like statements, there and back, those that say most first."""
    alike: dict[tuple[str, ...], list[tuple[Token, ...]]] = defaultdict(list)
    for stmt in ast.walk(function.node):
        if isinstance(stmt, ast.stmt) and stmt is not function.node and not isinstance(stmt, LEAVING):
            tokens = own_tokens(source, stmt)
            alike[loose_key(tokens)].append(tokens)
    found: dict[tuple[tuple[str, str], ...], Renaming] = {}
    for group in alike.values():
        for one, other in itertools.permutations(group[:MOST_ALIKE], 2):
            way = Renaming()
            way.learn(one, other)
            told = {old: new for old, new in way.items() if old != new}
            if not way.clashes and len(told) >= LEAST_SAID and len(set(way.values())) == len(way):
                found[tuple(sorted(told.items()))] = way
    return sorted(found.values(), key=lambda way: (-sum(old != new for old, new in way.items()), sorted(way.items())))
