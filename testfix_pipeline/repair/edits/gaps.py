"""Missing statements, read off places of the project where the same surroundings have one more.

The surroundings of a gap are the statements before and behind it, or the header of the block at its ends. Where they
agree with those of another place, the statement that stands between them there is proposed here, with its names
translated by what stands for what in the surroundings.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

from testfix_pipeline.repair.edits.blocks import LEAVING, is_hole, siblings_of
from testfix_pipeline.repair.edits.corpus import MOST_HITS, Key, Site, corpus_of, keys
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.scope import likeness
from testfix_pipeline.repair.edits.tokens import Renaming, loose_key, own_tokens, tokenised
from testfix_pipeline.repair.edits.translate import placed, translated
from testfix_pipeline.repair.project import is_docstring
from testfix_pipeline.repair.source import FunctionNode

MOST_LINES, MOST_FILLERS = 12, 12
NO_FILLERS = (*FunctionNode.__args__, ast.ClassDef, ast.Pass, ast.Global, ast.Nonlocal)
STRICT, LOOSE = 0.5, 0.25
"""What a neighbour is worth that agrees to the letter (but for local names), and one that agrees in shape only."""


@dataclass(frozen=True)
class Gap:
    """The place between two statements of a block; None stands for the block's ends."""

    parent: ast.AST
    ahead: ast.stmt | None
    behind: ast.stmt | None


@dataclass
class Filler:
    """A statement of another place: `worth` (0..1) says how well its surroundings agree."""

    site: Site
    worth: float
    renaming: Renaming


def statements(target: Target) -> Iterator[Edit]:
    """Statements that other places have between the like of these neighbours."""
    if target.function is None or isinstance(target.stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    block, position = siblings_of(target.source, target.stmt)
    if not block or not target.source.owns_line(target.stmt):
        return
    parent = target.source.parents[target.stmt]
    ahead = block[position - 1] if position and not is_docstring(block[position - 1]) else None
    start, end = target.source.block(target.stmt)
    if is_hole(target.source, target.stmt):
        yield from _filled(target, Gap(parent, None, None), start, end)
        return
    yield from _filled(target, Gap(parent, ahead, target.stmt), start, start)
    if position == len(block) - 1 and not isinstance(target.stmt, LEAVING):
        yield from _filled(target, Gap(parent, target.stmt, None), end, end)


def _filled(target: Target, gap: Gap, at: int, end: int) -> Iterator[Edit]:
    seen = _present(target, gap)
    texts: dict[str, float] = {}
    for filler in fillers(target, gap):
        for text, share in translated(target, filler.site, filler.renaming):
            if loose_text(text) not in seen:
                texts[text] = 1 - (1 - texts.get(text, 0.0)) * (1 - filler.worth * share)
    ranked = sorted(texts.items(), key=lambda item: (-item[1], item[0]))
    for rank, (text, worth) in enumerate(ranked[:MOST_FILLERS]):
        code = placed(target, text, at)
        first = text.strip().split("\n")[0][:50]
        yield target.splice(at, end, code, "donor.at-a-gap", 0.75 * worth / (1 + 0.1 * rank), first)


def fillers(target: Target, gap: Gap) -> Iterator[Filler]:
    """What stands between neighbours like these elsewhere, each site once, with all that speaks for it."""
    corpus = corpus_of(target.project)
    source, function = target.source, target.function
    found: dict[int, tuple[Site, float]] = {}
    for table, neighbour in ((corpus.after, gap.ahead), (corpus.before, gap.behind)):
        counted: set[int] = set()
        pair = keys(source, function, neighbour, gap.parent)
        for key, worth in zip(pair, (STRICT, LOOSE), strict=True):
            hits = table.get(key, ()) if _telling(key) else ()
            for site in hits if len(hits) <= MOST_HITS else ():
                if id(site.stmt) not in counted and _usable(target, gap, site):
                    counted.add(id(site.stmt))
                    _, before = found.get(id(site.stmt), (site, 0.0))
                    found[id(site.stmt)] = (site, 1 - (1 - before) * (1 - worth))
    for site, worth in found.values():
        renaming = _learned(target, gap, site)
        yield Filler(site, worth * nearness(target, site) * 0.7**renaming.clashes, renaming)


def _telling(key: Key) -> bool:
    """Whether a key has more in it than blanks and signs."""
    return len(key) > 2 and sum(part not in "$sn()=.,:" for part in key) >= (2 if key[0] == "edge" else 1)


def _usable(target: Target, gap: Gap, site: Site) -> bool:
    stmt = site.stmt
    if stmt in (gap.ahead, gap.behind, target.stmt) or isinstance(stmt, NO_FILLERS):
        return False
    if isinstance(stmt, LEAVING) and gap.behind is not None:
        return False
    return site.is_small(MOST_LINES)


def nearness(target: Target, site: Site) -> float:
    """Siblings of the class and functions of like names are more alike than what happens to stand in the project."""
    mine, theirs = target.function, site.function
    if mine is None or theirs is None:
        return 0.6
    if mine is theirs:
        return 0.95
    same = 0.1 if mine.owner is not None and mine.owner is theirs.owner else 0.0
    near = 0.1 if site.source is target.source else 0.0
    return min(1.0, 0.6 + same + near + 0.35 * likeness(mine.name, theirs.name))


def _learned(target: Target, gap: Gap, site: Site) -> Renaming:
    """What the names around the donor stand for here."""
    renaming = Renaming()
    pairs = [(site.beside(-1), gap.ahead), (site.beside(1), gap.behind)]
    if isinstance(site.parent, ast.stmt) and isinstance(gap.parent, ast.stmt):
        pairs.append((site.parent, gap.parent))
    for theirs, mine in pairs:
        if theirs is not None and mine is not None and not isinstance(theirs, FunctionNode):
            one, other = own_tokens(site.source, theirs), own_tokens(target.source, mine)
            if loose_key(one) == loose_key(other):
                renaming.learn(one, other)
    return renaming


def _present(target: Target, gap: Gap) -> set[tuple[str, ...]]:
    """The neighbours themselves: to say them twice is seldom meant."""
    return {
        tuple(token.text for token in tokenised(target.source.segment(stmt)))
        for stmt in (gap.ahead, gap.behind)
        if stmt is not None
    }


def loose_text(text: str) -> tuple[str, ...]:
    """A text without its layout."""
    return tuple(token.text for token in tokenised(text))
