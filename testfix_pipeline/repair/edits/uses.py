"""The missing use of a variable, as others of its name are used; and twins of the statements around."""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator

from testfix_pipeline.repair.edits.blocks import LEAVING, siblings_of
from testfix_pipeline.repair.edits.corpus import Site, corpus_of
from testfix_pipeline.repair.edits.edit import Edit, Target
from testfix_pipeline.repair.edits.gaps import NO_FILLERS, nearness
from testfix_pipeline.repair.edits.scope import bound_names, likeness, local_names
from testfix_pipeline.repair.edits.tokens import substituted
from testfix_pipeline.repair.edits.traces import loose_ends
from testfix_pipeline.repair.edits.translate import donor_text, placed, reads, translated
from testfix_pipeline.repair.remembered import remembered
from testfix_pipeline.repair.source import FunctionNode, SourceFile

MOST_SITES, MOST_LINES, MOST_USES = 40, 8, 8
TWINS = 6
"""How many statements around are tried as twins of a missing one."""
OPPOSITES = [
    *(("left", "right"), ("start", "end"), ("start", "stop"), ("begin", "end"), ("first", "last"), ("min", "max")),
    *(("key", "value"), ("head", "tail"), ("row", "col"), ("rows", "cols"), ("width", "height"), ("x", "y")),
    *(("src", "dst"), ("source", "target"), ("add", "remove"), ("get", "set"), ("load", "dump"), ("loads", "dumps")),
    *(("encode", "decode"), ("open", "close"), ("push", "pop"), ("lower", "upper"), ("before", "after")),
    *(
        ("prev", "next"),
        ("previous", "next"),
        ("parent", "child"),
        ("old", "new"),
        ("read", "write"),
        ("top", "bottom"),
    ),
    *(("serialize", "deserialize"), ("enter", "exit"), ("in", "out"), ("input", "output"), ("request", "response")),
    *(("args", "kwargs"), ("prefix", "suffix"), ("low", "high"), ("lo", "hi"), ("up", "down"), ("true", "false")),
    *(("on", "off"), ("enable", "disable"), ("include", "exclude"), ("a", "b"), ("i", "j"), ("front", "back")),
    *(("inner", "outer"), ("parse", "format"), ("pre", "post"), ("credit", "debit"), ("deposit", "withdraw")),
    *(("stdout", "stderr"), ("reader", "writer"), ("server", "client"), ("sender", "receiver")),
]


def namesakes(target: Target) -> Iterator[Edit]:
    """Statements of the project that read a variable of the same, or a like, name as one that is unread here."""
    if target.function is None or isinstance(target.stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    bound = bound_names(target.function.node)
    for name, strength in loose_ends(target.source, target.function).unread.items():
        if strength < 0.5 or bound.get(name, 0) > (target.stmt.end_lineno or 0):
            continue
        for at, jump in _gaps(target, bound.get(name, 0)):
            for rank, (text, worth) in enumerate(_uses(target, name, jump)):
                code, first = placed(target, text, at), text.strip().split("\n")[0][:50]
                yield target.splice(at, at, code, "donor.use", 0.7 * strength * worth / (1 + 0.15 * rank), first)


def _gaps(target: Target, bound: int) -> Iterator[tuple[int, bool]]:
    """Before the statement, and behind it at the end of its block; whether a jump may stand there."""
    block, position = siblings_of(target.source, target.stmt)
    if not block or not target.source.owns_line(target.stmt):
        return
    start, end = target.source.block(target.stmt)
    if bound < target.stmt.lineno:
        yield start, False
    if position == len(block) - 1 and not isinstance(target.stmt, LEAVING):
        yield end, True


def _uses(target: Target, name: str, jump: bool) -> list[tuple[str, float]]:
    found: dict[str, float] = {}
    for site, other in _sites(target, name):
        alike = 1.0 if other == name else 0.8 * likeness(other, name)
        if isinstance(site.stmt, LEAVING) and not jump:
            continue
        for text, share in translated(target, site, {other: name}, frozenset({name})):
            worth = alike * share * nearness(target, site)
            found[text] = 1 - (1 - found.get(text, 0.0)) * (1 - worth)
    return sorted(found.items(), key=lambda item: (-item[1], item[0]))[:MOST_USES]


def _sites(target: Target, name: str) -> Iterator[tuple[Site, str]]:
    """(statement, the name in it) where a namesake is read; other functions of the project only."""
    corpus = corpus_of(target.project)
    for word in _like_words(target.project, name):
        near = sorted(corpus.by_word[word], key=lambda site: -nearness(target, site))
        for site in near[:MOST_SITES]:
            usable = site.is_small(MOST_LINES) and not isinstance(site.stmt, NO_FILLERS)
            if usable and site.function is not target.function and reads(site.stmt, word):
                yield site, word


@remembered(1024)
def _like_words(project: tuple[SourceFile, ...], name: str) -> list[str]:
    """The word itself and a few like it that the project has."""
    known = corpus_of(project).by_word
    alike = (word for word in known if word != name and len(name) > 3 and likeness(word, name) > 0.65)
    return [*([name] if name in known else []), *itertools.islice(alike, 6)][:6]


def twins(target: Target) -> Iterator[Edit]:
    """A statement like one close by, with a name that is unread here, or with words turned into their opposites."""
    if target.function is None or isinstance(target.stmt, (*FunctionNode.__args__, ast.ClassDef)):
        return
    texts: dict[tuple[int, str], float] = {}
    for at, jump in _gaps(target, 0):
        for rank, site in enumerate(_around(target, jump)):
            for text, worth in (*_with_loose(target, site), *_turned(target, site)):
                key = (at, text)
                texts[key] = max(texts.get(key, 0.0), worth / (1 + 0.25 * rank))
    ranked = sorted(texts.items(), key=lambda item: (-item[1], item[0]))
    for (at, text), worth in ranked[:MOST_USES]:
        yield target.splice(at, at, placed(target, text, at), "donor.twin", worth, text.strip().split("\n")[0][:50])


def _around(target: Target, jump: bool) -> list[Site]:
    """Small statements of the function close to this one, the nearest first."""
    assert target.function is not None
    here = target.stmt.lineno
    corpus = corpus_of(target.project)
    found: list[Site] = []
    for site in corpus.of_function.get(target.function, ()):
        banned = NO_FILLERS if jump else (*NO_FILLERS, *LEAVING)
        if abs(site.stmt.lineno - here) < 25 and site.is_small(MOST_LINES) and not isinstance(site.stmt, banned):
            found.append(site)
    return sorted(found, key=lambda site: abs(site.stmt.lineno - here))[:TWINS]


def _with_loose(target: Target, site: Site) -> Iterator[tuple[str, float]]:
    """The statement with one of its variables replaced by one that is unread, and what follows from that."""
    assert target.function is not None
    loose = loose_ends(target.source, target.function)
    reach = set(local_names(target))
    names = {**dict.fromkeys(loose.unfilled, 0.8), **loose.unread}
    read = {n.id for n in ast.walk(site.stmt) if isinstance(n, ast.Name)} & reach
    for name, strength in names.items():
        if strength < 0.5 or name not in reach or name in read:
            continue
        for other in read:
            alike = likeness(other, name)
            swap = _words_swapped(other, name)
            mapped = {other: name}
            yield _renamed(target, site, mapped, swap), strength * (0.25 + 0.35 * alike)
            yield _renamed(target, site, mapped, ()), strength * (0.2 + 0.3 * alike)


def _words_swapped(one: str, other: str) -> tuple[str, ...]:
    """(word, other word) where two names differ in exactly one."""
    left, right = one.split("_"), other.split("_")
    if len(left) != len(right):
        return ()
    different = [(a, b) for a, b in zip(left, right, strict=True) if a != b]
    return different[0] if len(different) == 1 else ()


def _turned(target: Target, site: Site) -> Iterator[tuple[str, float]]:
    """The statement with a word of its names turned into its opposite, where the project knows what results."""
    words = {part for token in site.tokens if token.kind == "name" for part in token.text.lower().split("_")}
    for one, other in OPPOSITES:
        for old, new in ((one, other), (other, one)):
            if old in words and new not in words:
                text = _renamed(target, site, {}, (old, new))
                if text != donor_text(site):
                    yield text, 0.3


def _renamed(target: Target, site: Site, mapped: dict[str, str], swap: tuple[str, ...]) -> str:
    vocabulary = corpus_of(target.project).words

    def replace(text: str) -> str:
        if text in mapped:
            return mapped[text]
        if swap and text.isidentifier():
            parts = [{swap[0]: swap[1], swap[1]: swap[0]}.get(part, part) for part in text.split("_")]
            changed = "_".join(parts)
            return changed if changed in vocabulary else text
        return text

    return substituted(donor_text(site), lambda token: replace(token.text))
